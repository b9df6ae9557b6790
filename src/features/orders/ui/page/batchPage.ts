/** The page of several order files: what each contains, its price, what they cost together, and the next step. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Fields, isRecord } from '../../../../base/fields.ts';
import { rerunning } from '../../../../base/rerun.ts';
import { type Html, html } from '../../../../base/words/html.ts';
import { labeled } from '../../../../base/words/labeled.ts';
import { safeLabel } from '../../../../base/words/safeText.ts';
import { type Amount, formatAmount, type Price } from '../../../../service/rules/order.ts';
import { frameHtml, pageButton } from '../../../../platform/documents/factPage.ts';
import { textColumn } from '../../../../platform/documents/openDraft.ts';
import { createOnlyPage } from '../../../../platform/documents/pageTabs.ts';
import { runCommand } from '../../../../platform/host/commands.ts';
import { onChange } from '../../../../platform/host/onChange.ts';
import { describeError } from '../../../../platform/host/presentError.ts';
import type { Fact } from '../../../../platform/rows/row.ts';
import type { Account } from '../../../../session/account.ts';
import { totalsByUnit } from '../../budget.ts';
import type { Ordering } from '../../ordering.ts';
import type { OrderBody } from '../../rules/orderBody.ts';
import type { LeftOut } from '../draft/optionStep.ts';
import { readOrderFile } from '../place/orderFiles.ts';
import { blockedText } from '../words/outcome.ts';
import { ageNow, doubleText, notConfirmedText, placedText } from '../words/placed.ts';
import { amountsText, balanceLines, totalsText } from '../words/price.ts';

export interface BatchFile {
  uri: vscode.Uri;
  /** Columns before the price, by name. */
  cells: readonly Fact[];
  /** What it may cost, as long as it isn't priced. */
  estimate?: string | undefined;
  note?: string | undefined;
  /** What was drafted, which the cells describe. */
  drafted?: OrderBody;
  /** What became of the order that was placed last; `text`: what its price doesn't say. */
  result?: { text?: string | undefined; orderId?: string | undefined };
}

export interface Batch {
  title: string;
  /** Sentences above the table. */
  notes: readonly string[];
  /** How many orders were placed when this was last tried. */
  outcome?: string;
  files: readonly BatchFile[];
  leftOut: readonly LeftOut[];
}

type BatchParts = Pick<Ordering, 'session' | 'account' | 'prices' | 'placing' | 'draftNames' | 'context'>;

export type BatchPage = ReturnType<typeof createBatchPage>;

const viewType = 'swath.batch';

