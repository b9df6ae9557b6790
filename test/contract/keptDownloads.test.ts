import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFileTarget } from '../../src/features/deliveries/fileTarget.ts';
import { failure } from '../failure.ts';
import { clientAt } from './downloading.ts';
import { answering, checksum, type FileServer, serveFile, someBytes, type Turn } from './fileServer.ts';

const bytes = someBytes(100_000);
const tagged = { bytes, headers: { ETag: '"one"', ...checksum(bytes) } };
const tagAlone = { bytes, headers: { ETag: '"one"' } };
const changed = someBytes(90_000, 'changed');

interface Place {
  path: string;
  /** Names in the folder. */
  names: () => Promise<string[]>;
}

async function place(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'swath-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { path: join(folder, 'harbour.aoi.geojson'), names: async () => (await readdir(folder)).sort() };
}

/** One call of a client of its own, as after a new start of the editor. */
async function download(server: FileServer, path: string, signal?: AbortSignal, link = server.link) {
  const progress: number[] = [];
  const client = clientAt(server.origin, { stallMs: 5000 });
  const tell = (received: number) => {
    progress.push(received);
    server.onProgress(received);
  };
  await client.download(link, await createFileTarget(path), tell, signal);
  return progress;
}

/** A download that its user cancels after so many bytes. */
async function cancelled(server: FileServer, path: string, after: number): Promise<void> {
  const abort = new AbortController();
  const client = clientAt(server.origin);
  const tell = (received: number) => {
    if (received >= after) abort.abort();
  };
  const run = client.download(server.link, await createFileTarget(path), tell, abort.signal);
  expect((await failure(run)).kind).toBe('aborted');
}

const stopsAt = (stallAfter: number): Turn => ({ stallAfter });

describe('what was received of a download', () => {
  it('is kept when the user cancels, and continued', async () => {
    const server = await serveFile({ file: tagged, turns: [stopsAt(40_000)] });
    const { path, names } = await place();
    await cancelled(server, path, 40_000);
    expect(await names()).toEqual([expect.stringMatching(/^harbour\.aoi\.geojson\.[0-9a-f]{8}\.part$/)]);
    const progress = await download(server, path);
    expect(progress[0]).toBeGreaterThan(40_000);
    expect(server.requests.map(({ range, ifRange }) => [range, ifRange])).toEqual([
      [undefined, undefined],
      ['bytes=40000-', '"one"'],
    ]);
    expect(await readFile(path)).toEqual(bytes);
    expect(await names()).toEqual(['harbour.aoi.geojson']);
  });

  it('is kept where it is all there is but for the name: then nothing is sent again', async () => {
    const server = await serveFile({ file: tagged, turns: [stopsAt(99_999)] });
    const { path, names } = await place();
    await cancelled(server, path, 99_999);
    const [part = ''] = await names();
    const folder = join(path, '..', part);
    const note = JSON.parse(await readFile(join(folder, 'note'), 'utf8')) as { note: string };
    await writeFile(join(folder, 'data'), bytes);
    await writeFile(join(folder, 'note'), JSON.stringify({ ...note, bytes: bytes.length }));
    expect(await download(server, path)).toEqual([]);
    expect(server.requests.at(-1)?.range).toBe('bytes=100000-');
    expect(await readFile(path)).toEqual(bytes);
  });

  it.each<[string, object]>([
    ['the service has another file', { bytes: changed, headers: { ETag: '"two"', ...checksum(changed) } }],
    ['only the checksum is another', { bytes: changed, headers: { ETag: '"one"', ...checksum(changed) } }],
  ])('is dropped when %s by then', async (_what, next) => {
    const file = { ...tagged };
    const server = await serveFile({ file, turns: [stopsAt(40_000)] });
    const { path, names } = await place();
    await cancelled(server, path, 40_000);
    Object.assign(file, next);
    await download(server, path);
    expect(await readFile(path)).toEqual(changed);
    expect(await names()).toEqual(['harbour.aoi.geojson']);
  });

  it('is dropped when the next download is of another link', async () => {
    const server = await serveFile({ file: tagged, turns: [stopsAt(40_000)] });
    const { path } = await place();
    await cancelled(server, path, 40_000);
    await download(server, path, undefined, server.link.replace('i1', 'i2'));
    expect(server.requests.map(({ range }) => range)).toEqual([undefined, undefined]);
    expect(await readFile(path)).toEqual(bytes);
  });

  it('is gone when the whole does not agree with its checksum, and the next download begins anew', async () => {
    const server = await serveFile({ file: tagged, turns: [stopsAt(40_000)] });
    const { path, names } = await place();
    await cancelled(server, path, 40_000);
    const [part = ''] = await names();
    await writeFile(join(path, '..', part, 'data'), someBytes(40_000, 'damaged'));
    expect((await failure(download(server, path))).details.reason).toBe("The checksum doesn't match.");
    expect(await names()).toEqual([]);
    await download(server, path);
    expect(server.requests.at(-1)?.range).toBeUndefined();
    expect(await readFile(path)).toEqual(bytes);
  });

  it('is gone when the service has the file no more', async () => {
    const server = await serveFile({ file: tagged, turns: [stopsAt(40_000), answering(404)] });
    const { path, names } = await place();
    await cancelled(server, path, 40_000);
    expect((await failure(download(server, path))).kind).toBe('notFound');
    expect(await names()).toEqual([]);
  });
});

