import { resolve } from 'node:path';
import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** What the syntax rule of the project's own configuration reports for a text in that file. */
async function findings(file: string, text: string): Promise<string[]> {
  const config = (await new ESLint({ cwd: root }).calculateConfigForFile(file)) as Linter.Config;
  const name = 'no-restricted-syntax';
  const rules = { [name]: config.rules?.[name] ?? 'off' } satisfies Linter.RulesRecord;
  const parser = tseslint.parser as Linter.Parser;
  return new Linter()
    .verify(text, { files: ['**'], languageOptions: { parser }, rules })
    .map(({ message }) => message);
}

const windowFunctions = [
  'showInformationMessage',
  'showWarningMessage',
  'showErrorMessage',
  'showQuickPick',
  'showInputBox',
  'createQuickPick',
  'createInputBox',
  'withProgress',
  'setStatusBarMessage',
];

describe('the lint rules', () => {
  it.each(windowFunctions)('leave %s of the editor to the one module', async name => {
    const texts = [
      `vscode.window.${name}(text);`,
      `window.${name}(text);`,
      `vscode.window['${name}'](text);`,
      `const { ${name} } = vscode.window;`,
      `const { ${name}: show } = vscode.window;`,
      `const { window: { ${name} } } = vscode;`,
    ];
    const through = `import { ${name} } from '../platform/window.ts'; void ${name}(text);`;
    for (const file of [
      'src/account/ui/statusBar.ts',
      'src/areas/ui/areaSource.ts',
      'src/editor/host/presentError.ts',
    ]) {
      for (const text of texts)
        expect(await findings(file, text), text).toEqual([
          expect.stringContaining('Use the function of src/editor/dialogs/window.ts'),
        ]);
      expect(await findings(file, through)).toEqual([]);
    }
    for (const text of texts) expect(await findings('src/editor/dialogs/window.ts', text)).toEqual([]);
  });

  it.each([
    'target.textContent = text;',
    'target.title = text;',
    'target.innerHTML = text;',
    'target.outerHTML += text;',
    "target.insertAdjacentHTML('beforeend', text);",
    "target.setAttribute('aria-label', text);",
    'document.createTextNode(text);',
  ])('leave %s to the one place of the page', async text => {
    expect(await findings('webview/app/page.tsx', text)).toEqual([
      expect.stringContaining('Let preact render it, see webview/ui/sanitizeTexts.ts'),
    ]);
    expect(await findings('webview/ui/sanitizeTexts.ts', text)).toEqual([]);
  });

  it.each(['return target.innerHTML;', 'x = y.title;', "setText(a, b); a.setAttribute('role', 'row');"])(
    'let the page do %s',
    async text => {
      expect(await findings('webview/app/page.tsx', `function f() { ${text} }`)).toEqual([]);
    },
  );

  it.each(['src/api/wire.ts', 'src/editor/dialogs/window.ts', 'webview/app/page.tsx', 'test/run.ts'])(
    'keep every locale of zod out of %s',
    async file => {
      expect(await findings(file, "import { z } from 'zod';")).toHaveLength(1);
      expect(await findings(file, "import * as z from 'zod';")).toEqual([]);
    },
  );
});
