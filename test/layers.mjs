/**
 * Which folder may import which (docs/architecture.md, "The house"). The lint rule and
 * `test/unit/layers.test.ts` both read this table, so that it stands in one place.
 *
 * @type {Record<string, { imports: string[], vscode: boolean }>}
 */
export const layers = {
  'src/model': { imports: [], vscode: false },
  'src/shared': { imports: ['src/model'], vscode: false },
  'src/api': { imports: ['src/model'], vscode: false },
  'src/sandbox': { imports: ['src/model'], vscode: false },
  'src/state': { imports: ['src/model', 'src/api'], vscode: false },
  'src/platform': { imports: ['src/model', 'src/api', 'src/state'], vscode: true },
  'src/views': { imports: ['src/model', 'src/state', 'src/platform'], vscode: true },
  'src/map': { imports: ['src/model', 'src/state', 'src/platform', 'src/shared'], vscode: true },
  'src/language': { imports: ['src/model', 'src/state', 'src/platform'], vscode: true },
  'src/commands': { imports: ['src/model', 'src/state', 'src/platform'], vscode: true },
  'src/tools': { imports: ['src/model', 'src/state', 'src/platform'], vscode: true },
  webview: { imports: ['src/shared', 'src/model'], vscode: false },
};
