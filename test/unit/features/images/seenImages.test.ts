import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareWithSeen, createSeenMemory, type Seen } from '../../../../src/features/images/seenImages.ts';
import { tempFolder } from '../../tempFolder.ts';

function memory() {
  const kept = new Map<string, Seen>();
  return {
    kept,
    read: (key: string) => Promise.resolve(kept.get(key)),
    write: (key: string, seen: Seen) => Promise.resolve(void kept.set(key, seen)),
  };
}

const at = (day: number) => new Date(Date.UTC(2026, 2, day));

describe('finding new images of a search', () => {
  it('calls nothing new the first time, and marks all as seen', async () => {
    const seen = memory();
    expect(await compareWithSeen(seen, 'k', ['b', 'a'], at(1))).toBeUndefined();
    expect(seen.kept.get('k')).toEqual({ at: '2026-03-01T00:00:00.000Z', ids: ['b', 'a'] });
  });

  it('calls new what was not there before, and reports since when', async () => {
    const seen = memory();
    await compareWithSeen(seen, 'k', ['b', 'a'], at(1));
    const check = (day: number) => compareWithSeen(seen, 'k', ['c', 'b', 'a'], at(day));
    expect(await check(2)).toEqual({ fresh: ['c'], since: at(1).toISOString() });
    expect(await check(3)).toEqual({ fresh: [], since: at(2).toISOString() });
  });

  it('remembers the new images of each run for a forecast', async () => {
    const seen = memory();
    const check = (day: number, ids: string[]) =>
      compareWithSeen(seen, 'k', ids, at(day), fresh => fresh.map(id => ({ constellation: id, share: 1 })));
    await check(1, ['a']);
    await check(2, ['b', 'a']);
    await check(3, ['b', 'a']);
    expect(seen.kept.get('k')?.runs).toEqual([
      { at: at(1).toISOString(), images: [] },
      { at: at(2).toISOString(), images: [{ constellation: 'b', share: 1 }] },
      { at: at(3).toISOString(), images: [] },
    ]);
  });

  it('drops the oldest if there are very many', async () => {
    const seen = memory();
    const many = Array.from({ length: 50_000 }, (_none, index) => `i${index}`);
    await compareWithSeen(seen, 'k', many, at(1));
    await compareWithSeen(seen, 'k', ['new', ...many], at(2));
    const ids = seen.kept.get('k')?.ids ?? [];
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([50_000, 'new', 'i49998']);
  });
});

const seen = (id: string) => ({ at: '2026-03-01T00:00:00.000Z', ids: [id] });

describe('the store of seen images', () => {
  it('is kept for the next window, separately for each search', async () => {
    const folder = join(await tempFolder(), 'not', 'there');
    const memory = createSeenMemory(folder);
    expect(await memory.read('a')).toBeUndefined();
    await memory.write('a', seen('1'));
    await memory.write('b/../\n', seen('2'));
    await memory.write('a', seen('3'));
    const next = createSeenMemory(folder);
    const read = await Promise.all(['a', 'b/../\n', 'c'].map(key => next.read(key)));
    expect(read).toEqual([seen('3'), seen('2'), undefined]);
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('drops the least recently run search', async () => {
    const folder = await tempFolder();
    const memory = createSeenMemory(folder);
    await memory.write('oldest', seen('0'));
    const [file = ''] = await readdir(folder);
    await utimes(join(folder, file), 1, 1);
    for (let index = 0; index < 50; index++) await memory.write(`s${index}`, seen('1'));
    expect(await memory.read('oldest')).toBeUndefined();
    expect(await memory.read('s0')).toEqual(seen('1'));
    expect(await readdir(folder)).toHaveLength(50);
  });
});
