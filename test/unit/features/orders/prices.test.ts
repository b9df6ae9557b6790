import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../../src/service/rules/ledgerEntry.ts';
import type { Price } from '../../../../src/service/rules/order.ts';
import type { Client } from '../../../../src/service/wire/client.ts';
import { ApiError } from '../../../../src/service/wire/errors.ts';
import { createPrices } from '../../../../src/features/orders/prices.ts';
import {
  apiError,
  deferred,
  fakeClient,
  notes,
  otherConnection,
  price,
  settle,
  signedInSession,
} from '../../fakes.ts';
import { bareImage } from '../../fixtures.ts';

const body = { kind: 'order.analytics-toolbox.archive', title: 'harbour', imageIds: ['a', 'b'] };

async function setUp(ask: Client['price']) {
  const session = await signedInSession(fakeClient({ price: ask }));
  const clock = { now: Date.UTC(2026, 0, 1) };
  const ledger = notes();
  const prices = createPrices(session, ledger.record, { now: () => clock.now });
  return { session, clock, ledger, prices };
}

describe('a price', () => {
  it('belongs to the requested body, in the session that requested it', async () => {
    const sent: unknown[] = [];
    const { prices, session } = await setUp(requestBody => {
      sent.push(requestBody);
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

  it('belongs to the same body with its members in another order, and to no other', async () => {
    const { prices } = await setUp(() => Promise.resolve(price(12)));
    await prices.ask(body);
    expect(prices.of({ imageIds: ['a', 'b'], title: 'harbour', kind: body.kind })).toMatchObject({
      kind: 'priced',
    });
    expect(prices.of({ ...body, imageIds: ['b', 'a'] })).toBeUndefined();
    expect(prices.of({ ...body, title: 'Harbour' })).toBeUndefined();
  });

  it("that isn't available has a reason, and can be requested again", async () => {
    let broken = true;
    const { prices } = await setUp(() =>
      broken ? Promise.reject(apiError('invalid', 400)) : Promise.resolve(price(12)),
    );
    expect(await prices.ask(body)).toMatchObject({ kind: 'failed', error: { kind: 'invalid' } });
    expect(prices.of(body)).toMatchObject({ kind: 'failed' });
    broken = false;
    await prices.ask(body);
    expect(prices.of(body)).toMatchObject({ kind: 'priced' });
  });

  it('is not requested while signed out', async () => {
    const { prices, session } = await setUp(() => Promise.resolve(price(12)));
    await session.signOut();
    await expect(prices.ask(body)).rejects.toThrow('signed out');
    expect(prices.current.value.size).toBe(0);
  });

  it('can be canceled by the caller, and a price known before stays known', async () => {
    let answer: () => Promise<Price> = () => Promise.resolve(price(12));
    const { prices } = await setUp(() => answer());
    await prices.ask(body);
    const known = prices.of(body);
    // While it waits for its turn, it gets no answer.
    answer = () => new Promise(() => undefined);
    const abort = new AbortController();
    const run = prices.ask(body, abort.signal);
    await settle();
    expect(prices.of(body)).toEqual({ kind: 'pricing' });
    abort.abort();
    expect(await run).toEqual({ kind: 'cancelled' });
    expect(prices.of(body)).toBe(known);
  });

  it('can be canceled by its body, and is unknown then', async () => {
    const { prices } = await setUp(
      (_body, signal) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(apiError('aborted'))),
        ),
    );
    const run = prices.ask(body);
    await settle();
    prices.cancel({ ...body, title: 'another' });
    expect(prices.of(body)).toEqual({ kind: 'pricing' });
    prices.cancel(body);
    expect(await run).toEqual({ kind: 'cancelled' });
    expect(prices.of(body)).toBeUndefined();
  });

  it('canceled twice is what it was before the first request', async () => {
    const answers = [() => Promise.resolve(price(12)), () => new Promise<Price>(() => undefined)];
    let calls = 0;
    const { prices } = await setUp(() => answers[Math.min(calls++, 1)]?.() ?? expect.fail());
    await prices.ask(body);
    const known = prices.of(body);
    const first = new AbortController();
    const second = new AbortController();
    const runs = [prices.ask(body, first.signal), prices.ask(body, second.signal)];
    second.abort();
    await runs[1];
    expect(prices.of(body)).toEqual({ kind: 'pricing' });
    first.abort();
    await runs[0];
    expect(prices.of(body)).toBe(known);
  });

  describe('in the ledger', () => {
    const subject = { connection: 'Test', action: 'price', title: 'harbour', orderKind: body.kind };

    it.each<[string, () => Promise<Price>, Partial<LedgerEntry>]>([
      [
        'is what the service asks',
        () => Promise.resolve(price(12)),
        { result: 'ok', amount: { value: 12, unit: 'credits' } },
      ],
      [
        'stands there with why it cannot be ordered',
        () => Promise.resolve(price(12, { notOrderable: 'insufficient' })),
        { result: 'ok', message: 'insufficient', amount: { value: 12, unit: 'credits' } },
      ],
      [
        'is refused in the words of the service',
        () =>
          Promise.reject(
            new ApiError('invalid', { request: 'POST /x', status: 400, serverMessage: 'Bad AOI.' }),
          ),
        { result: 'refused', message: 'Bad AOI.' },
      ],
      ['fails without an answer', () => Promise.reject(apiError('timeout')), { result: 'failed' }],
      ['fails with a useless answer', () => Promise.reject(apiError('shape', 200)), { result: 'failed' }],
    ])('%s', async (_what, answer, expected) => {
      const { prices, ledger } = await setUp(answer);
      await prices.ask({ ...body, note: 'private words' });
      expect(ledger.noted).toMatchObject([{ ...subject, ...expected }]);
      expect(ledger.noted[0]?.bodyHash).toHaveLength(8);
      expect(JSON.stringify(ledger.noted)).not.toContain('private words');
    });
  });

  it('is recorded with what it is for, as far as that is the same in all parts of the order', async () => {
    const session = await signedInSession(
      fakeClient({ price: () => Promise.resolve(price(12, { areaKm2: 2.5 })) }),
    );
    const ledger = notes();
    const constellationOf: Record<string, string> = { a: 'PHR', b: 'PHR', c: 'SPOT' };
    const prices = createPrices(session, ledger.record, {
      imageById: id => bareImage({ constellation: constellationOf[id] }),
    });
    const order = (...products: object[]) => ({ kind: 'order.data.product', products });
    const [a, b, c] = ['a', 'b', 'c'].map(id => ({ id, productType: 'pansharpened' }));
    await prices.ask(order({ ...a }, { ...b }));
    await prices.ask(order({ ...a }, { ...c }));
    await prices.ask(order({ ...a }, { ...b, productType: 'bundle' }));
    await prices.ask({ ...body, analytic: 'ships', resolution: 1.5 });
    expect(
      ledger.noted.map(({ areaKm2, product, constellation }) => ({ areaKm2, product, constellation })),
    ).toEqual([
      { areaKm2: 2.5, product: 'pansharpened', constellation: 'PHR' },
      { areaKm2: 2.5, product: 'pansharpened', constellation: undefined },
      { areaKm2: 2.5, product: undefined, constellation: 'PHR' },
      { areaKm2: 2.5, product: 'ships', constellation: 'SPOT' },
    ]);
  });

  it("doesn't depend on what the ledger can say about it", async () => {
    const session = await signedInSession(fakeClient({ price: () => Promise.resolve(price(12)) }));
    const ledger = notes();
    const problems: unknown[] = [];
    const prices = createPrices(session, ledger.record, {
      imageById: () => {
        throw new Error('no images');
      },
      onError: problem => problems.push(problem),
    });
    const order = { kind: 'order.data.product', products: [{ id: 'a', productType: 'pansharpened' }] };
    expect(await prices.ask(order)).toMatchObject({ kind: 'priced', price: price(12) });
    expect(ledger.noted).toMatchObject([{ action: 'price', result: 'ok' }]);
    expect(problems).toEqual([new Error('no images')]);
  });

  it('from a previous session is gone, even if it arrives late', async () => {
    const late = deferred<Price>();
    const { prices, session } = await setUp(() => late.promise);
    const run = prices.ask(body);
    await settle();
    await session.signIn(otherConnection, 'key');
    expect(prices.of(body)).toBeUndefined();
    late.resolve(price(12));
    await run;
    expect(prices.of(body)).toBeUndefined();
  });

  it('is requested once for all who ask at the same time, and each of them can stop waiting', async () => {
    const answer = deferred<Price>();
    const signals: (AbortSignal | undefined)[] = [];
    const { prices } = await setUp((_body, signal) => {
      signals.push(signal);
      return answer.promise;
    });
    const leaving = new AbortController();
    const runs = [
      prices.ask(body, leaving.signal),
      prices.ask({ ...body }),
      prices.ask(body, undefined, 'agent'),
    ];
    await settle();
    leaving.abort();
    expect(await runs[0]).toEqual({ kind: 'cancelled' });
    expect(prices.of(body)).toEqual({ kind: 'pricing' });
    answer.resolve(price(12));
    expect(await runs[1]).toBe(await runs[2]);
    expect(signals.map(signal => signal?.aborted)).toEqual([false]);
    expect(prices.of(body)).toBe(await runs[1]);
    // Another time, it may have changed.
    await prices.ask(body);
    expect(signals).toHaveLength(2);
  });

  it('for an agent lets others go first until a person asks for the same', async () => {
    const patience: (AbortSignal | undefined)[] = [];
    const answer = deferred<Price>();
    const { prices } = await setUp((_body, _signal, patient) => {
      patience.push(patient);
      return answer.promise;
    });
    const isPatient = () => patience.map(signal => signal?.aborted === false);
    void prices.ask(body, undefined, 'agent');
    void prices.ask({ ...body, title: 'quay' });
    await settle();
    expect(isPatient()).toEqual([true, false]);
    const asked = prices.ask(body);
    expect(isPatient()).toEqual([false, false]);
    answer.resolve(price(12));
    expect(await asked).toMatchObject({ kind: 'priced' });
  });
});
