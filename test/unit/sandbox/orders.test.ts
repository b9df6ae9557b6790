import { describe, expect, test, vi } from 'vitest';
import {
  analyticOrder,
  find,
  harbour,
  harness,
  imageOf,
  product,
  productOrder,
  type Harness,
  type Image,
  type OrderBody,
  sure,
} from './harness.ts';

// Worlds are searched and pictures painted here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 30_000 });

interface Price {
  payload: unknown;
  deliveries: { id: string; amount: number; amountUnit: string; areaKm2: number }[];
  price: { credits: number; amount: number; amountUnit: string; areaKm2: number };
  feasibility: string;
  orderable: string;
}

const place = (h: Harness, body: unknown): ReturnType<typeof h.call<OrderBody>> =>
  h.call<OrderBody>('POST', '/api/v1/orders', body);
const read = async (h: Harness, order: OrderBody): Promise<OrderBody> =>
  (await h.call<OrderBody>('GET', order._links.self.href)).body;

const shared = harness();
const [phr, phr2, spot, pneo] = await Promise.all([
  imageOf(shared, 'PHR'),
  imageOf(shared, 'PHR', 1),
  imageOf(shared, 'SPOT'),
  imageOf(shared, 'PNEO'),
]);

/** A square with its north-western corner in the harbour, `side` degrees wide. */
function square(side: number): { type: string; coordinates: number[][][] } {
  const [x, y] = [5.33, 43.3];
  return {
    type: 'Polygon',
    coordinates: [
      [
        [x, y],
        [x, y - side],
        [x + side, y - side],
        [x + side, y],
        [x, y],
      ],
    ],
  };
}

describe('price', () => {
  test.each([
    ['a PHR bundle', () => productOrder(product(phr)), 158],
    ['a PHR panchromatic', () => productOrder(product(phr, { productType: 'panchromatic' })), 95],
    ['a PNEO bundle', () => productOrder(product(pneo, { productType: 'bundle-fs' })), 252],
    ['cars', () => analyticOrder([phr]), 126],
    ['changes', () => analyticOrder([phr, phr2]), 95],
  ] as [string, () => Record<string, unknown>, number][])('of %s over 31.5 km²', async (_, body, credits) => {
    const { status, body: price } = await shared.call<Price>('POST', '/api/v1/prices', body());
    expect(status).toBe(200);
    expect(price.payload).toEqual(body());
    expect(price.price).toMatchObject({ credits, amount: credits, amountUnit: 'credits', areaKm2: 31.5 });
    expect([price.feasibility, price.orderable]).toEqual(['ok', 'ok']);
  });

  test('a product is billed by the part of the AOI that its image covers', async () => {
    const [x, y] = sure(sure(phr.geometry.coordinates[0])[0]);
    const half = {
      type: 'Polygon',
      coordinates: [
        [
          [x - 0.5, y + 0.1],
          [x - 0.5, y - 0.1],
          [x + 0.1, y - 0.1],
          [x + 0.1, y + 0.1],
          [x - 0.5, y + 0.1],
        ],
      ],
    };
    const { body } = await shared.call<Price>(
      'POST',
      '/api/v1/prices',
      productOrder(product(phr, { aoi: half })),
    );
    expect(body.price.areaKm2).toBeLessThan(300);
    expect(body.price.areaKm2).toBeGreaterThan(1);
  });
});

describe('order', () => {
  test('of a stereo image never finishes', async () => {
    const h = harness();
    const looks = await find(h, {
      bbox: '-10,36,30,60',
      productType: 'stereo',
      processingLevel: 'SENSOR',
      constellation: 'PHR',
    });
    const stereo = sure(looks.features[0]);
    const [x, y] = center(stereo);
    const around = {
      type: 'Polygon',
      coordinates: [
        [
          [x, y],
          [x + 0.01, y],
          [x + 0.01, y + 0.01],
          [x, y + 0.01],
          [x, y],
        ],
      ],
    };
    const { body } = await place(h, productOrder(product(stereo, { aoi: around })));
    h.clock.now += 365 * 86_400_000;
    h.clock.now -= 86_400_000;
    expect((await read(h, body)).status).toBe('ordered');
  });
});

