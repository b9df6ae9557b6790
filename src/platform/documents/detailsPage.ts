/** The page with what is known of a row of the side bar: a subscription, a payment, a contract, a key. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRecord } from '../../base/fields.ts';
import { type Html, html } from '../../base/words/html.ts';
import { safeLabel } from '../../base/words/safeText.ts';
import { withoutSecrets } from '../../base/words/secretFields.ts';
import { type Fact, otherFacts, type RowArgument } from '../rows/row.ts';
import { factList, frameHtml, pageButton } from './factPage.ts';
import { textColumn } from './openDraft.ts';
import { createOnlyPage } from './pageTabs.ts';

const viewType = 'swath.details';

/** A row with details. */
export type DetailedRow = Pick<RowArgument, 'id' | 'copyId'> & {
  details: NonNullable<RowArgument['details']>;
};

export interface DetailsPageParts {
  extensionUri: vscode.Uri;
  copyId: (id: string) => Promise<void>;
  /** Opens the JSON. */
  showRaw: (row: DetailedRow) => Promise<void>;
  onError: (error: unknown) => void;
}

export type DetailsPage = ReturnType<typeof createDetailsPage>;

export function createDetailsPage({ extensionUri, copyId, showRaw, onError }: DetailsPageParts) {
  const distUri = vscode.Uri.joinPath(extensionUri, 'dist');
  let panel: vscode.WebviewPanel | undefined;
  let current: { row: DetailedRow; body: Html } | undefined;

  function send(): void {
    if (current) void panel?.webview.postMessage({ orderId: current.row.id, body: current.body.text });
  }

  function act(message: unknown): void {
    const { action } = isRecord(message) ? message : {};
    if (action === 'ready') send();
    // The page isn't trusted to say what to copy or show.
    const { row } = current ?? {};
    if (action === 'copyId' && row?.copyId !== undefined) copyId(row.copyId).catch(onError);
    if (action === 'showRaw' && row) showRaw(row).catch(onError);
  }

  function open(title: string): vscode.WebviewPanel {
    const made = createOnlyPage(viewType, title, { viewColumn: textColumn(undefined), preserveFocus: false });
    made.webview.options = { enableScripts: true, localResourceRoots: [distUri] };
    made.webview.onDidReceiveMessage(act);
    made.onDidDispose(() => (panel = undefined));
    made.webview.html = frameHtml(made.webview, distUri);
    return made;
  }

  return {
    /**
     * Shows what is known now, in the same tab for all rows.
     *
     * @param secrets never shown
     */
    show(row: DetailedRow, secrets: readonly string[]): void {
      const title = safeLabel(row.details.title);
      current = { row, body: detailsHtml(row, secrets) };
      if (panel) {
        panel.title = title;
        panel.reveal();
      } else panel = open(title);
      send();
    },
  };
}

/** The body of the page. Without facts of the row's own, it has all fields by the names that the service gives them. */
export function detailsHtml({ details, copyId }: DetailedRow, secrets: readonly string[]): Html {
  const { title, facts, fields } = details;
  const known = facts?.() ?? otherFacts(isRecord(fields) ? fields : {}, [], Infinity);
  const safe = known.map(([name, value]): Fact => [name, value && withoutSecrets(value, secrets)]);
  return html`<header><h1>${title}</h1></header>
    ${factList(safe)}
    <footer class="actions">
      ${copyId === undefined ? undefined : pageButton('copyId', l10n.t('Copy ID'))}
      ${pageButton('showRaw', l10n.t('Show Raw JSON'))}
    </footer>`;
}
