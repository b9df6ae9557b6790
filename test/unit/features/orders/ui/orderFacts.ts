import { signal } from '@preact/signals-core';
import type { OrderContext } from '../../../../../src/features/orders/rules/checkOrder.ts';
import type { OrderFacts } from '../../../../../src/features/orders/orderFacts.ts';
import type { Document } from '../../../../fake/documents.ts';
import { editor } from '../../../../fake/editor.ts';
import { context } from '../rules/orderFixtures.ts';

export function fakeFacts() {
  const current = signal(0);
  const requested: (readonly string[])[] = [];
  let known: OrderContext = context;
  const facts: OrderFacts = {
    current,
    named: signal([new Map(), { kind: 'none' }]),
    context: () => known,
    analytics: { current: signal({ kind: 'none' }), need: () => undefined, refresh: () => Promise.resolve() },
    need: () => undefined,
    want: ids => void requested.push(ids),
    read: () => Promise.resolve(),
  };
  return {
    facts,
    requested,
    learn(more: OrderContext) {
      known = more;
      current.value++;
    },
  };
}

export function orderDocument(body: object | string, name = 'a.order.json'): Document {
  return editor.open(`/${name}`, typeof body === 'string' ? body : JSON.stringify(body, undefined, 2));
}
