import * as l10n from '@vscode/l10n';
import { bodyAois, bodyImageIds } from '../../../../service/rules/orderContents.ts';
import { logError } from '../../../../platform/host/presentError.ts';
import { isLoaded } from '../../knownOrders.ts';
import type { Ordering } from '../../ordering.ts';
import { waitUnlessCancelled } from '../progress.ts';
import type { OrderFile } from './orderFiles.ts';

export type ReadBeforeParts = Pick<Ordering, 'owned' | 'orders' | 'readImages' | 'log'>;

/**
 * Reads what a confirmation compares and names: earlier orders, if the list is missing or old, deliveries in the workspace,
 * and images. Doesn't fail: the confirmation says what is missing.
 *
 * @returns waits for it, and resolves to whether the user saw progress
 */
export function readBefore(
  { owned, orders, readImages, log }: ReadBeforeParts,
  files: readonly Pick<OrderFile, 'body'>[],
): () => Promise<boolean> {
  const isKnown = isLoaded(orders.current.peek()) && !owned.isOld();
  const readList = isKnown ? Promise.resolve() : orders.refresh();
  const reading = Promise.all([
    owned.readFiles(),
    readList.catch((error: unknown) => logError(error, log)),
    ...files.map(({ body }) => readImages?.(bodyImageIds(body), bodyAois(body)[0]?.polygon)),
  ]);
  return () => waitUnlessCancelled(l10n.t('Comparing with your orders and deliveries'), reading);
}
