import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { confirmDelayMs } from '../../../../../src/platform/dialogs/confirmDelay.ts';
import type { PriceState } from '../../../../../src/features/orders/prices.ts';
import {
  type OrderLensParts,
  registerOrderLenses,
} from '../../../../../src/features/orders/ui/document/orderLenses.ts';
import { editor } from '../../../../fake/editor.ts';
import { connection, price, profile } from '../../../fakes.ts';
import { report } from '../rules/orderFixtures.ts';
import { fakeFacts, orderDocument } from './orderFacts.ts';

vi.unmock('../../../../../src/platform/dialogs/confirmDelay.ts');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

it('offers the order behind the price, a moment after it, so that a second click on another lens never hits it', async () => {
  const signedIn = {
    kind: 'signedIn',
    connection,
    client: () => Promise.reject(new Error('no call')),
  } as const;
  const state = signal<PriceState | undefined>(undefined);
  const registered = registerOrderLenses({
    session: { current: signal(signedIn) },
    account: { current: signal({ kind: 'ready', value: profile(), at: 0 }) },
    orders: { current: signal({ kind: 'none' }) },
    prices: { current: state, of: () => state.peek() },
    placing: {
      changed: signal(0),
      placedOf: () => undefined,
      unresolvedAttempt: () => undefined,
      lastPlacedMs: () => 0,
    },
    facts: fakeFacts().facts,
    estimates: { current: signal(undefined), need: () => Promise.resolve() },
    diagnostics: { lastCheck: () => undefined, onDidCheck: () => ({ dispose: () => undefined }) },
  } as unknown as OrderLensParts);
  const document = orderDocument(report);
  const commands = async () => {
    const lenses = (await editor.lenses(document)).map(({ command }) => command?.command);
    return lenses.slice(0, lenses.indexOf('swath.openMap'));
  };
  const reprice = () => (state.value = { kind: 'priced', price: price(12), signedIn, at: Date.now() });
  for (let time = 0; time < 2; time++) {
    reprice();
    expect(await commands()).toEqual(['swath.priceOrder']);
    await vi.advanceTimersByTimeAsync(confirmDelayMs - 1);
    expect(await commands()).toEqual(['swath.priceOrder']);
    await vi.advanceTimersByTimeAsync(1);
    expect((await commands()).slice(0, 2)).toEqual(['swath.priceOrder', 'swath.placeOrder']);
  }
  registered.dispose();
  expect(vi.getTimerCount()).toBe(0);
});
