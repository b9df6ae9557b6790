import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createPlainServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Dialect } from '../../src/sandbox/sandbox.ts';
import type { Transport } from '../../src/service/rules/transport.ts';
import type { Client } from '../../src/service/wire/client.ts';
import * as own from '../../src/service/wire/ownTransport.ts';
import { failure } from '../failure.ts';
import { writeTransportBundle } from '../transportBundle.ts';
import { type ForwardProxy, startForwardProxy } from './forwardProxy.ts';
import { memoryTarget } from './memoryTarget.ts';
import { placeOrder } from './placeOrder.ts';
import { quay } from './places.ts';
import { callerOf } from './tlsSandbox.ts';
import { createCredentials, type Setup, setUp, transportTo } from './transportSetup.ts';

const { authority, files } = await createCredentials();
const folder = await mkdtemp(join(tmpdir(), 'swath-bundle-'));
afterAll(() => rm(folder, { recursive: true }));
const bundled = createRequire(import.meta.url)(await writeTransportBundle(folder)) as typeof own;

/** From the source, and as the package has it: without the parts of undici that no connection runs. */
const creators = { source: own.createOwnTransport, bundle: bundled.createOwnTransport };

/** What every fetch of the process goes through that is told of nothing else. */
const processDispatchers = (): unknown[] =>
  Object.getOwnPropertySymbols(globalThis)
    .filter(({ description }) => description?.startsWith('undici.globalDispatcher'))
    .map(symbol => Reflect.get(globalThis, symbol) as unknown);

/** The link to a report, by way of a search, a price and an order. */
async function orderReport(client: Client, clock: { now: number }): Promise<string> {
  const { images } = await client.search(
    { aoi: quay, constellation: 'PHR', processingLevel: 'SENSOR', workspace: 'public' },
    1,
    1,
  );
  const body = {
    kind: 'order.analytics-toolbox.archive',
    title: 'Quay',
    analytic: 'analytic.orbitalinsight.cars-detection',
    resolution: 0.5,
    imageIds: images.map(image => image.id),
    aoi: quay,
  };
  expect((await client.price(body)).total.value).toBeGreaterThan(0);
  const { id } = await placeOrder(client, body);
  clock.now += 900_000;
  return (await client.order(id)).deliveries[0]?.download ?? 'no link';
}

describe.each<{ dialect: Dialect; code: keyof typeof creators }>([
  { dialect: 'specification', code: 'source' },
  { dialect: 'deployed', code: 'bundle' },
])(
  'a service that asks for a certificate of its own authority and speaks as $dialect, to the $code',
  ({ dialect, code }) => {
    const create = creators[code];
    let service: Setup;
    let proxy: ForwardProxy;
    let tlsProxy: ForwardProxy;

    beforeAll(async () => {
      service = await setUp(authority, { dialect });
      proxy = await startForwardProxy();
      tlsProxy = await startForwardProxy({ authority });
    });
    afterAll(async () => {
      await Promise.all([service.close(), proxy.close(), tlsProxy.close()]);
    });

    it("is reached without Node's own fetch, which keeps its dispatcher", async () => {
      await fetch('data:,');
      const before = processDispatchers();
      expect(before).not.toEqual([]);
      const send = await transportTo(service.origin, { ...files, proxy: proxy.origin }, create);
      await service.clientOf(send).signIn();
      expect(processDispatchers()).toHaveLength(before.length);
      for (const [at, dispatcher] of processDispatchers().entries()) expect(dispatcher).toBe(before[at]);
    });

    it.each<[string, () => Transport]>([
      ['straight', () => files],
      ['by way of a proxy', () => ({ ...files, proxy: proxy.origin })],
      ['by way of a proxy at https://', () => ({ ...files, proxy: tlsProxy.origin })],
    ])('serves a whole session, %s', async (_how, transport) => {
      const before = service.callers.length;
      const send = await transportTo(service.origin, transport(), create);
      const client = service.clientOf(send);
      await client.signIn();
      expect((await client.profile()).contract.balance?.value).toBeGreaterThan(0);
      const link = await orderReport(client, service.clock);
      const { target, text, steps } = memoryTarget();
      await client.download(link, target, () => undefined);
      expect(steps).toEqual(['commit']);
      expect(JSON.parse(text())).toMatchObject({ type: 'FeatureCollection' });
      expect(new Set(service.callers.slice(before))).toEqual(new Set(['Analyst']));
    });

    it('was reached through the proxy each time, which read nothing and was shown no certificate', () => {
      const { host } = new URL(service.origin);
      for (const { tunnels, forwarded, carried } of [proxy, tlsProxy]) {
        expect(new Set(tunnels)).toEqual(new Set([host]));
        expect(forwarded).toEqual([]);
        expect(carried().length).toBeGreaterThan(1000);
        for (const secret of ['apikey', 'Bearer', 'Quay']) expect(carried().includes(secret)).toBe(false);
      }
      expect(tlsProxy.certificates()).toBe(0);
    });

    it('has its downloads ended by who cancels them', async () => {
      const send = await transportTo(service.origin, files, create);
      const client = service.clientOf(send);
      const link = await orderReport(client, service.clock);
      const remove = service.sandbox.faults.add({
        kind: 'slow',
        bytesPerSecond: 200,
        path: '/api/v1/items/*/download',
      });
      const { target, steps } = memoryTarget();
      const abort = new AbortController();
      const error = await failure(client.download(link, target, () => abort.abort(), abort.signal));
      remove();
      expect(error.kind).toBe('aborted');
      expect(steps).toEqual(['discard']);
    });

    it('may send a reader on within itself', async () => {
      const send = await transportTo(service.origin, files, create);
      const client = service.clientOf(send);
      const path = '/api/v1/me/services';
      service.sandbox.faults.add({ kind: 'redirect', location: path, path, count: 1 });
      expect(await client.services()).not.toEqual({});
      const last = service.sandbox.requests.slice(-2);
      expect(last.map(request => [request.path, request.status])).toEqual([
        [path, 302],
        [path, 200],
      ]);
    });
  },
);

