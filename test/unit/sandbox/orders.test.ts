import { describe, expect, test, vi } from 'vitest';
import { patient } from '../../runSpeed.ts';
import {
  analyticOrder,
  find,
  type Harness,
  harness,
  type Image,
  imageOf,
  type OrderBody,
  product,
  productOrder,
  sure,
} from './harness.ts';

// Worlds are searched and pictures painted here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: patient(30_000) });

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
const [phr, phr2, pneo] = await Promise.all([
  imageOf(shared, 'PHR'),
  imageOf(shared, 'PHR', 1),
  imageOf(shared, 'PNEO'),
]);

describe('price', () => {
  test.each([
    ['a PHR bundle', () => productOrder(product(phr)), 158],
    ['a PHR panchromatic', () => productOrder(product(phr, { productType: 'panchromatic' })), 95],
    ['a PNEO bundle', () => productOrder(product(pneo, { productType: 'bundle-fs' })), 253],
    ['cars', () => analyticOrder([phr]), 127],
    ['changes', () => analyticOrder([phr, phr2]), 95],
  ] as [string, () => Record<string, unknown>, number][])(
    'of %s over 31.55 km²',
    async (_, body, credits) => {
      const { status, body: price } = await shared.call<Price>('POST', '/api/v1/prices', body());
      expect(status).toBe(200);
      expect(price.payload).toEqual(body());
      expect(price.price).toMatchObject({ credits, amount: credits, amountUnit: 'credits', areaKm2: 31.55 });
      expect([price.feasibility, price.orderable]).toEqual(['ok', 'ok']);
    },
  );

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
    const results = await find(h, {
      bbox: '-10,36,30,60',
      productType: 'stereo',
      processingLevel: 'SENSOR',
      constellation: 'PHR',
    });
    const stereo = sure(results.features[0]);
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

test('a refusal has the one shape that the specification shows', async () => {
  const { status, body } = await harness({ dialect: 'specification' }).call('POST', '/api/v1/orders', {
    kind: 'x',
  });
  expect(status).toBe(400);
  expect(Object.keys(body)).toEqual(['error', 'error_description']);
});

function center(image: Image): [number, number] {
  const ring = sure(image.geometry.coordinates[0]).slice(1);
  return [
    ring.reduce((sum, [x]) => sum + x, 0) / ring.length,
    ring.reduce((sum, [, y]) => sum + y, 0) / ring.length,
  ];
}
