import * as vscode from 'vscode';
import { polygonAt, type AoiTarget } from './aoiDocument.ts';

/** Brings the text of a polygon into view and puts the cursor there. */
export async function revealAoi(target: AoiTarget): Promise<void> {
  const uri = vscode.Uri.parse(target.uri);
  const document = await vscode.workspace.openTextDocument(uri);
  const found = await polygonAt(document, target.path);
  const start = document.positionAt(found?.offset ?? 0);
  const shown = vscode.window.visibleTextEditors.find(one => one.document.uri.toString() === target.uri);
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One,
    selection: new vscode.Range(start, start),
  });
  editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
