import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { formatAmount } from '../../model/order/order.ts';
import { shownLine } from '../../model/words/shownText.ts';
import { runCommand } from '../../editor/commands.ts';
import { attend, confirm } from '../../editor/confirm.ts';
import { requireOrderBody, resolveOrderDocument } from '../../editor/orderDocument.ts';
import { UserError } from '../../editor/userError.ts';
import { showInformationMessage, withProgress } from '../../editor/window.ts';
import { newBalanceMs } from '../../account/account.ts';
import type { Ordering } from '../ordering.ts';
import type { NotSent } from '../placing.ts';
import { exceededText, typesAmount } from './budgetText.ts';
import { doubleText, missingFor, orderDetail, titleOf, refuseBrokenOrder } from './orderDialog.ts';
import { tellPlaced } from './placeOutcome.ts';
import { lookUpEntry } from './resolveOrder.ts';

type Parts = Pick<Ordering, 'log' | 'placing' | 'lookUp' | 'orders' | 'account' | 'context'>;

/**
 * Orders a document: only with a fresh price of exactly this body, only after one plain yes to this price, and above the
 * budget only with the amount typed. Everything that stands in the way is told with the next step.
 */
export async function placeOrder(parts: Parts, given: unknown): Promise<void> {
  const document = await resolveOrderDocument(given);
  if (!document) return;
  const attention = attend();
  const uri = document.uri.toString();
  const body = requireOrderBody(document);
  const context = parts.context();
  const problems = await refuseBrokenOrder(body, context);
  const ready = await parts.placing.readiness(body);
  if (ready.kind !== 'ready') {
    await explain(parts, ready, uri);
    return;
  }
  // The dialog does not wait for it: the balance known so far stands there with its age.
  void parts.account.readSince(Date.now() - newBalanceMs);
  const { price, signedIn, placedBefore, exceeded } = ready;
  const name = titleOf(body) || shownLine(basename(document.uri.path));
  const question = l10n.t('Order "{0}"?', name);
  const isTyped = exceeded.length > 0;
  const order = isTyped ? l10n.t('Type the Amount…') : l10n.t('Order for {0}', formatAmount(price.total));
  const detail = orderDetail(body, ready, problems, parts.account, context);
  if ((await confirm(attention, { question, detail, buttons: [order] })) === undefined) return;
  if (isTyped && !(await typesAmount(question, [price.total]))) return;
  const placed = await withProgress(
    { location: vscode.ProgressLocation.Notification, title: l10n.t('Placing the order') },
    () => parts.placing.place(body, { price, signedIn, placedBefore, isTyped }),
  );
  if (placed.kind === 'notSent') await explain(parts, placed.why, uri);
  else
    await tellPlaced(parts, placed, missingFor(price, parts.account), () =>
      runCommand('swath.placeOrder', uri),
    );
}

async function explain(parts: Parts, why: NotSent, uri: string): Promise<void> {
  switch (why.kind) {
    case 'signedOut':
      await runCommand('swath.signIn');
      return;
    case 'noFreshPrice': {
      const price = l10n.t('Price');
      const message = l10n.t('The order has no price yet, or was edited since. Price it first, then order.');
      if ((await showInformationMessage(message, price)) === price) await runCommand('swath.priceOrder', uri);
      return;
    }
    case 'unresolved':
      // Only when it is known that the former one was not booked, this one is a question again.
      if ((await lookUpEntry(parts, why.entry)) === 'notBooked') await runCommand('swath.placeOrder', uri);
      return;
    case 'notOrderable':
    case 'onItsWay':
    case 'orderedMeanwhile':
    case 'overBudget':
      throw new UserError(notSentText(why));
  }
}

/** Why nothing was sent, and the way out. */
export function notSentText(why: NotSent): string {
  switch (why.kind) {
    case 'signedOut':
      return l10n.t('Nobody is signed in any more. Nothing was sent.');
    case 'noFreshPrice':
      return l10n.t('It has no price of this session any more. Nothing was sent: price it again.');
    case 'notOrderable':
      return l10n.t('The service does not let this account place the order: "{0}".', why.reason);
    case 'onItsWay':
      return l10n.t('This order is on its way already: wait for its answer.');
    case 'unresolved':
      return l10n.t(
        'It was sent before, and it is not known what became of it. Nothing was sent: look it up first.',
      );
    case 'orderedMeanwhile':
      return l10n.t('Nothing was sent. {0} Order again if you mean it.', doubleText(why.placedBefore));
    case 'overBudget':
      return l10n.t(
        'Nothing was sent. {0} Order again, and type the amount.',
        why.exceeded.map(exceededText).join(' '),
      );
  }
}
