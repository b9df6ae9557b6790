import { once } from 'node:events';
import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sendOnce } from '../../../../src/service/wire/sendOnce.ts';

interface Request {
  line: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A service on this machine that answers every request like this. */
async function setUp(answer: (response: ServerResponse) => void) {
  const requests: Request[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      requests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      answer(response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { requests, close, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('a request that is sent once', () => {
  it('arrives as it was given, and has the answer of the service', async () => {
    const { requests, origin } = await setUp(response =>
      response.writeHead(201, { 'X-Twice': ['a', 'b'] }).end('{"id":"ö1"}'),
    );
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"title":"Häfen"}',
    };
    const response = await sendOnce(`${origin}/orders`, init);
    expect([response.status, response.headers.get('x-twice'), await response.text()]).toEqual([
      201,
      'a, b',
      '{"id":"ö1"}',
    ]);
    expect(requests).toMatchObject([
      { line: 'POST /orders', headers: { 'content-type': 'application/json' }, body: '{"title":"Häfen"}' },
    ]);
  });

  it('is a GET if nothing else is asked for, and follows no redirect', async () => {
    const { requests, origin } = await setUp(response => response.writeHead(307, { location: '/' }).end());
    expect((await sendOnce(`${origin}/a`, {})).status).toBe(307);
    expect(requests.map(({ line }) => line)).toEqual(['GET /a']);
  });

  it('ends when it is aborted', async () => {
    const abort = new AbortController();
    const { origin } = await setUp(() => abort.abort());
    await expect(sendOnce(origin, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('goes by TLS where the address says so', async () => {
    const plain = vi.spyOn(http, 'request');
    vi.spyOn(https, 'request').mockImplementation(() => {
      throw new Error('by TLS');
    });
    await expect(sendOnce('https://base.test/a', {})).rejects.toThrow('by TLS');
    expect(plain).not.toHaveBeenCalled();
  });

  it('says why there is no answer', async () => {
    const { origin, close } = await setUp(() => undefined);
    close();
    await expect(sendOnce(origin, {})).rejects.toThrow('ECONNREFUSED');
  });

  it.each([
    ['HTTP/1.1 777 Odd\r\nContent-Length: 0\r\n\r\n', 'The answer is not valid.', expect.any(RangeError)],
    [
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      'The connection was closed before an answer came.',
      undefined,
    ],
  ])('says what is wrong with %j', async (answer, message, cause: unknown) => {
    const { origin, requests } = await setUp(response => response.socket?.end(answer));
    await expect(sendOnce(origin, {})).rejects.toMatchObject({ message, ...(cause ? { cause } : {}) });
    expect(requests).toHaveLength(1);
  });
});
