import { execFileSync } from 'node:child_process';
import { link, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPartFile, type PartFile } from '../../../../src/features/deliveries/partFile.ts';
import { tempFolder } from '../../tempFolder.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

async function place() {
  const folder = await tempFolder();
  return { folder, path: join(folder, 'harbour.aoi.geojson') };
}

async function textOf(part: PartFile): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of part.read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function keep(path: string, text: string, note = 'of the harbour'): Promise<void> {
  const part = await openPartFile(path);
  await part.restart(note);
  await part.write(bytes(text));
  await part.keep();
}

/** A part that another process left. */
async function left(path: string, owner: string, data: string, note: unknown): Promise<string> {
  const folder = `${path}.${owner}.part`;
  await mkdir(folder);
  await writeFile(join(folder, 'data'), data);
  await writeFile(join(folder, 'note'), typeof note === 'string' ? note : JSON.stringify(note));
  return folder;
}

describe('a part that was kept', () => {
  it('is found again with its note, and grows', async () => {
    const { path, folder } = await place();
    await keep(path, 'har');
    const part = await openPartFile(path);
    expect([part.size, part.note, await textOf(part)]).toEqual([3, 'of the harbour', 'har']);
    await part.write(bytes('bour'));
    await part.keep();
    const again = await openPartFile(path);
    expect(await textOf(again)).toBe('harbour');
    await again.discard();
    expect(await readdir(folder)).toEqual([]);
  });

  it('only matches its own file', async () => {
    const { path, folder } = await place();
    await keep(path, 'har');
    const second = await openPartFile(join(folder, 'harbour'));
    expect(second.size).toBe(0);
    await second.discard();
    expect(await readdir(folder)).toHaveLength(1);
  });
});

describe.skipIf(process.platform === 'win32')('a part that somebody planted', () => {
  const note = { bytes: 5, note: 'n' };

  /** A file of the user elsewhere, and a part that is free to resume. */
  async function planted() {
    const { path, folder } = await place();
    const theirs = await tempFolder();
    await writeFile(join(theirs, 'data'), 'their own words');
    const part = await left(path, '12345678', 'harbour', note);
    return { path, folder, theirs, part };
  }

  it.each<[string, (part: string, theirs: string) => Promise<unknown>]>([
    [
      'whose bytes are a link',
      async (part, theirs) => {
        await rm(join(part, 'data'));
        await symlink(join(theirs, 'data'), join(part, 'data'));
      },
    ],
    [
      'whose bytes have another name as well',
      async (part, theirs) => {
        await rm(join(part, 'data'));
        await link(join(theirs, 'data'), join(part, 'data'));
      },
    ],
    [
      'that is a link itself',
      async (part, theirs) => {
        await writeFile(join(theirs, 'note'), JSON.stringify(note));
        await rm(part, { recursive: true });
        await symlink(theirs, part);
      },
    ],
    [
      'whose note is a link',
      async (part, theirs) => {
        await writeFile(join(theirs, 'words'), JSON.stringify(note));
        await rm(join(part, 'note'));
        await symlink(join(theirs, 'words'), join(part, 'note'));
      },
    ],
    [
      'whose note is a pipe, which nobody could read to its end',
      async part => {
        await rm(join(part, 'note'));
        execFileSync('mkfifo', [join(part, 'note')]);
      },
    ],
  ])('%s is not resumed', async (_what, plant) => {
    const { path, folder, theirs, part: at } = await planted();
    await plant(at, theirs);
    const part = await openPartFile(path);
    expect(part.size).toBe(0);
    await part.restart('n');
    await part.write(bytes('of the service'));
    await part.finish();
    await part.discard();
    expect(await readdir(folder)).toEqual([]);
    expect(await readFile(join(theirs, 'data'), 'utf8')).toBe('their own words');
  });

  it('writes no note through a link', async () => {
    const { path, theirs, part: at } = await planted();
    await symlink(join(theirs, 'data'), join(at, 'note.new'));
    const part = await openPartFile(path);
    expect(part.size).toBe(5);
    await part.restart('m');
    await part.keep();
    expect(await readFile(join(theirs, 'data'), 'utf8')).toBe('their own words');
  });
});

describe('a part whose process has ended', () => {
  /** No process has this id, because ids end below it. */
  const nobody = 2 ** 22 + 1;
  const machine = async () => {
    const { path, folder } = await place();
    const part = await openPartFile(path);
    const [name = ''] = await readdir(folder);
    await part.discard();
    return /\.([0-9a-f]{4})-\d+-/.exec(name)?.[1] ?? '';
  };

  it.each<[string, number, string]>([
    ['as far as its bytes are surely on the disk', 4, 'harb'],
    ['never further than its bytes go', 400, 'harbour'],
  ])('is resumed %s', async (_what, counted, text) => {
    const { path, folder } = await place();
    await left(path, `${await machine()}-${nobody}-12345678`, 'harbour', { bytes: counted, note: 'n' });
    const part = await openPartFile(path);
    expect([part.size, await textOf(part)]).toEqual([text.length, text]);
    expect(await readdir(folder)).toHaveLength(1);
    await part.discard();
  });

  it.each<[string, unknown]>([
    ['whose note is cut short', '{"bytes":3,'],
    ['whose note is of another kind', [1]],
    ['that has no note', { bytes: 3 }],
    ['of which no byte is surely on the disk', { bytes: 0, note: 'n' }],
  ])('%s is deleted', async (_what, note) => {
    const { path, folder } = await place();
    await left(path, `${await machine()}-${nobody}-12345678`, 'harbour', note);
    const part = await openPartFile(path);
    expect(part.size).toBe(0);
    await part.discard();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is deleted beside a better one', async () => {
    const { path, folder } = await place();
    await keep(path, 'har');
    await left(path, `${await machine()}-${nobody}-12345678`, 'harbour', { bytes: 7, note: 'n' });
    const part = await openPartFile(path);
    expect(part.size).toBeGreaterThan(0);
    await part.discard();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is kept for a day if it may belong to a process on another machine', async () => {
    const { path } = await place();
    const folder = await left(path, '0000-1-12345678', 'harbour', { bytes: 7, note: 'n' });
    const part = await openPartFile(path);
    expect(part.size).toBe(0);
    await part.discard();
    expect((await stat(folder)).isDirectory()).toBe(true);
    const longAgo = Date.now() / 1000 - 25 * 3600;
    await utimes(join(folder, 'data'), longAgo, longAgo);
    const reopened = await openPartFile(path);
    expect(reopened.size).toBe(7);
    await reopened.discard();
  });
});

describe('a part that is being written', () => {
  it('leaves other files in the folder alone', async () => {
    const { path, folder } = await place();
    const others = ['', '.part', '.notes.part', '8.12345678.part'].map(end => `harbour.aoi.geojson${end}`);
    for (const name of others) await writeFile(join(folder, name), name);
    const part = await openPartFile(path);
    await part.discard();
    expect((await readdir(folder)).sort()).toEqual(others.sort());
  });
});
