import { describe, expect, it } from 'vitest';
import { Turns } from '../../../../webview/ui/turns.ts';

/** Turns with a clock that only advances when a step of some work takes time. */
function start() {
  let now = 0;
  const waiting: (() => void)[] = [];
  const clock = { now: () => now, schedule: (turn: () => void) => void waiting.push(turn) };
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
  it('does no more than eight milliseconds in a turn, and continues in the next', () => {
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

  it('replaces work under the same key and drops what is no longer needed', () => {
    const { turns, done, work, turn } = start();
    turns.begin('a', work('old'));
    turns.begin('a', work('new'));
    turns.begin('b', work('dropped'));
    turns.drop('b');
    turn();
    expect(done).toEqual(['new']);
  });

  it('keeps work that restarts itself as unfinished', () => {
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

  it('continues with the rest after work that fails', () => {
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

  it('starts at once if asked, and leaves longer work to the next turns', () => {
    const { turns, done, work, turn, waiting } = start();
    turns.beginNow('a', work('a', 1, 5));
    expect([done.length, waiting.length]).toEqual([1, 0]);
    turns.beginNow('a', work('b', 3, 5));
    expect([done.join(''), turns.isBusy('a'), waiting.length]).toEqual(['abb', true, 1]);
    turn();
    expect([done.join(''), turns.isBusy('a')]).toEqual(['abbb', false]);
  });
});
