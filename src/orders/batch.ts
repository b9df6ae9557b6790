/** Prices and places several orders, one after another. Each has its own journal entry. */
import { orderPhase } from '../model/order/order.ts';
import type { OrderBody } from '../model/order/orderBody.ts';
import type { Agreed, Placed, Placing } from './placing.ts';
import { type Asked, newPriceMs, type Prices } from './prices.ts';

export interface BatchOptions {
  /** Called before each item with the number of items done. */
  progress?: (done: number) => void;
  /** Ends the batch before the next item. Completed items are kept. */
  signal?: AbortSignal;
}

/** Prices the items that don't have a recent price in this session. The client spaces out the calls. */
export async function priceBatch(
  prices: Prices,
  bodies: readonly OrderBody[],
  { progress, signal }: BatchOptions = {},
): Promise<Asked[]> {
  const found: Asked[] = [];
  for (const [done, body] of bodies.entries()) {
    progress?.(done);
    const known = prices.of(body);
    const isNew = known?.kind === 'priced' && Date.now() - known.at <= newPriceMs;
    found.push(isNew ? known : await ask(prices, body, signal));
  }
  progress?.(bodies.length);
  return found;
}

async function ask(prices: Prices, body: OrderBody, signal?: AbortSignal): Promise<Asked> {
  if (signal?.aborted) return { kind: 'cancelled' };
  return prices.ask(body, signal).catch((error: unknown) => ({ kind: 'failed', error }) as const);
}

export interface BatchOrder {
  body: OrderBody;
  agreed: Agreed;
}

export type BatchResult =
  | Placed
  /** Nothing was sent, because the journal couldn't be written or no token was available. */
  | { kind: 'failed'; error: unknown }
  /** The batch ended before this order. */
  | { kind: 'notTried' };

export interface PlaceBatchOptions extends BatchOptions {
  /** Called after the first order that wasn't placed: whether to continue with the others. */
  goesOnAfter: (result: BatchResult, index: number) => Promise<boolean>;
}

/** An unconfirmed order ends the batch, because the same fault could affect the other orders. */
export async function placeBatch(
  placing: Pick<Placing, 'place'>,
  orders: readonly BatchOrder[],
  { goesOnAfter, progress, signal }: PlaceBatchOptions,
): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  let hasAsked = false;
  for (const [index, { body, agreed }] of orders.entries()) {
    if (signal?.aborted) break;
    progress?.(index);
    const result = await placing
      .place(body, agreed)
      .catch((error: unknown): BatchResult => ({ kind: 'failed', error }));
    results.push(result);
    if (result.kind === 'unclear') break;
    const isLast = index === orders.length - 1;
    if (isBooked(result) || hasAsked || isLast) continue;
    hasAsked = true;
    if (!(await goesOnAfter(result, index))) break;
  }
  const notTried = orders.slice(results.length).map((): BatchResult => ({ kind: 'notTried' }));
  return [...results, ...notTried];
}

/** What is known of an order of a batch. `refused`: by the service. `notSent`: it never left. */
export type Standing = 'placed' | 'unconfirmed' | 'refused' | 'notSent';

export function standingOf(result: BatchResult): Standing {
  switch (result.kind) {
    case 'placed':
      return isBooked(result) ? 'placed' : 'refused';
    case 'unclear':
      return 'unconfirmed';
    case 'refused':
      return 'refused';
    case 'failed':
    case 'notSent':
    case 'notTried':
      return 'notSent';
  }
}

/** The service accepted the order and didn't reject it immediately. */
export function isBooked(result: BatchResult): boolean {
  return result.kind === 'placed' && orderPhase(result.order.status) !== 'failed';
}
