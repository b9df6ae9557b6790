import * as vscode from 'vscode';
import type { OrderContext } from '../model/order/checkOrder.ts';
import type { Problem } from '../model/problem.ts';
import { abortSignalOf } from '../platform/abortSignal.ts';
import { requireOrderBody, resolveOrderDocument } from '../platform/orderDocument.ts';
import { UserError } from '../platform/presentError.ts';
import { withProgress } from '../platform/window.ts';
import type { Account } from '../state/account.ts';
import type { OrderBody } from '../state/orderBody.ts';
import type { Prices } from '../state/prices.ts';
import type { SessionOwner } from '../state/session.ts';
import { signedInFirst } from './signedInFirst.ts';

export interface PriceOrderParts {
  session: SessionOwner;
  account: Pick<Account, 'readSince'>;
  prices: Prices;
  /** What is known of images, analytics and subscriptions. */
  context: () => OrderContext;
}

/**
 * Asks for the price of an order document; the lens above the document shows it.
 *
 * @param how `cancel` ends the question that is under way
 */
export async function priceOrder(
  { session, account, prices, context }: PriceOrderParts,
  given: unknown,
  how?: unknown,
): Promise<void> {
  const document = await resolveOrderDocument(given);
  if (!document) return;
  const body = requireOrderBody(document);
  if (how === 'cancel') {
    prices.cancel(body);
    return;
  }
  await refuseBrokenOrder(body, context());
  if (!(await signedInFirst(session))) return;
  // It is shown beside the price, which does not wait for it.
  void account.readSince(Date.now());
  const asked = await withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Pricing the order') },
    (_progress, cancel) => prices.ask(body, abortSignalOf(cancel)),
  );
  if (asked.kind === 'failed') throw asked.error;
}

/**
 * What the specification forbids is told here, with the place, instead of being sent.
 *
 * @returns what is only to be warned of
 */
export async function refuseBrokenOrder(body: OrderBody, context: OrderContext = {}): Promise<Problem[]> {
  const { orderWork } = await import('../model/order/orderWork.ts');
  const problems = orderWork.checkOrder(body, context);
  const first = problems.find(problem => problem.severity === 'error');
  if (first) throw new UserError(vscode.l10n.t('{0} (at {1})', first.message, first.path.join('.')));
  return problems;
}
