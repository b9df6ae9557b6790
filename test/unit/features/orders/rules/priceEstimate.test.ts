import { describe, expect, it } from 'vitest';
import { polygonAreaKm2 } from '../../../../../src/geo/polygonArea.ts';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Image } from '../../../../../src/service/rules/imagery.ts';
import type { LedgerEntry } from '../../../../../src/service/rules/ledgerEntry.ts';
import type { Order } from '../../../../../src/service/rules/order.ts';
import { entry } from '../../../service/rules/ledgerFixtures.ts';
import {
  createEstimator,
  createPriceEstimates,
  estimateOrder,
  estimateText,
} from '../../../../../src/features/orders/rules/priceEstimate.ts';
import { bareImage, bareOrder } from '../../../fixtures.ts';

const product = { orderKind: 'order.data.product', product: 'pansharpened', constellation: 'PHR' };
const phr = { kind: 'order.data.product', product: 'pansharpened', constellation: 'PHR' };

function priced(
  index: number,
  areaKm2: number,
  credits: number,
  rest: Partial<LedgerEntry> = {},
): LedgerEntry {
  const amount = { value: credits, unit: 'credits' };
  return entry({ id: `e${index}`, bodyHash: `h${index}`, ...product, areaKm2, amount, ...rest });
}

/** 5 credits per km², for areas from 10 km². */
const steady = Array.from({ length: 12 }, (_none, index) => priced(index, 10 + index, 5 * (10 + index)));

it('names the sensors without a comparable price', () => {
  const aoi = polygon(box(2, 48, 2.05, 48.05));
  const estimates = createPriceEstimates(steady, 'Test');
  const ofSensor = (constellation?: string) =>
    ({ ...bareImage({ id: constellation ?? '' }), constellation, footprint: aoi }) as Image;
  expect(estimates.imagesText([ofSensor('PHR')], aoi)).toMatch(/^Image product: about /);
  expect(
    estimates.askText([ofSensor('SPOT'), ofSensor('PHR'), ofSensor('PNEO'), ofSensor('SPOT')], aoi),
  ).toBe('Image product: no price for PNEO, SPOT yet');
  expect(estimates.askText([ofSensor()], aoi)).toBe('No price yet');
});

