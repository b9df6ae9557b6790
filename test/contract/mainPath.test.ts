import type { Polygon, Position } from 'geojson';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type Client } from '../../src/api/client.ts';
import type { DownloadTarget } from '../../src/api/deliveries.ts';
import { wasSurelyRefused } from '../../src/api/errors.ts';
import {
  checkAnalyticOrder,
  orderResolution,
  whyNotRunnable,
  type AnalyticOrderBody,
} from '../../src/model/analyticOrder.ts';
import { polygonBounds } from '../../src/model/geometry.ts';
import type { SearchCriteria } from '../../src/model/searchQuery.ts';
import type { Dialect, SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { serveSandbox, type ServedSandbox } from '../../src/sandbox/serve.ts';
import { readReport } from '../../src/state/reports.ts';
import { failure } from '../failure.ts';

/** A fixed moment, so that the newest end of the catalogue never moves under a test. */
const noon = Date.UTC(2025, 5, 15, 12);

/** A harbour of about 30 km². */
const ring: Position[] = [
  [5.3, 43.27],
  [5.37, 43.27],
  [5.37, 43.32],
  [5.3, 43.32],
  [5.3, 43.27],
];
const harbour: Polygon = { type: 'Polygon', coordinates: [ring] };

/** A quay inside it of less than a quarter of a square kilometre. */
const quay: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [5.33, 43.29],
      [5.335, 43.29],
      [5.335, 43.293],
      [5.33, 43.293],
      [5.33, 43.29],
    ],
  ],
};

const analyticKind = 'order.analytics-toolbox.archive';
const cars = 'analytic.orbitalinsight.cars-detection';
const wrongKey = 'AAECAwQFBgcICQoLDA0ODw==';
const tokenPath = '/auth/realms/IDP/protocol/openid-connect/token';

interface Stage extends ServedSandbox {
  clock: { now: number };
  /** A client as the extension makes it, with a key of the sandbox or another one. */
  clientOf(apiKey: string, onRefused?: () => void): Client;
  warnings: string[];
  /** What the service saw since it began: method and path. */
  seen(path?: string): string[];
}

async function stage(options: SandboxOptions): Promise<Stage> {
  const clock = { now: noon };
  const served = await serveSandbox({ now: () => clock.now, productionSeconds: 600, ...options });
  const { origin, sandbox } = served;
  const warnings: string[] = [];
  return {
    ...served,
    clock,
    warnings,
    clientOf: (apiKey, onRefused = () => undefined) =>
      createClient({
        connection: { name: 'Local', baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin },
        apiKey,
        fetch: (url, init) => fetch(url, init),
        log: () => undefined,
        warn: line => warnings.push(line),
        onRefused,
        now: () => clock.now,
        retryDelayMs: 1,
        orderPaceMs: 0,
      }),
    seen: path =>
      sandbox.requests
        .filter(request => path === undefined || request.path === path)
        .map(request => `${request.method} ${request.path}`),
  };
}

/** Keeps a download in memory. */
function memoryTarget() {
  const chunks: Uint8Array[] = [];
  const steps: string[] = [];
  const target: DownloadTarget = {
    write: chunk => Promise.resolve(void chunks.push(chunk)),
    commit: () => Promise.resolve(void steps.push('commit')),
    discard: () => Promise.resolve(void steps.push('discard')),
  };
  return { target, steps, text: () => Buffer.concat(chunks).toString() };
}

const nobody = () => undefined;

/** The newest images of the harbour that analytics run on. */
async function imagesOfHarbour(client: Client, constellation: 'PHR' | 'SPOT', count: number) {
  const criteria: SearchCriteria = { aoi: quay, constellation, processingLevel: 'SENSOR' };
  const { images } = await client.search(criteria, 1, count);
  if (images.length < count) throw new Error('The catalogue has too few images of the harbour.');
  return images;
}

/** An order of one credit. */
async function carsOrder(client: Client): Promise<AnalyticOrderBody> {
  const images = await imagesOfHarbour(client, 'PHR', 1);
  return {
    kind: analyticKind,
    title: 'Quay cars',
    analytic: cars,
    resolution: 0.5,
    imageIds: images.map(image => image.id),
    aoi: quay,
  };
}

const balanceOf = async (client: Client) => (await client.profile()).contract.balance?.value ?? Number.NaN;

