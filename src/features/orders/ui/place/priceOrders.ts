/** Prices of orders: one of a document, or several files at once. Nothing is placed here. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { inStatusBar, showInformationMessage } from '../../../../platform/dialogs/window.ts';
import { requireOrderBody, resolveOrderDocument } from '../../../../platform/documents/swathDocuments.ts';
import { describeError } from '../../../../platform/host/presentError.ts';
import type { Fact } from '../../../../platform/rows/row.ts';
import { signedInFirst } from '../../../../session/ui/signedInFirst.ts';
import { priceInTurn } from '../../inTurn.ts';
import type { Ordering } from '../../ordering.ts';
import type { Obstacle } from '../../placing.ts';
import type { LeftOut } from '../draft/optionStep.ts';
import type { BatchPage } from '../page/batchPage.ts';
import { inCountedNotification, oneAtATime } from '../progress.ts';
import { blockedText, notSentText } from '../words/outcome.ts';
import { amountsText } from '../words/price.ts';
import { chooseOrders } from './chooseOrders.ts';
import {
  markDuplicates,
  type OrderFile,
  orderReadiness,
  readOrderFiles,
  type ReadyOrder,
  refuseBrokenOrder,
  totalsOfOrders,
} from './orderFiles.ts';
import { readBefore, type ReadBeforeParts } from './readBefore.ts';

/**
 * Requests the price of an order document. The lens above the document shows it.
 *
 * @param how `cancel` aborts the request in progress
 */
export async function priceOrder(
  { session, account, prices, context }: Pick<Ordering, 'session' | 'account' | 'prices' | 'context'>,
  argument: unknown,
  how?: unknown,
): Promise<void> {
  const document = await resolveOrderDocument(argument);
  if (!document) return;
  const body = requireOrderBody(document);
  if (how === 'cancel') {
    prices.cancel(body);
    return;
  }
  await refuseBrokenOrder(body, context());
  if (!(await signedInFirst(session))) return;
  // The price doesn't wait for the balance.
  void account.readSince(Date.now());
  const answer = await inStatusBar(l10n.t('Pricing…'), () => prices.ask(body));
  if (answer.kind === 'failed') throw answer.error;
}

type PricingParts = Pick<
  Ordering,
  'session' | 'account' | 'prices' | 'placing' | 'journal' | 'draftNames' | 'context'
> &
  ReadBeforeParts;

/** Prices several order files, and shows their page, with the total and what places these orders. */
export async function priceOrders(
  parts: PricingParts & { batchPage: Pick<BatchPage, 'show' | 'reveals'> },
  argument: unknown,
  all: unknown,
): Promise<void> {
  const priced = await priceFiles(parts, argument, all, l10n.t('Which orders do you want to price?'));
  if (!priced) return;
  const { uris, ready, leftOut } = priced;
  const total = amountsText(totalsOfOrders(ready)) || l10n.t('nothing');
  const count = ready.length + leftOut.length;
  const text = l10n.t('Priced {0} of {1} orders. Total: {2}.', ready.length, count, total);
  // The page of a batch shows them already.
  if (!parts.batchPage.reveals(uris)) {
    const files = uris.map(uri => ({
      uri,
      cells: [[l10n.t('File'), vscode.workspace.asRelativePath(uri)]] satisfies Fact[],
    }));
    parts.batchPage.show({ title: l10n.t('Prices of the orders'), notes: [], files, leftOut: [] });
  }
  void showInformationMessage(text);
}

function whyLeftOut({ prices, context }: PricingParts, { body }: OrderFile, why: Obstacle): string {
  const priced = prices.of(body);
  return why.kind === 'notOrderable' && priced?.kind === 'priced'
    ? blockedText(priced.price, body, context().imageById)
    : notSentText(why);
}

export interface PricedFiles {
  /** Of all files, including those that can't be placed. */
  uris: readonly vscode.Uri[];
  ready: ReadyOrder[];
  /** Files that can't be placed, with the reasons. */
  leftOut: LeftOut[];
  isCancelled: boolean;
}

/**
 * Prices what has no recent price yet.
 *
 * @param argument with `all`, as the editor passes them to a command: the file of the click, and all selected ones
 * @returns `undefined` if the user cancels before that
 */
export async function priceFiles(
  parts: PricingParts,
  argument: unknown,
  all: unknown,
  title: string,
): Promise<PricedFiles | undefined> {
  const { session, account, prices, placing, journal, draftNames, context } = parts;
  await journal.read();
  const documents = await chooseOrders({
    argument,
    all,
    title,
    placing,
    context: context(),
    names: draftNames,
  });
  if (!documents || !(await signedInFirst(session))) return undefined;
  const { files, leftOut } = await readOrderFiles(documents, context(), draftNames);
  // One request for all orders. Pricing doesn't wait for it.
  void account.readSince(Date.now());
  const isRead = readBefore(parts, files);
  let isCancelled = false;
  const answers = await oneAtATime(() =>
    inCountedNotification(l10n.t('Pricing…'), async (report, signal) => {
      const bodies = files.map(({ body }) => body);
      const found = await priceInTurn(prices, bodies, {
        signal,
        progress: done => report(done, files.length),
      });
      isCancelled = signal.aborted;
      return found;
    }),
  );
  await isRead();
  const ready: ReadyOrder[] = [];
  for (const [index, file] of files.entries()) {
    const answer = answers[index];
    const order = answer?.kind === 'failed' ? answer : await orderReadiness(parts, file);
    if (!('kind' in order)) ready.push(order);
    else
      leftOut.push({
        name: file.path,
        why: order.kind === 'failed' ? describeError(order.error) : whyLeftOut(parts, file, order),
      });
  }
  return { uris: documents.map(({ uri }) => uri), ready: markDuplicates(ready), leftOut, isCancelled };
}