describe('an estimate', () => {
  it('is the price per km² of similar areas, with its range and the number of prices', () => {
    const uneven = [4, 4.5, 5, 5, 5.5].map((rate, index) => priced(index, 20, 20 * rate));
    const estimate = createEstimator(uneven, 'Test')({ ...phr, areaKm2: 30 });
    expect(estimate).toMatchObject({ low: 120, high: 165, unit: 'credits' });
    expect(estimate && estimateText(estimate)).toBe('about 120–165 credits, from 5 prices (2026-03-20)');
  });

  it('is one number where all prices agree, from the nine most similar areas', () => {
    const estimate = createEstimator(steady, 'Test')({ ...phr, areaKm2: 12 });
    expect(estimate && estimateText(estimate)).toBe('about 60 credits, from 9 prices (2026-03-20)');
    expect([...(estimate?.from.keys() ?? [])].sort()).toEqual(
      ['e0', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8'].sort(),
    );
  });

  it.each<[string, LedgerEntry[], object]>([
    ['no prices', [], {}],
    ['another connection', steady.map(sample => ({ ...sample, connection: 'Other' })), {}],
    ['another product', steady, { product: 'bundle' }],
    ['another constellation', steady, { constellation: 'SPOT' }],
    ['another kind of order', steady, { kind: 'order.data.gb.product' }],
    ['far smaller areas', steady, { areaKm2: 1000 }],
    ['refused requests', steady.map(sample => ({ ...sample, result: 'refused' as const })), {}],
    ['orders, not prices', steady.map(sample => ({ ...sample, action: 'order' as const })), {}],
    ['areas without a size', steady.map(sample => ({ ...sample, areaKm2: 0 })), {}],
  ])('is not made from %s', (_what, entries, contents) => {
    expect(createEstimator(entries, 'Test')({ ...phr, areaKm2: 12, ...contents })).toBeUndefined();
  });

  it('says that it is from one price, also if that was requested again and again', () => {
    const again = steady.map(sample => ({
      ...sample,
      bodyHash: 'h',
      areaKm2: 10,
      amount: { value: 50, unit: 'credits' },
    }));
    const estimate = createEstimator(again, 'Test')({ ...phr, areaKm2: 10.05 });
    expect(estimate && estimateText(estimate)).toBe('about 50 credits, from one price (2026-03-20)');
  });

  it('leaves open what whole credits don’t say of other areas', () => {
    const small = [priced(1, 2.46, 4), priced(2, 2.4, 4)];
    expect(createEstimator(small, 'Test')({ ...phr, areaKm2: 21.7 })).toMatchObject({ low: 27, high: 45 });
    // A large area leaves little open.
    const large = [...small, priced(3, 29, 44)];
    expect(createEstimator(large, 'Test')({ ...phr, areaKm2: 21.7 })).toMatchObject({ low: 32, high: 37 });
  });

  it('is from the orders of the account too, each once, and says so', () => {
    const aoi = polygon(box(2, 48, 2.05, 48.05));
    const areaKm2 = polygonAreaKm2(aoi);
    const orderOf = (id: string, credits: number, rest: Partial<Order> = {}) =>
      bareOrder({
        id,
        kind: phr.kind,
        status: 'delivered',
        createdAt: '2026-03-01T12:00:00Z',
        price: { value: credits, unit: 'credits' },
        payload: { kind: phr.kind, products: [{ id: 'a', productType: phr.product, aoi }] },
        ...rest,
      });
    const estimateFrom = (orders: readonly Order[], entries: LedgerEntry[] = []) => {
      const imageById = () =>
        bareImage({ id: 'a', constellation: 'PHR', footprint: polygon(box(2, 48, 2.025, 48.05)) });
      const estimate = createEstimator(entries, 'Test', { orders, imageById })({ ...phr, areaKm2 });
      return estimate && estimateText(estimate);
    };
    // The image covers half of the area, so the whole costs twice as much.
    expect(estimateFrom([orderOf('o1', 40)])).toBe('about 78–82 credits, from one order (2026-03-01)');
    expect(estimateFrom([orderOf('o1', 40, { isEstimate: true })])).toBeUndefined();
    expect(estimateFrom([orderOf('o1', 40)], [priced(1, areaKm2 / 2, 40)])).toMatch(
      /from one price \(2026-03-20\)$/,
    );
    expect(estimateFrom([orderOf('o1', 40), orderOf('o2', 50)])).toBe(
      'about 80–100 credits, from 2 orders (2026-03-01)',
    );
    const later = orderOf('o2', 50, { createdAt: '2026-03-05T12:00:00Z' });
    expect(estimateFrom([later, orderOf('o1', 40)], [priced(1, areaKm2, 90)])).toBe(
      'about 80–100 credits, from 3 prices and orders since 2026-03-01',
    );
    expect(estimateFrom([orderOf('o1', 40, { createdAt: undefined })])).toMatch(/, from one order$/);
  });

  it('follows the newest unit, and keeps cents', () => {
    const euros = steady.slice(0, 5).map((sample, index) => ({
      ...sample,
      id: `n${index}`,
      bodyHash: `n${index}`,
      amount: { value: 1.25 * (10 + index), unit: 'EUR' },
    }));
    const estimate = createEstimator([...euros, ...steady], 'Test')({ ...phr, areaKm2: 11 });
    expect(estimate).toMatchObject({ low: 13.7, high: 13.8, unit: 'EUR' });
  });
});

describe('the estimate of an order', () => {
  const aoi = polygon(box(2, 48, 2.05, 48.05));
  const image = (id: string, constellation: string, footprint: Image['footprint']) =>
    bareImage({ id, constellation, footprint });
  const among = (images: readonly Image[]) => (id: string) => images.find(found => found.id === id);
  const areaKm2 = polygonAreaKm2(aoi);
  const body = {
    kind: 'order.data.product',
    products: [
      { id: 'a', productType: 'pansharpened', aoi },
      { id: 'b', productType: 'pansharpened', aoi },
    ],
  };
  const estimator = createEstimator(steady, 'Test');

  it('adds up its products, each for the part of the area that its image covers', () => {
    const half = polygon(box(2, 48, 2.025, 48.05));
    const images = [image('a', 'PHR', polygon(box(1, 47, 3, 49))), image('b', 'PHR', half)];
    const estimate = estimateOrder(body, among(images), estimator);
    expect(estimate?.low).toBeCloseTo(5 * areaKm2 * 1.5, -1);
    expect(estimate?.from.size).toBeGreaterThanOrEqual(9);
  });

  it('does not exist if one of its parts has none', () => {
    const images = [image('a', 'PHR', aoi), image('b', 'SPOT', aoi)];
    expect(estimateOrder(body, among(images), estimator)).toBeUndefined();
    expect(estimateOrder({ ...body, products: [] }, () => undefined, estimator)).toBeUndefined();
    expect(estimateOrder({}, () => undefined, estimator)).toBeUndefined();
  });

  it('is that of a report by its analytic and resolution', () => {
    const kind = 'order.analytics-toolbox.archive';
    const reports = steady.map(sample => ({ ...sample, orderKind: kind, product: 'ships' }));
    const report = { kind, analytic: 'ships', resolution: 0.5, imageIds: ['a'], aoi };
    const estimate = estimateOrder(report, () => undefined, createEstimator(reports, 'Test'));
    expect([estimate?.low, estimate?.high]).toEqual([102, 105]);
  });
});

describe('the forecast of a month', () => {
  const aoi = polygon(box(2, 48, 2.05, 48.05));
  const estimates = createPriceEstimates(steady, 'Test');
  const found = [{ constellation: 'PHR', share: 1 }];
  const run = (day: number, images: { constellation: string; share: number }[] = []) => ({
    at: new Date(Date.UTC(2026, 2, day)).toISOString(),
    images,
  });

  it('is what the new images of the last runs would cost, for 30 days', () => {
    const price = 5 * polygonAreaKm2(aoi);
    const text = estimates.monthText([run(1), run(8, found), run(16, found)], aoi) ?? '';
    const [, count, low, high] =
      /^New images: about (\d+) a month, about ([\d,]+)–([\d,]+) credits, from 9 prices \(2026-03-20\)$/.exec(
        text,
      ) ?? [];
    expect(count).toBe('4');
    expect(Number(low)).toBeLessThanOrEqual(4 * price);
    expect(Number(high)).toBeGreaterThanOrEqual(4 * price);
    expect(Number(high)).toBeLessThan(4 * price + 10);
  });

  it.each<[string, ReturnType<typeof run>[]]>([
    ['a search that ran twice', [run(1), run(20, found)]],
    ['a search that ran for a few days', [run(1), run(2, found), run(3, found)]],
    ['a search that found nothing new', [run(1), run(10), run(20)]],
    ['images without prices', [run(1), run(10, [{ constellation: 'SPOT', share: 1 }]), run(20)]],
    ['runs of long ago', [run(-200), run(-190, found), run(20)]],
    ['no runs', []],
  ])('is not made from %s', (_what, runs) => {
    expect(estimates.monthText(runs, aoi)).toBeUndefined();
  });
});
