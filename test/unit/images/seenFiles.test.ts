import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSeenMemory } from '../../../src/images/seenImages.ts';
import { tempFolder } from '../tempFolder.ts';

const seen = (id: string) => ({ at: '2026-03-01T00:00:00.000Z', ids: [id] });

describe('the memory of seen images', () => {
  it('is kept for the next window, for each search its own', async () => {
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

  it('forgets the search that was looked through longest ago', async () => {
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
