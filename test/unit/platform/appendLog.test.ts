import { appendFileSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { isRecord } from '../../../src/base/fields.ts';
import { createAppendLog } from '../../../src/platform/files/appendLog.ts';
import { onFolderChange } from '../../../src/platform/files/files.ts';
import { eventually } from '../../eventually.ts';
import { tempFolder } from '../tempFolder.ts';

interface Line {
  id: string;
  message: string;
}

const line = (id: string, message = 'no'): Line => ({ id, message });
const readLine = (value: unknown) => (isRecord(value) ? (value as unknown as Line) : undefined);

async function setUp() {
  const path = join(await tempFolder(), 'storage', 'orders.jsonl');
  return { path, file: createAppendLog(path, readLine) };
}

describe('an append log', () => {
  it('reads as empty while there is none', async () => {
    const { file } = await setUp();
    expect(await file.readAll()).toEqual([]);
  });

  it('is created with its folder by the first line, and read in the order of writing', async () => {
    const { path, file } = await setUp();
    await file.append(line('a'));
    await file.append(line('b'));
    expect(await file.readAll()).toEqual([line('a'), line('b')]);
    expect(await createAppendLog(path, readLine).readAll()).toEqual([line('a'), line('b')]);
  });

  it('is not read as empty when it cannot be read', async () => {
    const { path, file } = await setUp();
    await mkdir(path, { recursive: true });
    await expect(file.readAll()).rejects.toThrow('EISDIR');
  });

  it('reports when a line could not be written', async () => {
    const { path, file } = await setUp();
    await mkdir(path, { recursive: true });
    await expect(file.append(line('a'))).rejects.toThrow('EISDIR');
  });

  it.skipIf(process.platform === 'win32')('is readable only by its owner', async () => {
    const { path, file } = await setUp();
    await file.append(line('a'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['line breaks', 'one\ntwo\r\nthree'],
    ['the line breaks of Unicode', 'one\u2028two\u2029three\u0085four'],
    ['quotes and braces', '"}{\\"'],
    ['letters of more than one byte', 'Zürich 🛰 東京'],
    ['half a letter', '\uD83D'],
    ['a hundred thousand letters', 'x'.repeat(100_000)],
  ])('keeps a line whole that contains %s', async (_what, message) => {
    const { file } = await setUp();
    await file.append(line('a', message));
    await file.append(line('b'));
    expect(await file.readAll()).toEqual([line('a', message), line('b')]);
  });

  it('loses none of many lines that are written at once, and mixes none', async () => {
    const { path, file } = await setUp();
    const windows = [file, createAppendLog(path, readLine), createAppendLog(path, readLine)] as const;
    const lines = Array.from({ length: 300 }, (_none, index) => line(`id${index}`, 'x'.repeat(index * 20)));
    await Promise.all(lines.map((line, index) => (windows[index % windows.length] ?? file).append(line)));
    const read = [...(await file.readAll())].sort((a, b) => Number(a.id.slice(2)) - Number(b.id.slice(2)));
    expect(read).toEqual(lines);
  });

  it('skips a last line that a crash cut short anywhere, and the next line is intact', async () => {
    const { path, file } = await setUp();
    await file.append(line('a'));
    const before = (await readFile(path)).length;
    await file.append(line('b', 'Zürich 🛰'));
    const whole = await readFile(path);
    for (let length = before; length < whole.length; length++) {
      await writeFile(path, whole.subarray(0, length));
      // If only the line break is missing, the line itself is complete.
      const kept = length === whole.length - 1 ? [line('a'), line('b', 'Zürich 🛰')] : [line('a')];
      expect(await file.readAll()).toEqual(kept);
      await file.append(line('c'));
      expect(await file.readAll()).toEqual([...kept, line('c')]);
    }
  });

  it('reads what another window adds, and the same array as long as nothing is added', async () => {
    const { path, file } = await setUp();
    await file.append(line('a'));
    const first = await file.readAll();
    expect(await file.readAll()).toBe(first);
    await createAppendLog(path, readLine).append(line('b', 'Zürich 🛰'));
    expect(await file.readAll()).toEqual([line('a'), line('b', 'Zürich 🛰')]);
  });

  it('rereads a file that replaced another', async () => {
    const { path, file } = await setUp();
    await file.append(line('a'));
    await file.readAll();
    await rm(path);
    await file.append(line('longer name of another', 'x'.repeat(500)));
    expect(await file.readAll()).toEqual([line('longer name of another', 'x'.repeat(500))]);
  });

  it('skips blocks that a power failure left empty', async () => {
    const { path, file } = await setUp();
    await file.append(line('a'));
    await appendFile(path, Buffer.alloc(512));
    await file.append(line('b'));
    expect(await file.readAll()).toEqual([line('a'), line('b')]);
  });

  it.each(['null', '7', '"text"', '[]', 'not JSON', '{"event":'])(
    'skips the line %s, and continues after it',
    async rubbish => {
      const { path, file } = await setUp();
      await file.append(line('a'));
      await appendFile(path, `${rubbish}\n`);
      await file.append(line('b'));
      expect(await file.readAll()).toEqual([line('a'), line('b')]);
    },
  );
});

describe('an append log in parts', () => {
  const lineBytes = Buffer.byteLength(`\n${JSON.stringify(line('a'))}\n`);

  async function partsSetup(partBytes = lineBytes) {
    const folder = join(await tempFolder(), 'storage');
    const path = join(folder, 'orders.jsonl');
    const read = vi.fn(readLine);
    const open = () => createAppendLog(path, read, { partBytes, maxParts: 3 });
    return { folder, open, read, names: async () => (await readdir(folder)).sort() };
  }

  it('begins a file when the last one is full, and deletes the oldest', async () => {
    const { open, names } = await partsSetup();
    const log = open();
    expect(await log.readAll()).toEqual([]);
    for (const id of ['a', 'b', 'c']) await log.append(line(id));
    expect(await names()).toEqual(['orders-0001.jsonl', 'orders-0002.jsonl', 'orders-0003.jsonl']);
    expect(await log.readAll()).toEqual([line('a'), line('b'), line('c')]);
    await open().append(line('d'));
    expect(await names()).toEqual(['orders-0002.jsonl', 'orders-0003.jsonl', 'orders-0004.jsonl']);
    expect(await log.readAll()).toEqual([line('b'), line('c'), line('d')]);
  });

  it('continues a file that is not full', async () => {
    const { open, names } = await partsSetup(lineBytes + 1);
    for (const id of ['a', 'b', 'c']) await open().append(line(id));
    expect(await names()).toEqual(['orders-0001.jsonl', 'orders-0002.jsonl']);
  });

  it('reads only its own files, by their numbers', async () => {
    const { folder, open } = await partsSetup();
    await mkdir(folder);
    const others = [
      'orders-12.jsonl',
      'orders-old-70000.jsonl',
      'orders-80000.jsonl.old',
      'other-0001.jsonl',
    ];
    for (const name of ['orders-10000.jsonl', 'orders-9999.jsonl', ...others])
      await writeFile(join(folder, name), `${JSON.stringify(line(name))}\n`);
    const own = [line('orders-9999.jsonl'), line('orders-10000.jsonl')];
    expect(await open().readAll()).toEqual(own);
    await open().append(line('a'));
    expect(await open().readAll()).toEqual([...own, line('a')]);
    expect(await readdir(folder)).toContain('orders-10001.jsonl');
  });

  it('reads only files that have changed', async () => {
    const { open, read } = await partsSetup();
    const log = open();
    for (const id of ['a', 'b']) await log.append(line(id));
    await log.readAll();
    expect(read).toHaveBeenCalledTimes(2);
    await log.append(line('c'));
    await log.readAll();
    expect(read).toHaveBeenCalledTimes(3);
  });
});

const newFolder = async () => join(await tempFolder(), 'storage', 'ledger');

describe('following a folder', () => {
  it('reports lines that any window writes, and nothing after it is disposed', async () => {
    const folder = await newFolder();
    const changes = { count: 0, tell: () => undefined as unknown };
    const changed = () => {
      changes.count += 1;
      changes.tell();
    };
    const following = onFolderChange([folder], name => name.endsWith('.jsonl'), changed);
    onTestFinished(() => following.dispose());
    const notified = new Promise(resolve => (changes.tell = () => resolve(undefined)));
    await writeFile(join(folder, 'prices-0001.jsonl'), '{}\n');
    await notified;
    expect(changes.count).toBe(1);
    following.dispose();
  });

  it('reports while somebody writes all the time', async () => {
    const folder = await newFolder();
    const changed = vi.fn();
    const following = onFolderChange([folder], () => true, changed);
    const writing = setInterval(() => appendFileSync(join(folder, 'a.jsonl'), '{}\n'), 20);
    onTestFinished(() => {
      clearInterval(writing);
      following.dispose();
    });
    await eventually(() => expect(changed.mock.calls.length).toBeGreaterThan(1));
  });

  it('goes on after the folder was replaced by another one', async () => {
    const folder = await newFolder();
    const changed = vi.fn();
    const following = onFolderChange([folder], name => name.endsWith('.jsonl'), changed);
    onTestFinished(() => following.dispose());
    for (const replace of [() => rename(folder, `${folder}-old`), () => rm(folder, { recursive: true })]) {
      await replace();
      await mkdir(folder, { recursive: true });
      // At first for what was deleted, and for what may have changed.
      for (let round = 0; round < 4; round++) {
        changed.mockClear();
        await eventually(async () => {
          await writeFile(join(folder, 'a.jsonl'), `${round}\n`);
          expect(changed).toHaveBeenCalled();
        });
      }
    }
  });

  it('does without if a folder cannot be created', async () => {
    const folder = await newFolder();
    await mkdir(dirname(folder), { recursive: true });
    await writeFile(folder, '');
    expect(() =>
      onFolderChange(
        [folder],
        () => true,
        () => undefined,
      ).dispose(),
    ).not.toThrow();
  });
});
