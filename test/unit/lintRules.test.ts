import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

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
const usesOfWindow = windowFunctions.flatMap(name => [
  `vscode.window.${name}(text);`,
  `window.${name}(text);`,
  `vscode.window['${name}'](text);`,
  `const { ${name} } = vscode.window;`,
  `const { ${name}: show } = vscode.window;`,
  `const { window: { ${name} } } = vscode;`,
]);
const usesOfModule = windowFunctions.map(name => `void ${name}(text);`);

const textsByItself = [
  'target.textContent = text;',
  'target.title = text;',
  'target.innerHTML = text;',
  'target.outerHTML += text;',
  "target.insertAdjacentHTML('beforeend', text);",
  "target.setAttribute('aria-label', text);",
  'document.createTextNode(text);',
];
const harmless = [
  'return target.innerHTML;',
  'x = y.title;',
  "setText(a, b); a.setAttribute('role', 'row');",
];

const hostFiles = [
  'src/features/account/ui/statusBar.ts',
  'src/features/areas/ui/areaSource.ts',
  'src/platform/host/presentError.ts',
];
const windowFile = 'src/platform/dialogs/window.ts';
const pageFile = 'webview/app/page.tsx';
const textsFile = 'webview/ui/sanitizeTexts.ts';
const otherFile = 'test/run.ts';

/** Lines of a file: each statement in a function of its own. */
const statements: Record<string, string[]> = {
  ...Object.fromEntries([...hostFiles, windowFile].map(file => [file, [...usesOfWindow, ...usesOfModule]])),
  [pageFile]: [...textsByItself, ...harmless],
  [textsFile]: textsByItself,
  [otherFile]: [],
};

/** What the project's own configuration finds in a folder with these files, by file and line. */
let findings: Map<string, string[]>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-lint-'));
  for (const path of ['oxlint.config.ts', 'test/lint', 'test/rooms.mjs'])
    await cp(join(root, path), join(folder, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [file, lines] of Object.entries(statements)) {
    const imports = ["import { z } from 'zod';", "import * as all from 'zod';"];
    const functions = lines.map((line, index) => `export function f${index}() { ${line} }`);
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), [...imports, ...functions, ''].join('\n'));
  }
  findings = await lint(Object.keys(statements));
});
afterAll(() => rm(folder, { recursive: true }));

async function lint(files: string[]): Promise<Map<string, string[]>> {
  const program = join(root, 'node_modules/oxlint/bin/oxlint');
  const output = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      [program, '--format=json', ...files],
      { cwd: folder, maxBuffer: 50_000_000 },
      // It exits with 1 if it finds something.
      (error, stdout) => {
        if (stdout.startsWith('{')) resolve(stdout);
        else reject(error ?? new Error(stdout));
      },
    );
  });
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: {
      code?: string;
      message: string;
      filename: string;
      labels: { span: { line: number } }[];
    }[];
  };
  const found = new Map<string, string[]>();
  for (const { code, message, filename, labels } of diagnostics) {
    if (code !== 'swath(forbidden-syntax)') continue;
    const at = `${filename}:${labels[0]?.span.line}`;
    found.set(at, [...(found.get(at) ?? []), message]);
  }
  return found;
}

/** The findings on the line of a statement. */
function foundIn(file: string, statement: string): string[] {
  const index = (statements[file] ?? []).indexOf(statement);
  if (index < 0) throw new Error(`${file} has no statement ${statement}.`);
  return findings.get(`${file}:${index + 3}`) ?? [];
}

describe('the lint rules', () => {
  it.each(hostFiles)('leave the functions of the window to the one module in %s', file => {
    for (const statement of usesOfWindow)
      expect(foundIn(file, statement), statement).toEqual([
        expect.stringContaining('Use the function of src/platform/dialogs/window.ts'),
      ]);
    for (const statement of usesOfModule) expect(foundIn(file, statement), statement).toEqual([]);
  });

  it('let that module use them', () => {
    for (const statement of usesOfWindow) expect(foundIn(windowFile, statement), statement).toEqual([]);
  });

  it.each(textsByItself)('leave %s to the one place of the page', statement => {
    expect(foundIn(pageFile, statement)).toEqual([
      expect.stringContaining('Let preact render it, see webview/ui/sanitizeTexts.ts'),
    ]);
    expect(foundIn(textsFile, statement)).toEqual([]);
  });

  it.each(harmless)('let the page do %s', statement => {
    expect(foundIn(pageFile, statement)).toEqual([]);
  });

  it.each(Object.keys(statements))('keep every locale of zod out of %s', file => {
    expect(findings.get(`${file}:1`)).toEqual([expect.stringContaining('the name bundles every locale')]);
    expect(findings.get(`${file}:2`)).toBeUndefined();
  });
});
