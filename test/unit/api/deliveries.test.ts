import { describe, expect, it } from 'vitest';
import type { DownloadTarget } from '../../../src/api/deliveries.ts';
import { bench, failure } from './bench.ts';
import { json } from './fakeFetch.ts';

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
    const { client } = bench(() => pieces(['repo', 'rt'], { 'Content-Length': '6' }));
    const told: [number, number | undefined][] = [];
    await client.download(link, target(), (...progress) => told.push(progress));
    expect(told).toEqual([
      [4, 6],
      [6, 6],
    ]);
  });

  it('tells no total where the service names none', async () => {
    const { client } = bench(() => pieces(['report']));
    const told: (number | undefined)[] = [];
    await client.download(link, target(), (_received, total) => told.push(total));
    expect(told).toEqual([undefined]);
  });

  it('hands over every byte in its order', async () => {
    const { client } = bench(() => pieces(['re', 'po', 'rt']));
    const chunks: Uint8Array[] = [];
    const file = target(chunk => {
      chunks.push(chunk);
      return Promise.resolve();
    });
    await client.download(link, file, nobody);
    expect(Buffer.concat(chunks).toString()).toBe('report');
    expect(file.steps).toEqual(['commit']);
  });

  it.each<[string, Record<string, string>]>([
    [
      'in capitals',
      { 'X-Ads-Checksum-Method': 'MD5', 'X-Ads-Checksum-Value': 'E98D2F001DA5678B39482EFBDF5770DC' },
    ],
    ['by a method that is not known', { 'X-Ads-Checksum-Method': 'blake3', 'X-Ads-Checksum-Value': 'x' }],
    ['of which only the method is named', { 'X-Ads-Checksum-Method': 'md5' }],
  ])('is kept with a checksum %s', async (_what, headers) => {
    const { client } = bench(new Response('report', { headers }));
    const file = target();
    await client.download(link, file, nobody);
    expect(file.steps).toEqual(['commit']);
  });

  it.each([
    [403, 'denied'],
    [404, 'notFound'],
    [500, 'server'],
  ])('that is answered %i is given up with the words of the service', async (status, kind) => {
    const { client } = bench(json({ code: 'X', message: 'Not yours.' }, status));
    const file = target();
    const error = await failure(client.download(link, file, nobody));
    expect([error.kind, error.details.serverMessage]).toEqual([kind, 'Not yours. (X)']);
    expect(file.steps).toEqual(['discard']);
  });

  it('that the user ends leaves nothing, and says that it was the user', async () => {
    const abort = new AbortController();
    const { client } = bench(() => pieces(['re', 'po', 'rt']));
    const file = target();
    const run = client.download(link, file, () => abort.abort(), abort.signal);
    expect((await failure(run)).kind).toBe('aborted');
    expect(file.steps).toEqual(['discard']);
  });

  it.each(['', '/api/v1/items/i1/download', 'not an address'])(
    'along the broken link "%s" is told as an answer that lacks what was promised, and leaves nothing',
    async broken => {
      const { client } = bench(new Response('report'));
      const file = target();
      const error: unknown = await client.download(broken, file, nobody).catch((reason: unknown) => reason);
      expect(file.steps).toEqual(['discard']);
      expect(error).toMatchObject({ name: 'ApiError', kind: 'shape' });
    },
  );

  it("that the disk cannot take is told by the disk's own error, not as a fault of the network", async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const { client } = bench(() => pieces(['report']));
    const file = target(() => Promise.reject(full));
    const error: unknown = await client.download(link, file, nobody).catch((reason: unknown) => reason);
    expect(file.steps).toEqual(['discard']);
    expect(error).not.toMatchObject({ kind: 'network' });
    expect(String(error)).toContain('ENOSPC');
  });

  it('that cannot be put under its name leaves nothing', async () => {
    const { client } = bench(new Response('report'));
    const file = { ...target(), commit: () => Promise.reject(new Error('EISDIR')) };
    await expect(client.download(link, file, nobody)).rejects.toThrow('EISDIR');
    expect(file.steps).toEqual(['discard']);
  });
});
