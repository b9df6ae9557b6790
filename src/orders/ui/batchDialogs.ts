/** Dialogs and reports for pricing and placing several orders. */
import * as l10n from '@vscode/l10n';
import { itemAt } from '../../model/itemAt.ts';
import { formatAmount, orderPhase } from '../../model/order/order.ts';
import { imagesOf } from '../../model/order/orderContents.ts';
import { statusText } from '../../model/words/kindText.ts';
import { labeled } from '../../model/words/labeled.ts';
import { utcText } from '../../model/words/moment.ts';
import {
  leftOutLines,
  markdownDocument,
  markdownTable,
  plainMarkdown,
} from '../../model/words/plainMarkdown.ts';
import { safeLine } from '../../model/words/safeText.ts';
import { type Attention, confirm } from '../../editor/dialogs/confirm.ts';
import { createQuickPick } from '../../editor/dialogs/window.ts';
import { describeError } from '../../editor/host/presentError.ts';
import { type Account, balanceOf } from '../../session/account.ts';
import { type BatchResult, isBooked, type Standing, standingOf } from '../batch.ts';
import { type Exceeded, totalsOf } from '../budget.ts';
import { amountsText, exceededText, totalText, typesAmount } from './budgetText.ts';
import type { ReadyFile } from './chooseOrders.ts';
import { type LeftOut, type ValueItem, withLeftOut } from './optionStep.ts';
import {
  balanceLines,
  balanceWarnings,
  doubleText,
  firstOf,
  listed,
  sizeText,
  warningLines,
} from './orderDialog.ts';
import { imagesText } from './orderImages.ts';
import { notSentText, rejectionText, unclearText, unwrittenText } from './placeOrder.ts';

/** Maximum number of orders that the dialog lists individually. */
const maxNamed = 12;

/**
 * Shows a table of all orders with their prices, in which the user selects those to place. The title shows the sum and
 * the remaining balance. `undefined` when the user cancels.
 */
export function chooseFromTable(
  ready: readonly ReadyFile[],
  not: readonly LeftOut[],
  account: Account,
): Promise<readonly ReadyFile[] | undefined> {
  const items = ready.map(file => ({
    label: file.title,
    description: itemText(file),
    detail: safeLine([file.path, ...warningsOf(file).map(text => `⚠ ${text}`)].join(' · '), 300),
    value: file,
  }));
  const pick = createQuickPick<ValueItem<ReadyFile>>();
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.placeholder = l10n.t('You confirm before anything is spent');
  pick.items = withLeftOut(items, not);
  pick.selectedItems = items.filter(({ value }) => value.placed === undefined);
  const showSum = () => (pick.title = sumText(filesOf(pick.selectedItems), account));
  showSum();
  return new Promise(resolve => {
    const end = (chosen: readonly ReadyFile[] | undefined) => {
      resolve(chosen);
      pick.dispose();
    };
    pick.onDidChangeSelection(chosen => {
      const possible = chosen.filter(({ value }) => value);
      if (possible.length < chosen.length) pick.selectedItems = possible;
      showSum();
    });
    pick.onDidAccept(() => end(filesOf(pick.selectedItems)));
    pick.onDidHide(() => end(undefined));
    pick.show();
  });
}

function filesOf(items: readonly ValueItem<ReadyFile>[]): ReadyFile[] {
  return items.flatMap(({ value }) => value ?? []);
}

export function totalOf(files: readonly ReadyFile[]) {
  return totalsOf(files.map(({ ready: { price } }) => price.total));
}

function sumText(files: readonly ReadyFile[], account: Account): string {
  const sum = labeled(l10n.t('Total'), amountsText(totalOf(files)));
  return [sum, ...batchBalanceLines(files, account).slice(1)].join(' · ');
}

/** Empty if the orders are paid in a different unit than the balance. */
function batchBalanceLines(files: readonly ReadyFile[], account: Account): string[] {
  const inUnit = totalOf(files).find(({ unit }) => unit === balanceOf(account)?.unit);
  return inUnit ? balanceLines({ total: inUnit }, account) : [];
}

/** The price, and the images and area that it covers: `12 credits · 2 images · 30 km²`. */
function itemText(file: ReadyFile): string {
  const area = sizeText(file.body, file.ready.price);
  return [
    totalText(file.ready.price),
    imagesText(imagesOf(file.body).length),
    ...(area === undefined ? [] : [area]),
  ].join(' · ');
}

function warningsOf({ placed, repeats, warnings }: ReadyFile): string[] {
  return [...(placed ? [doubleText(placed)] : []), ...repeats, ...warnings.map(({ message }) => message)];
}

