import { describe, expect, it } from 'vitest';
import { placeBatch, type BatchOrder, type BatchResult } from '../../../src/orders/batch.ts';
import type { Placed } from '../../../src/orders/placing.ts';
import { apiError, order } from '../fakes.ts';

describe('placing several orders', () => {
  type Outcome = Placed | Error;
  const agreed = {} as BatchOrder['agreed'];
  const placed: Placed = { kind: 'placed', order: order('o', 'ordered') };
  const rejected: Placed = { kind: 'placed', order: order('o', 'rejected') };
  const refused: Placed = { kind: 'refused', error: apiError('invalid') };
  const unclear: Placed = { kind: 'unclear', error: apiError('timeout') };
  const notSent: Placed = { kind: 'notSent', why: { kind: 'noFreshPrice' } };

  async function run(outcomes: readonly Outcome[], goesOn: boolean, abortAt = Infinity) {
    const sent: unknown[] = [];
    const asked: number[] = [];
    const abort = new AbortController();
    const placing = {
      place: (body: unknown) => {
        sent.push(body);
        const outcome = outcomes[sent.length - 1] ?? placed;
        return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
      },
    };
    const orders = outcomes.map((_one, number) => ({ body: { number }, agreed }));
    const results: BatchResult[] = await placeBatch(placing, orders, {
      signal: abort.signal,
      progress: done => done === abortAt && abort.abort(),
      goesOnAfter: (_result, index) => {
        asked.push(index);
        return Promise.resolve(goesOn);
      },
    });
    return { kinds: results.map(({ kind }) => kind), sent: sent.length, asked };
  }

  it.each<[string, Outcome, string]>([
    ['refused', refused, 'refused'],
    ['rejected at once', rejected, 'placed'],
    ['not sent', notSent, 'notSent'],
    ['stopped by the disk', new Error('ENOSPC'), 'failed'],
  ])('asks at the first that is %s, and stops', async (_what, outcome, kind) => {
    expect(await run([placed, outcome, placed, placed], false)).toEqual({
      kinds: ['placed', kind, 'notTried', 'notTried'],
      sent: 2,
      asked: [1],
    });
  });

  it('asks once: who goes on goes on to the end', async () => {
    expect(await run([refused, placed, refused, placed], true)).toEqual({
      kinds: ['refused', 'placed', 'refused', 'placed'],
      sent: 4,
      asked: [0],
    });
  });

  it('always ends with an unclear outcome', async () => {
    expect(await run([refused, unclear, placed], true)).toEqual({
      kinds: ['refused', 'unclear', 'notTried'],
      sent: 2,
      asked: [0],
    });
  });

  it('does not ask after the last', async () => {
    expect(await run([placed, refused], false)).toMatchObject({ asked: [], sent: 2 });
  });

  it('ends after the one that is under way when it is cancelled', async () => {
    expect(await run([placed, placed, placed], true, 1)).toEqual({
      kinds: ['placed', 'placed', 'notTried'],
      sent: 2,
      asked: [],
    });
  });
});