describe.each<Dialect>(['specification', 'deployed'])(
  'the client and a service that speaks as %s',
  dialect => {
    describe('reading', () => {
      let service: Stage;
      let client: Client;

      beforeAll(async () => {
        service = await stage({ dialect });
        client = service.clientOf(service.sandbox.apiKey);
      });
      afterAll(() => service.close());

      it('Authentication, 2 to 4: one exchange of the key serves all calls', async () => {
        await Promise.all([client.signIn(), client.profile(), client.analytics()]);
        await client.profile();
        expect(service.seen(tokenPath)).toEqual([`POST ${tokenPath}`]);
      });

      it('Authentication, 3: the exchange is repeated when the token nears its end', async () => {
        const own = service.clientOf(service.sandbox.apiKey);
        const before = service.seen(tokenPath).length;
        await own.profile();
        service.clock.now += 3600 * 1000;
        await own.profile();
        expect(service.seen(tokenPath).length - before).toBe(2);
      });

      it('Resources, Profile and Contract: the balance in credits and the private workspace are known', async () => {
        const { contract } = await client.profile();
        expect(contract.balance).toEqual({ value: 5000, unit: 'credits' });
        expect(contract.id).toMatch(/^[0-9a-f-]{36}$/);
        expect(contract.workspaceId).toMatch(/^[0-9a-f-]{36}$/);
      });

      describe('Search', () => {
        const criteria: SearchCriteria = {
          aoi: harbour,
          acquiredFrom: '2024-01-01',
          acquiredTo: '2025-03-31',
          maxCloudCover: 25,
        };

        it('polygon, acquisition date and cloud cover hold for every image', async () => {
          const { images, received } = await client.search(criteria, 1, 500);
          expect(images.length).toBeGreaterThan(20);
          expect(images).toHaveLength(received);
          const [west, south, east, north] = polygonBounds(harbour);
          for (const image of images) {
            const positions = (image.footprint.coordinates as Position[][]).flat();
            const longitudes = positions.map(([longitude = Number.NaN]) => longitude);
            const latitudes = positions.map(([, latitude = Number.NaN]) => latitude);
            expect(Math.min(...longitudes)).toBeLessThanOrEqual(east);
            expect(Math.max(...longitudes)).toBeGreaterThanOrEqual(west);
            expect(Math.min(...latitudes)).toBeLessThanOrEqual(north);
            expect(Math.max(...latitudes)).toBeGreaterThanOrEqual(south);
            expect(image.cloudCover).toBeLessThanOrEqual(25);
            const day = image.acquisitionDate?.slice(0, 10) ?? '';
            expect(day >= '2024-01-01' && day <= '2025-03-31').toBe(true);
          }
          expect(service.warnings).toEqual([]);
        });

        it('the newest image comes first', async () => {
          const { images } = await client.search(criteria, 1, 500);
          const times = images.map(image => Date.parse(image.acquisitionDate ?? ''));
          expect(times).toEqual(times.toSorted((a, b) => b - a));
        });

        it('a filter takes away and never adds: nothing set finds more than everything set', async () => {
          const ids = async (wish: SearchCriteria) =>
            new Set((await client.search({ ...criteria, ...wish }, 1, 500)).images.map(image => image.id));
          const all = await ids({ maxCloudCover: 100 });
          const some = [
            await ids({}),
            await ids({ constellation: 'SPOT' }),
            await ids({ processingLevel: 'SENSOR' }),
          ];
          for (const filtered of some) {
            expect(filtered.size).toBeGreaterThan(0);
            expect(filtered.size).toBeLessThan(all.size);
            expect([...filtered].filter(id => !all.has(id))).toEqual([]);
          }
        });

        it('constellation and processing level hold for every image', async () => {
          const { images } = await client.search(
            { ...criteria, constellation: 'PHR', processingLevel: 'SENSOR' },
            1,
            500,
          );
          expect(images.length).toBeGreaterThan(0);
          for (const { constellation, processingLevel } of images)
            expect([constellation, processingLevel]).toEqual(['PHR', 'SENSOR']);
        });

        it('an interval without an end reaches until today', async () => {
          const { images } = await client.search({ aoi: harbour, acquiredFrom: '2025-06-01' }, 1, 500);
          expect(images.length).toBeGreaterThan(0);
          for (const image of images) expect((image.acquisitionDate ?? '') >= '2025-06-01').toBe(true);
        });

        it('Limits: the pages together are the whole, and no image comes twice', async () => {
          const whole = (await client.search(criteria, 1, 500)).images.map(image => image.id);
          const paged: string[] = [];
          for (let page = 1; ; page++) {
            const { images, received } = await client.search(criteria, page, 10);
            paged.push(...images.map(image => image.id));
            if (received < 10) break;
          }
          expect(paged).toEqual(whole);
        });

        it('the total is told where the service tells it, and made up nowhere', async () => {
          const { total, received } = await client.search(criteria, 1, 500);
          expect(total).toBe(dialect === 'deployed' ? received : undefined);
        });

        it('GET or POST: an AOI too long for an address finds the same images', async () => {
          const corner = (index: number) => ring[index] as [number, number];
          const dense: Position[] = ring.slice(1).flatMap((_to, index) => {
            const [from, to] = [corner(index), corner(index + 1)];
            return Array.from({ length: 64 }, (_none, step) => [
              from[0] + ((to[0] - from[0]) * step) / 64,
              from[1] + ((to[1] - from[1]) * step) / 64,
            ]);
          });
          const long: Polygon = { type: 'Polygon', coordinates: [[...dense, corner(0)]] };
          const ids = async (aoi: Polygon) =>
            (await client.search({ ...criteria, aoi }, 1, 500)).images.map(image => image.id);
          const expected = await ids(harbour);
          expect(await ids(long)).toEqual(expected);
          expect(service.sandbox.requests.at(-1)).toMatchObject({
            method: 'POST',
            path: '/api/v2/opensearch',
          });
        });
      });

      it('Account and contracts, analytics: code, type and sensors are known', async () => {
        const analytics = await client.analytics();
        expect(analytics.find(one => one.code === cars)).toMatchObject({ type: 'objects', sensor: ['PHR'] });
        expect(new Set(analytics.map(one => one.type))).toEqual(new Set(['objects', 'changes']));
      });

      it('Errors: what does not exist is told with the words of the service', async () => {
        const error = await failure(client.order('nowhere'));
        expect([error.kind, error.details.status]).toEqual(['notFound', 404]);
        expect(error.details.serverMessage).toContain('nowhere');
      });
    });

    describe('ordering', () => {
      let service: Stage;
      let client: Client;
      let body: AnalyticOrderBody;

      beforeAll(async () => {
        service = await stage({ dialect });
        client = service.clientOf(service.sandbox.apiKey);
        body = await carsOrder(client);
      });
      afterAll(() => service.close());

      it('Analytic order body: what the rules let pass, the service takes', async () => {
        const images = await imagesOfHarbour(client, 'PHR', 1);
        const analytic = (await client.analytics()).find(one => one.code === cars);
        if (!analytic) throw new Error('The service has no such analytic.');
        expect(whyNotRunnable(analytic, images)).toBeUndefined();
        expect(orderResolution(images)).toBe(body.resolution);
        expect(checkAnalyticOrder({ ...body }, analytic)).toEqual([]);
        expect((await client.price(body)).notOrderable).toBeUndefined();
      });

      it('Prices: a price is in credits, is the same again, and costs nothing', async () => {
        const before = [await balanceOf(client), await client.orders({})];
        const first = await client.price(body);
        expect(first.total.unit).toBe('credits');
        expect(first.total.value).toBeGreaterThan(0);
        expect(await client.price(body)).toEqual(first);
        expect([await balanceOf(client), await client.orders({})]).toEqual(before);
      });

      it('Prices: what the service refuses is told with its words', async () => {
        const error = await failure(client.price({ ...body, imageIds: ['unknown'] }));
        expect([error.kind, error.details.status]).toEqual(['invalid', 400]);
        expect(error.details.serverMessage).toContain('imageIds');
      });

      it('States, Order: ordered, then delivered with a download link; the price leaves the balance once', async () => {
        const before = await balanceOf(client);
        const { total } = await client.price(body);
        const placed = await client.placeOrder(body);
        expect(placed).toMatchObject({
          status: 'ordered',
          kind: analyticKind,
          title: 'Quay cars',
          price: total,
        });
        expect(await balanceOf(client)).toBe(before - total.value);

        service.clock.now += 599_000;
        const waiting = await client.order(placed.id);
        expect(waiting.status).toBe('ordered');
        expect(waiting.deliveries.map(delivery => delivery.download)).toEqual([undefined]);

        service.clock.now += 1000;
        const delivered = await client.order(placed.id);
        expect(delivered.status).toBe('delivered');
        expect(delivered.deliveries[0]?.download).toMatch(/\/api\/v1\/items\/[^/]+\/download$/);
        expect(await balanceOf(client)).toBe(before - total.value);
      });

      it('Orders: the list holds every order once, over all its pages, and filters by status and kind', async () => {
        const earlier = (await client.orders({})).map(order => order.id);
        const placed: string[] = [];
        // One more than the client asks for at once.
        while (placed.length < 101) placed.push((await client.placeOrder(body)).id);
        const all = (await client.orders({})).map(order => order.id);
        expect(all.toSorted()).toEqual([...earlier, ...placed].sort());
        const open = await client.orders({ status: 'ordered', kind: analyticKind });
        expect(open.map(order => order.id).sort()).toEqual(placed.sort());
        expect(await client.orders({ kind: 'order.data.product' })).toEqual([]);
        expect(service.warnings).toEqual([]);
        service.clock.now += 600_000;
      });

      async function deliveredLink(order: AnalyticOrderBody = body): Promise<string> {
        const { id } = await client.placeOrder(order);
        service.clock.now += 600_000;
        const link = (await client.order(id)).deliveries[0]?.download;
        if (link === undefined) throw new Error('Nothing is delivered.');
        return link;
      }

      it('Analytic order body: the report behind the link is GeoJSON that can be drawn', async () => {
        const file = memoryTarget();
        let told = 0;
        await client.download(await deliveredLink({ ...body, aoi: harbour }), file.target, received => {
          told = received;
        });
        expect(file.steps).toEqual(['commit']);
        expect(told).toBe(Buffer.byteLength(file.text()));
        const features = readReport(file.text());
        expect(features?.length).toBeGreaterThan(0);
        const [west, south, east, north] = polygonBounds(harbour);
        for (const { geometry } of features ?? []) {
          if (geometry.type !== 'Point') throw new Error(geometry.type);
          const [longitude = Number.NaN, latitude = Number.NaN] = geometry.coordinates;
          expect(longitude >= west && longitude <= east && latitude >= south && latitude <= north).toBe(true);
        }
      });

      it('Limits, images per analytic: a pair of images makes a report of changes', async () => {
        const images = await imagesOfHarbour(client, 'SPOT', 2);
        const analytic = (await client.analytics()).find(
          one => one.type === 'changes' && whyNotRunnable(one, images) === undefined,
        );
        const resolution = orderResolution(images);
        if (!analytic || resolution === undefined) throw new Error('No analytic runs on the pair.');
        const file = memoryTarget();
        const imageIds = images.map(image => image.id);
        const order = { ...body, analytic: analytic.code, resolution, imageIds, aoi: harbour };
        await client.download(await deliveredLink(order), file.target, nobody);
        expect(readReport(file.text())?.length).toBeGreaterThan(0);
      });

      it('Download: a file that breaks off halfway leaves nothing', async () => {
        const link = await deliveredLink();
        const heal = service.sandbox.faults.add({ kind: 'body', as: 'truncated', path: '/api/v1/items/*' });
        const file = memoryTarget();
        const error = await failure(client.download(link, file.target, nobody));
        heal();
        expect(error.kind).toBe('network');
        expect(file.steps).toEqual(['discard']);
      });

      // The specification knows no checksum.
      if (dialect === 'deployed') {
        it('Download: a file that its checksum does not prove leaves nothing', async () => {
          const link = await deliveredLink();
          const heal = service.sandbox.faults.add({ kind: 'checksum', path: '/api/v1/items/*' });
          const file = memoryTarget();
          const error = await failure(client.download(link, file.target, nobody));
          heal();
          expect([error.kind, file.steps]).toEqual(['shape', ['discard']]);
        });
      }

      it('States, Order: production that fails is told by the status, and the price comes back', async () => {
        const before = await balanceOf(client);
        const message = 'The image is clouded over the AOI';
        service.sandbox.faults.add({
          kind: 'production',
          message,
          method: 'POST',
          path: '/api/v1/orders',
          count: 1,
        });
        const placed = await client.placeOrder(body);
        service.clock.now += 600_000;
        const failed = await client.order(placed.id);
        expect(failed.status).toBe('error');
        expect(failed.deliveries[0]?.download).toBeUndefined();
        if (dialect === 'deployed') expect(failed.deliveries[0]).toMatchObject({ status: 'error', message });
        expect(await balanceOf(client)).toBe(before);
      });

      it('States, Order: an order beyond the balance is rejected, and nothing is spent', async () => {
        const trial = service.clientOf(service.sandbox.evaluationKey);
        const before = await balanceOf(trial);
        const dear = { ...body, aoi: harbour };
        expect((await trial.price(dear)).total.value).toBeGreaterThan(before);
        const placed = await trial.placeOrder(dear);
        expect(placed.status).toBe('rejected');
        expect((await trial.order(placed.id)).status).toBe('rejected');
        expect(await balanceOf(trial)).toBe(before);
      });

      it('Orders: an order whose answer is lost was sent once, and is found in the list', async () => {
        const known = new Set((await client.orders({})).map(order => order.id));
        const posts = () =>
          service.sandbox.requests.filter(one => one.method === 'POST' && one.path === '/api/v1/orders');
        const before = posts().length;
        service.sandbox.faults.add({
          kind: 'reset',
          when: 'after',
          method: 'POST',
          path: '/api/v1/orders',
          count: 1,
        });
        const error = await failure(client.placeOrder(body));
        expect([error.kind, wasSurelyRefused(error)]).toEqual(['network', false]);
        expect(posts().length - before).toBe(1);
        const found = (await client.orders({})).filter(order => !known.has(order.id));
        expect(found).toMatchObject([{ title: 'Quay cars', status: 'ordered' }]);
      });

      it('Orders: reading goes on through passing failures', async () => {
        const expected = (await client.orders({})).length;
        service.sandbox.faults.add({
          kind: 'status',
          status: 503,
          path: '/api/v1/orders',
          method: 'GET',
          count: 1,
        });
        service.sandbox.faults.add({
          kind: 'reset',
          when: 'before',
          path: '/api/v1/orders',
          method: 'GET',
          skip: 1,
          count: 1,
        });
        expect(await client.orders({})).toHaveLength(expected);
      });
    });

    describe('the right to access', () => {
      async function ownStage(): Promise<Stage> {
        const service = await stage({ dialect, suspensionSeconds: 60 });
        onTestFinished(() => service.close());
        return service;
      }

      it('Authentication, 6 and 7: a wrong key is sent once, and then nothing is', async () => {
        const service = await ownStage();
        let refusals = 0;
        const wrong = service.clientOf(wrongKey, () => refusals++);
        const error = await failure(wrong.signIn());
        expect([error.kind, error.details.status]).toEqual(['denied', 403]);
        expect(error.details.serverMessage).toBe('Access denied (access_denied)');
        const later = await Promise.all([wrong.signIn(), wrong.profile(), wrong.placeOrder({})].map(failure));
        expect(later.map(one => one.kind)).toEqual(['suspended', 'suspended', 'suspended']);
        expect(service.seen()).toEqual([`POST ${tokenPath}`]);
        expect(refusals).toBe(1);
      });

      it('Authentication, 7: for a while the right key is refused too, and after it is taken again', async () => {
        const service = await ownStage();
        const signIn = (key: string) => service.clientOf(key).signIn();
        await failure(signIn(wrongKey));
        expect((await failure(signIn(service.sandbox.apiKey))).kind).toBe('denied');
        service.clock.now += 61_000;
        await signIn(service.sandbox.apiKey);
      });

      it('Authentication, 3: a token that dies before its time is renewed once, and the call succeeds', async () => {
        const service = await ownStage();
        service.sandbox.faults.add({ kind: 'shortToken', seconds: 5, path: tokenPath, count: 1 });
        const client = service.clientOf(service.sandbox.apiKey);
        await client.analytics();
        service.clock.now += 10_000;
        expect((await client.analytics()).length).toBeGreaterThan(0);
        const analytics = 'GET /api/v1/analytics';
        const exchange = `POST ${tokenPath}`;
        expect(service.seen()).toEqual([exchange, analytics, analytics, exchange, analytics]);
      });

      it('Authentication, 3: an order is not sent again when its token has died, and the next try succeeds', async () => {
        const service = await ownStage();
        service.sandbox.faults.add({ kind: 'shortToken', seconds: 5, path: tokenPath, count: 1 });
        const client = service.clientOf(service.sandbox.apiKey);
        const body = await carsOrder(client);
        service.clock.now += 10_000;
        const error = await failure(client.placeOrder(body));
        expect([error.details.status, wasSurelyRefused(error)]).toEqual([401, true]);
        expect(await client.orders({})).toEqual([]);
        expect((await client.placeOrder(body)).status).toBe('ordered');
        expect(await client.orders({})).toHaveLength(1);
      });
    });
  },
);
