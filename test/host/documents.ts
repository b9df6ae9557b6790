import * as vscode from 'vscode';
import { patient } from '../runSpeed.ts';

/** Opens an unsaved document in the editor. */
export async function openText(name: string, content: unknown): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.from({ scheme: 'untitled', path: `/${name}` });
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  const text = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2);
  edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(edit);
  await vscode.languages.setTextDocumentLanguage(document, 'json');
  await vscode.window.showTextDocument(document);
  return document;
}

/** Titles and commands of a document's lenses, in the order of the text. */
export async function lensesOf(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
  return vscode.commands.executeCommand('vscode.executeCodeLensProvider', document.uri, 100);
}

export async function lensTitles(document: vscode.TextDocument): Promise<string[]> {
  return (await lensesOf(document)).map(lens => lens.command?.title ?? '');
}

/** Polls with a short wait: a test isn't notified when the lenses change. */
export async function waitForLens(document: vscode.TextDocument, expected: RegExp): Promise<string> {
  const end = Date.now() + patient(20_000);
  for (;;) {
    const titles = await lensTitles(document);
    const found = titles.find(title => expected.test(title));
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`No lens ${String(expected)}; there are: ${titles.join(' | ')}`);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}
