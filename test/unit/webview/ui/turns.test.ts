import { describe, expect, it } from 'vitest';
import { Turns } from '../../../../webview/ui/turns.ts';

/** Turns by a clock that stands still until a step of some work takes its time. */
function start() {
  let now = 0;
  const waiting: (() => void)[] = [];
  const clock = { now: () => now, later: (turn: () => void) => void waiting.push(turn) };
  const turns = new Turns<string>(clock);
  const done: string[] = [];
  /** @param ms that each step takes */
  function* work(name: string, steps = 1, ms = 0) {
    for (let step = 0; step < steps; step += 1) {
      now += ms;
      done.push(name);
      yield;
    }
  }
  return { turns, done, work, waiting, turn: () => waiting.shift()?.() };
}

describe('Turns', () => {
  it('does no more than eight milliseconds in a turn, and goes on in the next', () => {
    const { turns, done, work, waiting, turn } = start();
    turns.begin('a', work('a', 5, 2));
    turns.begin('b', work('b', 5, 2));
    expect([done.length, waiting.length]).toEqual([0, 1]);
    turn();
    expect(done.join('')).toBe('aaaa');
    turn();
    expect(done.join('')).toBe('aaaaabbb');
    turn();
    expect(done.join('')).toBe('aaaaabbbbb');
    expect([turns.isBusy('a'), turns.isBusy('b'), waiting.length]).toEqual([false, false, 0]);
  });

  it('replaces work under the same key and drops what nobody wants', () => {
    const { turns, done, work, turn } = start();
    turns.begin('a', work('old'));
    turns.begin('a', work('new'));
    turns.begin('b', work('dropped'));
    turns.drop('b');
    turn();
    expect(done).toEqual(['new']);
  });

  it('takes work that begins itself anew for unfinished', () => {
    const { turns, done, work, turn } = start();
    function* first() {
      turns.begin('a', work('second'));
      yield* work('first');
    }
    turns.begin('a', first());
    turn();
    turn();
    expect(done).toEqual(['first', 'second']);
  });

  it('goes on with the rest after work that fails', () => {
    const { turns, done, work, turn } = start();
    function* failing(): Generator<undefined, void> {
      throw new Error('no');
    }
    turns.begin('a', failing());
    turns.begin('b', work('b'));
    expect(turn).toThrow('no');
    turn();
    expect(done).toEqual(['b']);
  });

  it('begins at once when asked, and leaves what takes longer to the next turns', () => {
    const { turns, done, work, turn, waiting } = start();
    turns.beginNow('a', work('a', 1, 5));
    expect([done.length, waiting.length]).toEqual([1, 0]);
    turns.beginNow('a', work('b', 3, 5));
    expect([done.join(''), turns.isBusy('a'), waiting.length]).toEqual(['abb', true, 1]);
    turn();
    expect([done.join(''), turns.isBusy('a')]).toEqual(['abbb', false]);
  });
});