describe('two downloads of one file at a time', () => {
  it('each have a part of their own, and one of them gets the name', async () => {
    const server = await serveFile({ file: tagged, turns: [{ breakAfter: 30_000 }, { breakAfter: 60_000 }] });
    const { path, names } = await place();
    const both = await Promise.allSettled([download(server, path), download(server, path)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'EEXIST' } });
    expect(await readFile(path)).toEqual(bytes);
    expect(await names()).toEqual(['harbour.aoi.geojson']);
  });

  it('do not both continue what a third one left', async () => {
    const server = await serveFile({ file: tagged, turns: [stopsAt(40_000)] });
    const { path } = await place();
    await cancelled(server, path, 40_000);
    await Promise.allSettled([download(server, path), download(server, path)]);
    const ranges = server.requests.slice(1).map(({ range }) => range ?? 'whole');
    expect(ranges.sort()).toEqual(['bytes=40000-', 'whole']);
    expect(await readFile(path)).toEqual(bytes);
  });
});

/** Downloads in a process of its own, and tells how far it is. */
const otherWindow = `
  import { clientAt } from ${JSON.stringify(join(import.meta.dirname, 'downloading.ts'))};
  import { openPartFile } from ${JSON.stringify(join(import.meta.dirname, '../../src/features/deliveries/partFile.ts'))};
  const [origin, link, path] = process.argv.slice(1);
  const part = await openPartFile(path, 0);
  const tell = received => console.log(received);
  await clientAt(origin).download(link, { part, write: chunk => part.write(chunk) }, tell);
`;

describe('a window that is killed', () => {
  async function killedAfter(
    server: FileServer,
    path: string,
    after: number,
    meanwhile: () => Promise<void>,
  ) {
    const child = spawn(
      process.execPath,
      ['--input-type=module-typescript', '-e', otherWindow, server.origin, server.link, path],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    for await (const line of createInterface({ input: child.stdout })) if (Number(line) >= after) break;
    await meanwhile();
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  it.each([
    ['with a checksum', tagged],
    ['without one', tagAlone],
  ])('leaves its download to the next one, %s, and not before it has ended', async (_what, file) => {
    const server = await serveFile({ file, turns: [stopsAt(40_000)] });
    const { path, names } = await place();
    await killedAfter(server, path, 40_000, async () => {
      const target = await createFileTarget(path);
      expect(target.part?.size).toBe(0);
      await target.discard();
      expect(await names()).toHaveLength(1);
    });
    await download(server, path);
    expect(server.requests.map(({ range }) => range)).toEqual([undefined, 'bytes=40000-']);
    expect(await readFile(path)).toEqual(bytes);
    expect(await names()).toEqual(['harbour.aoi.geojson']);
  });
});
