import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

/** URI scheme of read-only documents that show what the service sent. */
const scheme = 'swath';
const reader = 'vscode.markdown.preview.editor';
const readerExtension = 'vscode.markdown-language-features';

export type DetailsDocuments = ReturnType<typeof registerDetailsDocuments>;

/** Read-only documents with data from the service and findings. Their texts last as long as their tabs. */
export function registerDetailsDocuments() {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const parts = vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: uri => texts.get(uri.toString()) ?? goneText(uri),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => void texts.delete(uri.toString())),
  );
  async function tell(uri: vscode.Uri, text: string): Promise<vscode.TextDocument> {
    texts.set(uri.toString(), text);
    changed.fire(uri);
    return vscode.workspace.openTextDocument(uri);
  }
  async function open(uri: vscode.Uri, text: string): Promise<void> {
    const document = await tell(uri, text);
    const viewColumn = await detailsColumn(uri);
    await vscode.window.showTextDocument(document, { preview: true, viewColumn });
  }
  async function openToRead(uri: vscode.Uri, text: string): Promise<void> {
    if (!vscode.extensions.getExtension(readerExtension)) return open(uri, text);
    await tell(uri, text);
    const viewColumn = readColumn(uri) ?? (await detailsColumn(uri));
    await vscode.commands.executeCommand('vscode.openWith', uri, reader, { preview: true, viewColumn });
  }
  return {
    /** Opens the document of a row, or updates it with what is known now. `secrets` are never shown in it. */
    async show(rowId: string, title: string, fields: unknown, secrets: readonly string[]) {
      const { detailsText } = await import('../../base/words/detailsText.ts');
      await open(detailsUri(title, 'json', rowId), detailsText(fields, secrets));
    },
    /** Opens a Markdown text as a preview, with headings and tables. */
    showMarkdown: (title: string, text: string) => openToRead(detailsUri(title, 'md', ''), text),
    dispose: () => void parts.dispose(),
  };
}

/** The title is the name of the tab; the row's ID distinguishes documents with the same title. */
function detailsUri(title: string, ending: 'json' | 'md', rowId: string): vscode.Uri {
  const name = title.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').trim();
  return vscode.Uri.from({ scheme, path: `/${name}.${ending}`, query: rowId });
}

async function detailsColumn(uri: vscode.Uri): Promise<vscode.ViewColumn> {
  return (await import('./openDraft.ts')).textColumn(uri.toString());
}

/** The column of its preview tab, active or not. */
function readColumn(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const isThere = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputCustom && input.uri.toString() === uri.toString();
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(isThere))?.viewColumn;
}

/** For a tab that the editor restored after a reload. */
function goneText({ path }: vscode.Uri): string {
  const text = l10n.t('These details are no longer available. Open them again from the Swath views.');
  return `${path.endsWith('.json') ? JSON.stringify(text) : text}\n`;
}
