import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/service/wire/client.ts';
import { failure } from '../failure.ts';
import { clientAt, type MemoryTarget, memoryTarget } from './downloading.ts';
import {
  answering,
  checksum,
  type FileServer,
  type FileServerOptions,
  md5Of,
  serveFile,
  someBytes,
  type Turn,
} from './fileServer.ts';

const bytes = someBytes(100_000);
const tagged = { bytes, headers: { ETag: '"one"', ...checksum(bytes) } };
const changed = someBytes(90_000, 'changed');

interface Run {
  server: FileServer;
  client: Client;
  file: MemoryTarget;
  /** Bytes so far, as they were told. */
  progress: number[];
  /** Ends with the download. */
  done: Promise<void>;
  ranges: () => (string | undefined)[];
}

/** @param onBytes called when the first bytes have come */
async function download(
  options: FileServerOptions,
  { onBytes, ...limits }: { stallMs?: number; onBytes?: () => void } = {},
): Promise<Run> {
  const server = await serveFile(options);
  const client = clientAt(server.origin, limits);
  const file = memoryTarget();
  const progress: number[] = [];
  const done = client.download(server.link, file.target, received => {
    if (progress.length === 0) onBytes?.();
    progress.push(received);
    server.onProgress(received);
  });
  return { server, client, file, progress, done, ranges: () => server.requests.map(({ range }) => range) };
}

const isRising = (progress: number[]) =>
  progress.every((received, index) => received > (progress[index - 1] ?? 0));

describe('a download that breaks off', () => {
  it.each([1, 4096, 50_000, 99_999, 100_000])('after %i bytes is continued from there', async breakAfter => {
    const run = await download({ file: tagged, turns: [{ breakAfter }] });
    await run.done;
    expect(run.file.bytes()).toEqual(bytes);
    // What came was all, though the connection broke: nothing was missing.
    const rest = breakAfter === bytes.length ? [] : [`bytes=${breakAfter}-`];
    expect(run.ranges()).toEqual([undefined, ...rest]);
    expect(isRising(run.progress)).toBe(true);
    expect(run.file.steps).toEqual(['restart', 'commit']);
  });

  it('before its first byte is requested again', async () => {
    const run = await download({ file: tagged, turns: [{ breakAfter: 0 }] });
    await run.done;
    expect(run.ranges()).toEqual([undefined, undefined]);
    expect(run.file.bytes()).toEqual(bytes);
  });

  it('again and again is continued each time, with the mark of the file', async () => {
    const turns = [{ breakAfter: 10_000 }, { breakAfter: 20_000 }, { breakAfter: 30_000 }];
    const run = await download({ file: tagged, turns });
    await run.done;
    expect(run.file.bytes()).toEqual(bytes);
    expect(run.ranges()).toEqual([undefined, 'bytes=10000-', 'bytes=30000-', 'bytes=60000-']);
    expect(run.server.requests.map(({ ifRange }) => ifRange)).toEqual([undefined, '"one"', '"one"', '"one"']);
    expect(new Set(run.server.requests.map(({ encoding }) => encoding?.split(',')[0]))).toEqual(
      new Set(['identity']),
    );
  });

  it('without end is given up after six answers, and kept', async () => {
    const turns = Array.from({ length: 20 }, () => ({ breakAfter: 100 }));
    const run = await download({ file: tagged, turns });
    expect((await failure(run.done)).kind).toBe('network');
    expect(run.server.requests).toHaveLength(6);
    expect(run.file.steps).toEqual(['restart', 'keep']);
    expect(run.file.bytes()).toEqual(bytes.subarray(0, 600));
  });

  it('is continued after a piece that is shorter than what was requested', async () => {
    const piece = answering(
      206,
      { 'Content-Range': `bytes 10000-19999/${bytes.length}`, ETag: '"one"' },
      bytes.subarray(10_000, 20_000),
    );
    // No checksum shows that the rest is missing.
    const file = { bytes, headers: { ETag: '"one"' } };
    const run = await download({ file, turns: [{ breakAfter: 10_000 }, piece] });
    await run.done;
    expect(run.ranges()).toEqual([undefined, 'bytes=10000-', 'bytes=20000-']);
    expect(run.file.bytes()).toEqual(bytes);
  });

  it('is continued as long as each connection brings a megabyte', async () => {
    const long = someBytes(9_500_000);
    const turns = Array.from({ length: 9 }, () => ({ breakAfter: 1_000_000 }));
    const run = await download({ file: { bytes: long, headers: { ETag: '"long"' } }, turns });
    await run.done;
    expect(run.server.requests).toHaveLength(10);
    expect(md5Of(run.file.bytes())).toBe(md5Of(long));
  });

  it('from a service that has become busy, or wants a new token, is continued in the end', async () => {
    const turns = [{ breakAfter: 5000 }, answering(503), answering(401), { breakAfter: 5000 }];
    const run = await download({ file: tagged, turns });
    await run.done;
    const from = 'bytes=5000-';
    expect(run.ranges()).toEqual([undefined, from, from, from, 'bytes=10000-']);
    expect(run.server.exchanges()).toBe(2);
    expect(run.server.requests.map(({ authorization }) => authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
      'Bearer token-2',
    ]);
    expect(run.file.bytes()).toEqual(bytes);
  });

  it('from a foreign host is continued there, without a token', async () => {
    const store = await serveFile({ file: tagged, turns: [{ breakAfter: 7000 }] });
    const toStore = answering(302, { Location: store.link });
    const server = await serveFile({ file: tagged, turns: [toStore, toStore] });
    const file = memoryTarget();
    await clientAt(server.origin).download(server.link, file.target, store.onProgress);
    expect(file.bytes()).toEqual(bytes);
    expect(store.requests.map(({ range, authorization }) => [range, authorization])).toEqual([
      [undefined, undefined],
      ['bytes=7000-', undefined],
    ]);
    expect(server.requests.map(({ authorization }) => authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
    ]);
  });
});

