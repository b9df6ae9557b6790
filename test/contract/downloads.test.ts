import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClientOptions } from '../../src/service/wire/client.ts';
import type { DownloadTarget } from '../../src/service/wire/deliveries.ts';
import { createFileTarget } from '../../src/features/deliveries/fileTarget.ts';
import { failure } from '../failure.ts';
import { clientAt, keepingTarget } from './downloading.ts';
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
import { memoryTarget } from './memoryTarget.ts';

const size = 100_000;
const bytes = someBytes(size);
const changed = someBytes(90_000, 'changed');
const tag = { ETag: '"one"' };
const longAgo = 'Wed, 01 Jan 2025 00:00:00 GMT';
const span = (from: number, of: Buffer, to = of.length) => ({
  'Content-Range': `bytes ${from}-${to - 1}/${of.length}`,
});
const part = (from: number, to = size, headers: Record<string, string> = tag) =>
  answering(206, { ...headers, ...span(from, bytes, to) }, bytes.subarray(from, to));
const brokenAt = (...each: number[]) => each.map(breakAfter => ({ breakAfter }));

/** The answer says nothing of its length. */
function withoutLength(body: Buffer, headers: Record<string, string>): Turn {
  return {
    answer(response) {
      response.shouldKeepAlive = false;
      response.removeHeader('Transfer-Encoding');
      response.writeHead(200, headers).write(body.subarray(0, 500));
      response.end(body.subarray(500));
    },
  };
}

interface Service extends Partial<Omit<FileServerOptions, 'file'>> {
  /** What it says of the file. Default a tag and a checksum. */
  headers?: Record<string, string>;
}

/** A service of the file, or of other bytes. */
const serve = ({ headers = { ...tag, ...checksum(bytes) }, ...rest }: Service, of = bytes) =>
  serveFile({ file: { bytes: of, headers }, ...rest });

/** The first byte that each request asked for: 0 if it asked for the whole file. */
const asked = ({ requests }: FileServer) =>
  requests.map(({ range }) => (range === undefined ? 0 : Number(/^bytes=(\d+)-$/.exec(range)?.[1])));

async function download(
  server: FileServer,
  target: DownloadTarget,
  {
    link = server.link,
    signal,
    ...options
  }: Partial<ClientOptions> & { link?: string; signal?: AbortSignal } = {},
) {
  const progress: [received: number, total: number | undefined][] = [];
  const tell = (received: number, total: number | undefined) => {
    progress.push([received, total]);
    server.onProgress(received);
  };
  await clientAt(server.origin, options).download(link, target, tell, signal);
  return progress;
}

