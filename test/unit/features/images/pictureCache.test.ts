import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPictureCache, type PictureFolder } from '../../../../src/features/images/pictureCache.ts';
import { eventually } from '../../../eventually.ts';
import { tempFolder } from '../../tempFolder.ts';

const link = (name: string) => `https://access.test/api/v1/items/${name}/quicklook`;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** The file name of a picture. */
const nameOf = (name: string) =>
  hashOf('Test').slice(0, 16) + hashOf(JSON.stringify(['Test', link(name)])).slice(16);

function bytes(size: number, fill = 1): Uint8Array {
  return new Uint8Array(size).fill(fill);
}

/** A folder with this byte limit and a clock that the test controls. */
async function setUp(limit = 1_000_000) {
  const folder = join(await tempFolder(), 'pictures');
  const clock = { now: Date.UTC(2026, 0, 1) };
  const warnings: unknown[] = [];
  const open = () =>
    createPictureCache(folder, {
      limit,
      now: () => (clock.now += 1000),
      warn: error => warnings.push(error),
    });
  const put = async (cache: PictureFolder, name: string, size: number) => {
    await cache.put('Test', link(name), bytes(size));
    await cache.clean();
  };
  const kept = async (cache: PictureFolder, ...names: string[]) => {
    const found = await Promise.all(names.map(async name => (await cache.get('Test', link(name))) && name));
    return found.filter(name => name !== undefined);
  };
  const sizes = async () => {
    const files = await Promise.all((await readdir(folder)).map(name => stat(join(folder, name))));
    return files.reduce((sum, { size }) => sum + size, 0);
  };
  return { folder, cache: open(), open, put, kept, sizes, clock, warnings };
}

describe('a picture', () => {
  it('is still available, also in the next window, unchanged', async () => {
    const { cache, open, put, warnings } = await setUp();
    expect(await cache.get('Test', link('a'))).toBeUndefined();
    await put(cache, 'a', 5000);
    for (const store of [cache, open()]) {
      const found = await store.get('Test', link('a'));
      expect([found, found?.buffer.byteLength]).toEqual([bytes(5000), 5000]);
    }
    expect(warnings).toEqual([]);
  });

  it('is in a file whose name reveals nothing, readable only by its owner', async () => {
    const { folder, cache, put } = await setUp();
    await put(cache, 'a', 10);
    const [name = ''] = await readdir(folder);
    expect(name).toBe(nameOf('a'));
    if (process.platform !== 'win32') expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });
});

describe('a full folder', () => {
  it('loses the least recently used pictures', async () => {
    const { cache, put, kept, sizes } = await setUp(1000);
    for (const name of ['a', 'b', 'c']) await put(cache, name, 300);
    expect(await kept(cache, 'a')).toEqual(['a']); // The most recently used one.
    await put(cache, 'd', 300);
    expect(await sizes()).toBe(900);
    expect(await kept(cache, 'a', 'b', 'c', 'd')).toEqual(['a', 'c', 'd']);
  });

  it('is cleaned automatically as pictures arrive', async () => {
    const { cache, sizes } = await setUp(10_000);
    for (let index = 0; index < 100; index++) await cache.put('Test', link(String(index)), bytes(500));
    await eventually(async () => expect(await sizes()).toBeLessThanOrEqual(11_000));
    await cache.clean();
    expect(await sizes()).toBeGreaterThan(8_000);
  });
});

describe('two windows on one folder', () => {
  it('write, read and clean at the same time, and each picture is complete or missing', async () => {
    const { open, sizes, folder, warnings } = await setUp(20_000);
    const windows = [open(), open(), open()];
    const answers = await Promise.all(
      Array.from({ length: 300 }, async (_one, index) => {
        const name = index % 30;
        const window = windows[index % 3];
        await window?.put('Test', link(String(name)), bytes(1000, name));
        if (index % 10 === 0) await window?.clean();
        const found = await windows[(index + 1) % 3]?.get('Test', link(String(name)));
        return found === undefined || (found.length === 1000 && found.every(byte => byte === name));
      }),
    );
    expect(answers.filter(isRight => !isRight)).toEqual([]);
    await Promise.all(windows.map(window => window.clean()));
    expect(await sizes()).toBeLessThanOrEqual(20_000);
    expect((await readdir(folder)).filter(name => name.endsWith('.part'))).toEqual([]);
    expect(warnings).toEqual([]);
  });
});

describe('a picture that cannot be read', () => {
  it('is reported and treated as missing if it is a folder', async () => {
    const { cache, folder, put, warnings } = await setUp();
    await mkdir(join(folder, nameOf('a'), 'of somebody'), { recursive: true });
    await put(cache, 'a', 100);
    expect(await cache.get('Test', link('a'))).toBeUndefined();
    expect([await readdir(folder), warnings.length]).toEqual([[nameOf('a')], 1]);
  });
});

describe('cleaning', () => {
  it('leaves files of others and unfinished writes alone', async () => {
    const { cache, folder, put, clock } = await setUp(1000);
    await put(cache, 'a', 100);
    const hash = 'a'.repeat(64);
    const strangers = ['notes.txt', `${hash}.jpg`, `${hash}x`, hash.slice(1), `${hash}.12345678.part`];
    for (const name of strangers) {
      await writeFile(join(folder, name), bytes(5000));
      await utimes(join(folder, name), clock.now / 1000, clock.now / 1000);
    }
    await mkdir(join(folder, 'b'.repeat(64)));
    await cache.clean();
    expect(await readdir(folder)).toEqual(expect.arrayContaining([...strangers, 'b'.repeat(64)]));
    expect(await cache.get('Test', link('a'))).toBeDefined();
  });

  it('removes what a crash left half written', async () => {
    const { cache, folder, put, clock } = await setUp();
    await put(cache, 'a', 100);
    const left = join(folder, `${'a'.repeat(64)}.12345678.part`);
    await writeFile(left, bytes(10));
    await utimes(left, clock.now / 1000, clock.now / 1000);
    clock.now += 61 * 60_000;
    await cache.clean();
    expect(await readdir(folder)).toHaveLength(1);
  });
});

describe('a folder that cannot be written to', () => {
  it('is reported, and pictures work without it', async () => {
    const parent = await tempFolder();
    const blocked = join(parent, 'pictures');
    await writeFile(blocked, 'a file where the folder should be');
    await chmod(blocked, 0o444);
    const warnings: unknown[] = [];
    const cache = createPictureCache(blocked, { warn: error => warnings.push(error) });
    await cache.put('Test', link('a'), bytes(100));
    expect(await cache.get('Test', link('a'))).toBeUndefined();
    await cache.clean();
    expect(warnings).toHaveLength(1);
    expect(await readdir(parent)).toEqual(['pictures']);
  });
});
