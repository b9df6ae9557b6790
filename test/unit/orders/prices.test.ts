import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/api/client.ts';
import type { Price } from '../../../src/model/order/order.ts';
import { createPrices } from '../../../src/orders/prices.ts';
import { apiError, deferred, fakeClient, other, price, settle, signedInSession } from '../fakes.ts';

const body = { kind: 'order.analytics-toolbox.archive', title: 'harbour', imageIds: ['a', 'b'] };

async function bench(ask: Client['price']) {
  const session = await signedInSession(fakeClient({ price: ask }));
  const clock = { now: Date.UTC(2026, 0, 1) };
  return { session, clock, prices: createPrices(session, () => clock.now) };
}

describe('a price', () => {
  it('is that of the body that was asked for, under the session that asked', async () => {
    const sent: unknown[] = [];
    const { prices, session } = await bench(one => {
      sent.push(one);
      return Promise.resolve(price(12));
    });
    const run = prices.ask(body);
    expect(prices.of(body)).toEqual({ kind: 'pricing' });
    const answer = await run;
    const signedIn = session.current.value;
    expect(answer).toEqual({ kind: 'priced', price: price(12), signedIn, at: Date.UTC(2026, 0, 1) });
    expect(prices.of(body)).toBe(answer);
    expect(sent).toEqual([body]);
  });

  it('belongs to the same body in another order of its members, and to no other', async () => {
    const { prices } = await bench(() => Promise.resolve(price(12)));
    await prices.ask(body);
    expect(prices.of({ imageIds: ['a', 'b'], title: 'harbour', kind: body.kind })).toMatchObject({
      kind: 'priced',
    });
    expect(prices.of({ ...body, imageIds: ['b', 'a'] })).toBeUndefined();
    expect(prices.of({ ...body, title: 'Harbour' })).toBeUndefined();
  });

  it('that could not be had says why, and can be asked for again', async () => {
    let broken = true;
    const { prices } = await bench(() =>
      broken ? Promise.reject(apiError('invalid', 400)) : Promise.resolve(price(12)),
    );
    expect(await prices.ask(body)).toMatchObject({ kind: 'failed', error: { kind: 'invalid' } });
    expect(prices.of(body)).toMatchObject({ kind: 'failed' });
    broken = false;
    await prices.ask(body);
    expect(prices.of(body)).toMatchObject({ kind: 'priced' });
  });

  it('is not asked for while signed out', async () => {
    const { prices, session } = await bench(() => Promise.resolve(price(12)));
    await session.signOut();
    await expect(prices.ask(body)).rejects.toThrow('signed out');
    expect(prices.current.value.size).toBe(0);
  });

  it('can be given up by whoever asked, and what was known stays known', async () => {
    let answer: () => Promise<Price> = () => Promise.resolve(price(12));
    const { prices } = await bench(() => answer());
    await prices.ask(body);
    const known = prices.of(body);
    // Waiting for its turn it hears of nothing.
    answer = () => new Promise(() => undefined);
    const abort = new AbortController();
    const run = prices.ask(body, abort.signal);
    await settle();
    expect(prices.of(body)).toEqual({ kind: 'pricing' });
    abort.abort();
    expect(await run).toEqual({ kind: 'cancelled' });
    expect(prices.of(body)).toBe(known);
  });

  it('is told to whoever listens, with the connection it was asked under', async () => {
    let broken = false;
    const { prices, clock } = await bench(() =>
      broken ? Promise.reject(apiError('invalid', 400)) : Promise.resolve(price(12)),
    );
    const events: unknown[] = [];
    const end = prices.onPriced(({ hash, ...event }) => events.push({ ...event, hash: hash.length }));
    await prices.ask(body);
    broken = true;
    clock.now += 1000;
    await prices.ask(body);
    end();
    await prices.ask(body);
    const about = { body, hash: 64, connection: 'Test' };
    expect(events).toEqual([
      { ...about, at: clock.now - 1000, result: { kind: 'priced', price: price(12) } },
      {
        ...about,
        at: clock.now,
        result: { kind: 'failed', error: apiError('invalid', 400) },
      },
    ]);
  });

  it('of a former session is gone, also when it comes late', async () => {
    const late = deferred<Price>();
    const { prices, session } = await bench(() => late.promise);
    const run = prices.ask(body);
    await settle();
    await session.signIn(other, 'key');
    expect(prices.of(body)).toBeUndefined();
    late.resolve(price(12));
    await run;
    expect(prices.of(body)).toBeUndefined();
  });

  it('is gone when the user signs out or in again', async () => {
    const { prices, session } = await bench(() => Promise.resolve(price(12)));
    await prices.ask(body);
    await session.signOut();
    expect(prices.of(body)).toBeUndefined();
  });

  it('is the newest that was asked for, whichever answer comes last', async () => {
    const answers = [deferred<Price>(), deferred<Price>()];
    let asked = 0;
    const { prices } = await bench(() => answers[asked++]?.promise ?? Promise.reject(new Error('too often')));
    const first = prices.ask(body);
    await settle();
    const second = prices.ask(body);
    await settle();
    answers[1]?.resolve(price(20));
    await second;
    answers[0]?.resolve(price(12));
    await first;
    expect(prices.of(body)).toMatchObject({ price: { total: { value: 20 } } });
  });
});