describe('a download arrives whole, with as few bytes sent again as can be proved, where', () => {
  /** Of the second request. */
  const ifRange = (value: string | undefined) => ({ ifRange: value });

  it.each<[what: string, service: Service, asked: number[], { ifRange?: string | undefined }?]>([
    ['nothing happens', {}, [0]],
    ['the connection breaks before the first byte', { turns: brokenAt(0) }, [0, 0]],
    ['it breaks after the first byte', { turns: brokenAt(1) }, [0, 1]],
    ['it breaks before the last byte', { turns: brokenAt(99_999) }, [0, 99_999]],
    ['it breaks after the last byte', { turns: brokenAt(size) }, [0]],
    ['it breaks again and again', { turns: brokenAt(10_000, 20_000, 30_000) }, [0, 10_000, 30_000, 60_000]],
    ['no more bytes come, and the connection stays', { turns: [{ stallAfter: 3000 }] }, [0, 3000]],
    [
      'the service becomes busy and wants another token',
      { turns: [...brokenAt(5000), answering(503), answering(401), ...brokenAt(5000)] },
      [0, 5000, 5000, 5000, 10_000],
    ],
    [
      'the service sends less than was requested',
      { headers: tag, turns: [...brokenAt(10_000), part(10_000, 20_000)] },
      [0, 10_000, 20_000],
    ],
    [
      'the file has a strong tag',
      { headers: { ...tag, 'Last-Modified': longAgo }, turns: brokenAt(5000) },
      [0, 5000],
      ifRange('"one"'),
    ],
    [
      'it has the date of its change',
      { headers: { 'Last-Modified': longAgo }, turns: brokenAt(5000) },
      [0, 5000],
      ifRange(longAgo),
    ],
    [
      'its tag is weak beside a date',
      { headers: { ETag: 'W/"one"', 'Last-Modified': longAgo }, turns: brokenAt(5000) },
      [0, 5000],
      ifRange(longAgo),
    ],
    [
      'it has a checksum alone',
      { headers: checksum(bytes), turns: brokenAt(5000) },
      [0, 5000],
      ifRange(undefined),
    ],
    ['nothing is said of it', { headers: {}, turns: brokenAt(5000) }, [0, 0]],
    ['it has a weak tag alone', { headers: { ETag: 'W/"one"' }, turns: brokenAt(5000) }, [0, 0]],
    [
      'the service has no ranges and says so',
      { headers: { ...tag, 'Accept-Ranges': 'none' }, turns: brokenAt(5000) },
      [0, 0],
    ],
    [
      'the date is too late to prove anything',
      { headers: { 'Last-Modified': 'Fri, 01 Jan 2100 00:00:00 GMT' }, turns: brokenAt(5000) },
      [0, 0],
    ],
    ['the service answers with the whole file', { ranges: false, turns: brokenAt(5000) }, [0, 5000]],
    [
      'the rest comes as if it were the whole',
      {
        headers: tag,
        turns: [
          ...brokenAt(20_000),
          answering(200, { ...tag, ...span(20_000, bytes) }, bytes.subarray(20_000)),
        ],
      },
      [0, 20_000, 0],
    ],
    ['the whole comes as if it were a part', { turns: [part(0)] }, [0]],
    [
      'no length is known and the service has more',
      { headers: tag, turns: [withoutLength(bytes.subarray(0, 700), tag)] },
      [0, 700, 700],
    ],
    [
      'no length is known and the service has no more',
      { headers: tag, turns: [withoutLength(bytes, tag)] },
      [0, size],
    ],
    [
      'no length is known and the service has no ranges',
      { headers: tag, turns: [withoutLength(bytes, tag)], ranges: false },
      [0, size],
    ],
    [
      'the checksum is in capitals',
      { headers: { 'X-Ads-Checksum-Method': 'MD5', 'X-Ads-Checksum-Value': md5Of(bytes).toUpperCase() } },
      [0],
    ],
    [
      'the checksum is of an unknown method',
      { headers: { 'X-Ads-Checksum-Method': 'blake3', 'X-Ads-Checksum-Value': 'x' } },
      [0],
    ],
    ['of the checksum only the method is named', { headers: { 'X-Ads-Checksum-Method': 'md5' } }, [0]],
  ])('%s', async (_what, service, expected, second) => {
    const server = await serve(service);
    const file = keepingTarget();
    const isStalling = service.turns?.some(({ stallAfter }) => stallAfter !== undefined);
    await download(server, file.target, isStalling ? { stallMs: 250 } : {});
    expect(asked(server)).toEqual(expected);
    expect(file.bytes().equals(bytes)).toBe(true);
    expect(file.steps.at(-1)).toBe('commit');
    if (second) expect(server.requests[1]?.ifRange).toBe(second.ifRange);
  });

  it('it is compressed on its way: then it is counted by what comes, and never asked for in parts', async () => {
    const headers = { ...tag, 'Content-Encoding': 'gzip', ...checksum(bytes) };
    const server = await serve({ headers, turns: [{ breakAfter: 60_000, breakAt: 1 }] }, gzipSync(bytes));
    const file = keepingTarget();
    await download(server, file.target);
    expect(asked(server)).toEqual([0, 0]);
    expect(file.bytes().equals(bytes)).toBe(true);
  });

  it('it is long and each connection brings a megabyte, however often they break', async () => {
    const long = someBytes(9_500_000);
    const turns = brokenAt(...Array.from({ length: 9 }, () => 1_000_000));
    const server = await serve({ headers: { ETag: '"long"' }, turns }, long);
    const file = keepingTarget();
    await download(server, file.target);
    expect(server.requests).toHaveLength(10);
    expect(md5Of(file.bytes())).toBe(md5Of(long));
  });

  const next = { ...checksum(changed), ETag: '"two"' };

  /** The file becomes another one when its first bytes are there, and their connection breaks. */
  it.each<[string, number[], Turn?]>([
    ['the service shows it by sending it', [0, 5000]],
    ['a part has another tag, though If-Range was sent', [0, 5000, 0], part(5000, size, next)],
    ['a part has another checksum', [0, 5000, 0], part(5000, size, checksum(changed))],
    [
      'a part is of another length',
      [0, 5000, 0],
      answering(206, span(5000, changed), changed.subarray(5000)),
    ],
    ['a part begins elsewhere', [0, 5000, 0], part(4000, size, {})],
    ['a part does not say where it begins', [0, 5000, 0], answering(206, tag, bytes.subarray(5000))],
    [
      'a part is compressed',
      [0, 5000, 0],
      answering(206, { ...span(5000, bytes), 'Content-Encoding': 'gzip' }, gzipSync(bytes.subarray(5000))),
    ],
    ['there is no more', [0, 5000, 0], answering(416, { 'Content-Range': 'bytes */4000' })],
  ])('the file changes meanwhile, and %s', async (_what, expected, turn) => {
    const file = { bytes, headers: { ...tag, ...checksum(bytes) } };
    const server = await serveFile({ file, turns: [...brokenAt(5000), ...(turn ? [turn] : [])] });
    const { onProgress } = server;
    server.onProgress = received => {
      Object.assign(file, { bytes: changed, headers: next });
      onProgress(received);
    };
    const target = keepingTarget();
    await download(server, target.target);
    expect(asked(server)).toEqual(expected);
    expect(target.bytes().equals(changed)).toBe(true);
  });
});

