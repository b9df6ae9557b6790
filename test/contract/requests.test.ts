import { expect } from 'vitest';
import type { Client } from '../../src/service/wire/client.ts';
import { failure } from '../failure.ts';
import { plainPages } from './learntForms.ts';
import { localConnection } from './localConnection.ts';
import { memoryTarget } from './memoryTarget.ts';
import { carsOrder, deliveredLink } from './ordersOfQuay.ts';
import { placeOrder } from './placeOrder.ts';
import { ofHarbour } from './places.ts';
import { createClient } from './recording.ts';
import type { SandboxService } from './service.ts';
import { testService } from './testService.ts';

interface Sent {
  url: string;
  method: string;
  headers: Headers;
}

/** A client whose requests are kept. */
function watched(service: SandboxService, hosts?: Record<'baseUrl' | 'searchUrl' | 'authUrl', string>) {
  const { origin, sandbox, clientOf } = service;
  const sent: Sent[] = [];
  const client = clientOf(sandbox.apiKey, {
    ...(hosts && { connection: { name: 'Four hosts', ...hosts, accessUrl: origin } }),
    fetch: (url, init) => {
      sent.push({ url, method: init.method ?? 'GET', headers: new Headers(init.headers) });
      return fetch(origin + url.slice(new URL(url).origin.length), init);
    },
  });
  return { client, sent };
}

async function askEverything(client: Client): Promise<void> {
  const { contract } = await client.profile();
  await client.subscriptions(contract.id, {});
  await client.payments(contract.id, { page: 1, itemsPerPage: 1 });
  await client.orders({});
  await client.analytics();
  await client.search(ofHarbour, 1, 1);
  await client.keys();
}

testService('Requests', { forms: plainPages, fresh: true }, ({ statement }) => {
  statement(
    ['endpoints.bearer', 'auth.4', 'auth.5', 'auth.10'],
    'each of the four hosts is sent its own token and no other, as Bearer',
    async (service, lacking) => {
      const link = await deliveredLink(service, await carsOrder(service.client, lacking));
      const hosts = {
        baseUrl: 'https://base.invalid',
        searchUrl: 'https://search.invalid',
        authUrl: 'https://auth.invalid',
      };
      const { client, sent } = watched(service, hosts);
      await client.signIn();
      await client.profile();
      await client.search(ofHarbour, 1, 1);
      await client.keys();
      const file = memoryTarget();
      await client.download(link, file.target, () => undefined);
      const tokensAt = (address: string) =>
        new Set(
          sent
            .filter(({ url }) => url.startsWith(address) && !url.endsWith('/token'))
            .map(({ headers }) => headers.get('authorization')),
        );
      const [imagery, ...others] = tokensAt(hosts.baseUrl);
      expect([imagery, others]).toEqual([expect.stringMatching(/^Bearer \S+$/), []]);
      expect(tokensAt(hosts.searchUrl)).toEqual(new Set([imagery]));
      expect(tokensAt(service.origin)).toEqual(new Set([imagery]));
      expect(tokensAt(hosts.authUrl)).not.toContain(imagery);
    },
  );

  statement(
    ['endpoints.json', 'post.prices'],
    'a body is sent as JSON, and refused as anything else',
    async (service, lacking) => {
      const { client, sent } = watched(service);
      const body = await carsOrder(client, lacking);
      await client.price(body);
      expect(sent.at(-1)).toMatchObject({ method: 'POST', url: `${service.origin}/api/v1/prices` });
      expect(sent.at(-1)?.headers.get('content-type')).toBe('application/json');
      const asText = await service.raw('POST', '/api/v1/prices', {
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'text/plain' },
      });
      expect(asText.status).toBe(400);
    },
  );

  statement(
    ['endpoints.page', 'endpoints.itemsPerPage', 'limit.page'],
    'pages count from 1, which is where a list begins that asks for none',
    async ({ client, raw, seen }) => {
      for (const [page, itemsPerPage] of [
        [0, 10],
        [1, 0],
      ] as const) {
        await expect(client.ordersPage({ page, itemsPerPage })).rejects.toThrow(RangeError);
        const query = `page=${page}&itemsPerPage=${itemsPerPage}`;
        expect(seen('/api/v1/orders')).toEqual([]);
        expect((await raw('GET', `/api/v1/analytics?${query}`)).status).toBe(400);
      }
      await client.ordersPage({ page: 1, itemsPerPage: 10 });
      const first = await raw('GET', '/api/v1/analytics?page=1&itemsPerPage=3');
      expect((await raw('GET', '/api/v1/analytics?itemsPerPage=3')).text).toBe(first.text);
    },
  );

  statement(
    ['version.1', 'version.2', 'version.3', 'version.5', 'search.v1'],
    'every path names its version, and no header does',
    async (service, lacking) => {
      const { client, sent } = watched(service);
      await client.signIn();
      await askEverything(client);
      await client.price(await carsOrder(client, lacking));
      await service.clientAt('/api/v1/opensearch').search(ofHarbour, 1, 1);
      const paths = sent.map(({ url }) => new URL(url).pathname).filter(path => !path.startsWith('/auth/'));
      expect(paths.filter(path => path.includes('opensearch'))).toContain('/api/v2/opensearch');
      for (const path of paths) expect(path).toMatch(/^\/api\/(v1\/(?!opensearch)|v2\/opensearch$)/);
      for (const { headers } of sent) {
        expect([...headers.keys()].filter(name => /version/i.test(name))).toEqual([]);
        expect(headers.get('accept') ?? 'application/json').toBe('application/json');
      }
    },
  );

  statement(
    ['deployed.pace', 'get.orders'],
    'whoever gives up waiting for a turn is free at once, and nothing is sent',
    async ({ clientOf, sandbox, seen }) => {
      const client = clientOf(sandbox.apiKey, { orderPaceMs: 60_000 });
      await client.orders({});
      const abort = new AbortController();
      const waiting = failure(client.order('o1', abort.signal));
      await new Promise(resolve => setTimeout(resolve, 50));
      abort.abort();
      expect((await waiting).kind).toBe('aborted');
      expect(seen('/api/v1/orders/o1')).toEqual([]);
    },
  );
});

