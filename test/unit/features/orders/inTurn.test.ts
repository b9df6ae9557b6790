import { describe, expect, it, vi } from 'vitest';
import {
  type AgreedOrder,
  type OrderResult,
  placeInTurn,
  priceInTurn,
} from '../../../../src/features/orders/inTurn.ts';
import type { Placed } from '../../../../src/features/orders/placing.ts';
import { createPrices, newPriceMs } from '../../../../src/features/orders/prices.ts';
import { apiError, fakeClient, noRecord, order, price, signedInSession } from '../../fakes.ts';

describe('pricing several orders', () => {
  async function setUp(fail: readonly number[] = []) {
    const requested: number[] = [];
    const session = await signedInSession(
      fakeClient({
        price: body => {
          const { number } = body as { number: number };
          requested.push(number);
          return fail.includes(number)
            ? Promise.reject(apiError('invalid', 400))
            : Promise.resolve(price(number));
        },
      }),
    );
    return { requested, prices: createPrices(session, noRecord) };
  }
  const bodies = [{ number: 1 }, { number: 2 }, { number: 3 }];

  it('runs one after another and reports progress', async () => {
    const { requested, prices } = await setUp();
    const progress: number[] = [];
    const found = await priceInTurn(prices, bodies, { progress: done => progress.push(done) });
    expect([requested, progress]).toEqual([
      [1, 2, 3],
      [0, 1, 2, 3],
    ]);
    expect(found.map(answer => (answer.kind === 'priced' ? answer.price.total.value : answer.kind))).toEqual([
      1, 2, 3,
    ]);
  });

  it("doesn't request known prices again, and returns the reason for each missing one", async () => {
    const { requested, prices } = await setUp([3]);
    await prices.ask({ number: 2 });
    const found = await priceInTurn(prices, [...bodies, { number: 1 }]);
    expect(requested).toEqual([2, 1, 3]);
    expect(found.map(({ kind }) => kind)).toEqual(['priced', 'priced', 'failed', 'priced']);
  });

  it('requests an old price again', async () => {
    const { requested, prices } = await setUp();
    await priceInTurn(prices, bodies.slice(0, 1));
    vi.useFakeTimers({ now: Date.now() + newPriceMs + 1000, toFake: ['Date'] });
    try {
      await priceInTurn(prices, bodies.slice(0, 1));
      expect(requested).toEqual([1, 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps the prices received so far when it is canceled', async () => {
    const { requested, prices } = await setUp();
    const abort = new AbortController();
    const found = await priceInTurn(prices, bodies, {
      progress: done => done === 1 && abort.abort(),
      signal: abort.signal,
    });
    expect([requested, found.map(({ kind }) => kind)]).toEqual([[1], ['priced', 'cancelled', 'cancelled']]);
    expect(prices.of({ number: 1 })).toMatchObject({ kind: 'priced' });
    expect(prices.of({ number: 2 })).toBeUndefined();
  });
});

describe('placing several orders', () => {
  type Outcome = Placed | Error;
  const agreed = {} as AgreedOrder['agreed'];
  const placed: Placed = { kind: 'placed', order: order('o', 'ordered') };
  const rejected: Placed = { kind: 'placed', order: order('o', 'rejected') };
  const refused: Placed = { kind: 'refused', error: apiError('invalid') };
  const unclear: Placed = { kind: 'unclear', error: apiError('timeout'), id: 'a1' };
  const notSent: Placed = { kind: 'notSent', why: { kind: 'noFreshPrice' } };

  async function run(outcomes: readonly Outcome[], goesOn: boolean, abortAt = Infinity) {
    const sent: unknown[] = [];
    const questions: number[] = [];
    const abort = new AbortController();
    const placing = {
      place: (body: unknown) => {
        sent.push(body);
        const outcome = outcomes[sent.length - 1] ?? placed;
        return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
      },
    };
    const orders = outcomes.map((_one, number) => ({ body: { number }, agreed }));
    const results: OrderResult[] = await placeInTurn(placing, orders, {
      signal: abort.signal,
      progress: done => done === abortAt && abort.abort(),
      goesOnAfter: (_result, index) => {
        questions.push(index);
        return Promise.resolve(goesOn);
      },
    });
    return { kinds: results.map(({ kind }) => kind), sent: sent.length, questions };
  }

  it('runs one after another, with a result for each', async () => {
    expect(await run([placed, placed], false)).toEqual({
      kinds: ['placed', 'placed'],
      sent: 2,
      questions: [],
    });
  });

  it.each<[string, Outcome, string]>([
    ['refused', refused, 'refused'],
    ['rejected at once', rejected, 'placed'],
    ['not sent', notSent, 'notSent'],
    ['stopped by the disk', new Error('ENOSPC'), 'failed'],
  ])('asks at the first one that is %s, and stops', async (_what, outcome, kind) => {
    expect(await run([placed, outcome, placed, placed], false)).toEqual({
      kinds: ['placed', kind, 'notTried', 'notTried'],
      sent: 2,
      questions: [1],
    });
  });

  it('asks only once: after the user continues, it runs to the end', async () => {
    expect(await run([refused, placed, refused, placed], true)).toEqual({
      kinds: ['refused', 'placed', 'refused', 'placed'],
      sent: 4,
      questions: [0],
    });
  });

  it('always ends with an unconfirmed order', async () => {
    expect(await run([refused, unclear, placed], true)).toEqual({
      kinds: ['refused', 'unclear', 'notTried'],
      sent: 2,
      questions: [0],
    });
  });

  it("doesn't ask after the last one", async () => {
    expect(await run([placed, refused], false)).toMatchObject({ questions: [], sent: 2 });
  });

  it('ends after the order in progress when it is canceled', async () => {
    expect(await run([placed, placed, placed], true, 1)).toEqual({
      kinds: ['placed', 'placed', 'notTried'],
      sent: 2,
      questions: [],
    });
  });
});