describe('a download ends without the file where', () => {
  const six = brokenAt(...Array.from({ length: 20 }, () => 100));
  const broken = brokenAt(600);
  const incomplete = 'The answer is not the complete file.';

  /** `keeps`: how many bytes are kept for the next download. */
  it.each<
    [
      what: string,
      service: Service,
      kind: string,
      keeps: number | undefined,
      requests: number,
      reason?: string,
    ]
  >([
    ['connections break without end', { turns: six }, 'network', 600, 6],
    ['a right is missing by then', { turns: [...broken, answering(403)] }, 'denied', 600, 2],
    [
      'a limit is reached by then',
      { turns: [...broken, answering(429, { 'Retry-After': '3600' })] },
      'rateLimited',
      600,
      2,
    ],
    ['the file is gone by then', { turns: [...broken, answering(404)] }, 'notFound', undefined, 2],
    [
      'what comes then is no file',
      { turns: [...broken, answering(204), answering(204)] },
      'shape',
      undefined,
      3,
      incomplete,
    ],
    [
      'it is not ready',
      { turns: [answering(202)] },
      'shape',
      undefined,
      1,
      "The file isn't ready yet. Try again later.",
    ],
    ['there is no content', { turns: [answering(204)] }, 'shape', undefined, 1, incomplete],
    ['it is a part of nothing', { turns: [answering(206)] }, 'shape', undefined, 1, incomplete],
    [
      'the first answer is the rest',
      { turns: [answering(200, span(20_000, bytes), bytes.subarray(20_000))] },
      'shape',
      undefined,
      1,
      incomplete,
    ],
    [
      'it ends early and only a checksum shows it',
      { turns: [withoutLength(bytes.subarray(0, 700), checksum(bytes))] },
      'damaged',
      undefined,
      1,
      "The checksum doesn't match.",
    ],
  ])('%s', async (_what, service, kind, keeps, requests, reason) => {
    const server = await serve(service);
    const file = keepingTarget();
    const error = await failure(download(server, file.target));
    expect(error.kind).toBe(kind);
    expect(server.requests).toHaveLength(requests);
    expect(file.steps.at(-1)).toBe(keeps === undefined ? 'discard' : 'keep');
    if (keeps !== undefined) expect(file.bytes().equals(bytes.subarray(0, keeps))).toBe(true);
    if (reason !== undefined) expect(error.details.reason).toBe(reason);
  });

  it('it starts over at the same byte each time: only new bytes buy more tries than five', async () => {
    const turns = brokenAt(...Array.from({ length: 20 }, () => 1_900_000));
    const server = await serve({ headers: {}, turns }, someBytes(2_000_000));
    const file = keepingTarget();
    expect((await failure(download(server, file.target))).kind).toBe('network');
    expect(asked(server)).toEqual(Array.from({ length: 7 }, () => 0));
    expect(file.steps.at(-1)).toBe('discard');
  });

  it.each<[string, Service, number]>([
    ['the service can not go on', { headers: {}, turns: brokenAt(3) }, 1],
    ['the service begins anew', { turns: brokenAt(3), ranges: false }, 2],
  ])('nothing can be written again, and %s', async (_what, service, requests) => {
    const server = await serve(service);
    const { target, steps } = memoryTarget();
    const error = await failure(download(server, target));
    expect(error.kind).toBe('network');
    expect(server.requests).toHaveLength(requests);
    expect(steps).toEqual(['discard']);
  });

  it('more bytes come than were promised: they may never end', async () => {
    let pulls = 0;
    const long = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulls += 1;
        if (pulls < 20) controller.enqueue(Uint8Array.from(bytes));
        else controller.close();
      },
    });
    const server = await serve({ turns: brokenAt(3000) });
    const headers = { ...span(3000, bytes), ...tag };
    const answers = (url: string, init: RequestInit) =>
      new Headers(init.headers).has('Range')
        ? Promise.resolve(new Response(long, { status: 206, headers }))
        : fetch(url, init);
    const { target } = keepingTarget();
    expect((await failure(download(server, target, { fetch: answers }))).kind).toBe('shape');
    expect(pulls).toBeLessThan(5);
  });

  it('the user cancels, and no length tells that the rest is missing', async () => {
    const some: Turn = {
      answer: response => void response.writeHead(200).write(bytes.subarray(0, 500)),
    };
    const server = await serve({ turns: [some] });
    const { target, steps } = memoryTarget();
    const abort = new AbortController();
    const run = clientAt(server.origin).download(server.link, target, () => abort.abort(), abort.signal);
    expect((await failure(run)).kind).toBe('aborted');
    expect(steps).toEqual(['discard']);
  });

  it('the target fails, which is asked for nothing more', async () => {
    const server = await serve({});
    const { target, steps } = keepingTarget();
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    await expect(download(server, { ...target, write: () => Promise.reject(full) })).rejects.toBe(full);
    expect(server.requests).toHaveLength(1);
    expect(steps).toEqual(['restart', 'discard']);
  });

  it.each(['', 'not an address'])(
    'its link is "%s", which is told as an answer that lacks it',
    async link => {
      const server = await serve({});
      const { target, steps } = keepingTarget();
      expect((await failure(download(server, target, { link }))).kind).toBe('shape');
      expect([server.requests, steps]).toEqual([[], ['discard']]);
    },
  );
});

