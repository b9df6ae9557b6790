import { describe, expect, it, vi } from 'vitest';
import { createSharedRuns } from '../../../src/account/sharedRuns.ts';
import { failure } from '../../failure.ts';
import { deferred, settle } from '../fakes.ts';

/** Runs whose answers the test gives. */
function bench() {
  const runs = createSharedRuns<string>('GET picture');
  const begun: ({ signal: AbortSignal } & ReturnType<typeof deferred<string>>)[] = [];
  const run = vi.fn((signal: AbortSignal) => {
    const answer = { signal, ...deferred<string>() };
    begun.push(answer);
    return answer.promise;
  });
  return { runs, begun, run };
}

describe('a run', () => {
  it('is one for all who ask for the same at a time', async () => {
    const { runs, begun, run } = bench();
    const both = [runs.join('a', run), runs.join('a', run)];
    const other = runs.join('b', run);
    expect(begun).toHaveLength(2);
    begun[0]?.resolve('A');
    begun[1]?.resolve('B');
    expect(await Promise.all([...both, other])).toEqual(['A', 'A', 'B']);
    void runs.join('a', run);
    expect(begun).toHaveLength(3);
  });

  it('fails for all of them, and is begun anew by the next', async () => {
    const { runs, begun, run } = bench();
    const both = [runs.join('a', run), runs.join('a', run)];
    begun[0]?.reject(new Error('gone'));
    for (const one of both) await expect(one).rejects.toThrow('gone');
    void runs.join('a', run);
    expect(begun).toHaveLength(2);
  });

  it('goes on while one of them waits, and ends with the last', async () => {
    const { runs, begun, run } = bench();
    const [first, second] = [new AbortController(), new AbortController()];
    const both = [runs.join('a', run, first.signal), runs.join('a', run, second.signal)].map(failure);
    first.abort();
    expect(await both[0]).toMatchObject({ kind: 'aborted' });
    expect(begun[0]?.signal.aborted).toBe(false);
    second.abort();
    expect(begun[0]?.signal.aborted).toBe(true);
    expect(await both[1]).toMatchObject({ kind: 'aborted' });
  });

  it('goes on for who cannot leave', () => {
    const { runs, begun, run } = bench();
    const leaving = new AbortController();
    void runs.join('a', run);
    void failure(runs.join('a', run, leaving.signal));
    leaving.abort();
    expect(begun[0]?.signal.aborted).toBe(false);
  });

  it('that was given up is not joined', async () => {
    const { runs, begun, run } = bench();
    const leaving = new AbortController();
    const left = failure(runs.join('a', run, leaving.signal));
    leaving.abort();
    const next = runs.join('a', run);
    expect(begun).toHaveLength(2);
    begun[0]?.resolve('late');
    begun[1]?.resolve('A');
    expect(await next).toBe('A');
    await left;
  });

  it('is not begun for who has gone already', async () => {
    const { runs, run } = bench();
    expect(await failure(runs.join('a', run, AbortSignal.abort()))).toMatchObject({ kind: 'aborted' });
    expect(run).not.toHaveBeenCalled();
  });

  it('can be ended for everybody, chosen by its key', async () => {
    const { runs, begun, run } = bench();
    const [a, b] = [failure(runs.join('a', run)), runs.join('b', run)];
    runs.cancel(key => key === 'a');
    expect(await a).toMatchObject({ kind: 'aborted', details: { request: 'GET picture' } });
    expect(begun.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    begun[1]?.resolve('B');
    expect(await b).toBe('B');
    const all = ['c', 'd'].map(key => failure(runs.join(key, run)));
    runs.cancel();
    for (const one of all) expect(await one).toMatchObject({ kind: 'aborted' });
    await settle();
  });
});
