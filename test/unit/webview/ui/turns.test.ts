import { describe, expect, it } from 'vitest';
import { Turns } from '../../../../webview/ui/turns.ts';

/** A clock that stands still until a test moves it. */
function fakeClock() {
  let now = 0;
  const waiting: (() => void)[] = [];
  return {
    clock: { now: () => now, later: (turn: () => void) => void waiting.push(turn) },
    pass: (ms: number) => (now += ms),
    waiting,
    turn: () => waiting.shift()?.(),
  };
}

describe('Turns', () => {
  it('does no more than eight milliseconds in a turn, and goes on in the next', () => {
    const { clock, pass, turn, waiting } = fakeClock();
    const turns = new Turns<string>(clock);
    const done: string[] = [];
    function* work(name: string) {
      for (let step = 0; step < 5; step += 1) {
        pass(2);
        done.push(name);
        yield;
      }
    }
    turns.begin('a', work('a'));
    turns.begin('b', work('b'));
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
    const { clock, turn } = fakeClock();
    const turns = new Turns<string>(clock);
    const done: string[] = [];
    function* work(name: string) {
      done.push(name);
      yield;
    }
    turns.begin('a', work('old'));
    turns.begin('a', work('new'));
    turns.begin('b', work('dropped'));
    turns.drop('b');
    turn();
    expect(done).toEqual(['new']);
  });

  it('takes work that begins itself anew for unfinished', () => {
    const { clock, turn } = fakeClock();
    const turns = new Turns<string>(clock);
    const done: string[] = [];
    function* work(name: string) {
      if (name === 'first') turns.begin('a', work('second'));
      done.push(name);
      yield;
    }
    turns.begin('a', work('first'));
    turn();
    turn();
    expect(done).toEqual(['first', 'second']);
  });

  it('goes on with the rest after work that fails', () => {
    const { clock, turn } = fakeClock();
    const turns = new Turns<string>(clock);
    const done: string[] = [];
    function* work() {
      done.push('b');
      yield;
    }
    function* failing(): Generator<undefined, void> {
      throw new Error('no');
    }
    turns.begin('a', failing());
    turns.begin('b', work());
    expect(turn).toThrow('no');
    turn();
    expect(done).toEqual(['b']);
  });

  it('begins at once when asked, and leaves what takes longer to the next turns', () => {
    const { clock, pass, turn, waiting } = fakeClock();
    const turns = new Turns<string>(clock);
    let steps = 0;
    function* work(count: number) {
      while (steps < count) {
        pass(5);
        steps += 1;
        yield;
      }
    }
    turns.beginNow('a', work(1));
    expect([steps, waiting.length]).toEqual([1, 0]);
    steps = 0;
    turns.beginNow('a', work(3));
    expect([steps, turns.isBusy('a'), waiting.length]).toEqual([2, true, 1]);
    turn();
    expect([steps, turns.isBusy('a')]).toEqual([3, false]);
  });
});
