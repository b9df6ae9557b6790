import * as vscode from 'vscode';
import { detailsText } from '../model/words/detailsText.ts';
import { textColumn } from './textColumn.ts';

/** Of read-only documents that hold what the service sent. */
const scheme = 'swath';

export interface DetailsDocuments {
  /** Opens the document of a row, or shows it anew with what is known now. */
  show(rowId: string, title: string, fields: unknown): Promise<void>;
  /** Opens a text in Markdown. */
  showMarkdown(title: string, text: string): Promise<void>;
  dispose(): void;
}

/** Read-only documents of what the service sent, and of what was found out. Their texts last as long as their tabs. */
export function registerDetailsDocuments(): DetailsDocuments {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const parts = vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: uri => texts.get(uri.toString()) ?? goneText(),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => void texts.delete(uri.toString())),
  );
  async function open(uri: vscode.Uri, text: string) {
    texts.set(uri.toString(), text);
    changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const viewColumn = textColumn(uri.toString());
    await vscode.window.showTextDocument(document, { preview: true, viewColumn });
  }
  return {
    show: (rowId, title, fields) => open(uriOf(title, 'json', rowId), detailsText(fields)),
    showMarkdown: (title, text) => open(uriOf(title, 'md', ''), text),
    dispose: () => void parts.dispose(),
  };
}

/** The title is the name of the tab; the row's id keeps two of one title apart. */
function uriOf(title: string, ending: 'json' | 'md', rowId: string): vscode.Uri {
  const name = title.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').trim();
  return vscode.Uri.from({ scheme, path: `/${name}.${ending}`, query: rowId });
}

/** A tab that the editor brought back after a reload. */
function goneText(): string {
  return `${JSON.stringify(vscode.l10n.t('These details are gone: open them again from the Swath views.'))}\n`;
}
