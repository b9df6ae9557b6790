import { defineConfig } from 'oxlint';
import type { Forbidden } from './test/lint/plugin.ts';
import { rooms } from './test/rooms.mjs';

/** They find what the compiler can't: a promise that nobody awaits, an `any` that spreads, a condition that is always true. */
const typescriptRules = [
  'await-thenable',
  'no-array-delete',
  'no-base-to-string',
  'no-deprecated',
  'no-duplicate-enum-values',
  'no-duplicate-type-constituents',
  'no-dynamic-delete',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extra-non-null-assertion',
  'no-extraneous-class',
  'no-floating-promises',
  'no-for-in-array',
  'no-generated-empty-object-type',
  'no-implied-eval',
  'no-import-type-side-effects',
  'no-invalid-void-type',
  'no-meaningless-void-operator',
  'no-misused-new',
  'no-misused-promises',
  'no-misused-spread',
  'no-mixed-enums',
  'no-namespace',
  'no-non-null-asserted-nullish-coalescing',
  'no-non-null-asserted-optional-chain',
  'no-non-null-assertion',
  'no-redundant-type-constituents',
  'no-require-imports',
  'no-this-alias',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-condition',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-declaration-merging',
  'no-unsafe-enum-comparison',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'no-unsafe-unary-minus',
  'no-useless-default-assignment',
  'no-wrapper-object-types',
  'only-throw-error',
  'prefer-as-const',
  'prefer-literal-enum-member',
  'prefer-namespace-keyword',
  'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter',
  'prefer-return-this-type',
  'related-getter-setter-pairs',
  'require-await',
  'triple-slash-reference',
  'unbound-method',
  'unified-signatures',
  'use-unknown-in-catch-callback-variable',
];

/** Packages, then the rooms from below up, then the folders above, then the folder. */
const importOrder = [
  '^\\u0000',
  '^node:',
  '^@?\\w',
  ...rooms.map(room => `^(?:\\.\\./)+(?:src/)?${room.replace('features/', '(?:features/)?')}/`),
  '^\\.\\./',
  '^\\./',
];

/** The same for the page, whose folders have names of rooms too. */
const pageImportOrder = importOrder.map(pattern => pattern.replace('(?:src/)?', 'src/'));

/** They say what something is to its function, not what it is: CONTRIBUTING.md, "Names". */
const vagueNames = ['one', 'given', 'wanted', 'shown', 'said', 'told', 'former', 'does', 'most'];

/** Properties that are put on one line by spreading a literal, and constants by taking a literal apart. */
const packedLines: Forbidden[] = [
  {
    selector:
      ':matches(ObjectExpression, JSXOpeningElement) > :matches(SpreadElement, JSXSpreadAttribute) > ObjectExpression.argument',
    message: 'Write the properties themselves.',
  },
  {
    selector:
      "VariableDeclarator[id.type='ArrayPattern'][id.elements.0.type='Identifier'][init.type='ArrayExpression'][init.elements.0.type!='SpreadElement']",
    message: 'Write a declaration for each.',
  },
];

const zodByName: Forbidden = {
  selector:
    "ImportDeclaration[source.value='zod'] > :matches(ImportSpecifier[imported.name='z'], ImportDefaultSpecifier)",
  message: "Use `import * as z from 'zod'`: the name bundles every locale.",
};

/** Functions of the editor's window, which turns parts of their text into commands and icons. */
const windowFunctions =
  '/^(show(Information|Warning|Error)Message|show(QuickPick|InputBox)|create(QuickPick|InputBox)|withProgress|setStatusBarMessage)$/';

const windowByItself: Forbidden[] = [
  `MemberExpression[property.name=${windowFunctions}]`,
  `MemberExpression[property.value=${windowFunctions}]`,
  `ObjectPattern > Property[key.name=${windowFunctions}]`,
  `ObjectPattern > Property[key.value=${windowFunctions}]`,
].map(selector => ({
  selector,
  message:
    'Use the function of src/platform/dialogs/window.ts: foreign text must not become a link or an icon.',
}));

/** It follows links, and a crash leaves half of a file. */
const writtenThroughLinks: Forbidden = {
  selector: "MemberExpression[object.property.name='fs'][property.name='writeFile']",
  message:
    'Use writeUserFile of src/platform/files/userFile.ts: a link in the folder must not lead elsewhere.',
};

const textOfEditor: Forbidden = {
  selector: "MemberExpression[object.property.name='l10n'][property.name='t']",
  message: 'Use l10n.t of @vscode/l10n: one function for all texts, with the editor and without it.',
};

