import { lstat, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { isSafePath, lookInto, unzipBeside, unzipFolder } from '../../../../src/features/deliveries/unzip.ts';
import { runs } from '../../../randomRuns.ts';
import { tempFolder } from '../../tempFolder.ts';
import { type MadeEntry, madeZip } from './ui/madeZip.ts';

const never = new AbortController().signal;

async function zipFile(bytes: Uint8Array): Promise<string> {
  const path = join(await tempFolder(), 'inner', 'product.zip');
  await mkdir(dirname(path));
  await writeFile(path, bytes);
  return path;
}

const made = (...entries: MadeEntry[]) => zipFile(madeZip(entries));

function unzip(path: string, signal = never, onProgress: (bytes: number) => void = () => {}) {
  return unzipBeside(path, signal, onProgress);
}

/** Files below a folder, by their relative path. */
async function textsIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.map(async file => [file.slice(folder.length + 1), await readFile(file, 'utf8')]),
  );
  return Object.fromEntries(texts) as Record<string, string>;
}

/** Files beside the archive and above it, where nothing may ever be written. */
async function around(path: string) {
  return [await readdir(dirname(path)), await readdir(dirname(dirname(path)))];
}

describe('an archive', () => {
  it('is unpacked into a folder with its name', async () => {
    const path = await made(
      { name: 'IMG/' },
      { name: 'IMG/a.txt', text: 'stored' },
      { name: 'IMG/deep/b.txt', text: 'packed '.repeat(100), packed: true },
      { name: './Zürich.txt', text: 'ü' },
      { name: 'empty.txt' },
    );
    expect(await lookInto(path)).toMatchObject({ bytes: 708, packedBytes: (await readFile(path)).length });
    const reported: number[] = [];
    const folder = await unzip(path, never, bytes => reported.push(bytes));
    expect(folder).toBe(path.slice(0, -4));
    expect(await textsIn(folder)).toEqual({
      'IMG/a.txt': 'stored',
      'IMG/deep/b.txt': 'packed '.repeat(100),
      'Zürich.txt': 'ü',
      'empty.txt': '',
    });
    expect(reported.at(-1)).toBe(708);
    expect(await around(path)).toEqual([['product', 'product.zip'], ['inner']]);
  });

  it('from another program is unpacked too', async () => {
    const bytes = zipSync({ a: { 'b.txt': [new TextEncoder().encode('text'.repeat(999)), { level: 9 }] } });
    expect(await textsIn(await unzip(await zipFile(bytes)))).toEqual({ 'a/b.txt': 'text'.repeat(999) });
  });

  it('as many programs write it is unpacked: folders listed twice, backslashes, double slashes, more bytes', async () => {
    const bytes = madeZip([
      { name: 'IMG/' },
      { name: 'IMG/' },
      { name: 'IMG\\deep\\a.txt', text: 'a' },
      { name: 'IMG//b.txt', text: 'b' },
      { name: 'Zürich.txt', text: 'ü' },
    ]);
    // Without the flag for UTF-8 in the directory (APPNOTE 4.4.4).
    for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 1))
      bytes[at + 9] = 0;
    const path = await zipFile(Buffer.concat([bytes, Buffer.from('\r\n\0\0')]));
    expect((await lookInto(path)).names).toEqual(['IMG/', 'IMG/deep/a.txt', 'IMG/b.txt', 'Zürich.txt']);
    const expected = { 'IMG/deep/a.txt': 'a', 'IMG/b.txt': 'b', 'Zürich.txt': 'ü' };
    expect(await textsIn(await unzip(path))).toEqual(expected);
  });

  it('never overwrites: the folder gets a number if the name is taken', async () => {
    const path = await made({ name: 'a.txt', text: 'new' });
    await mkdir(unzipFolder(path));
    await writeFile(join(unzipFolder(path), 'a.txt'), 'mine');
    expect(await unzip(path)).toBe(`${unzipFolder(path)}-2`);
    expect(await unzip(path)).toBe(`${unzipFolder(path)}-3`);
    expect(await textsIn(unzipFolder(path))).toEqual({ 'a.txt': 'mine' });
    expect(await textsIn(`${unzipFolder(path)}-3`)).toEqual({ 'a.txt': 'new' });
  });

  it('leaves nothing when it is canceled halfway', async () => {
    const text = 'x'.repeat(300_000);
    const path = await made({ name: 'a.txt', text }, { name: 'b.txt', text }, { name: 'c.txt', text });
    const abort = new AbortController();
    await expect(unzip(path, abort.signal, bytes => bytes > 400_000 && abort.abort())).rejects.toThrow();
    expect(await around(path)).toEqual([['product.zip'], ['inner']]);
  });
});

