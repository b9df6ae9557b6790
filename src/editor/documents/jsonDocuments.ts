import * as vscode from 'vscode';

/** Any JSON can contain GeoJSON. */
export const jsonSelector: vscode.DocumentSelector = [
  { language: 'json' },
  { language: 'jsonc' },
  { language: 'geojson' },
  { pattern: '**/*.geojson' },
];

/** Runs once: now if a JSON document is open, otherwise with the first one. */
export function onFirstJson(run: () => void): vscode.Disposable {
  const isJson = (document: vscode.TextDocument) => vscode.languages.match(jsonSelector, document) > 0;
  const listening = vscode.workspace.onDidOpenTextDocument(document => {
    if (isJson(document)) found();
  });
  function found() {
    listening.dispose();
    run();
  }
  if (vscode.workspace.textDocuments.some(isJson)) found();
  return listening;
}
