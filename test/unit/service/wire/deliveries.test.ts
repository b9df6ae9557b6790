import { describe, expect, it } from 'vitest';
import type { DownloadTarget } from '../../../../src/service/wire/deliveries.ts';
import { json, type Reply, resetByPeer } from './fakeFetch.ts';
import { failure, type Setup, setUp } from './setup.ts';

const link = 'https://access.test/api/v1/items/i1/download';
const nobody = () => undefined;

interface Target extends DownloadTarget {
  /** What became of it, in order. */
  steps: string[];
}

function target(write: (chunk: Uint8Array) => Promise<void> = () => Promise.resolve()): Target {
  const steps: string[] = [];
  const step = (name: string) => () => {
    steps.push(name);
    return Promise.resolve();
  };
  return { steps, write, commit: step('commit'), discard: step('discard') };
}

/** An answer in so many pieces. */
function pieces(texts: string[], headers: Record<string, string> = {}): Response {
  return new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    }),
    { headers },
  );
}

describe('a download', () => {
  it('tells how far it is, in bytes, and of how many', async () => {
    const { client } = setUp(() => pieces(['repo', 'rt'], { 'Content-Length': '6' }));
    const reported: [number, number | undefined][] = [];
    await client.download(link, target(), (...progress) => reported.push(progress));
    expect(reported).toEqual([
      [4, 6],
      [6, 6],
    ]);
  });

  it('frees what is written, and not what is part of something larger', async () => {
    const whole = new Uint8Array(100);
    const larger = new Uint8Array(100);
    const part = larger.subarray(0, 50);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(whole);
        controller.enqueue(part);
        controller.close();
      },
    });
    const { client } = setUp(() => new Response(body));
    await client.download(link, target(), nobody);
    expect(whole.byteLength).toBe(0);
    expect(part.byteLength).toBe(50);
  });

  it.each<[string, Record<string, string>]>([
    [
      'in capitals',
      { 'X-Ads-Checksum-Method': 'MD5', 'X-Ads-Checksum-Value': 'E98D2F001DA5678B39482EFBDF5770DC' },
    ],
    ['by a method that is not known', { 'X-Ads-Checksum-Method': 'blake3', 'X-Ads-Checksum-Value': 'x' }],
    ['of which only the method is named', { 'X-Ads-Checksum-Method': 'md5' }],
  ])('is kept with a checksum %s', async (_what, headers) => {
    const { client } = setUp(new Response('report', { headers }));
    const file = target();
    await client.download(link, file, nobody);
    expect(file.steps).toEqual(['commit']);
  });

  it('that the user ends leaves nothing, and says that it was the user', async () => {
    const abort = new AbortController();
    const { client } = setUp(() => pieces(['re', 'po', 'rt']));
    const file = target();
    const run = client.download(link, file, () => abort.abort(), abort.signal);
    expect((await failure(run)).kind).toBe('aborted');
    expect(file.steps).toEqual(['discard']);
  });

  it.each(['', 'not an address'])(
    'along the broken link "%s" is told as an answer that lacks what was promised, and leaves nothing',
    async broken => {
      const { client } = setUp(new Response('report'));
      const file = target();
      const error: unknown = await client.download(broken, file, nobody).catch((reason: unknown) => reason);
      expect(file.steps).toEqual(['discard']);
      expect(error).toMatchObject({ name: 'ApiError', kind: 'shape' });
    },
  );
});

/** Breaks off after the text, as a connection does. */
function brokenOff(text: string, headers: Record<string, string> = {}): Response {
  const body = new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(new TextEncoder().encode(text)),
    pull: controller => controller.error(new TypeError('terminated')),
  });
  return new Response(body, { headers });
}

/** A part of the file "report" from a byte on. */
function rest(text: string, from: number): Response {
  return new Response(text, { status: 206, headers: { 'Content-Range': `bytes ${from}-5/6`, ETag: '"r"' } });
}

const tagged = { ETag: '"r"', 'Content-Length': '6' };

/** A target that holds a part of the file, or nothing yet. */
function keeping(held = '', note?: string) {
  let text = held;
  let reads = 0;
  const plain = target(chunk => {
    text += Buffer.from(chunk).toString();
    return Promise.resolve();
  });
  const { steps } = plain;
  const part: DownloadTarget['part'] = {
    size: held.length,
    note,
    async *read() {
      reads += 1;
      await Promise.resolve();
      yield new TextEncoder().encode(held);
    },
    restart(newNote) {
      text = '';
      steps.push(newNote === undefined ? 'restart without a note' : 'restart');
      return Promise.resolve();
    },
    keep: () => Promise.resolve(void steps.push('keep')),
  };
  return { file: { ...plain, part }, steps, text: () => text, reads: () => reads };
}

