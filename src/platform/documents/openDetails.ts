import * as vscode from 'vscode';
import { detailsText } from '../../base/words/detailsText.ts';
import { textColumn } from './openDraft.ts';

const reader = 'vscode.markdown.preview.editor';
const readerExtension = 'vscode.markdown-language-features';

interface ReadOnly {
  scheme: string;
  /** Gives a document its text. */
  tell: (uri: vscode.Uri, text: string) => Promise<vscode.TextDocument>;
}

/** Opens the document of a row, or updates it with what is known now. `secrets` are never shown in it. */
export async function openDetails(
  documents: ReadOnly,
  rowId: string,
  title: string,
  fields: unknown,
  secrets: readonly string[],
): Promise<void> {
  await open(documents, detailsUri(documents, title, 'json', rowId), detailsText(fields, secrets));
}

/** Opens a Markdown text as a preview, if the editor has one. */
export async function openToRead(documents: ReadOnly, title: string, text: string): Promise<void> {
  const uri = detailsUri(documents, title, 'md', '');
  if (!vscode.extensions.getExtension(readerExtension)) return open(documents, uri, text);
  await documents.tell(uri, text);
  const viewColumn = readColumn(uri) ?? textColumn(uri.toString());
  await vscode.commands.executeCommand('vscode.openWith', uri, reader, { preview: true, viewColumn });
}

async function open({ tell }: ReadOnly, uri: vscode.Uri, text: string): Promise<void> {
  const document = await tell(uri, text);
  await vscode.window.showTextDocument(document, { preview: true, viewColumn: textColumn(uri.toString()) });
}

/** The title is the name of the tab; the row's ID distinguishes documents with the same title. */
function detailsUri({ scheme }: ReadOnly, title: string, ending: 'json' | 'md', rowId: string): vscode.Uri {
  const name = title.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').trim();
  return vscode.Uri.from({ scheme, path: `/${name}.${ending}`, query: rowId });
}

/** The column of its preview tab, active or not. */
function readColumn(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const isThere = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputCustom && input.uri.toString() === uri.toString();
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(isThere))?.viewColumn;
}
