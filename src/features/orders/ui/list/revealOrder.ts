import { isLoaded } from '../../knownOrders.ts';
import type { Orders } from '../../orders.ts';

/**
 * Opens the Orders view at an order, which is looked for at the service if the view doesn't have it.
 *
 * @param revealNow `false` if the view has no row of it
 */
export async function revealOrder(
  { current, refresh }: Pick<Orders, 'current' | 'refresh'>,
  revealNow: () => Promise<boolean>,
): Promise<boolean> {
  if (await revealNow()) return true;
  await refresh();
  await listed(current);
  const state = current.peek();
  // Its first pages may not contain the order.
  if (state.kind === 'ready' && !isLoaded(state)) await refresh();
  return revealNow();
}

/** Maximum wait for the list of a new session, in milliseconds. The list is read only after the account is known. */
const listedWithinMs = 5000;

function listed(current: Orders['current']): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(end, listedWithinMs);
    const stop = current.subscribe(({ kind }) => {
      // `subscribe` calls back before it returns.
      if (kind === 'ready' || kind === 'failed') queueMicrotask(end);
    });
    function end() {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
}
