import { describe, expect, it } from 'vitest';
import { lookThrough, type Seen } from '../../../src/images/seenImages.ts';

function memory() {
  const kept = new Map<string, Seen>();
  return {
    kept,
    read: (key: string) => kept.get(key),
    write: (key: string, seen: Seen) => void kept.set(key, seen),
  };
}

const at = (day: number) => new Date(Date.UTC(2026, 2, day));

describe('looking through what a search finds', () => {
  it('calls nothing new the first time, and takes all for seen', () => {
    const seen = memory();
    expect(lookThrough(seen, 'k', ['b', 'a'], at(1))).toBeUndefined();
    expect(seen.kept.get('k')).toEqual({ at: '2026-03-01T00:00:00.000Z', ids: ['b', 'a'] });
  });

  it('calls new what was not there before, and tells since when', () => {
    const seen = memory();
    lookThrough(seen, 'k', ['b', 'a'], at(1));
    expect(lookThrough(seen, 'k', ['c', 'b', 'a'], at(2))).toEqual({
      fresh: ['c'],
      since: at(1).toISOString(),
    });
    expect(lookThrough(seen, 'k', ['c', 'b', 'a'], at(3))).toEqual({ fresh: [], since: at(2).toISOString() });
  });

  it('keeps what is not found for once', () => {
    const seen = memory();
    lookThrough(seen, 'k', ['b', 'a'], at(1));
    lookThrough(seen, 'k', ['b'], at(2));
    expect(lookThrough(seen, 'k', ['b', 'a'], at(3))?.fresh).toEqual([]);
  });

  it('knows searches apart', () => {
    const seen = memory();
    lookThrough(seen, 'k', ['a'], at(1));
    expect(lookThrough(seen, 'other', ['a'], at(2))).toBeUndefined();
  });

  it('forgets what is oldest where there are very many', () => {
    const seen = memory();
    const many = Array.from({ length: 50_000 }, (_none, index) => `i${index}`);
    lookThrough(seen, 'k', many, at(1));
    lookThrough(seen, 'k', ['new', ...many], at(2));
    const ids = seen.kept.get('k')?.ids ?? [];
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([50_000, 'new', 'i49998']);
  });
});