describe('a download', () => {
  it('tells how far it is, in bytes, and of how many', async () => {
    const server = await serve({ turns: brokenAt(50_000) });
    const progress = await download(server, keepingTarget().target);
    expect(progress.every(([received], index) => received > (progress[index - 1]?.[0] ?? 0))).toBe(true);
    expect(new Set(progress.map(([, total]) => total))).toEqual(new Set([size]));
    expect(progress.at(-1)).toEqual([size, size]);
  });

  it('asks with its token, with a new one once that is refused, and for bytes as they are', async () => {
    const turns = [...brokenAt(5000), answering(401), ...brokenAt(5000)];
    const server = await serve({ turns });
    await download(server, keepingTarget().target);
    const tokens = server.requests.map(({ authorization }) => authorization);
    expect(tokens).toEqual([1, 1, 2, 2].map(number => `Bearer token-${number}`));
    expect(server.exchanges()).toBe(2);
    expect(new Set(server.requests.map(({ encoding }) => encoding?.split(',')[0]))).toEqual(
      new Set(['identity']),
    );
  });

  it('from a foreign host is continued there, without a token', async () => {
    const store = await serve({ turns: brokenAt(7000) });
    const toStore = answering(302, { Location: store.link });
    const server = await serve({ turns: [toStore, toStore] });
    const file = keepingTarget();
    await clientAt(server.origin).download(server.link, file.target, store.onProgress);
    expect(file.bytes().equals(bytes)).toBe(true);
    expect(asked(store)).toEqual([0, 7000]);
    expect(store.requests.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
    expect(server.requests.map(({ authorization }) => authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
    ]);
  });

  it('frees what is written, and not what is part of something larger', async () => {
    const whole = new Uint8Array(100);
    const larger = new Uint8Array(100);
    const half = larger.subarray(0, 50);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of [whole, half]) controller.enqueue(chunk);
        controller.close();
      },
    });
    const server = await serve({});
    const answers = (url: string, init: RequestInit) =>
      url === server.link ? Promise.resolve(new Response(body)) : fetch(url, init);
    await download(server, keepingTarget().target, { fetch: answers });
    expect([whole.byteLength, half.byteLength]).toEqual([0, 50]);
  });
});

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
const downloadTo = async (path: string, server: FileServer, options?: Parameters<typeof download>[2]) =>
  download(server, await createFileTarget(path), { stallMs: 5000, ...options });