describe('refusals of the body', () => {
  const without = (body: Record<string, unknown>, field: string): Record<string, unknown> =>
    Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
  const p = (more: Record<string, unknown>): Record<string, unknown> => productOrder(product(phr, more));
  const neo = (more: Record<string, unknown>): Record<string, unknown> =>
    productOrder(product(pneo, { productType: 'bundle-fs', ...more }));
  const ring = (...positions: unknown[]): unknown => ({ type: 'Polygon', coordinates: [positions] });
  const [a, b, c] = [
    [5.31, 43.28],
    [5.36, 43.28],
    [5.36, 43.31],
  ];

  test.each([
    ['no kind', () => without(p({}), 'kind')],
    ['another kind', () => ({ ...p({}), kind: 'order.tasking' })],
    ['a product that is a text', () => ({ kind: 'order.data.product', products: ['x'] })],
    ['an unknown image', () => p({ id: '00000000-0000-4000-8000-000000000000' })],
    ['a product type of the other sensor', () => p({ productType: 'bundle-fs' })],
    ['the catalogue’s spelling', () => p({ productType: 'multispectral' })],
    ['BASIC16 for PNEO', () => neo({ radiometricProcessing: 'BASIC16' })],
    ['another format', () => p({ imageFormat: 'image/jpeg' })],
    ['EPSG:3857', () => p({ crsCode: 'urn:ogc:def:crs:EPSG::3857' })],
    ['zone 61', () => p({ crsCode: 'urn:ogc:def:crs:EPSG::32661' })],
    ['a short code', () => p({ crsCode: 'EPSG:4326' })],
    ['PNEO by volume', () => ({ ...neo({}), kind: 'order.data.gb.product' })],
    ['no AOI', () => p({ aoi: undefined })],
    ['a MultiPolygon', () => p({ aoi: { type: 'MultiPolygon', coordinates: [[harbour]] } })],
    ['an open ring of four', () => p({ aoi: ring(a, b, c, [5.31, 43.31]) })],
    ['a ring of three', () => p({ aoi: ring(a, b, a) })],
    ['texts as numbers', () => p({ aoi: ring(a, b, ['5.36', '43.31'], a) })],
    ['a latitude beyond the pole', () => p({ aoi: ring(a, b, [5.36, 95], a) })],
    ['swapped axes', () => p({ aoi: ring([43.28, 95.31], [43.28, 95.36], [43.31, 95.36], [43.28, 95.31]) })],
    [
      'a bow tie',
      () => p({ aoi: ring([5.31, 43.27], [5.36, 43.31], [5.36, 43.28], [5.31, 43.31], [5.31, 43.27]) }),
    ],
    ['too small', () => p({ aoi: square(0.003) })],
    [
      'an AOI elsewhere',
      () => p({ aoi: { type: 'Polygon', coordinates: [harbour.map(([x, y]) => [x + 10, y])] } }),
    ],
    ['an unknown analytic', () => analyticOrder([phr], { analytic: 'analytic.none' })],
    [
      'two images for objects',
      () => analyticOrder([phr, phr2], { analytic: 'analytic.orbitalinsight.cars-detection' }),
    ],
    ['one image for changes', () => analyticOrder([phr], { analytic: 'analytic.airbus.change-detection' })],
    ['the same image twice', () => analyticOrder([phr, phr])],
    ['a resolution of 0.3', () => analyticOrder([pneo], { resolution: 0.3 })],
    ['cars in SPOT', () => analyticOrder([spot], { resolution: 1.5 })],
    ['a mixed pair', () => analyticOrder([phr, spot])],
    ['no title', () => analyticOrder([phr], { title: undefined })],
    [
      'an analytic AOI elsewhere',
      () => analyticOrder([phr], { aoi: ring([0, 0], [0.1, 0], [0.1, 0.1], [0, 0]) }),
    ],
  ] as [string, () => Record<string, unknown>][])('%s', async (_, body) => {
    for (const path of ['/api/v1/prices', '/api/v1/orders']) {
      const { status, body: refusal } = await shared.call('POST', path, body());
      expect(status).toBe(400);
      expect(Object.keys(refusal)).toEqual(['message', 'hint', 'internalCode', 'correlationId', 'timestamp']);
    }
  });

  test.each([
    ['every zone south', () => p({ crsCode: 'urn:ogc:def:crs:EPSG::32701' })],
    ['EPSG:4326', () => p({ crsCode: 'urn:ogc:def:crs:EPSG::4326', imageFormat: 'image/geotiff' })],
    ['PNEO in reflectance', () => neo({ productType: 'pansharpened-fs' })],
    [
      'a ring the other way round',
      () => p({ aoi: { type: 'Polygon', coordinates: [harbour.toReversed()] } }),
    ],
    ['the smallest AOI', () => p({ aoi: square(0.0034) })],
  ] as [string, () => Record<string, unknown>][])('but not %s', async (_, body) => {
    expect((await shared.call('POST', '/api/v1/prices', body())).status).toBe(200);
  });

  test('specification: in the one shape that it shows', async () => {
    const { status, body } = await harness({ dialect: 'specification' }).call('POST', '/api/v1/orders', {
      kind: 'x',
    });
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(['error', 'error_description']);
  });
});

function center(image: Image): [number, number] {
  const ring = sure(image.geometry.coordinates[0]).slice(1);
  return [
    ring.reduce((sum, [x]) => sum + x, 0) / ring.length,
    ring.reduce((sum, [, y]) => sum + y, 0) / ring.length,
  ];
}
