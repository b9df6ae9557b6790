import { describe, expect, it } from 'vitest';
import { createNewestFirst, type Turn } from '../../../src/images/pictures.ts';
import { deferred } from '../fakes.ts';

/** Everything that is ready to run has run. */
const settled = () => new Promise(resolve => setImmediate(resolve));

/** Work that begins when it may, and ends when the test says so. */
function bench(atOnce: number) {
  const pool = createNewestFirst(atOnce);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const never = new AbortController().signal;
  const start = (name: string, turn: Turn = pool.turn(), signal = never) => {
    const { promise, resolve } = deferred<undefined>();
    ends.set(name, () => resolve(undefined));
    const ran = turn.run(() => {
      begun.push(name);
      return promise;
    }, signal);
    return ran.catch(() => `${name} ended`);
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { pool, begun, start, end };
}

describe('of the work that waits', () => {
  it('the newest is next, and no more goes on at a time than may', async () => {
    const { begun, start, end } = bench(2);
    for (const name of ['a', 'b', 'c', 'd', 'e']) void start(name);
    await settled();
    expect(begun).toEqual(['a', 'b']);
    await end('a');
    expect(begun).toEqual(['a', 'b', 'e']);
    await end('e');
    await end('d');
    expect(begun).toEqual(['a', 'b', 'e', 'd', 'c']);
  });

  it('it counts when it was wanted, not when it was ready to run', async () => {
    const { pool, begun, start, end } = bench(1);
    void start('running');
    const early = pool.turn();
    void start('late');
    void start('early', early);
    await end('running');
    expect(begun).toEqual(['running', 'late']);
  });

  it('what is wanted again is next', async () => {
    const { pool, begun, start, end } = bench(1);
    void start('running');
    const turn = pool.turn();
    void start('again', turn);
    void start('newer');
    turn.wanted();
    await end('running');
    expect(begun).toEqual(['running', 'again']);
    turn.wanted(); // It runs by now, which is as soon as can be.
    await end('again');
    expect(begun).toEqual(['running', 'again', 'newer']);
  });

  it('what was wanted again before it was ready is as urgent', async () => {
    const { pool, begun, start, end } = bench(1);
    void start('running');
    const turn = pool.turn();
    void start('newer');
    turn.wanted();
    void start('again', turn);
    await end('running');
    expect(begun).toEqual(['running', 'again']);
  });

  it('what nobody wants any more never begins, nor comes back by being wanted', async () => {
    const { pool, begun, start, end } = bench(1);
    void start('running');
    const leaving = new AbortController();
    const turn = pool.turn();
    const left = start('left', turn, leaving.signal);
    void start('newer');
    leaving.abort();
    turn.wanted();
    expect(await left).toBe('left ended');
    await end('running');
    await end('newer');
    expect(begun).toEqual(['running', 'newer']);
  });
});