/** What is on the disk after a user cancelled at this byte, at which the service stalls. */
async function kept(service: Partial<FileServerOptions> = {}, after = 40_000, query = '') {
  const file = { bytes, headers: { ...tag, ...checksum(bytes) } };
  const server = await serveFile({ file, turns: [{ stallAfter: after }], ...service });
  const { path, names } = await place();
  const abort = new AbortController();
  const tell = (received: number) => (received >= after ? abort.abort() : undefined);
  const target = await createFileTarget(path);
  const run = clientAt(server.origin).download(server.link + query, target, tell, abort.signal);
  expect((await failure(run)).kind).toBe('aborted');
  const [name = ''] = await names();
  const folder = join(path, '..', name);
  return { server, file, path, names, name, data: join(folder, 'data'), note: join(folder, 'note') };
}

type Kept = Awaited<ReturnType<typeof kept>>;

describe('what came of a download that the user canceled', () => {
  it('is continued by the next one, and has a name of its own until then', async () => {
    const { server, path, names, name } = await kept();
    expect(name).toMatch(/^harbour\.aoi\.geojson\.[0-9a-f]{8}\.part$/);
    const [[received] = [0]] = await downloadTo(path, server);
    expect(received).toBeGreaterThan(40_000);
    expect(asked(server)).toEqual([0, 40_000]);
    expect(server.requests[1]?.ifRange).toBe('"one"');
    expect((await readFile(path)).equals(bytes)).toBe(true);
    expect(await names()).toEqual(['harbour.aoi.geojson']);
  });

  it('is continued along the same link with another query, and notes no address, which could open it', async () => {
    const { server, path, note } = await kept({}, 40_000, '?signature=x');
    expect(await readFile(note, 'utf8')).not.toMatch(/items|signature|127\.0\.0\.1/);
    await downloadTo(path, server, { link: `${server.link}?signature=y` });
    expect(asked(server)).toEqual([0, 40_000]);
  });

  it('is sent no more where only the name is missing', async () => {
    const { server, path, data, note } = await kept({}, 99_999);
    const noted = JSON.parse(await readFile(note, 'utf8')) as object;
    await writeFile(data, bytes);
    await writeFile(note, JSON.stringify({ ...noted, bytes: size }));
    expect(await downloadTo(path, server)).toEqual([]);
    expect(asked(server)).toEqual([0, size]);
    expect((await readFile(path)).equals(bytes)).toBe(true);
  });

  const another = (headers: object) => (here: Kept) => {
    Object.assign(here.file, { bytes: changed, headers: { ...headers, ...checksum(changed) } });
    return Promise.resolve();
  };

  it.each<
    [what: string, change: (here: Kept) => Promise<unknown>, asked: number, content?: Buffer, link?: string]
  >([
    ['the service has another file', another({ ETag: '"two"' }), 40_000, changed],
    ['only the checksum is another', another(tag), 40_000, changed],
    ['the link is to another file', () => Promise.resolve(), 0, bytes, 'i2'],
    [
      'the note is not ours',
      ({ note }) => writeFile(note, '{"bytes":40000,"note":"{\\"source\\":7}"}'),
      0,
      bytes,
    ],
  ])('is dropped where %s by then', async (_what, change, from, content = bytes, item = 'i1') => {
    const here = await kept();
    const { server, path, names } = here;
    await change(here);
    await downloadTo(path, server, { link: server.link.replace('i1', item) });
    expect(asked(server)[1]).toBe(from);
    expect((await readFile(path)).equals(content)).toBe(true);
    expect(await names()).toEqual(['harbour.aoi.geojson']);
  });

  it('is gone when the whole does not agree with its checksum, and the next download begins anew', async () => {
    const { server, path, names, data } = await kept();
    await writeFile(data, someBytes(40_000, 'damaged'));
    expect((await failure(downloadTo(path, server))).kind).toBe('damaged');
    expect(await names()).toEqual([]);
    await downloadTo(path, server);
    expect(asked(server)).toEqual([0, 40_000, 0]);
    expect((await readFile(path)).equals(bytes)).toBe(true);
  });
});

