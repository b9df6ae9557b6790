import { expect } from 'vitest';
import { orderResolution, whyNotRunnable } from '../../../src/service/rules/analyticOrder.ts';
import { ApiError } from '../../../src/service/wire/errors.ts';
import type { AnalyticOrderBody } from '../../../src/features/orders/rules/batchDrafts.ts';
import { readReportText } from '../../../src/features/deliveries/reportFiles.ts';
import { patient } from '../../runSpeed.ts';
import { plainPages } from '../learntForms.ts';
import { idsOf } from '../lists.ts';
import { memoryTarget } from '../memoryTarget.ts';
import { analyticKind, balanceOf, cars, carsOrder, deliveredLink, imagesOfQuay } from '../ordersOfQuay.ts';
import { quay } from '../places.ts';
import type { ReadingClient, SandboxService } from '../service.ts';
import { type Lacking, testService } from '../testService.ts';

/** An order of the first analytic of the service that runs on one image of the quay. */
async function anyOrder(client: ReadingClient, lacking: Lacking): Promise<AnalyticOrderBody> {
  const images = await imagesOfQuay(client, 'PHR', 1, lacking);
  const runs = (await client.analytics()).find(
    candidate => candidate.type === 'objects' && whyNotRunnable(candidate, images) === undefined,
  );
  const analytic = runs ?? lacking('The service has no analytic that runs on one image of the quay.');
  const resolution = orderResolution(images) ?? lacking('No analytic runs at this resolution.');
  return {
    kind: analyticKind,
    title: 'Quay',
    analytic: analytic.code,
    resolution,
    imageIds: idsOf(images),
    aoi: quay,
  };
}

/** A price, where the account has the right to ask for one. */
async function priceOf(client: ReadingClient, body: unknown, lacking: Lacking) {
  return client.price(body).catch((error: unknown) => {
    if (error instanceof ApiError && error.kind === 'denied')
      return lacking('The account may not price such an order.');
    throw error;
  });
}

const prepare = async (service: SandboxService) => {
  const body = await carsOrder(service.client, reason => expect.fail(reason));
  await deliveredLink(service, body);
};

testService('Analytics, prices and orders', { forms: plainPages, prepare }, ({ reading, statement }) => {
  reading(
    ['get.analytics', 'analytic.code', 'analytic.sensor', 'analytic.objects', 'analytic.changes'],
    'code, sensor and type of every analytic are known',
    async ({ client }, lacking) => {
      const analytics = await client.analytics();
      if (analytics.length === 0) return lacking('The service has no analytic.');
      expect(new Set(analytics.map(({ code }) => code)).size).toBe(analytics.length);
      for (const { code, type, sensor } of analytics) {
        expect(code).toMatch(/./);
        expect(['objects', 'changes']).toContain(type);
        expect(sensor.length).toBeGreaterThan(0);
      }
    },
  );

  statement(
    ['analytic.code', 'analytic.sensor', 'analytic.objects', 'analytic.changes', 'get.analytics'],
    'there are analytics of both types, also when they are read page by page',
    async ({ client, raw }) => {
      const analytics = await client.analytics();
      expect(analytics.find(analytic => analytic.code === cars)).toMatchObject({
        type: 'objects',
        sensor: ['PHR'],
      });
      expect(new Set(analytics.map(analytic => analytic.type))).toEqual(new Set(['objects', 'changes']));
      const codes: string[] = [];
      for (let page = 1; page <= 3; page++) {
        const { json } = await raw('GET', `/api/v1/analytics?page=${page}&itemsPerPage=2`);
        codes.push(...(json as { items: { code: string }[] }).items.map(({ code }) => code));
      }
      expect(codes).toEqual(analytics.map(({ code }) => code));
    },
  );

  reading(
    [
      'post.prices',
      'analyticBody.kind',
      'analyticBody.aoi',
      'analyticBody.analytic',
      'analyticBody.resolution',
      'analyticBody.imageIds',
    ],
    'a price is the same when asked again, and asking costs nothing',
    async ({ client }, lacking) => {
      const body = await anyOrder(client, lacking);
      const before = [
        await balanceOf(client),
        idsOf((await client.ordersPage({ page: 1, itemsPerPage: 5 })).items),
      ];
      const first = await priceOf(client, body, lacking);
      expect(first.total.value).toBeGreaterThanOrEqual(0);
      expect(first.total.unit).toMatch(/./);
      expect((await client.price(body)).total).toEqual(first.total);
      const after = [
        await balanceOf(client),
        idsOf((await client.ordersPage({ page: 1, itemsPerPage: 5 })).items),
      ];
      expect(after).toEqual(before);
    },
    patient(20_000),
  );

  reading(
    [
      'get.orders',
      'get.orders.status',
      'get.orders.kind',
      'get.order',
      'endpoints.page',
      'order.id',
      'order.status',
    ],
    'orders of a status or a kind are some of all, and one is read alone as in the list',
    async ({ client }, lacking) => {
      const { items } = await client.ordersPage({ page: 1, itemsPerPage: 5 });
      const [first] = items;
      if (!first) return lacking('The account has no order.');
      expect(new Set(idsOf(items)).size).toBe(items.length);
      const alone = await client.order(first.id);
      expect([alone.id, alone.kind]).toEqual([first.id, first.kind]);
      const { status, kind } = first;
      const same = await client.ordersPage({
        page: 1,
        itemsPerPage: 5,
        status,
        ...(kind === undefined ? {} : { kind }),
      });
      expect(same.items.length).toBeGreaterThan(0);
      for (const order of same.items) expect([order.status, order.kind]).toEqual([status, kind]);
    },
  );

  reading(
    ['report.download', 'order.deliveries', 'order.download', 'auth.10'],
    'the report of a delivered order is GeoJSON',
    async ({ client }, lacking) => {
      const query = { page: 1, itemsPerPage: 5, status: 'delivered', kind: analyticKind };
      const { items } = await client.ordersPage(query);
      const [first] = items;
      if (!first) return lacking('The account has no delivered report.');
      const { deliveries } = await client.order(first.id);
      const link = deliveries[0]?.download ?? expect.fail('The delivered order has no link.');
      const file = memoryTarget();
      await client.download(link, file.target, () => undefined);
      expect(file.steps).toEqual(['commit']);
      expect(await readReportText(file.text())).toBeDefined();
    },
  );

  reading(
    ['get.apikeys', 'key.id', 'key.description', 'key.expirationDate', 'auth.2.client_id.AAA', 'version.3'],
    'the list of keys says when each expires, and no secret',
    async ({ client }, lacking) => {
      const keys = await client.keys();
      if (keys.length === 0) return lacking('The service lists no key.');
      expect(keys.length).toBeLessThanOrEqual(10);
      for (const key of keys) {
        expect(key.id).toMatch(/./);
        expect(key.expirationDate).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
        expect(Object.keys(key)).not.toContain('secret');
      }
      expect(new Set(idsOf(keys)).size).toBe(keys.length);
    },
  );
});
