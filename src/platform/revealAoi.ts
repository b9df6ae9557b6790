import * as vscode from 'vscode';
import { polygonAt, type AoiTarget } from './aoiDocument.ts';
import { textColumn } from './textColumn.ts';

/** Brings the text of a polygon into view and puts the cursor there. */
export async function revealAoi(target: AoiTarget, takesFocus: boolean): Promise<void> {
  const uri = vscode.Uri.parse(target.uri);
  const document = await vscode.workspace.openTextDocument(uri);
  const found = await polygonAt(document, target.path);
  const start = document.positionAt(found?.offset ?? 0);
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: textColumn(target.uri),
    selection: new vscode.Range(start, start),
    preserveFocus: !takesFocus,
  });
  editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
