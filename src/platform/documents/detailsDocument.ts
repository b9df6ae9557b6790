import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

/** URI scheme of read-only documents that show what the service sent. */
const scheme = 'swath';

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
  return {
    /** Opens the document of a row, or updates it with what is known now. `secrets` are never shown in it. */
    async show(rowId: string, title: string, fields: unknown, secrets: readonly string[]) {
      const { openDetails } = await import('./openDetails.ts');
      await openDetails({ scheme, tell }, rowId, title, fields, secrets);
    },
    /** Opens a Markdown text as a preview, with headings and tables. */
    async showMarkdown(title: string, text: string) {
      const { openToRead } = await import('./openDetails.ts');
      await openToRead({ scheme, tell }, title, text);
    },
    dispose: () => void parts.dispose(),
  };
}

/** For a tab that the editor restored after a reload. */
function goneText({ path }: vscode.Uri): string {
  const text = l10n.t('These details are no longer available. Open them again from the Swath views.');
  return `${path.endsWith('.json') ? JSON.stringify(text) : text}\n`;
}
