/** Prices and places orders, one after another. Each has its own journal entry. */
import { orderPhase } from '../../service/rules/order.ts';
import type { Agreed, Placed, Placing } from './placing.ts';
import { type Asked, newPriceMs, type Prices } from './prices.ts';
import type { OrderBody } from './rules/orderBody.ts';

export interface InTurnOptions {
  /** Called before each order with the number of those that are done. */
  progress?: (done: number) => void;
  /** Ends before the next order. What was done until then is kept. */
  signal?: AbortSignal;
}

/** Prices the orders that don't have a recent price in this session. The client spaces out the calls. */
export async function priceInTurn(
  prices: Prices,
  bodies: readonly OrderBody[],
  { progress, signal }: InTurnOptions = {},
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

export interface AgreedOrder {
  body: OrderBody;
  agreed: Agreed;
}

export type OrderResult =
  | Placed
  /** Nothing was sent, because the journal couldn't be written or no token was available. */
  | { kind: 'failed'; error: unknown }
  /** An earlier order ended it, or the user did. */
  | { kind: 'notTried' };

export interface PlacingOptions extends InTurnOptions {
  /** Called after the first order that wasn't placed, if others follow: whether to continue with them. */
  goesOnAfter: (result: OrderResult, index: number) => Promise<boolean>;
}

/**
 * Places each order by the confirmation that it has. An unconfirmed order ends it, because the same fault could affect
 * the orders that follow.
 */
export async function placeInTurn(
  placing: Pick<Placing, 'place'>,
  orders: readonly AgreedOrder[],
  { goesOnAfter, progress, signal }: PlacingOptions,
): Promise<OrderResult[]> {
  const results: OrderResult[] = [];
  let hasAsked = false;
  for (const [index, { body, agreed }] of orders.entries()) {
    if (signal?.aborted) break;
    progress?.(index);
    const result = await placing
      .place(body, agreed)
      .catch((error: unknown): OrderResult => ({ kind: 'failed', error }));
    results.push(result);
    if (result.kind === 'unclear') break;
    const isLast = index === orders.length - 1;
    if (isBooked(result) || hasAsked || isLast) continue;
    hasAsked = true;
    if (!(await goesOnAfter(result, index))) break;
  }
  const notTried = orders.slice(results.length).map((): OrderResult => ({ kind: 'notTried' }));
  return [...results, ...notTried];
}

/** What is known of an order. `refused`: by the service. `notSent`: it never left. */
export type Standing = 'placed' | 'unconfirmed' | 'refused' | 'notSent';

export function resultStanding(result: OrderResult): Standing {
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
export function isBooked(result: OrderResult): boolean {
  return result.kind === 'placed' && orderPhase(result.order.status) !== 'failed';
}