describe('a download that stalls', () => {
  it('counts as broken off, and is continued', async () => {
    const run = await download({ file: tagged, turns: [{ stallAfter: 3000 }] }, { stallMs: 50 });
    await run.done;
    expect(run.ranges()).toEqual([undefined, 'bytes=3000-']);
    expect(run.file.bytes()).toEqual(bytes);
  });
});

describe('what a broken download is continued by', () => {
  const longAgo = 'Wed, 01 Jan 2025 00:00:00 GMT';
  const turns = [{ breakAfter: 5000 }];

  it.each<[string, Record<string, string>, string | undefined]>([
    ['a strong tag', { ETag: '"one"', 'Last-Modified': longAgo }, '"one"'],
    ['the date of its last change', { 'Last-Modified': longAgo }, longAgo],
    ['that date where the tag is weak', { ETag: 'W/"one"', 'Last-Modified': longAgo }, longAgo],
    ['its checksum alone', checksum(bytes), undefined],
  ])('is %s', async (_what, headers, ifRange) => {
    const run = await download({ file: { bytes, headers }, turns });
    await run.done;
    expect(run.server.requests[1]).toMatchObject({ range: 'bytes=5000-', ifRange });
    expect(run.file.bytes()).toEqual(bytes);
  });

  it.each<[string, Record<string, string>]>([
    ['says nothing of the file', {}],
    ['has a weak tag alone', { ETag: 'W/"one"' }],
    ['knows no ranges and says so', { ETag: '"one"', 'Accept-Ranges': 'none' }],
    ['dates the change too late to prove anything', { 'Last-Modified': 'Fri, 01 Jan 2100 00:00:00 GMT' }],
  ])('is nothing where the service %s: it starts over', async (_what, headers) => {
    const run = await download({ file: { bytes, headers }, turns });
    await run.done;
    expect(run.ranges()).toEqual([undefined, undefined]);
    expect(run.file.bytes()).toEqual(bytes);
  });

  it('is nothing where the service answers with the whole file: it starts over with that answer', async () => {
    const run = await download({ file: tagged, ranges: false, turns });
    await run.done;
    expect(run.ranges()).toEqual([undefined, 'bytes=5000-']);
    expect(run.file.steps).toEqual(['restart', 'restart', 'commit']);
    expect(run.file.bytes()).toEqual(bytes);
  });

  it('is nothing without end: only bytes that are new buy more tries than five', async () => {
    const long = someBytes(2_000_000);
    const always = Array.from({ length: 20 }, () => ({ breakAfter: 1_900_000 }));
    const run = await download({ file: { bytes: long }, turns: always });
    expect((await failure(run.done)).kind).toBe('network');
    expect(run.ranges()).toEqual(Array.from({ length: 7 }, () => undefined));
    expect(run.file.steps.at(-1)).toBe('discard');
  });
});