const rangesOf = ({ service }: Setup) => service.calls().map(({ headers }) => headers.Range);

describe('a download that breaks off', () => {
  it.each<[string, Reply[]]>([
    ['the service could not go on with', [() => brokenOff('rep')]],
    [
      'the service does not go on with',
      [() => brokenOff('rep', tagged), new Response('report', { headers: tagged })],
    ],
  ])('cannot be begun anew in such a target: what %s is given up', async (_what, replies) => {
    const setup = setUp(...replies);
    const file = target();
    expect((await failure(setup.client.download(link, file, nobody))).kind).toBe('network');
    expect(setup.service.calls()).toHaveLength(replies.length);
    expect(file.steps).toEqual(['discard']);
  });

  it.each<[string, 'keep' | 'discard', Reply]>([
    ['a right that is missing', 'keep', json({}, 403)],
    ['a limit', 'keep', json({}, 429, { 'Retry-After': '3600' })],
    ['a reset connection', 'keep', resetByPeer()],
    ['a file that is gone', 'discard', json({}, 404)],
    ['an answer that is no file', 'discard', new Response(null, { status: 204 })],
  ])('and then meets %s has its bytes in the end: %s', async (_what, end, reply) => {
    const setup = setUp(() => brokenOff('rep', tagged), reply);
    const { file, steps, text } = keeping();
    await failure(setup.client.download(link, file, nobody));
    expect(steps).toEqual(['restart', end]);
    expect(text()).toBe('rep');
  });

  it('into a target that fails is not gone on with, and nothing is kept', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const setup = setUp(() => pieces(['rep', 'ort'], tagged));
    const { file, steps } = keeping();
    const run = setup.client.download(link, { ...file, write: () => Promise.reject(full) }, nobody);
    await expect(run).rejects.toBe(full);
    expect(setup.service.calls()).toHaveLength(1);
    expect(steps).toEqual(['restart', 'discard']);
  });
});

describe('a body', () => {
  it('of more bytes than were promised is left at the first one of them: it may never end', async () => {
    let pulls = 0;
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          pulls += 1;
          controller.enqueue(new TextEncoder().encode('report'));
        },
      });
    const headers = { 'Content-Range': 'bytes 3-5/6', ETag: '"r"' };
    const setup = setUp(
      () => brokenOff('rep', tagged),
      () => new Response(body(), { status: 206, headers }),
    );
    const { file } = keeping();
    expect(await failure(setup.client.download(link, file, nobody))).toMatchObject({ kind: 'shape' });
    expect(pulls).toBeLessThan(5);
  });
});

describe('a download that finds a part', () => {
  /** The note that a download of this answer makes. */
  async function noteOf(headers: Record<string, string>, of = link): Promise<string> {
    let noted: string | undefined;
    const { file } = keeping();
    const part = {
      ...file.part,
      restart: (note: string | undefined) => {
        noted = note;
        return Promise.resolve();
      },
    };
    await setUp(() => pieces(['report'], headers)).client.download(of, { ...file, part }, nobody);
    return noted ?? '';
  }

  it.each<[string, () => Promise<string>]>([
    ['is of another link', () => noteOf(tagged, link.replace('i1', 'i2'))],
    ['has no note of ours', () => Promise.resolve('{"source":7}')],
  ])('begins anew where that %s', async (_what, note) => {
    const setup = setUp(() => pieces(['report'], tagged));
    const { file, steps, text } = keeping('rep', await note());
    await setup.client.download(link, file, nobody);
    expect(rangesOf(setup)).toEqual([undefined]);
    expect([text(), steps]).toEqual(['report', ['restart', 'commit']]);
  });

  it('takes it for the same link with another query', async () => {
    const setup = setUp(rest('ort', 3));
    const { file, text } = keeping('rep', await noteOf(tagged, `${link}?until=1`));
    await setup.client.download(`${link}?until=2`, file, nobody);
    expect(text()).toBe('report');
  });

  it('notes no address, which could open the file to others', async () => {
    expect(await noteOf(tagged, `${link}?signature=x`)).not.toMatch(/items|signature|access/);
  });
});