export function createBatchPage(
  parts: BatchParts,
  extensionUri: vscode.Uri,
  onError: (error: unknown) => void,
) {
  const { session, account, prices, placing } = parts;
  const distUri = vscode.Uri.joinPath(extensionUri, 'dist');
  let panel: vscode.WebviewPanel | undefined;
  let batch: Batch | undefined;
  let states: readonly FileState[] = [];
  /** Reads all files: while hundreds are priced, not once for each price. */
  const update = rerunning(async () => {
    if (!panel?.visible || !batch) return;
    const current = batch;
    const page = panel;
    const now = await Promise.all(current.files.map(file => fileState(parts, file)));
    // Another batch is shown by the next run, and a closed page shows nothing.
    if (batch !== current || panel !== page) return;
    states = now;
    const body = batchHtml(current, states, account, placing.lastPlacedMs());
    void page.webview.postMessage({ orderId: current.title, body: body.text });
  });

  function lists(uris: readonly vscode.Uri[]): boolean {
    const listed = new Set(batch?.files.map(({ uri }) => uri.path));
    return panel !== undefined && uris.every(({ path }) => listed.has(path));
  }

  function act(message: unknown): void {
    const { action, index }: Fields = isRecord(message) ? message : {};
    if (action === 'ready') update().catch(onError);
    const orderId = findOrderId(batch?.files[Number(index)], states[Number(index)]);
    if (action === 'openOrder' && orderId) runCommand('swath.openOrder', orderId).catch(onError);
    // The page isn't trusted to say which files or commands. Both commands ask before anything is spent.
    const open = (batch?.files ?? []).flatMap(({ uri }, index) =>
      states[index]?.kind === 'ordered' ? [] : [uri],
    );
    if (open.length === 0) return;
    if (action === 'price') runCommand('swath.priceOrders', open[0], open).catch(onError);
    if (action === 'place') runCommand('swath.placeOrders', open[0], open).catch(onError);
  }

  /** What the page shows, while it is there. */
  const follow = () =>
    vscode.Disposable.from(
      onChange(
        [session.current, account.current, prices.current, placing.changed],
        () => void update().catch(onError),
      ),
      vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
        if (batch?.files.some(file => file.uri.path === uri.path)) update().catch(onError);
      }),
    );

  function open(title: string): vscode.WebviewPanel {
    const made = createOnlyPage(viewType, title, { viewColumn: textColumn(undefined), preserveFocus: false });
    made.webview.options = { enableScripts: true, localResourceRoots: [distUri] };
    made.webview.onDidReceiveMessage(act);
    made.onDidChangeViewState(() => void update().catch(onError));
    const following = follow();
    made.onDidDispose(() => {
      panel = undefined;
      following.dispose();
    });
    made.webview.html = frameHtml(made.webview, distUri);
    return made;
  }

  function show(next: Batch): void {
    batch = next;
    states = [];
    const title = safeLabel(next.title);
    if (panel) {
      panel.title = title;
      panel.reveal();
    } else panel = open(title);
    update().catch(onError);
  }

  return {
    show,
    /** On the page that lists all these files, or else on one of their own. */
    showResults(results: Batch): void {
      if (!batch || !lists(results.files.map(({ uri }) => uri))) {
        show(results);
        return;
      }
      const byPath = new Map(results.files.map(({ uri, result }) => [uri.path, result]));
      const isNew = (name: string) => !results.leftOut.some(next => next.name === name);
      show({
        ...batch,
        outcome: results.outcome,
        files: batch.files.map(file => ({ ...file, result: byPath.get(file.uri.path) ?? file.result })),
        leftOut: [...batch.leftOut.filter(({ name }) => isNew(name)), ...results.leftOut],
      });
    },
    /** Brings the page to the front if it lists all these files. */
    reveals(uris: readonly vscode.Uri[]): boolean {
      if (!lists(uris)) return false;
      panel?.reveal();
      return true;
    },
  };
}

/** `open`: not priced; `text` says why, if there is a reason. `same`: that another order has the same contents. */
export type FileState = {
  /** The file isn't what was drafted. */
  isChanged?: boolean;
} & (
  | { kind: 'open'; text?: string; same?: string | undefined }
  | { kind: 'priced'; price: Price; same?: string | undefined }
  | { kind: 'ordered'; price: Amount; text: string; orderId: string }
  | { kind: 'blocked'; text: string }
);

/** From what is known: reading the journal here would change what the page follows. */
async function fileState(parts: BatchParts, { uri, drafted }: BatchFile): Promise<FileState> {
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    const { body } = await readOrderFile(document, parts.context(), parts.draftNames);
    const isChanged = drafted !== undefined && JSON.stringify(body) !== JSON.stringify(drafted);
    return { ...bodyState(parts, uri, body), isChanged };
  } catch (error) {
    return { kind: 'blocked', text: describeError(error) };
  }
}

function bodyState(
  { prices, placing, draftNames, context }: BatchParts,
  uri: vscode.Uri,
  body: OrderBody,
): FileState {
  const unresolved = placing.unresolvedAttempt(body);
  if (unresolved) return { kind: 'blocked', text: notConfirmedText(ageNow(unresolved.at)) };
  const placed = placing.placedOf(body);
  const isOther = placed && draftNames?.isLater(uri.path, placed.at);
  if (placed && !isOther) return { kind: 'ordered', ...placed, text: placedText(placed) };
  const same = placed && doubleText(placed);
  const state = prices.of(body);
  switch (state?.kind) {
    case 'pricing':
      return { kind: 'open', text: l10n.t('Pricing…'), same };
    case 'failed':
      return { kind: 'open', text: describeError(state.error), same };
    case 'priced': {
      const { price } = state;
      return price.notOrderable === undefined
        ? { kind: 'priced', price, same }
        : { kind: 'blocked', text: blockedText(price, body, context().imageById) };
    }
    case undefined:
      return { kind: 'open', same };
  }
}