// A second is a second: it is waited for once.
const deployed = { forms: plainPages, fresh: true, dialects: ['deployed'] } as const;

testService('The pace of requests', deployed, ({ statement }) => {
  statement(
    ['deployed.pace', 'post.prices', 'post.orders', 'get.order', 'get.orders'],
    'prices, orders, their repeats and order reads reach the service a second apart, however they are asked for',
    async ({ client: otherClient, origin, sandbox }, lacking) => {
      const body = await carsOrder(otherClient, lacking);
      const left: number[] = [];
      const ended: number[] = [];
      const client = createClient({
        connection: localConnection(origin),
        apiKey: sandbox.apiKey,
        fetch: async (url, init) => {
          const isPaced = /\/api\/v1\/(prices|orders)/.test(url);
          if (isPaced) left.push(performance.now());
          const response = await fetch(url, init);
          if (isPaced) ended.push(performance.now());
          return response;
        },
        log: () => undefined,
        warn: () => undefined,
        onRefused: () => undefined,
        retryDelayMs: 1,
      });
      sandbox.faults.add({ kind: 'status', status: 503, path: '/api/v1/prices', count: 1 });
      sandbox.faults.add({ kind: 'status', status: 401, path: '/api/v1/orders', method: 'GET', count: 1 });
      const placing = placeOrder(client, body);
      const reading = client.ordersPage({ page: 1, itemsPerPage: 10 });
      const [{ id }] = await Promise.all([placing, reading, client.price(body)]);
      await client.order(id);
      expect(left).toHaveLength(6);
      // When an answer was there, so was its request.
      left.slice(1).forEach((time, index) => expect(time - (ended[index] ?? 0)).toBeGreaterThanOrEqual(1000));
    },
  );
});