const pageTextByItself: Forbidden[] = [
  'AssignmentExpression > MemberExpression.left[property.name=/^(textContent|innerText|title|innerHTML|outerHTML)$/]',
  'CallExpression > MemberExpression.callee[property.name=/^(insertAdjacentHTML|insertAdjacentText|createTextNode)$/]',
  "CallExpression[callee.property.name='setAttribute'] > Literal.arguments:first-child[value=/^(title|aria-label|aria-valuetext|placeholder|alt)$/]",
  "JSXAttribute[name.name='dangerouslySetInnerHTML']",
].map(selector => ({
  selector,
  message:
    'Let preact render it, see webview/ui/sanitizeTexts.ts: foreign text must not be HTML or reorder what is beside it.',
}));

/** The rules about regular expressions check only those whose source is a literal. */
const madePattern: Forbidden = {
  selector: ":function :matches(NewExpression, CallExpression)[callee.name='RegExp']",
  message:
    'Make patterns once, of texts that are constants: the check of their running time reads no others.',
};

const replacedModule: Forbidden = {
  selector: "CallExpression[callee.object.name='vi'][callee.property.name='mock']",
  message: 'Name the file *.isolated.test.ts: the others share their modules.',
};

/** The rule with what a kind of file must not contain. An override replaces the whole list. */
function forbid(...forbidden: Forbidden[]): ['error', ...Forbidden[]] {
  return ['error', zodByName, ...packedLines, ...forbidden];
}

export default defineConfig({
  // The compiler, which runs with it, and this list have what is needed.
  categories: { correctness: 'off' },
  plugins: ['typescript'],
  jsPlugins: [
    './test/lint/plugin.ts',
    'eslint-plugin-regexp',
    { name: 'import-sort', specifier: 'eslint-plugin-simple-import-sort' },
  ],
  options: { typeAware: true, typeCheck: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist/', '.test-results/'],
  rules: {
    ...Object.fromEntries(typescriptRules.map(rule => [`typescript/${rule}`, 'error' as const])),
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    'typescript/no-import-type-side-effects': 'error',
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
    ],
    eqeqeq: 'error',
    'id-denylist': ['error', ...vagueNames],
    'no-array-constructor': 'error',
    'no-console': 'error',
    'no-restricted-exports': [
      'error',
      { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } },
    ],
    'no-unused-expressions': 'error',
    'no-useless-constructor': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'import-sort/imports': ['error', { groups: [importOrder] }],
    'swath/forbidden-syntax': forbid(),
  },
  overrides: [
    {
      files: ['src/**/*.ts', 'webview/**/*.{ts,tsx}'],
      rules: {
        'swath/imports-point-down': 'error',
        // Foreign input can have any length: no regular expression may take more than linear time.
        'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
        'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }],
      },
    },
    {
      files: ['src/**/*.ts'],
      rules: {
        'swath/forbidden-syntax': forbid(madePattern, textOfEditor, writtenThroughLinks, ...windowByItself),
      },
    },
    {
      files: ['webview/**/*.{ts,tsx}'],
      rules: {
        'import-sort/imports': ['error', { groups: [pageImportOrder] }],
        'swath/forbidden-syntax': forbid(madePattern, ...pageTextByItself),
      },
    },
    {
      // The only file that may use each of them.
      files: ['src/platform/dialogs/window.ts', 'webview/ui/sanitizeTexts.ts'],
      rules: { 'swath/forbidden-syntax': forbid(madePattern) },
    },
    {
      files: ['src/platform/files/userFile.ts'],
      rules: { 'swath/forbidden-syntax': forbid(madePattern, textOfEditor, ...windowByItself) },
    },
    {
      files: ['test/**', '*.mjs'],
      rules: { 'no-console': 'off' },
    },
    {
      // Stands in for the editor's own classes and numbers.
      files: ['test/fake/**'],
      rules: { 'typescript/no-unsafe-enum-comparison': 'off' },
    },
    {
      // These tests share their modules: a replaced module would stay replaced for the next file.
      files: ['test/unit/**/*.test.ts'],
      excludeFiles: ['**/*.isolated.test.ts'],
      rules: { 'swath/forbidden-syntax': forbid(replacedModule) },
    },
    {
      // The tools that read these files need a default export, or the module that they describe has one.
      files: [
        'oxlint.config.ts',
        '**/vitest.config.ts',
        'test/lint/plugin.ts',
        'test/randomReporter.ts',
        'src/protocol/openjpeg.d.ts',
      ],
      rules: { 'no-restricted-exports': 'off' },
    },
  ],
});
