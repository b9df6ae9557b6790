/** The page with what is known of a row of the side bar: a subscription, a payment, a contract, a key. */
import type { ReadonlySignal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRecord } from '../../base/fields.ts';
import { rerunning } from '../../base/rerun.ts';
import { type Html, html } from '../../base/words/html.ts';
import { minuteText } from '../../base/words/moment.ts';
import { safeLabel } from '../../base/words/safeText.ts';
import { withoutSecrets } from '../../base/words/secretFields.ts';
import { runCommand } from '../host/commands.ts';
import { onLaterChange } from '../host/onChange.ts';
import { type Fact, otherFacts, type RowArgument, type RowDetails } from '../rows/row.ts';
import { factList, frameHtml, pageButton } from './factPage.ts';
import { textColumn } from './openDraft.ts';
import { createOnlyPage } from './pageTabs.ts';

const viewType = 'swath.details';

/** A row with details. */
export type DetailedRow = Pick<RowArgument, 'id' | 'copyId'> & { details: RowDetails };

/** What the service last reported of a row. */
export interface KnownDetails {
  /** `undefined`: the list doesn't contain it. */
  details: RowDetails | undefined;
  /** When it was read, epoch ms. */
  at: number;
}

export interface DetailsPageParts {
  extensionUri: vscode.Uri;
  copyId: (id: string) => Promise<void>;
  /** Opens the JSON, without the secrets. */
  showRaw: (row: DetailedRow, secrets: readonly string[]) => Promise<void>;
  /** Never shown. */
  secrets: () => Promise<readonly string[]>;
  /** Name of the connection in use; `undefined` while signed out. */
  connectionInUse: () => string | undefined;
  /** `undefined`: nothing is known but what the row had. */
  find: (rowId: string) => KnownDetails | undefined;
  /** What `connectionInUse` and `find` read. */
  signals: readonly ReadonlySignal<unknown>[];
  onError: (error: unknown) => void;
}

export type DetailsPage = ReturnType<typeof createDetailsPage>;

export function createDetailsPage(parts: DetailsPageParts) {
  const { extensionUri, onError } = parts;
  const distUri = vscode.Uri.joinPath(extensionUri, 'dist');
  let panel: vscode.WebviewPanel | undefined;
  /** IDs are valid only on their connection: there, the page follows what is read. */
  let current: { row: DetailedRow; connection: string | undefined; at: number | undefined } | undefined;
  const secrets = new Set<string>();

  /**
   * Those of earlier sessions, too: the page still shows what was read with them. A session that can't begin, because a file of
   * its connection is missing, has read nothing.
   */
  async function allSecrets(): Promise<string[]> {
    for (const secret of await parts.secrets().catch(() => [])) secrets.add(secret);
    return [...secrets];
  }

  const update = rerunning(async () => {
    const subject = current;
    const page = panel;
    if (!subject || !page) return;
    const inUse = parts.connectionInUse();
    const known = inUse === subject.connection ? parts.find(subject.row.id) : undefined;
    if (known?.details) {
      subject.row = { ...subject.row, details: known.details };
      subject.at = known.at;
    }
    const hidden = await allSecrets();
    // The user can have closed it in the meantime.
    if (current !== subject || panel !== page) return;
    page.title = safeLabel(subject.row.details.title);
    const asOf = subject.at === undefined ? undefined : l10n.t('as of {0}', atText(subject.at));
    const source = [subject.connection, asOf].filter(Boolean).join(' · ');
    const isGone = known !== undefined && !known.details;
    const note = isGone
      ? html`<p class="note">${l10n.t("The list as of {0} doesn't contain it.", atText(known.at))}</p>`
      : elsewhereNote(subject.connection, inUse);
    const body = detailsHtml(subject.row, hidden, source, note);
    void page.webview.postMessage({ orderId: subject.row.id, body: body.text });
  });

  function act(message: unknown): void {
    const { action } = isRecord(message) ? message : {};
    if (action === 'ready') update().catch(onError);
    // The page isn't trusted to say what to copy or show.
    const { row } = current ?? {};
    if (action === 'copyId' && row?.copyId !== undefined) parts.copyId(row.copyId).catch(onError);
    if (action === 'showRaw' && row)
      allSecrets()
        .then(hidden => parts.showRaw(row, hidden))
        .catch(onError);
    if (action === 'switchConnection') runCommand('swath.switchConnection').catch(onError);
  }

  function open(title: string): vscode.WebviewPanel {
    const made = createOnlyPage(viewType, title, { viewColumn: textColumn(undefined), preserveFocus: false });
    made.webview.options = { enableScripts: true, localResourceRoots: [distUri] };
    made.webview.onDidReceiveMessage(act);
    const following = onLaterChange(parts.signals, () => void update().catch(onError));
    made.onDidDispose(() => {
      panel = undefined;
      following.dispose();
    });
    made.webview.html = frameHtml(made.webview, distUri);
    return made;
  }

  return {
    /** Shows what is known of a row, in the same tab for all rows. */
    async show(row: DetailedRow): Promise<void> {
      current = { row, connection: parts.connectionInUse(), at: undefined };
      if (panel) panel.reveal();
      else panel = open(safeLabel(row.details.title));
      await update();
    },
  };
}

/** Nothing while signed out. */
function elsewhereNote(connection: string | undefined, inUse: string | undefined): Html | undefined {
  if (connection === undefined || inUse === undefined || connection === inUse) return undefined;
  return html`<p class="note">
      ${l10n.t("This belongs to {0}. You're signed in to {1}.", connection, inUse)}
    </p>
    <p class="actions">${pageButton('switchConnection', l10n.t('Switch Connection…'))}</p>`;
}

function atText(at: number): string {
  return `${minuteText(new Date(at).toISOString())} UTC`;
}

/** The body of the page. Without facts of the row's own, it has all fields by the names that the service gives them. */
function detailsHtml(
  { details, copyId }: DetailedRow,
  secrets: readonly string[],
  source: string,
  note: Html | undefined,
): Html {
  const { title, facts, fields } = details;
  const known = facts?.() ?? otherFacts(isRecord(fields) ? fields : {}, [], Infinity);
  const safe = known.map(([name, value]): Fact => [name, value && withoutSecrets(value, secrets)]);
  return html`<header>
      <h1>${title}</h1>
      <p>${source}</p>
    </header>
    ${note} ${factList(safe)}
    <footer class="actions">
      ${copyId === undefined ? undefined : pageButton('copyId', l10n.t('Copy ID'))}
      ${pageButton('showRaw', l10n.t('Show Raw JSON'))}
    </footer>`;
}