describe('an invalid archive', () => {
  it.each<[string, MadeEntry, string]>([
    ['leads above', { name: '../evil.txt', text: 'x' }, 'unsafe'],
    ['leads above later', { name: 'a/../../evil.txt', text: 'x' }, 'unsafe'],
    ['is a folder above', { name: '../' }, 'unsafe'],
    ['is absolute', { name: '/tmp/swath-evil.txt', text: 'x' }, 'unsafe'],
    ['has a drive', { name: 'C:/evil.txt', text: 'x' }, 'unsafe'],
    ['has a drive without a root', { name: 'c:evil.txt', text: 'x' }, 'unsafe'],
    ['has backslashes', { name: '..\\evil.txt', text: 'x' }, 'unsafe'],
    ['leads above with backslashes', { name: 'a\\..\\..\\b.txt', text: 'x' }, 'unsafe'],
    ['is on another machine', { name: '\\\\host\\b.txt', text: 'x' }, 'unsafe'],
    ['is in a folder that is a file', { name: 'sound.txt/b', text: 'x' }, ''],
    ['has a zero in its name', { name: 'a\0.txt', text: 'x' }, 'unsafe'],
    ['has no name', { name: '', text: 'x' }, 'unsafe'],
    ['has a name too long', { name: 'x'.repeat(256), text: 'x' }, 'unsafe'],
    ['is a link', { name: 'link', text: '/etc/passwd', mode: 0o120777 }, 'unsafe'],
    ['is a device', { name: 'device', mode: 0o020666 }, 'unsafe'],
    ['is encrypted', { name: 'a.txt', text: 'x', packed: true, flags: 1 }, 'encrypted or'],
    ['is packed otherwise', { name: 'a.txt', text: 'x', method: 99 }, 'encrypted or'],
    ['is there twice', { name: 'SOUND.txt', text: 'x' }, 'unsafe'],
  ])('is refused entirely if an entry %s', async (_what, entry, why) => {
    const path = await made({ name: 'sound.txt', text: 'x' }, entry);
    const problem =
      why === '' ? 'sound.txt" is a file and a folder' : `${entry.name.replaceAll('\\', '/')}" is ${why}`;
    await expect(lookInto(path)).rejects.toThrow(`"${problem}`);
    // Even without that check, nothing of it is left, and nothing is written elsewhere.
    if (entry.name !== 'SOUND.txt') await expect(unzip(path)).rejects.toThrow();
    if (entry.name !== 'SOUND.txt') expect(await around(path)).toEqual([['product.zip'], ['inner']]);
    await expect(lstat('/tmp/swath-evil.txt')).rejects.toThrow();
  });

  it.each<[string, MadeEntry]>([
    ['has another checksum', { name: 'a.txt', text: 'text', crc: 1 }],
    ['is longer than it says', { name: 'a.txt', text: 'x'.repeat(5000), packed: true, size: 10 }],
    ['is shorter than it says', { name: 'a.txt', text: 'x'.repeat(5000), packed: true, size: 6000 }],
  ])('leaves nothing if an entry %s', async (_what, entry) => {
    const path = await made({ name: 'sound.txt', text: 'x' }, entry);
    await lookInto(path);
    await expect(unzip(path)).rejects.toThrow();
    expect(await around(path)).toEqual([['product.zip'], ['inner']]);
  });

  it("is refused if it isn't an archive, or is truncated", async () => {
    await expect(lookInto(await zipFile(Buffer.from('no archive at all')))).rejects.toThrow();
    const path = await made({ name: 'a.txt', text: 'x'.repeat(1000) });
    await truncate(path, 900);
    await expect(lookInto(path)).rejects.toThrow();
    await expect(lookInto(join(dirname(path), 'gone.zip'))).rejects.toThrow();
  });

  it('is valid, refused or broken, however its bytes are changed', async () => {
    const sound = madeZip([
      { name: 'a/b.txt', text: 'text' },
      { name: 'c.txt', text: 'more'.repeat(50), packed: true },
    ]);
    const folder = await tempFolder();
    const change = fc.record({
      at: fc.nat({ max: sound.length - 1 }),
      put: fc.integer({ min: 0, max: 255 }),
    });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async changes => {
        const bytes = Buffer.from(sound);
        for (const { at, put } of changes) bytes[at] = put;
        const subfolder = join(folder, String(++number));
        await mkdir(subfolder);
        const path = join(subfolder, 'product.zip');
        await writeFile(path, bytes);
        await lookInto(path).catch(() => undefined);
        await unzip(path).catch(() => undefined);
        // Inside its own folder, or nowhere.
        const names = await readdir(subfolder);
        expect(names.filter(name => name !== 'product' && name !== 'product.zip')).toEqual([]);
        expect((await readdir(folder)).length).toBe(number);
      }),
      runs({ quick: 100, full: 300 }),
    );
  });
});

describe('the name of an entry', () => {
  it.each(['con', 'NUL.txt', 'a/com1.tif', 'lpt²', 'ab:c', 'a.', 'a ', 'what?', 'a|b'])(
    '%s is valid elsewhere, but not on Windows',
    name => {
      expect([isSafePath(name, true), isSafePath(name, false)]).toEqual([false, true]);
    },
  );

  it.each(['IMG_1/a.TIF', 'a/', './a', 'console.txt', 'a..b', '..a', 'a b.txt'])(
    '%s is valid everywhere',
    name => {
      expect([isSafePath(name, true), isSafePath(name, false)]).toEqual([true, true]);
    },
  );

  it('never leads out of the folder, whatever it is', () => {
    const letters = fc.constantFrom('.', '..', '/', '\\', ':', 'C', 'a', ' ', '~', '\0');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(letters).map(all => all.join('')),
        ),
        name => {
          fc.pre(isSafePath(name, false));
          const path = join('/base/folder', ...name.split('/'));
          expect(
            path === '/base/folder' || path === '/base/folder/' || path.startsWith('/base/folder/'),
          ).toBe(true);
        },
      ),
    );
  });
});
