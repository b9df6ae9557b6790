import * as l10n from '@vscode/l10n';
import { refuseBrokenOrder } from './orderDialog.ts';
import * as vscode from 'vscode';
import { abortSignalOf } from '../../editor/abortSignal.ts';
import { requireOrderBody, resolveOrderDocument } from '../../editor/orderDocument.ts';
import { withProgress } from '../../editor/window.ts';
import type { Ordering } from '../ordering.ts';
import { signedInFirst } from '../../account/ui/signedInFirst.ts';

/**
 * Asks for the price of an order document; the lens above the document shows it.
 *
 * @param how `cancel` ends the question that is under way
 */
export async function priceOrder(
  { session, account, prices, context }: Pick<Ordering, 'session' | 'account' | 'prices' | 'context'>,
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
    { location: vscode.ProgressLocation.Window, title: l10n.t('Pricing the order') },
    (_progress, cancel) => prices.ask(body, abortSignalOf(cancel)),
  );
  if (asked.kind === 'failed') throw asked.error;
}