describe('another host that a link or redirect leads to', () => {
  /** Its origin; gone when the running test ends. */
  async function listen(server: Server, scheme: string): Promise<string> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
    });
    return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('is shown neither the certificate nor the token', async () => {
    const service = await setUp(authority);
    onTestFinished(() => service.close());
    const received: unknown[] = [];
    const server = createServer(
      { ...(await authority.server()), ca: authority.cert, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        received.push(callerOf(request.socket), request.headers.authorization);
        response.end('{}');
      },
    );
    const elsewhere = await listen(server, 'https');
    const send = await transportTo(service.origin, files);
    service.sandbox.faults.add({
      kind: 'redirect',
      location: `${elsewhere}/report`,
      path: '/api/v1/items/*/download',
    });
    const { target, text } = memoryTarget();
    const client = service.clientOf(send);
    await client.download(`${service.origin}/api/v1/items/1/download`, target, () => undefined);
    expect(text()).toBe('{}');
    expect(received).toEqual([undefined, undefined]);
    expect(service.callers).toEqual(['Analyst', 'Analyst']);
  });

  it('is asked for by its whole address where it speaks plain http', async () => {
    const proxy = await startForwardProxy();
    onTestFinished(() => proxy.close());
    const plain = await listen(
      createPlainServer((request, response) => response.end(`You asked for ${request.url}`)),
      'http',
    );
    const send = await transportTo('https://service.test', { proxy: proxy.origin });
    const response = await send(`${plain}/file?a=b`, {});
    expect(await response.text()).toBe('You asked for /file?a=b');
    expect(proxy.forwarded).toEqual([`${plain}/file?a=b`]);
    expect(proxy.tunnels).toEqual([]);
  });
});

it.each(['source', 'bundle'] as const)(
  'HTTP/1.1 is spoken to a service that prefers HTTP/2, by the %s',
  async code => {
    const server = createSecureServer(
      { ...(await authority.server()), allowHTTP1: true },
      (request, response) => response.end(request.httpVersion),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
    });
    const proxy = await startForwardProxy({ authority });
    onTestFinished(() => proxy.close());
    const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const transport of [files, { ...files, proxy: proxy.origin }]) {
      const send = await transportTo(origin, transport, creators[code]);
      for (const once of [false, true]) expect(await (await send(origin, { once })).text()).toBe('1.1');
    }
  },
);
