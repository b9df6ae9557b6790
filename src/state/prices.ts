import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Price } from '../model/order/order.ts';
import { bodyHash, type OrderBody } from './orderBody.ts';
import { signedInOf, type SessionOwner, type SignedIn } from './session.ts';

export type PriceState =
  | { kind: 'pricing' }
  | { kind: 'priced'; price: Price; under: SignedIn }
  | { kind: 'failed'; error: unknown };

export interface Prices {
  /** By hash of the body. A body that was edited has another hash, so its price is gone with the edit. */
  readonly current: ReadonlySignal<ReadonlyMap<string, PriceState>>;
  /** Asks the service; failures go to the state. */
  ask(body: OrderBody, signal?: AbortSignal): Promise<PriceState>;
  /** The price of exactly this body under the session in use. */
  of(body: OrderBody): PriceState | undefined;
}

export function createPrices(session: SessionOwner): Prices {
  const current = signal<ReadonlyMap<string, PriceState>>(new Map());
  const set = (hash: string, state: PriceState) => {
    current.value = new Map(current.peek()).set(hash, state);
  };

  /** The latest question about each body: only its answer counts. */
  const latest = new Map<string, object>();

  let pricedUnder = session.current.peek();
  session.current.subscribe(next => {
    if (next === pricedUnder) return;
    pricedUnder = next;
    current.value = new Map();
  });

  return {
    current,
    of: body => current.peek().get(bodyHash(body)),
    async ask(body, abort) {
      const under = signedInOf(session.current.peek());
      if (!under) throw new Error('A price was asked for while signed out.');
      const hash = bodyHash(body);
      const question = {};
      latest.set(hash, question);
      set(hash, { kind: 'pricing' });
      let state: PriceState;
      try {
        const client = await under.client();
        state = { kind: 'priced', price: await client.price(body, abort), under };
      } catch (error) {
        state = { kind: 'failed', error };
      }
      if (session.current.peek() === under && latest.get(hash) === question) set(hash, state);
      return state;
    },
  };
}
