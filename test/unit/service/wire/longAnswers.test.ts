import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { wasSurelyRefused } from '../../../../src/service/wire/errors.ts';
import { clientAt } from '../../../contract/downloading.ts';
import { placeOrder } from '../../../contract/placeOrder.ts';
import { failure } from '../../../failure.ts';
import { json } from './fakeFetch.ts';
import { setUp } from './setup.ts';

const reason = 'The answer is larger than 50 MB.';

/** A body without end; tells how many bytes were taken, and whether it was ended. */
function endless(text: string) {
  const chunk = new TextEncoder().encode(text.repeat(Math.ceil(65_536 / text.length)));
  const seen = { bytes: 0, isEnded: false };
  const body = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        seen.bytes += chunk.byteLength;
        controller.enqueue(chunk);
      },
      cancel() {
        seen.isEnded = true;
      },
    });
  return { body, seen };
}

/** A service that answers tokens itself and everything else so. */
async function serve(answer: RequestListener): Promise<{ origin: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/token')) {
      response.end(JSON.stringify({ access_token: 'token', expires_in: 3600 }));
      return;
    }
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

describe('an answer that is too long', () => {
  it('is given up at its limit, told by its size, and not asked for again', async () => {
    const { body, seen } = endless(' ');
    const { client, service } = setUp(() => new Response(body()));
    const error = await failure(client.profile());
    expect([error.kind, error.details.reason]).toEqual(['shape', reason]);
    expect(service.calls()).toHaveLength(1);
    expect(seen.isEnded).toBe(true);
    expect(seen.bytes).toBeLessThan(51_000_000);
  });

  it('is not begun where its length is told before', async () => {
    const { body, seen } = endless(' ');
    const { client } = setUp(() => new Response(body(), { headers: { 'Content-Length': '50000001' } }));
    expect((await failure(client.profile())).details.reason).toBe(reason);
    expect(seen.bytes).toBeLessThan(200_000);
  });

  it('leaves an order open', async () => {
    const { client, service } = setUp(() => new Response(endless(' ').body()));
    expect(wasSurelyRefused(await failure(placeOrder(client, {})))).toBe(false);
    expect(service.calls()).toHaveLength(1);
  });

  it('is found out while it is unpacked', async () => {
    const packed = gzipSync(`{"a":"${'a'.repeat(60_000_000)}"}`, { level: 1 });
    expect(packed.byteLength).toBeLessThan(1_000_000);
    const { origin, requests } = await serve((_request, response) =>
      response.setHeader('Content-Encoding', 'gzip').end(packed),
    );
    expect((await failure(clientAt(origin).profile())).details.reason).toBe(reason);
    expect(requests).toHaveLength(1);
  });

  it('is taken up to its limit, with every letter', async () => {
    const words = 'é🛰'.repeat(500_000);
    const text = JSON.stringify({ contract: { id: 'c1', name: words } });
    const bytes = new TextEncoder().encode(text);
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 9973) controller.enqueue(bytes.slice(at, at + 9973));
        controller.close();
      },
    });
    const { client } = setUp(() => new Response(pieces));
    expect((await client.profile()).contract.fields.name).toBe(words);
  });
});

describe('an answer that is nested deep', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  it.each([2001, 10_000_000])('is refused with %d levels, whatever contains them', async levels => {
    const { client, service } = setUp(() => new Response(`{"contract":{"id":"c1","odd":${nested(levels)}}}`));
    const { kind, details } = await failure(client.profile());
    expect([kind, details.reason]).toEqual(['shape', 'The answer is nested too deep.']);
    expect(service.calls()).toHaveLength(1);
  });

  it('is taken where the brackets are text', async () => {
    const odd = `"[\\"${nested(3000)}`;
    const { client } = setUp(() => json({ contract: { id: 'c1', odd } }));
    expect((await client.profile()).contract.fields.odd).toBe(odd);
  });
});

describe('a failure that is told at length', () => {
  it.each([400, 500])('keeps its status %d, and is read no further than 64 kB', async status => {
    const { body, seen } = endless('{"message":"');
    const { client, service } = setUp(() => new Response(body(), { status }), json({ id: 'o1' }));
    const error = await failure(placeOrder(client, {}));
    expect(error.details).toMatchObject({ status });
    expect(error.details.serverMessage).toBeUndefined();
    expect([seen.isEnded, seen.bytes < 300_000, service.calls().length]).toEqual([true, true, 1]);
  });
});
