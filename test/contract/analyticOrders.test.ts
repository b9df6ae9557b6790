import { expect } from 'vitest';
import { boundingBox } from '../../src/geo/box.ts';
import { orderResolution, whyNotRunnable } from '../../src/service/rules/analyticOrder.ts';
import type { AnalyticOrderBody } from '../../src/features/orders/rules/batchDrafts.ts';
import { checkAnalyticOrder } from '../../src/features/orders/rules/checkAnalyticOrder.ts';
import { readFeatures, readReportText } from '../../src/features/deliveries/reportFiles.ts';
import { failure } from '../failure.ts';
import { idsOf } from './lists.ts';
import { memoryTarget } from './memoryTarget.ts';
import { balanceOf, cars, carsOrder, deliveredLink, imagesOfQuay } from './ordersOfQuay.ts';
import { placeOrder } from './placeOrder.ts';
import { harbour } from './places.ts';
import type { ReadingClient } from './service.ts';
import type { RowId } from './specification.ts';
import { type Lacking, testService } from './testService.ts';

/** An order of changes between two images. */
async function pairOrder(client: ReadingClient, lacking: Lacking) {
  const images = await imagesOfQuay(client, 'SPOT', 2, lacking);
  const analytic = (await client.analytics()).find(
    candidate => candidate.type === 'changes' && whyNotRunnable(candidate, images) === undefined,
  );
  const resolution = orderResolution(images);
  if (!analytic || resolution === undefined) return lacking('No analytic runs on the pair.');
  const body = await carsOrder(client, lacking);
  return { ...body, analytic: analytic.code, resolution, imageIds: idsOf(images), aoi: harbour };
}

const nobody = () => undefined;