/** One dialog that lists all orders and confirms each one. The user types a sum that exceeds the budget. */
export async function agreesToBatch(
  files: readonly ReadyFile[],
  exceeded: readonly Exceeded[],
  account: Account,
  attention: Attention,
  gaps: readonly string[],
): Promise<boolean> {
  const total = totalOf(files);
  const sum = amountsText(total);
  const first = itemAt(files, 0);
  const question =
    files.length === 1 ? l10n.t('Order "{0}"?', first.title) : l10n.t('Place {0} orders?', files.length);
  const warnings = [
    ...total.flatMap(amount => balanceWarnings({ total: amount }, account)),
    ...exceeded.map(exceededText),
    ...files.flatMap(file => warningsOf(file).map(text => `${file.title}: ${text}`)),
  ];
  const isEstimate = files.some(({ ready: { price } }) => price.isEstimate);
  const detail = [
    ...warningLines(warnings),
    labeled(l10n.t('Connection'), safeLine(first.ready.signedIn.connection.name)),
    ...firstOf(
      files.map(file => `${file.title}: ${itemText(file)}`),
      maxNamed,
    ),
    labeled(l10n.t('Total'), isEstimate ? l10n.t('{0} (estimate)', sum) : sum),
    ...batchBalanceLines(files, account),
    ...gaps,
  ].join('\n');
  const isTyped = exceeded.length > 0;
  const order = isTyped ? l10n.t('Type the Amount…') : l10n.t('Order for {0}', sum);
  const answer = await confirm(attention, { question, detail, buttons: [order] });
  return answer !== undefined && (!isTyped || (await typesAmount(question, total)));
}

// Read-only documents in Markdown.

export function batchReport(
  files: readonly ReadyFile[],
  results: readonly BatchResult[],
  not: readonly LeftOut[],
  connection: string,
): string {
  const booked = files.filter((_file, index) => results[index] && isBooked(results[index]));
  const rows = files.map((file, index) => {
    const result = results[index] ?? { kind: 'notTried' };
    const id = result.kind === 'placed' ? result.order.id : '';
    return [file.path, file.title, formatAmount(file.ready.price.total), resultText(result), id];
  });
  return document(
    l10n.t('Order Results'),
    [
      labeled(l10n.t('Connection'), connection),
      utcText(new Date().toISOString()),
      countsText(results),
      totalLine(booked),
    ],
    [l10n.t('File'), l10n.t('Title'), l10n.t('Price'), l10n.t('Result'), l10n.t('Order')],
    rows,
    not,
  );
}

export function pricesReport(files: readonly ReadyFile[], not: readonly LeftOut[], account: Account): string {
  const rows = files.map(({ path, title, ready: { price } }) => [path, title, totalText(price)]);
  return document(
    l10n.t('Prices of the orders'),
    [totalLine(files), ...batchBalanceLines(files, account)],
    [l10n.t('File'), l10n.t('Title'), l10n.t('Price')],
    rows,
    not,
  );
}

function totalLine(files: readonly ReadyFile[]): string {
  return labeled(l10n.t('Total'), amountsText(totalOf(files)) || l10n.t('nothing'));
}

function document(
  title: string,
  lines: readonly string[],
  head: readonly string[],
  rows: readonly (readonly string[])[],
  not: readonly LeftOut[],
): string {
  return markdownDocument(
    title,
    lines.map(line => `- ${plainMarkdown(line)}`),
    markdownTable(head, rows),
    leftOutLines(
      l10n.t('File'),
      not.map(({ name, why }) => [name, why]),
    ),
  );
}

/** `1 placed · 1 not confirmed · 4 not sent` */
export function countsText(results: readonly BatchResult[]): string {
  const counts = Map.groupBy(results, standingOf);
  const countOf = (standing: Standing) => counts.get(standing)?.length ?? 0;
  const texts: Record<Standing, (count: number) => string> = {
    placed: count => l10n.t('{0} placed', count),
    unconfirmed: count => l10n.t('{0} not confirmed', count),
    refused: count => l10n.t('{0} rejected', count),
    notSent: count => l10n.t('{0} not sent', count),
  };
  return (Object.keys(texts) as Standing[])
    .filter(standing => countOf(standing) > 0)
    .map(standing => texts[standing](countOf(standing)))
    .join(' · ');
}

/** For a batch that ended with an unconfirmed order: which one it is, and what is known of the others. */
export function unconfirmedBatchText(files: readonly ReadyFile[], results: readonly BatchResult[]): string {
  const titles = (standing: Standing) =>
    files.flatMap(({ title }, index) => (standingOf(itemAt(results, index)) === standing ? [title] : []));
  const known: [string, string[]][] = [
    [l10n.t('Placed'), titles('placed')],
    [l10n.t('Rejected'), titles('refused')],
    [l10n.t('Not sent'), titles('notSent')],
  ];
  return [
    l10n.t('Couldn\'t confirm the order "{0}": it may have been placed.', titles('unconfirmed').join('; ')),
    ...known.flatMap(([label, names]) => (names.length > 0 ? [`${labeled(label, listed(names))}.`] : [])),
  ].join(' ');
}

/** The result of one order, in one sentence. */
export function resultText(result: BatchResult): string {
  switch (result.kind) {
    case 'placed': {
      const { status } = result.order;
      if (orderPhase(status) === 'failed') return rejectionText(status, undefined);
      const ordered = l10n.t('Ordered, status "{0}".', statusText(status));
      return result.unwritten === undefined ? ordered : `${ordered} ${unwrittenText()}`;
    }
    case 'refused':
      return describeError(result.error);
    case 'unclear':
      return unclearText(result.error);
    case 'failed':
      return l10n.t('Not sent: {0}', describeError(result.error));
    case 'notSent':
      return notSentText(result.why);
    case 'notTried':
      return l10n.t('not sent');
  }
}
