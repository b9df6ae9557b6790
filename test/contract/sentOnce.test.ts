import { once } from 'node:events';
import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection } from '../../src/service/rules/connection.ts';
import type { Transport } from '../../src/service/rules/transport.ts';
import { type Client, createClient } from '../../src/service/wire/client.ts';
import { type ApiError, wasSurelyRefused } from '../../src/service/wire/errors.ts';
import type { Fetch } from '../../src/service/wire/http.ts';
import { sendOnce } from '../../src/service/wire/sendOnce.ts';
import { createTransports } from '../../src/features/account/transports.ts';
import { eventually } from '../eventually.ts';
import { failure } from '../failure.ts';
import { patient } from '../runSpeed.ts';
import { startForwardProxy } from './forwardProxy.ts';
import { localConnection } from './localConnection.ts';
import { placeOrder } from './placeOrder.ts';

const transports: [string, Transport | undefined][] = [
  ["the editor's transport", undefined],
  ["a connection's own transport", {}],
];

interface Setup {
  connection: Connection;
  /** Method and path of everything except successful token exchanges. */
  requestLines: string[];
  requests: IncomingMessage[];
  sockets: Set<Socket>;
  close: () => void;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A service on this machine whose token exchange works, unless `exchange` answers it. */
async function setUp(transport: Transport | undefined, answer: Answer, exchange?: Answer): Promise<Setup> {
  const requestLines: string[] = [];
  const requests: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const isExchange = request.url?.endsWith('/token');
    sockets.add(request.socket);
    request.resume().on('end', () => {
      if (isExchange && !exchange) {
        response.end(JSON.stringify({ access_token: 'token', expires_in: 3600 }));
        return;
      }
      requestLines.push(`${request.method} ${request.url}`);
      requests.push(request);
      (isExchange && exchange ? exchange : answer)(response, request);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = {
    ...localConnection(origin),
    ...(transport ? { transport } : {}),
  };
  return { connection, requestLines, requests, sockets, close };
}

async function fetchOf({ connection }: Setup): Promise<Fetch> {
  return createTransports(() => Promise.reject(new Error('The sandbox is not asked.')))(connection);
}

async function clientOf(at: Setup, timeoutMs = 5000): Promise<Client> {
  return createClient({
    connection: at.connection,
    apiKey: 'AAECAwQFBgcICQoLDA0ODw==',
    fetch: await fetchOf(at),
    log: () => undefined,
    warn: () => undefined,
    onRefused: () => undefined,
    retryDelayMs: 1,
    orderPaceMs: 0,
    timeoutMs,
  });
}

const json: (status: number, body: unknown, headers?: Record<string, string>) => Answer =
  (status, body, headers = {}) =>
  response =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';
const misdirected = json(421, { message: 'Misdirected' });

describe.each(transports)('by %s', (_name, transport) => {
  it.each<[string, (client: Client) => Promise<unknown>, string[]]>([
    ['an order', client => placeOrder(client, { kind: 'k' }), ['POST /api/v1/orders']],
    ['a new key', client => client.createKey('mine'), ['POST /api/v1/apikeys']],
    ['the deletion of a key', client => client.deleteKey('k1'), ['DELETE /api/v1/apikeys/k1']],
    ['a revocation', client => client.revoke('s1'), ['GET /api/v1/subscriptions/s1/revoke']],
    ['one by PUT', client => client.revoke('s1', 'PUT'), ['PUT /api/v1/subscriptions/s1/revoke']],
  ])('%s that is answered by 421 is sent once, and is not confirmed', async (_what, send, expected) => {
    const at = await setUp(transport, misdirected);
    const error = await failure(send(await clientOf(at)));
    expect(at.requestLines).toEqual(expected);
    expect(error.details).toMatchObject({ status: 421, serverMessage: 'Misdirected' });
    expect(wasSurelyRefused(error)).toBe(false);
  });

  it('the exchange of the key that is answered by 421 is sent once', async () => {
    const at = await setUp(transport, misdirected, misdirected);
    expect((await failure((await clientOf(at)).signIn())).details.status).toBe(421);
    expect(at.requestLines).toEqual(['POST /auth/realms/IDP/protocol/openid-connect/token']);
  });

  it('each of several orders uses its own connection, which ends with it', async () => {
    const at = await setUp(transport, json(201, { id: 'o1' }));
    const client = await clientOf(at);
    // Leaves a connection behind that could be reused.
    await client.orders({}).catch(() => undefined);
    at.sockets.clear();
    for (let order = 0; order < 3; order++)
      expect(await placeOrder(client, { order })).toMatchObject({ id: 'o1' });
    expect(at.sockets.size).toBe(3);
    await eventually(() => expect([...at.sockets].every(({ destroyed }) => destroyed)).toBe(true));
  });

  it.each<[string, string | undefined, (text: string) => Buffer]>([
    ['plain', undefined, text => Buffer.from(text)],
    ['packed by gzip', 'gzip', gzipSync],
    ['packed by deflate', 'deflate', deflateSync],
    ['packed by brotli', 'br', brotliCompressSync],
  ])('what an order sends arrives, and its answer is read: %s', async (_what, encoding, pack) => {
    const at = await setUp(transport, response => {
      if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
      response.writeHead(201).end(pack(JSON.stringify({ id: 'ö1' })));
    });
    const client = await clientOf(at);
    expect(await placeOrder(client, { title: 'Häfen' })).toMatchObject({ id: 'ö1' });
    expect(at.requestLines).toEqual(['POST /api/v1/orders']);
    expect(at.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer token',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength('{"title":"Häfen"}')),
      'accept-encoding': 'identity',
      connection: 'close',
    });
  });

  it('a deletion may have an empty answer', async () => {
    const at = await setUp(transport, response => response.writeHead(204).end());
    await (await clientOf(at)).deleteKey('k1');
    expect(at.requestLines).toHaveLength(1);
  });

  it.each<[string, ApiError['kind'], Answer]>([
    ['redirected', 'shape', response => response.writeHead(307, { location: '/api/v1/orders' }).end()],
    ['reset', 'network', response => response.socket?.destroy()],
    [
      'broken off',
      'network',
      response => response.writeHead(201, { 'content-length': 9 }).write('{"id"', () => response.destroy()),
    ],
    ['stalled', 'timeout', response => response.writeHead(201).write('{"id"')],
    ['not answered', 'timeout', () => undefined],
    ['answered by another protocol', 'network', response => response.socket?.end(switching)],
    [
      'answered by no status',
      'network',
      response => response.socket?.end('HTTP/1.1 777 Odd\r\nContent-Length: 0\r\n\r\n'),
    ],
  ])('an order that is %s is sent once, and is not confirmed', async (_what, kind, answer) => {
    const at = await setUp(transport, answer);
    const client = await clientOf(at, patient(kind === 'timeout' ? 800 : 60_000));
    // The time is for the order, on a busy machine too.
    await eventually(() => client.signIn());
    const error = await failure(placeOrder(client, {}));
    expect(error.kind).toBe(kind);
    expect(wasSurelyRefused(error)).toBe(false);
    expect(at.requestLines).toEqual(['POST /api/v1/orders']);
  });

  it('an answer that is not valid ends the connection, although more of it may come', async () => {
    const at = await setUp(transport, response =>
      response.socket?.write('HTTP/1.1 777 Odd\r\nContent-Length: 9\r\n\r\n'),
    );
    const client = await clientOf(at, 60_000);
    const error = await failure(placeOrder(client, {}));
    expect([error.kind, wasSurelyRefused(error)]).toEqual(['network', false]);
    await eventually(() => expect([...at.sockets].every(({ destroyed }) => destroyed)).toBe(true));
  });
});

describe("the editor's transport", () => {
  it('uses the requests that the editor has replaced by the time they are sent, by TLS where the address says so', async () => {
    const at = await setUp(undefined, json(201, { id: 'o1' }));
    const client = await clientOf(at);
    const plain = vi.spyOn(http, 'request');
    await placeOrder(client, {});
    // The token exchange, and the order.
    expect(plain).toHaveBeenCalledTimes(2);
    const secure = vi.spyOn(https, 'request').mockImplementation(() => expect.fail('by TLS'));
    await expect(sendOnce('https://base.test/a', {})).rejects.toThrow('by TLS');
    expect([plain, secure].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
    plain.mockRestore();
    secure.mockRestore();
  });

  it('sends a GET if nothing else is asked for, and has each header of the answer', async () => {
    const at = await setUp(undefined, response => response.writeHead(200, { 'X-Twice': ['a', 'b'] }).end());
    const response = await sendOnce(`${at.connection.baseUrl}/a`, {});
    expect(at.requestLines).toEqual(['GET /a']);
    expect(response.headers.get('x-twice')).toBe('a, b');
  });

  it('ends a request that its caller cancels', async () => {
    const abort = new AbortController();
    const at = await setUp(undefined, () => abort.abort());
    const run = sendOnce(at.connection.baseUrl, { signal: abort.signal });
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('says why there is no answer, or what is wrong with it', async () => {
    const odd = await setUp(undefined, response =>
      response.socket?.end('HTTP/1.1 777 Odd\r\nContent-Length: 0\r\n\r\n'),
    );
    await expect(sendOnce(odd.connection.baseUrl, {})).rejects.toMatchObject({
      message: 'The answer is not valid.',
      cause: expect.any(RangeError) as unknown,
    });
    const silent = await setUp(undefined, response => response.socket?.end(switching));
    await expect(sendOnce(silent.connection.baseUrl, {})).rejects.toThrow(
      'The connection was closed before an answer came.',
    );
    silent.close();
    await expect(sendOnce(silent.connection.baseUrl, {})).rejects.toThrow('ECONNREFUSED');
  });
});

describe("a connection's own transport", () => {
  it('through a proxy sends once what is answered by 421, each on its own connection', async () => {
    const proxy = await startForwardProxy();
    onTestFinished(() => proxy.close());
    const at = await setUp({ proxy: proxy.origin }, misdirected);
    await failure(placeOrder(await clientOf(at), {}));
    await failure(placeOrder(await clientOf(at), {}));
    expect(at.requestLines).toEqual(['POST /api/v1/orders', 'POST /api/v1/orders']);
  });
});
