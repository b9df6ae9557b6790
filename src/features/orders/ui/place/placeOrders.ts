/** What happens when orders are placed: one of a document, or several that were chosen from a table. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { itemAt } from '../../../../base/itemAt.ts';
import { orderName } from '../../../../service/rules/kindText.ts';
import { orderPhase } from '../../../../service/rules/order.ts';
import { askAimed, attend, type Attention, isWaitedFor } from '../../../../platform/dialogs/confirm.ts';
import {
  inNotification,
  showErrorMessage,
  showInformationMessage,
  showWarningMessage,
} from '../../../../platform/dialogs/window.ts';
import { resolveOrderDocument } from '../../../../platform/documents/swathDocuments.ts';
import { runCommand } from '../../../../platform/host/commands.ts';
import { logError } from '../../../../platform/host/presentError.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import { balanceOfNow, newBalanceMs } from '../../../../session/balanceOfNow.ts';
import { signInAgain } from '../../../../session/ui/signedInFirst.ts';
import { isBooked, type OrderResult, placeInTurn } from '../../inTurn.ts';
import { listedOrders } from '../../knownOrders.ts';
import type { Ordering } from '../../ordering.ts';
import type { NotSent } from '../../placing.ts';
import type { LeftOut } from '../draft/optionStep.ts';
import type { BatchPage } from '../page/batchPage.ts';
import { inCountedNotification, oneAtATime } from '../progress.ts';
import {
  couldNotConfirmText,
  notSentText,
  rejectionText,
  resultText,
  unclearOrderText,
  unwrittenText,
} from '../words/outcome.ts';
import { isBefore, missingFor } from '../words/price.ts';
import { confirmOrders } from './orderDialog.ts';
import { markDuplicates, orderReadiness, readOrderFile, type ReadyOrder } from './orderFiles.ts';
import { countedText, orderResults } from './orderResults.ts';
import { chooseFromTable } from './orderTable.ts';
import { priceFiles } from './priceOrders.ts';
import { readBefore } from './readBefore.ts';
import { checkAttempt } from './resolveOrder.ts';

type Parts = Omit<Ordering, 'facts'> & { batchPage: Pick<BatchPage, 'showResults'> };

/**
 * Places the order of a document. It isn't priced for it: its lens shows the price, which the user has seen. If anything
 * prevents the order, shows the reason and the next step.
 */
export async function placeOrder(parts: Parts, argument: unknown): Promise<void> {
  const document = await resolveOrderDocument(argument);
  if (!document) return;
  const quick = attend();
  const patient = attend(Infinity);
  const refunds = learnRefunds(parts);
  const file = await readOrderFile(document, parts.context(), parts.draftNames);
  const attention = (await readBefore(parts, [file])()) ? patient : quick;
  await refunds;
  const order = await orderReadiness(parts, file);
  if ('kind' in order) {
    await explain(parts, order, document.uri);
    return;
  }
  // The dialog waits only for a balance after the last order. Otherwise, it shows the last known balance with its age.
  const placedMs = parts.placing.lastPlacedMs();
  if (isBefore(parts.account, placedMs)) await balanceOfNow(parts.account, placedMs);
  else void parts.account.readSince(Date.now() - newBalanceMs);
  await confirmAndPlace(parts, [order], [], attention);
}

/** Prices several order files and places those that the user leaves selected. */
export async function placeOrders(parts: Parts, argument: unknown, all: unknown): Promise<void> {
  const question = l10n.t('What do you want to order?');
  const waiting = attend(Infinity);
  const priced = await priceFiles(parts, argument, all, question);
  if (!priced || priced.isCancelled) return;
  const { ready, leftOut } = priced;
  if (ready.length === 0) throw nonePlaceable(leftOut);
  await learnRefunds(parts);
  if (!(await isWaitedFor(waiting, question))) return;
  const chosen = await chooseFromTable(ready, leftOut, parts.account);
  if (!chosen || chosen.length === 0) return;
  const attention = attend();
  const current = await stillReady(parts, chosen);
  const allLeftOut = [...leftOut, ...current.leftOut];
  if (current.orders.length === 0) throw nonePlaceable(allLeftOut);
  await confirmAndPlace(parts, current.orders, allLeftOut, attention);
}

/** The budget of a day doesn't count what came back, as far as that is known. */
async function learnRefunds({ budget, money }: Parts): Promise<void> {
  if (budget().perDay !== undefined) await money?.learn();
}

/**
 * Which of the orders can still be placed: the same may have been ordered, or the session ended, while the table was open.
 * The budget is checked for all of them at once, before they are confirmed.
 */
async function stillReady(
  parts: Parts,
  chosen: readonly ReadyOrder[],
): Promise<{ orders: ReadyOrder[]; leftOut: LeftOut[] }> {
  const orders: ReadyOrder[] = [];
  const leftOut: LeftOut[] = [];
  for (const before of chosen) {
    const order = await orderReadiness(parts, before);
    if ('kind' in order) leftOut.push({ name: before.path, why: notSentText(order) });
    // Only what the table showed can be confirmed. A new price is another object, even for the same amount.
    else if (order.ready.price !== before.ready.price)
      leftOut.push({ name: before.path, why: notSentText({ kind: 'noFreshPrice' }) });
    else orders.push(order);
  }
  return { orders, leftOut };
}

function nonePlaceable([first]: readonly LeftOut[]): UserError {
  return new UserError(
    l10n.t('None of the orders can be placed. {0}', first ? `${first.name}: ${first.why}` : ''),
  );
}

/**
 * Places orders only at the prices that are known for exactly these bodies, only after one confirmation of these orders
 * and prices, and above the budget only if the amount is typed. Each is then written to the journal and sent once.
 *
 * @param leftOut files of the same command that can't be placed
 */