describe('two downloads of one file at a time', () => {
  it('each have a part of their own, and one of them gets the name', async () => {
    const server = await serve({ turns: brokenAt(30_000, 60_000) });
    const { path, names } = await place();
    const both = await Promise.allSettled([downloadTo(path, server), downloadTo(path, server)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'EEXIST' } });
    expect((await readFile(path)).equals(bytes)).toBe(true);
    expect(await names()).toEqual(['harbour.aoi.geojson']);
  });

  it('do not both continue what a third one left', async () => {
    const { server, path } = await kept();
    await Promise.allSettled([downloadTo(path, server), downloadTo(path, server)]);
    expect(asked(server).slice(1).sort()).toEqual([0, 40_000]);
    expect((await readFile(path)).equals(bytes)).toBe(true);
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

it.each([
  ['with a checksum', { ...tag, ...checksum(bytes) }],
  ['without one', tag],
])(
  'a window that is killed leaves its download to the next one, %s, once it has ended',
  async (_what, headers) => {
    const server = await serve({ headers, turns: [{ stallAfter: 40_000 }] });
    const { path, names } = await place();
    const code = ['--input-type=module-typescript', '-e', otherWindow, server.origin, server.link, path];
    const child = spawn(process.execPath, code, { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: child.stdout })) if (Number(line) >= 40_000) break;
    const meanwhile = await createFileTarget(path);
    expect(meanwhile.part?.size).toBe(0);
    await meanwhile.discard();
    expect(await names()).toHaveLength(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await downloadTo(path, server);
    expect(asked(server)).toEqual([0, 40_000]);
    expect((await readFile(path)).equals(bytes)).toBe(true);
    expect(await names()).toEqual(['harbour.aoi.geojson']);
  },
);