testService('Orders of reports', {}, ({ statement }) => {
  statement(
    [
      'analyticBody.kind',
      'analyticBody.aoi',
      'analyticBody.analytic',
      'analyticBody.resolution',
      'analyticBody.imageIds',
      'post.prices',
    ],
    'an order of a report that the rules let pass, the service takes',
    async ({ client }, lacking) => {
      const body = await carsOrder(client, lacking);
      const images = await imagesOfQuay(client, 'PHR', 1, lacking);
      const analytic = (await client.analytics()).find(candidate => candidate.code === cars);
      if (!analytic) return lacking('The service has no such analytic.');
      expect(whyNotRunnable(analytic, images)).toBeUndefined();
      expect(orderResolution(images)).toBe(body.resolution);
      expect(checkAnalyticOrder({ ...body }, analytic)).toEqual([]);
      expect((await client.price(body)).notOrderable).toBeUndefined();
    },
  );

  const wrong: [RowId[], string, (body: AnalyticOrderBody, spot: string, second: string) => object][] = [
    [['analyticBody.kind'], 'a kind that no one knows', body => ({ ...body, kind: 'order.moon' })],
    [
      ['analyticBody.aoi'],
      'an AOI that is a point',
      body => ({ ...body, aoi: { type: 'Point', coordinates: [5.33, 43.29] } }),
    ],
    [
      ['analyticBody.aoi'],
      'an AOI that is not closed',
      body => ({ ...body, aoi: { ...harbour, coordinates: [harbour.coordinates[0]?.slice(0, -1)] } }),
    ],
    [
      ['analyticBody.analytic'],
      'an analytic that no one knows',
      body => ({ ...body, analytic: 'analytic.none' }),
    ],
    [
      ['analyticBody.resolution', 'limit.resolution'],
      'a resolution of 0.3',
      body => ({ ...body, resolution: 0.3 }),
    ],
    [
      ['analyticBody.resolution', 'limit.resolution'],
      'a resolution that its sensor does not support',
      (body, spot) => ({ ...body, resolution: 1.5, imageIds: [spot] }),
    ],
    [['analyticBody.imageIds'], 'an image that no one knows', body => ({ ...body, imageIds: ['unknown'] })],
    [['limit.images', 'analyticBody.imageIds'], 'no image', body => ({ ...body, imageIds: [] })],
    [
      ['limit.images'],
      'two images for objects',
      (body, _spot, second) => ({ ...body, imageIds: [...body.imageIds, second] }),
    ],
  ];
  for (const [rows, what, change] of wrong) {
    const text = `${what} is refused, with the words of the service`;
    statement([...rows, 'error.others'], text, async ({ client }, lacking) => {
      const [spot] = await imagesOfQuay(client, 'SPOT', 1, lacking);
      const second = (await imagesOfQuay(client, 'PHR', 2, lacking))[1];
      const body = change(await carsOrder(client, lacking), spot?.id ?? '', second?.id ?? '');
      const error = await failure(client.price(body));
      expect([error.kind, error.details.status]).toEqual(['invalid', 400]);
      expect(error.details.serverMessage).toMatch(/./);
      expect((await failure(client.order('nowhere'))).details.serverMessage).toContain('nowhere');
    });
  }

  statement(
    ['analyticBody.imageIds', 'image.album'],
    'a report of an ALBUM image is not sure: it is ordered, fails, and is paid back',
    async ({ client, clock }, lacking) => {
      const body = await carsOrder(client, lacking);
      const criteria = { aoi: body.aoi, constellation: 'PHR', processingLevel: 'ALBUM' } as const;
      const [album] = (await client.search(criteria, 1, 1)).images;
      const doubtful = { ...body, imageIds: [album?.id ?? ''] };
      const before = await balanceOf(client);
      await client.price(doubtful);
      const { id } = await placeOrder(client, doubtful);
      clock.now += 600_000;
      expect((await client.order(id)).status).toBe('error');
      expect(await balanceOf(client)).toBe(before);
    },
  );

  statement(
    ['report.download', 'auth.10', 'order.download'],
    'the report behind the link is GeoJSON that can be drawn, for whoever brings the token',
    async (service, lacking) => {
      const { client, dialect, raw, origin } = service;
      const link = await deliveredLink(service, { ...(await carsOrder(client, lacking)), aoi: harbour });
      const file = memoryTarget();
      let reported = 0;
      await client.download(link, file.target, received => {
        reported = received;
      });
      expect(file.steps).toEqual(['commit']);
      const text = file.text();
      expect(reported).toBe(file.bytes().length);
      const report = await readReportText(text);
      const features = report && (await readFeatures(report));
      expect(features?.length).toBeGreaterThan(0);
      const [west, south, east, north] = boundingBox(harbour);
      for (const { geometry } of features ?? []) {
        if (geometry.type !== 'Point') expect.fail(geometry.type);
        const [longitude, latitude] = geometry.coordinates;
        expect(longitude >= west && longitude <= east && latitude >= south && latitude <= north).toBe(true);
      }
      const path = link.slice(origin.length);
      const withoutToken = await raw('GET', path, { token: 'none' });
      expect(withoutToken.status).toBe(dialect === 'specification' ? 403 : 401);
      const plain = await raw('GET', path);
      expect([plain.text === text, plain.headers.get('content-type')]).toEqual([
        true,
        'application/geo+json',
      ]);
    },
  );

  statement(
    ['limit.images', 'analytic.changes', 'report.download', 'analyticBody.resolution', 'limit.resolution'],
    'a pair of images at 1.5 m makes a report of changes',
    async (service, lacking) => {
      const order = await pairOrder(service.client, lacking);
      expect((await service.client.price(order)).total.value).toBeGreaterThan(0);
      const file = memoryTarget();
      await service.client.download(await deliveredLink(service, order), file.target, nobody);
      expect((await readReportText(file.text()))?.index.facts.features).toBeGreaterThan(0);
      const error = await failure(service.client.price({ ...order, imageIds: order.imageIds.slice(0, 1) }));
      expect(error.details.status).toBe(400);
    },
  );
});

// The specification knows no checksum.
testService('Checksums', { dialects: ['deployed'] }, ({ statement }) => {
  statement(
    ['deployed.checksum'],
    'a download that its checksum does not prove leaves nothing',
    async (service, lacking) => {
      const link = await deliveredLink(service, await carsOrder(service.client, lacking));
      const heal = service.sandbox.faults.add({ kind: 'checksum', path: '/api/v1/items/*' });
      const file = memoryTarget();
      const error = await failure(service.client.download(link, file.target, nobody));
      heal();
      expect([error.kind, file.steps]).toEqual(['damaged', ['discard']]);
    },
  );
});
