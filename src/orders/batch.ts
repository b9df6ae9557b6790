/** Several orders: priced one after the other, and placed one after the other, each with a yes of its own. */
import { orderPhase } from '../model/order/order.ts';
import { bodyHash, type OrderBody } from '../model/order/orderBody.ts';
import type { Agreed, Placed, Placing } from './placing.ts';
import type { Asked, Prices } from './prices.ts';

export interface BatchOptions {
  /** Before each item: how many are done. */
  progress?: (done: number) => void;
  /** Ends the batch before the next item; what is done stays. */
  signal?: AbortSignal;
}

/**
 * Prices what has no price under this session yet. The client keeps the distance between the calls.
 *
 * @returns for each body what is known of its price; `cancelled` for those that it did not come to
 */
export async function priceBatch(
  prices: Prices,
  bodies: readonly OrderBody[],
  { progress, signal }: BatchOptions = {},
): Promise<Asked[]> {
  /** The same body is asked for once. */
  const answers = new Map<string, Asked>();
  const found: Asked[] = [];
  for (const [done, body] of bodies.entries()) {
    progress?.(done);
    const hash = bodyHash(body);
    const known = prices.of(body);
    const answer = answers.get(hash) ?? (known?.kind === 'priced' ? known : await ask(prices, body, signal));
    if (answer.kind !== 'cancelled') answers.set(hash, answer);
    found.push(answer);
  }
  progress?.(bodies.length);
  return found;
}

async function ask(prices: Prices, body: OrderBody, signal?: AbortSignal): Promise<Asked> {
  if (signal?.aborted) return { kind: 'cancelled' };
  return prices.ask(body, signal).catch((error: unknown) => ({ kind: 'failed', error }) as const);
}

/** One order of a batch that the user said yes to. */
export interface BatchOrder {
  body: OrderBody;
  agreed: Agreed;
}

export type BatchResult =
  | Placed
  /** Nothing was sent: the journal could not be written, or no token was to be had. */
  | { kind: 'failed'; error: unknown }
  /** The batch ended before it. */
  | { kind: 'notTried' };

export interface PlaceBatchOptions extends BatchOptions {
  /** The first order that was not placed: whether the others are to be tried. */
  goesOnAfter: (result: BatchResult, index: number) => Promise<boolean>;
}

/**
 * Places orders in their order. At the first one that is not placed the user chooses; an unclear outcome ends the batch,
 * because what stands in the way there can lose the others as well.
 *
 * @returns what became of each
 */
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