async function confirmAndPlace(
  parts: Parts,
  ready: readonly ReadyOrder[],
  leftOut: readonly LeftOut[],
  attention: Attention,
): Promise<void> {
  const { placing, account, owned } = parts;
  const orders = markDuplicates(ready, await parts.checkOrder.open());
  const exceeded = placing.exceededBy(orders.map(({ ready }) => ready.price.total));
  const placedMs = placing.lastPlacedMs();
  const question = { orders, exceeded, account, placedMs, context: parts.context(), gaps: owned.gapTexts() };
  if (!(await confirmOrders(question, attention))) return;
  const results = await place(parts, orders, exceeded.length > 0);
  logProblems(parts, results);
  const first = itemAt(orders, 0);
  const missing = missingFor(first.ready.price, account);
  void account.refresh();
  if (orders.length + leftOut.length > 1) parts.batchPage.showResults(orderResults(orders, results, leftOut));
  if (orders.length > 1) await reportCounts(orders, results);
  else await reportResult(parts, first, itemAt(results, 0), missing);
}

/** One after another, in a notification: several can be stopped between two of them. */
function place(parts: Parts, orders: readonly ReadyOrder[], isTyped: boolean): Thenable<OrderResult[]> {
  const agreed = orders.map(({ body, title, ready: { price, signedIn, placedBefore } }) => ({
    body,
    agreed: { price, signedIn, placedBefore, isTyped, name: title },
  }));
  const goesOnAfter = (result: OrderResult, index: number) => asksToGoOn(itemAt(orders, index), result);
  const title = l10n.t('Placing the order');
  if (orders.length === 1) {
    return inNotification(title, () => placeInTurn(parts.placing, agreed, { goesOnAfter }));
  }
  return oneAtATime(() =>
    inCountedNotification(title, (report, signal) =>
      placeInTurn(parts.placing, agreed, {
        goesOnAfter,
        signal,
        progress: done => report(done, orders.length),
      }),
    ),
  );
}

async function asksToGoOn({ title }: ReadyOrder, result: OrderResult): Promise<boolean> {
  const goOn = l10n.t('Order the Rest');
  const message = l10n.t('"{0}" was not placed. {1}', title, resultText(result));
  // A notification, because the user isn't waiting for a dialog now. An error stays open until it is answered. It can
  // appear where the user is about to press Cancel.
  const answer = await askAimed(
    () => showErrorMessage(message, goOn, l10n.t('Stop')),
    pressed => pressed === goOn,
  );
  return answer === goOn;
}

/** What isn't shown as an error. */
function logProblems({ log }: Parts, results: readonly OrderResult[]): void {
  for (const result of results) {
    if (result.kind === 'unclear' || ('error' in result && results.length > 1)) logError(result.error, log);
    if (result.kind === 'placed' && result.unwritten !== undefined) logError(result.unwritten, log);
  }
}

/** Several orders are only counted, because a page lists their results. If all were placed, it is enough. */
async function reportCounts(orders: readonly ReadyOrder[], results: readonly OrderResult[]): Promise<void> {
  const index = results.findIndex(({ kind }) => kind === 'unclear');
  const unclear = results[index];
  if (unclear?.kind === 'unclear') {
    await offerCheck(couldNotConfirmText(orders, results), unclear.id, itemAt(orders, index));
    return;
  }
  if (!results.every(isBooked)) void showWarningMessage(countedText(results));
}

/** @param missing how much the balance was short */
async function reportResult(
  parts: Parts,
  order: ReadyOrder,
  result: OrderResult,
  missing: string | undefined,
): Promise<void> {
  switch (result.kind) {
    case 'placed': {
      const { order: placed, unwritten } = result;
      await vscode.commands.executeCommand('swath.orders.focus');
      if (orderPhase(placed.status) === 'failed') throw new UserError(rejectionText(placed.status, missing));
      // With the name that the Orders view shows.
      const name = orderName(listedOrders(parts.orders).find(({ id }) => id === placed.id) ?? placed);
      if (unwritten === undefined)
        void showInformationMessage(l10n.t('Ordered "{0}". You\'ll be notified on delivery.', name));
      else void showWarningMessage(`${l10n.t('Ordered "{0}".', name)} ${unwrittenText()}`);
      return;
    }
    case 'refused':
    case 'failed':
      throw result.error;
    case 'unclear':
      await offerCheck(unclearOrderText(order.title, result.error), result.id, order);
      return;
    case 'notSent':
      await explain(parts, result.why, order.uri);
      return;
    case 'notTried':
  }
}

/** @param id of the attempt */
async function offerCheck(message: string, id: string, { uri }: ReadyOrder): Promise<void> {
  const check = l10n.t('Check Order Status');
  if ((await showErrorMessage(message, check)) === check)
    await runCommand('swath.resolveOrder', [id], uri.toString());
}

/** Why an order wasn't sent or isn't offered, with the next step. */
async function explain(parts: Parts, why: NotSent, uri: vscode.Uri): Promise<void> {
  switch (why.kind) {
    case 'signedOut':
      await signInAgain(parts.session);
      return;
    case 'noFreshPrice': {
      const price = l10n.t('Price');
      if ((await showInformationMessage(notSentText(why), price)) === price)
        await runCommand('swath.priceOrder', uri.toString());
      return;
    }
    case 'unresolved':
      // It can be ordered again only when it is known that the earlier attempt wasn't booked.
      if ((await checkAttempt(parts, why.entry)) === 'notBooked')
        await runCommand('swath.placeOrder', uri.toString());
      return;
    case 'notOrderable':
    case 'onItsWay':
    case 'orderedMeanwhile':
    case 'overBudget':
      throw new UserError(notSentText(why));
  }
}
