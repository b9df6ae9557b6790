import * as vscode from 'vscode';
import { editableDocuments, isEditable } from './editableDocuments.ts';

/** Any JSON can contain GeoJSON. The editor also asks about what can't be edited: see `isEditable`. */
export const jsonSelector: vscode.DocumentSelector = [
  { language: 'json' },
  { language: 'jsonc' },
  { language: 'geojson' },
  { pattern: '**/*.geojson' },
];

/** Runs once: now if a JSON document is open, otherwise with the first one. */
export function onFirstJson(run: () => void): vscode.Disposable {
  const isJson = (document: vscode.TextDocument) =>
    isEditable(document.uri) && vscode.languages.match(jsonSelector, document) > 0;
  const listening = vscode.workspace.onDidOpenTextDocument(document => {
    if (isJson(document)) found();
  });
  function found() {
    listening.dispose();
    run();
  }
  if (editableDocuments().some(isJson)) found();
  return listening;
}
