import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../src/api/client.ts';
import type { Dialect, Fault } from '../../src/sandbox/sandbox.ts';
import { serveSandbox, type ServedSandbox } from '../../src/sandbox/serve.ts';
import { failure } from '../failure.ts';
import { clientAt, memoryTarget } from './downloading.ts';
import { placeOrder } from './placeOrder.ts';
import { quay } from './places.ts';

const noon = Date.UTC(2025, 5, 15, 12);
const file = '/api/v1/items/*';
const tokenPath = '/auth/realms/IDP/protocol/openid-connect/token';

/** Headers that a request of a download may have. */
interface Sent {
  url: string;
  range: string | undefined;
  authorization: string | undefined;
}

describe.each<Dialect>(['specification', 'deployed'])(
  'a download from a service that speaks as %s',
  dialect => {
    const clock = { now: noon };
    let service: ServedSandbox;
    let client: Client;
    let link: string;
    /** The whole file, as it comes on a good day. */
    let whole: Buffer;
    let sent: Sent[] = [];

    beforeAll(async () => {
      service = await serveSandbox({ dialect, now: () => clock.now, productionSeconds: 60 });
      client = newClient();
      const { images } = await client.search(
        { aoi: quay, constellation: 'PHR', processingLevel: 'SENSOR' },
        1,
        1,
      );
      const { id } = await placeOrder(client, {
        kind: 'order.analytics-toolbox.archive',
        title: 'Quay cars',
        analytic: 'analytic.orbitalinsight.cars-detection',
        resolution: 0.5,
        imageIds: images.map(image => image.id),
        aoi: quay,
      });
      clock.now += 60_000;
      link = (await client.order(id)).deliveries[0]?.download ?? '';
      const memory = memoryTarget();
      await client.download(link, memory.target, () => undefined);
      whole = memory.bytes();
      expect(whole.length).toBeGreaterThan(500);
    });
    beforeEach(() => {
      service.sandbox.faults.clear();
      sent = [];
    });
    afterAll(() => service.close());

    function newClient(): Client {
      return clientAt(service.origin, {
        apiKey: service.sandbox.apiKey,
        now: () => clock.now,
        fetch(url, init) {
          const headers = new Headers(init.headers);
          const header = (name: string) => headers.get(name) ?? undefined;
          if (init.method === 'GET') {
            sent.push({ url, range: header('range'), authorization: header('authorization') });
          }
          return fetch(url, init);
        },
      });
    }

    function download(...faults: Fault[]) {
      for (const fault of faults) service.sandbox.faults.add(fault);
      const memory = memoryTarget();
      const told: number[] = [];
      const done = client.download(link, memory.target, received => told.push(received));
      return { memory, told, done };
    }

    /** Where each request began, in bytes. */
    const starts = () => sent.map(({ range }) => (range === undefined ? 0 : Number(/\d+/.exec(range)?.[0])));

    it.each<[string, Fault]>([
      ['whose connection breaks before the answer', { kind: 'reset', when: 'before', path: file, count: 2 }],
      ['whose answer is lost', { kind: 'reset', when: 'after', path: file, count: 2 }],
      ['that meets overload', { kind: 'status', status: 503, path: file, count: 2 }],
    ])('%s is asked for again', async (_what, fault) => {
      const { memory, done } = download(fault);
      await done;
      expect(memory.bytes()).toEqual(whole);
      expect(starts()).toEqual([0, 0, 0]);
    });

    it('that meets one thing after the other comes to its end', async () => {
      const { memory, done } = download(
        { kind: 'body', as: 'truncated', path: file, count: 1 },
        { kind: 'reset', when: 'before', path: file, skip: 1, count: 1 },
        { kind: 'status', status: 502, path: file, skip: 2, count: 1 },
        { kind: 'body', as: 'truncated', path: file, skip: 3, count: 1 },
        { kind: 'status', status: 401, path: file, skip: 4, count: 1 },
      );
      await done;
      expect(memory.bytes()).toEqual(whole);
      const half = Math.floor(whole.length / 2);
      const later = half + Math.floor((whole.length - half) / 2);
      expect(starts()).toEqual([0, half, half, half, later, later]);
    });

    it('whose token dies on the way goes on with a new one', async () => {
      service.sandbox.faults.add({ kind: 'shortToken', seconds: 5, path: tokenPath, count: 1 });
      client = newClient();
      await client.profile();
      sent = [];
      const memory = memoryTarget();
      service.sandbox.faults.add({ kind: 'body', as: 'truncated', path: file, count: 1 });
      await client.download(link, memory.target, () => void (clock.now += 10_000));
      expect(memory.bytes()).toEqual(whole);
      const half = Math.floor(whole.length / 2);
      expect(starts()).toEqual([0, half, half]);
      expect(new Set(sent.map(({ authorization }) => authorization)).size).toBe(2);
    });

    it('that is led to another host sends no token there', async () => {
      const store = await serveSandbox({ dialect, now: () => clock.now });
      const { memory, done } = download({
        kind: 'redirect',
        location: `${store.origin}/elsewhere`,
        path: file,
        count: 1,
      });
      expect((await failure(done)).kind).toBe('notFound');
      await store.close();
      expect(
        sent.map(({ url, authorization }) => [new URL(url).origin, authorization !== undefined]),
      ).toContainEqual([store.origin, false]);
      expect(memory.steps).toEqual(['discard']);
    });

    it('that is slow can be cancelled at once', async () => {
      const abort = new AbortController();
      service.sandbox.faults.add({ kind: 'slow', bytesPerSecond: 1000, path: file, count: 1 });
      const memory = memoryTarget();
      const done = client.download(link, memory.target, () => abort.abort(), abort.signal);
      expect((await failure(done)).kind).toBe('aborted');
      expect(memory.steps).toEqual(['restart', 'keep']);
      expect(memory.bytes().length).toBeLessThan(whole.length);
    });

    // The specification knows no checksum.
    if (dialect === 'deployed') {
      it('that its checksum does not prove is not kept', async () => {
        const { memory, done } = download({ kind: 'checksum', path: file, count: 1 });
        expect((await failure(done)).kind).toBe('damaged');
        expect(memory.steps).toEqual(['restart', 'discard']);
      });
    }
  },
);
