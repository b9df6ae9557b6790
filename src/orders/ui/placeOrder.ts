import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { notOrderableText } from '../../model/order/notOrderable.ts';
import { formatAmount, orderPhase } from '../../model/order/order.ts';
import { orderName } from '../../model/words/kindText.ts';
import { safeLine } from '../../model/words/safeText.ts';
import { isApiError } from '../../api/errors.ts';
import { attend, confirm } from '../../editor/dialogs/confirm.ts';
import {
  inNotification,
  inStatusBar,
  showErrorMessage,
  showInformationMessage,
} from '../../editor/dialogs/window.ts';
import { requireOrderBody, resolveOrderDocument } from '../../editor/documents/swathDocuments.ts';
import { runCommand } from '../../editor/host/commands.ts';
import { describeError, logError } from '../../editor/host/presentError.ts';
import { UserError } from '../../editor/host/userError.ts';
import { newBalanceMs } from '../../session/account.ts';
import { signedInFirst, signInAgain } from '../../session/ui/signedInFirst.ts';
import { listedOrders } from '../knownOrders.ts';
import type { Ordering } from '../ordering.ts';
import type { NotSent, Placed } from '../placing.ts';
import { exceededText, typesAmount } from './budgetText.ts';
import { orderDetail } from './orderDetail.ts';
import { doubleText, missingFor, refuseBrokenOrder, titleOf } from './orderDialog.ts';
import { checkOrder } from './resolveOrder.ts';

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

type Parts = Pick<
  Ordering,
  'log' | 'placing' | 'checkOrder' | 'orders' | 'session' | 'account' | 'owned' | 'context'
>;

/**
 * Places the order of a document: only with a current price of exactly this body, only after one confirmation of this
 * price, and above the budget only if the amount is typed. If anything prevents it, shows the reason and the next step.
 */
export async function placeOrder(parts: Parts, argument: unknown): Promise<void> {
  const document = await resolveOrderDocument(argument);
  if (!document) return;
  const attention = attend();
  const uri = document.uri.toString();
  const body = requireOrderBody(document);
  const context = parts.context();
  const reading = parts.owned.readFiles();
  const problems = await refuseBrokenOrder(body, context);
  const ready = await parts.placing.readiness(body);
  if (ready.kind !== 'ready') {
    await explain(parts, ready, uri);
    return;
  }
  // The dialog doesn't wait: it shows the last known balance with its age.
  void parts.account.readSince(Date.now() - newBalanceMs);
  await reading;
  const { price, signedIn, placedBefore, exceeded } = ready;
  const name = titleOf(body) || safeLine(basename(document.uri.path));
  const question = l10n.t('Order "{0}"?', name);
  const isTyped = exceeded.length > 0;
  const order = isTyped ? l10n.t('Type the Amount…') : l10n.t('Order for {0}', formatAmount(price.total));
  const detail = orderDetail(body, ready, problems, parts.account, context, parts.owned);
  if ((await confirm(attention, { question, detail, buttons: [order] })) === undefined) return;
  if (isTyped && !(await typesAmount(question, [price.total]))) return;
  const placed = await inNotification(l10n.t('Placing the order'), () =>
    parts.placing.place(body, { price, signedIn, placedBefore, isTyped }),
  );
  if (placed.kind === 'notSent') await explain(parts, placed.why, uri);
  else await reportPlaced(parts, placed, missingFor(price, parts.account), uri);
}

async function explain(parts: Parts, why: NotSent, uri: string): Promise<void> {
  switch (why.kind) {
    case 'signedOut':
      await signInAgain(parts.session);
      return;
    case 'noFreshPrice': {
      const price = l10n.t('Price');
      if ((await showInformationMessage(notSentText(why), price)) === price)
        await runCommand('swath.priceOrder', uri);
      return;
    }
    case 'unresolved':
      // It can be ordered again only when it is known that the earlier attempt wasn't booked.
      if ((await checkOrder(parts, why.entry)) === 'notBooked') await runCommand('swath.placeOrder', uri);
      return;
    case 'notOrderable':
    case 'onItsWay':
    case 'orderedMeanwhile':
    case 'overBudget':
      throw new UserError(notSentText(why));
  }
}

/** Why nothing was sent, and what to do. */
export function notSentText(why: NotSent): string {
  switch (why.kind) {
    case 'signedOut':
      return l10n.t("You've been signed out. Nothing was sent.");
    case 'noFreshPrice':
      return l10n.t('Request the price first, then order. Nothing was sent.');
    case 'notOrderable':
      return notOrderableText(why.reason);
    case 'onItsWay':
      return l10n.t('This order is already being sent.');
    case 'unresolved':
      return unresolvedText();
    case 'orderedMeanwhile':
      return l10n.t('Nothing was sent. {0} Order again to confirm.', doubleText(why.placedBefore));
    case 'overBudget':
      return l10n.t(
        'Nothing was sent. {0} Order again to confirm.',
        why.exceeded.map(exceededText).join(' '),
      );
  }
}

export function unresolvedText(): string {
  return l10n.t('This order was sent before and is not confirmed. Check its status first.');
}

/** @param missing how much the balance was short */
async function reportPlaced(
  { account, log, orders }: Parts,
  placed: Exclude<Placed, { kind: 'notSent' }>,
  missing: string | undefined,
  uri: string,
): Promise<void> {
  void account.refresh();
  switch (placed.kind) {
    case 'placed': {
      const { order, unwritten } = placed;
      if (unwritten !== undefined) logError(unwritten, log);
      await vscode.commands.executeCommand('swath.orders.focus');
      if (orderPhase(order.status) === 'failed') throw new UserError(rejectionText(order.status, missing));
      // With the name that the Orders view shows.
      const name = orderName(listedOrders(orders).find(({ id }) => id === order.id) ?? order);
      const ordered = l10n.t('Ordered "{0}". You\'ll be notified on delivery.', name);
      void showInformationMessage(unwritten === undefined ? ordered : `${ordered} ${unwrittenText()}`);
      return;
    }
    case 'refused':
      throw placed.error;
    case 'unclear': {
      logError(placed.error, log);
      const check = l10n.t('Check Order Status');
      if ((await showErrorMessage(unclearText(placed.error), check)) === check) {
        await runCommand('swath.resolveOrder', [placed.id], uri);
      }
    }
  }
}

/** @param missing how much the balance was short, if known */
export function rejectionText(status: string, missing: string | undefined): string {
  if (status.toLowerCase() !== 'rejected')
    return l10n.t('The order failed at the service. Open the order for the reason.');
  return missing === undefined
    ? l10n.t('Order rejected: insufficient balance. Top up, then order again.')
    : l10n.t('Order rejected: insufficient balance ({0} short). Top up, then order again.', missing);
}

/** The order was placed, but Swath can't record it. */
export function unwrittenText(): string {
  return l10n.t(
    'The order journal could not be written, so Swath checks the status before this order can be sent again.',
  );
}

export function unclearText(error: unknown): string {
  return l10n.t("Couldn't confirm the order: {0} Swath won't send it again.", unclearCause(error));
}

/** Unlike {@link describeError}, this never suggests trying again, because that could pay twice. */
function unclearCause(error: unknown): string {
  if (!isApiError(error)) return describeError(error);
  switch (error.kind) {
    case 'network':
      return l10n.t('The connection was lost before the service answered.');
    case 'timeout':
      return l10n.t("The service didn't answer in time.");
    case 'server':
      return l10n.t('The service failed (status {0}).', error.details.status ?? '?');
    default:
      return describeError(error);
  }
}
