import * as vscode from 'vscode';

/** The editor turns its features off for longer documents. Bytes. */
const longestText = 20_000_000;
/** Over a network the editor itself asks before it opens a longer document. Bytes. */
const longestRemoteText = 10_000_000;

/** Whether the editor opens a document of so many bytes well. */
export function isOpenedWell(bytes: number): boolean {
  const isRemote = vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web;
  return bytes <= (isRemote ? longestRemoteText : longestText);
}