describe('a file that changes while it is on its way', () => {
  const next = { bytes: changed, headers: { ETag: '"two"', ...checksum(changed) } };
  const span = (from: number, of: Buffer) => `bytes ${from}-${of.length - 1}/${of.length}`;

  /** The file becomes another one when its first bytes are there, and their connection breaks. */
  async function change(second: FileServerOptions['file'], ...turns: Turn[]): Promise<Run> {
    const file = { ...tagged };
    const run = await download(
      { file, turns: [{ breakAfter: 5000 }, ...turns] },
      { onBytes: () => void Object.assign(file, second) },
    );
    await run.done;
    return run;
  }

  it('starts over with the answer that shows it', async () => {
    const run = await change(next);
    expect(run.ranges()).toEqual([undefined, 'bytes=5000-']);
    expect(run.file.bytes()).toEqual(changed);
  });

  it.each<[string, Turn]>([
    [
      'of another tag, though If-Range was sent',
      answering(206, { ...next.headers, 'Content-Range': span(5000, bytes) }, bytes.subarray(5000)),
    ],
    [
      'of another checksum',
      answering(206, { ...checksum(changed), 'Content-Range': span(5000, bytes) }, bytes.subarray(5000)),
    ],
    ['of another length', answering(206, { 'Content-Range': span(5000, changed) }, changed.subarray(5000))],
    ['that begins elsewhere', answering(206, { 'Content-Range': span(4000, bytes) }, bytes.subarray(4000))],
    ['that does not say where it begins', answering(206, { ETag: '"one"' }, bytes.subarray(5000))],
    [
      'that is compressed',
      answering(
        206,
        { 'Content-Range': span(5000, bytes), 'Content-Encoding': 'gzip' },
        gzipSync(bytes.subarray(5000)),
      ),
    ],
    ['that says that there is no more', answering(416, { 'Content-Range': 'bytes */4000' })],
  ])('starts over, once, after a part %s', async (_what, turn) => {
    const run = await change(next, turn);
    expect(run.ranges()).toEqual([undefined, 'bytes=5000-', undefined]);
    expect(run.file.bytes()).toEqual(changed);
    expect(run.file.steps).toEqual(['restart', 'restart', 'commit']);
  });
});

describe('a body', () => {
  it('that is compressed on its way is counted by what comes, and never asked for in parts', async () => {
    const packed = gzipSync(bytes);
    const headers = { ETag: '"one"', 'Content-Encoding': 'gzip', ...checksum(bytes) };
    const turns = [{ breakAfter: 60_000, breakAt: 1 }];
    const run = await download({ file: { bytes: packed, headers }, turns });
    await run.done;
    expect(run.ranges()).toEqual([undefined, undefined]);
    expect(run.file.bytes()).toEqual(bytes);
  });

  it('of no known length that ends too early is not taken for the file where a checksum tells', async () => {
    const short: Turn = {
      answer: response => {
        response.writeHead(200, checksum(bytes)).write(bytes.subarray(0, 500));
        response.end();
      },
    };
    const run = await download({ file: tagged, turns: [short] });
    expect((await failure(run.done)).kind).toBe('damaged');
    expect(run.file.steps).toEqual(['restart', 'discard']);
  });

  it('of no known length that ends too early is continued if the service has more', async () => {
    const short: Turn = {
      answer: response => {
        response.shouldKeepAlive = false;
        response.removeHeader('Transfer-Encoding');
        response.writeHead(200, { ETag: '"one"' }).write(bytes.subarray(0, 500));
        response.end();
      },
    };
    const run = await download({ file: { bytes, headers: { ETag: '"one"' } }, turns: [short] });
    await run.done;
    expect(run.ranges()).toEqual([undefined, 'bytes=500-', 'bytes=500-']);
    expect(run.file.bytes()).toEqual(bytes);
  });

  it('of no known length is complete where the service has no more, or does not tell', async () => {
    const whole: Turn = {
      answer: response => {
        response.writeHead(200, { ETag: '"one"' }).write(bytes.subarray(0, 500));
        response.end(bytes.subarray(500));
      },
    };
    for (const ranges of [true, false]) {
      const run = await download({ file: { bytes, headers: { ETag: '"one"' } }, turns: [whole], ranges });
      await run.done;
      expect(run.ranges()).toEqual([undefined, `bytes=${bytes.length}-`]);
      expect(run.file.bytes()).toEqual(bytes);
    }
  });

  it('is not taken for the whole where it says that it is the rest', async () => {
    const from = 20_000;
    const rest = answering(
      200,
      { 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`, ETag: '"one"' },
      bytes.subarray(from),
    );
    const file = { bytes, headers: { ETag: '"one"' } };
    const run = await download({ file, turns: [{ breakAfter: from }, rest] });
    await run.done;
    expect(run.ranges()).toEqual([undefined, `bytes=${from}-`, undefined]);
    expect(run.file.bytes()).toEqual(bytes);
    const first = await download({ file, turns: [rest] });
    expect((await failure(first.done)).details.reason).toBe('The answer is not the complete file.');
  });

  it('of status 206 is taken for the file where it is all of it', async () => {
    const all = { 'Content-Range': `bytes 0-${bytes.length - 1}/${bytes.length}` };
    const run = await download({ file: tagged, turns: [answering(206, all, bytes)] });
    await run.done;
    expect(run.file.bytes()).toEqual(bytes);
    expect(run.server.requests).toHaveLength(1);
  });

  it.each([
    [202, "The file isn't ready yet. Try again later."],
    [204, 'The answer is not the complete file.'],
    [206, 'The answer is not the complete file.'],
  ])('of status %i is not taken for the file', async (status, reason) => {
    const run = await download({ file: tagged, turns: [answering(status)] });
    expect(await failure(run.done)).toMatchObject({ kind: 'shape', details: { reason } });
    expect(run.file.steps).toEqual(['discard']);
    expect(run.server.requests).toHaveLength(1);
  });
});