/** @param placedMs when the last order was placed, epoch ms */
export function batchHtml(
  { title, notes, outcome, files, leftOut }: Batch,
  states: readonly FileState[],
  account: Account,
  placedMs: number,
): Html {
  const priced = states.flatMap(state => (state.kind === 'priced' ? [state.price] : []));
  const ordered = states.flatMap(state => (state.kind === 'ordered' ? [state.price] : []));
  const isOpen = states.some(({ kind }) => kind === 'open');
  const noteText = ({ note, result }: BatchFile, index: number) =>
    [
      result?.text,
      states[index]?.isChanged && l10n.t('The file was changed: the other columns are of its draft.'),
      note,
    ]
      .filter(Boolean)
      .join(' · ');
  const hasNotes = files.some(noteText);
  const columns = (files[0]?.cells ?? []).map(([name]) => name);
  const orderIds = files.map((file, index) => findOrderId(file, states[index]));
  const hasOrders = orderIds.some(Boolean);
  const head = [
    ...columns,
    l10n.t('Price'),
    ...(hasNotes ? [l10n.t('Note')] : []),
    ...(hasOrders ? [l10n.t('Order')] : []),
  ];
  return html`<header>
      <h1>${title}</h1>
      ${[...notes, outcome].filter(Boolean).map(note => html`<p>${note}</p>`)}
    </header>
    ${priced.length === 0 ? undefined : sumHtml(priced, states, account, placedMs)}
    ${ordered.length === 0 ? undefined : html`<p class="total">${labeled(l10n.t('Ordered'), amountsText(totalsByUnit(ordered)))}</p>`}
    <div class="actions">
      ${isOpen ? pageButton('price', l10n.t('Price Orders')) : undefined}
      ${priced.length === 0 ? undefined : pageButton('place', l10n.t('Place Orders…'))}
    </div>
    <div class="table">
      <table>
        <thead>
          <tr>
            ${head.map(name => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${files.map(
            (file, index) =>
              html`<tr>
                ${file.cells.map(([, text]) => html`<td>${withWholeDays(text ?? '')}</td>`)}
                <td>${priceIn(file, states[index])}</td>
                ${hasNotes ? html`<td>${noteText(file, index)}</td>` : undefined}
                ${hasOrders ? html`<td>${orderIds[index] && pageButton('openOrder', l10n.t('Open Order'), index, file.cells[0]?.[1])}</td>` : undefined}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${
      leftOut.length === 0
        ? undefined
        : html`<h2>${l10n.t('Left out')}</h2>
            <ul>
              ${leftOut.map(({ name, why }) => html`<li>${labeled(name, why)}</li>`)}
            </ul>`
    }`;
}

/** An order that failed at the service is only in the results. */
function findOrderId(file: BatchFile | undefined, state: FileState | undefined): string | undefined {
  return state?.kind === 'ordered' ? state.orderId : file?.result?.orderId;
}

/** A line may break at the hyphens of a day otherwise. */
function withWholeDays(text: string): Html[] {
  return text
    .split(/(\d{4}-\d{2}-\d{2})/)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<span class="day">${part}</span>`));
}

function sumHtml(
  priced: readonly Price[],
  states: readonly FileState[],
  account: Account,
  placedMs: number,
): Html {
  const totals = totalsByUnit(priced.map(({ total }) => total));
  const sum = labeled(l10n.t('Total'), amountsText(totals));
  const count = states.filter(({ kind }) => kind !== 'ordered').length;
  const isWhole = priced.length === count;
  return html`<p class="total">
      ${isWhole ? sum : l10n.t('{0} for {1} of {2} orders', sum, priced.length, count)}
    </p>
    ${balanceLines(totals, account, placedMs).map(line => html`<p>${line}</p>`)}`;
}

function priceIn({ estimate }: BatchFile, state: FileState | undefined): string {
  switch (state?.kind) {
    case 'priced':
      return [totalsText(state.price), state.same].filter(Boolean).join(' · ');
    case 'ordered':
      return `${formatAmount(state.price)} · ${state.text}`;
    case 'blocked':
      return state.text;
    case 'open':
      return [state.text ?? estimate ?? l10n.t('Not priced'), state.same].filter(Boolean).join(' · ');
    case undefined:
      return estimate ?? '';
  }
}
