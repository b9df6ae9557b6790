/** Several orders: priced and placed one after the other, each with a journal entry of its own. */
import { orderPhase } from '../model/order/order.ts';
import type { OrderBody } from '../model/order/orderBody.ts';
import type { Agreed, Placed, Placing } from './placing.ts';
import type { Asked, Prices } from './prices.ts';

export interface BatchOptions {
  /** Before each item: how many are done. */
  progress?: (done: number) => void;
  /** Ends the batch before the next item; what is done stays. */
  signal?: AbortSignal;
}

/** Prices what has no price in this session yet. The client keeps the distance between the calls. */
export async function priceBatch(
  prices: Prices,
  bodies: readonly OrderBody[],
  { progress, signal }: BatchOptions = {},
): Promise<Asked[]> {
  const found: Asked[] = [];
  for (const [done, body] of bodies.entries()) {
    progress?.(done);
    const known = prices.of(body);
    found.push(known?.kind === 'priced' ? known : await ask(prices, body, signal));
  }
  progress?.(bodies.length);
  return found;
}

async function ask(prices: Prices, body: OrderBody, signal?: AbortSignal): Promise<Asked> {
  if (signal?.aborted) return { kind: 'cancelled' };
  return prices.ask(body, signal).catch((error: unknown) => ({ kind: 'failed', error }) as const);
}

/** One confirmed order of a batch. */
export interface BatchOrder {
  body: OrderBody;
  agreed: Agreed;
}

export type BatchResult =
  | Placed
  /** Nothing was sent: the journal could not be written, or no token was available. */
  | { kind: 'failed'; error: unknown }
  /** The batch ended before it. */
  | { kind: 'notTried' };

export interface PlaceBatchOptions extends BatchOptions {
  /** After the first order that was not placed: whether to try the others. */
  goesOnAfter: (result: BatchResult, index: number) => Promise<boolean>;
}

/** An unconfirmed order ends the batch: the same fault can lose the others as well. */
export async function placeBatch(
  placing: Pick<Placing, 'place'>,
  orders: readonly BatchOrder[],
  { goesOnAfter, progress, signal }: PlaceBatchOptions,
): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  let wasAsked = false;
  for (const [index, { body, agreed }] of orders.entries()) {
    if (signal?.aborted) break;
    progress?.(index);
    const result = await placing
      .place(body, agreed)
      .catch((error: unknown): BatchResult => ({ kind: 'failed', error }));
    results.push(result);
    if (result.kind === 'unclear') break;
    const isLast = index === orders.length - 1;
    if (isBooked(result) || wasAsked || isLast) continue;
    wasAsked = true;
    if (!(await goesOnAfter(result, index))) break;
  }
  const notTried = orders.slice(results.length).map((): BatchResult => ({ kind: 'notTried' }));
  return [...results, ...notTried];
}

/** The service took it, and did not reject it at once. */
export function isBooked(result: BatchResult): boolean {
  return result.kind === 'placed' && orderPhase(result.order.status) !== 'failed';
}
