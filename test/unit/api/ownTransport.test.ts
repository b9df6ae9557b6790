import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Fetch } from '../../../src/api/http.ts';
import { createOwnTransport } from '../../../src/api/ownTransport.ts';
import { connection } from './fakeFetch.ts';

describe('the fetch of a transport', () => {
  let own: Fetch;

  beforeAll(async () => {
    const made = await createOwnTransport(connection);
    if (typeof made === 'string') throw new Error(made);
    own = made;
  });

  /** The address of a server that answers so; gone when the test ends. */
  async function serve(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  /** What both fetches make of the same request; they must not differ. */
  async function both<T>(look: (send: Fetch) => Promise<T>): Promise<T> {
    const ofOwn = await look(own);
    expect(ofOwn).toEqual(await look((url, init) => fetch(url, init)));
    return ofOwn;
  }

  const echo: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization, 'content-type': type, 'content-length': length } = request.headers;
      const body = Buffer.concat(chunks).toString();
      const text = JSON.stringify({ method: request.method, authorization, type, length, body });
      response.writeHead(200, { 'content-encoding': 'gzip', 'x-answer': 'yes' }).end(gzipSync(text));
    });
  };

  it('sends method, headers and a text body, and unpacks the answer', async () => {
    const url = await serve(echo);
    const received = await both(async send => {
      const response = await send(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer token' },
        body: '{"é":1}',
      });
      expect(response).toMatchObject({ ok: true, status: 200 });
      const received: unknown = await response.json();
      return [response.headers.get('X-Answer'), received];
    });
    expect(received).toEqual([
      'yes',
      {
        method: 'POST',
        authorization: 'Bearer token',
        type: 'application/json',
        length: '8',
        body: '{"é":1}',
      },
    ]);
  });

  it('shows a redirect instead of following it', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(307, { location: '/on' }).end('moved'),
    );
    const seen = await both(async send => {
      const response = await send(url, { redirect: 'manual' });
      await response.body?.cancel();
      return [response.status, response.ok, response.headers.get('location'), response.type];
    });
    expect(seen).toEqual([307, false, '/on', 'basic']);
  });

  it('hands over a body while the rest is still to come', async () => {
    let goOn = () => undefined as unknown;
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('first');
      goOn = () => response.end('after');
    });
    const chunks = await both(async send => {
      const response = await send(url, {});
      const reader = response.body?.getReader();
      const first = await reader?.read();
      goOn();
      const second = await reader?.read();
      const last = await reader?.read();
      expect(first?.value).toBeInstanceOf(Uint8Array);
      return [first, second]
        .map(chunk => Buffer.from(chunk?.value ?? '').toString())
        .concat(String(last?.done));
    });
    expect(chunks).toEqual(['first', 'after', 'true']);
  });

  it('ends a request when its signal is aborted, before the answer and within it', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/within') response.writeHead(200).write('first');
    });
    const seen = await both(async send => {
      const before = new AbortController();
      const waiting = Promise.allSettled([send(url, { signal: before.signal })]);
      before.abort();
      const within = new AbortController();
      const response = await send(`${url}within`, { signal: within.signal });
      const reading = Promise.allSettled([response.text()]);
      within.abort();
      const errors = [...(await waiting), ...(await reading)];
      return errors.map(one => (one.status === 'rejected' ? (one.reason as Error).name : one.value));
    });
    expect(seen).toEqual(['AbortError', 'AbortError']);
  });

  it('tells when the connection breaks within a body', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('first', () => response.destroy());
    });
    const seen = await both(async send => {
      const response = await send(url, {});
      return response.text().catch((error: unknown) => (error as Error).name);
    });
    expect(seen).toBe('TypeError');
  });
});
