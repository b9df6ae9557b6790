import * as vscode from 'vscode';
import type { OrderContext } from '../model/order/checkOrder.ts';
import type { Problem } from '../model/problem.ts';
import { runCommand } from '../platform/commands.ts';
import { requireOrderBody, resolveOrderDocument } from '../platform/orderDocument.ts';
import { UserError } from '../platform/presentError.ts';
import type { OrderBody } from '../state/orderBody.ts';
import type { Prices, PriceState } from '../state/prices.ts';
import type { SessionOwner } from '../state/session.ts';

/** Asks for the price of an order document; the lens above the document shows it. */
export async function priceOrder(session: SessionOwner, prices: Prices, given: unknown): Promise<void> {
  const document = await resolveOrderDocument(given);
  if (!document) return;
  const body = requireOrderBody(document);
  await refuseBrokenOrder(body);
  if (session.current.peek().kind !== 'signedIn') await runCommand('swath.signIn');
  if (session.current.peek().kind !== 'signedIn') return;
  const state = await withPriceProgress(abort => prices.ask(body, abort));
  if (state.kind === 'failed') throw state.error;
}

export function withPriceProgress(ask: (abort: AbortSignal) => Promise<PriceState>): Thenable<PriceState> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Pricing the order') },
    (_progress, cancel) => {
      const abort = new AbortController();
      cancel.onCancellationRequested(() => abort.abort());
      return ask(abort.signal);
    },
  );
}

/**
 * What the specification forbids is told here, with the place, instead of being sent.
 *
 * @returns what is only to be warned of
 */
export async function refuseBrokenOrder(body: OrderBody, context: OrderContext = {}): Promise<Problem[]> {
  const { checkOrder } = await import('../model/order/checkOrder.ts');
  const problems = checkOrder(body, context);
  const first = problems.find(problem => problem.severity === 'error');
  if (first) throw new UserError(vscode.l10n.t('{0} (at {1})', first.message, first.path.join('.')));
  return problems;
}
