import { relative, sep } from 'node:path';
import { defineConfig, globalIgnores } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import importSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';
import { importProblem, rooms, testsWithoutEditor } from './test/rooms.mjs';

/**
 * Checks every import against the table in test/rooms.mjs.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
const importsPointDown = {
  create(context) {
    const file = relative(import.meta.dirname, context.filename).replaceAll(sep, '/');
    /** @param {import('estree').Expression | null | undefined} source */
    const check = source => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const message = importProblem(file, source.value);
      if (message !== undefined) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
    };
  },
};

/** Packages, then the rooms from below up, then the folders above, then the folder. */
const importOrder = [
  '^\\u0000',
  '^node:',
  '^@?\\w',
  ...rooms.map(room => `^(?:\\.\\./)+(?:src/)?${room}/`),
  '^\\.\\./',
  '^\\./',
];

/** The same for the page, whose folders have names of rooms too. */
const pageImportOrder = importOrder.map(pattern => pattern.replace('(?:src/)?', 'src/'));

/** They say what something is to its function, not what it is: CONTRIBUTING.md, "Names". */
const vagueNames = ['one', 'given', 'wanted', 'shown', 'said', 'told', 'former', 'does', 'most'];

/** @typedef {{ selector: string, message: string }} Forbidden */

/**
 * Properties that are put on one line by spreading a literal, and constants by taking a literal apart.
 *
 * @type {Forbidden[]}
 */
const packedLines = [
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

/** @type {Forbidden} */
const zodByName = {
  selector:
    "ImportDeclaration[source.value='zod'] > :matches(ImportSpecifier[imported.name='z'], ImportDefaultSpecifier)",
  message: "Use `import * as z from 'zod'`: the name bundles every locale.",
};

/** Functions of the editor's window, which turns parts of their text into commands and icons. */
const windowFunctions =
  '/^(show(Information|Warning|Error)Message|show(QuickPick|InputBox)|create(QuickPick|InputBox)|withProgress|setStatusBarMessage)$/';

/** @type {Forbidden[]} */
const windowByItself = [
  `MemberExpression[property.name=${windowFunctions}]`,
  `MemberExpression[property.value=${windowFunctions}]`,
  `ObjectPattern > Property[key.name=${windowFunctions}]`,
  `ObjectPattern > Property[key.value=${windowFunctions}]`,
].map(selector => ({
  selector,
  message:
    'Use the function of src/editor/dialogs/window.ts: foreign text must not become a link or an icon.',
}));

/** @type {Forbidden} */
const textOfEditor = {
  selector: "MemberExpression[object.property.name='l10n'][property.name='t']",
  message: 'Use l10n.t of @vscode/l10n: one function for all texts, with the editor and without it.',
};

/** @type {Forbidden[]} */
const pageTextByItself = [
  'AssignmentExpression > MemberExpression.left[property.name=/^(textContent|innerText|title|innerHTML|outerHTML)$/]',
  'CallExpression > MemberExpression.callee[property.name=/^(insertAdjacentHTML|insertAdjacentText|createTextNode)$/]',
  "CallExpression[callee.property.name='setAttribute'] > Literal.arguments:first-child[value=/^(title|aria-label|aria-valuetext|placeholder|alt)$/]",
  "JSXAttribute[name.name='dangerouslySetInnerHTML']",
].map(selector => ({
  selector,
  message:
    'Let preact render it, see webview/ui/sanitizeTexts.ts: foreign text must not be HTML or reorder what is beside it.',
}));

/**
 * The rules about regular expressions check only those whose source is a literal.
 *
 * @type {Forbidden}
 */
const madePattern = {
  selector: ":function :matches(NewExpression, CallExpression)[callee.name='RegExp']",
  message:
    'Make patterns once, of texts that are constants: the check of their running time reads no others.',
};

export default defineConfig(
  globalIgnores(['dist/', '.test-results/']),
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        // It includes the whole project, so types are computed once for everything.
        project: './test/tsconfig.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { 'import-sort': importSort },
    rules: {
      'import-sort/imports': ['error', { groups: [importOrder] }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // These take a third of the lint time, and the code has no enums and hardly any classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // The compiler reports it too.
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-exports': [
        'error',
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } },
      ],
      'no-restricted-syntax': ['error', zodByName, ...packedLines],
      'id-denylist': ['error', ...vagueNames],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts', 'webview/**/*.{ts,tsx}'],
    plugins: { swath: { rules: { 'imports-point-down': importsPointDown } } },
    rules: { 'swath/imports-point-down': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        zodByName,
        ...packedLines,
        madePattern,
        textOfEditor,
        ...windowByItself,
      ],
    },
  },
  {
    files: ['webview/**/*.{ts,tsx}'],
    rules: {
      'import-sort/imports': ['error', { groups: [pageImportOrder] }],
      'no-restricted-syntax': ['error', zodByName, ...packedLines, madePattern, ...pageTextByItself],
    },
  },
  {
    // The only file that may use each of them.
    files: ['src/editor/dialogs/window.ts', 'webview/ui/sanitizeTexts.ts'],
    rules: { 'no-restricted-syntax': ['error', zodByName, ...packedLines, madePattern] },
  },
  {
    // Foreign input can have any length: no regular expression may take more than linear time.
    files: ['src/**/*.ts', 'webview/**/*.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }],
    },
  },
  {
    files: ['test/**', '*.mjs'],
    rules: { 'no-console': 'off' },
  },
  {
    // Stands in for the editor's own classes and numbers.
    files: ['test/fake/**'],
    rules: {
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
    },
  },
  {
    // These tests share their modules: a replaced module would stay replaced for the next file.
    files: testsWithoutEditor,
    ignores: ['**/*.isolated.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        zodByName,
        {
          selector: "CallExpression[callee.object.name='vi'][callee.property.name='mock']",
          message: 'Name the file *.isolated.test.ts: the others share their modules.',
        },
      ],
    },
  },
  {
    // The tools that read these files need a default export, or the module that they describe has one.
    files: ['eslint.config.mjs', '**/vitest.config.ts', 'test/randomReporter.ts', 'src/shared/openjpeg.d.ts'],
    rules: { 'no-restricted-exports': 'off' },
  },
);
