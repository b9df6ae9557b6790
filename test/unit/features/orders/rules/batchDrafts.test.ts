import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Image } from '../../../../../src/service/rules/imagery.ts';
import {
  type BatchKind,
  chooseForArea,
  usableImages,
  whyNotTogether,
} from '../../../../../src/features/images/rules/batchImages.ts';
import { bodyForArea, whyNoArea } from '../../../../../src/features/orders/rules/batchDrafts.ts';
import { checkOrder } from '../../../../../src/features/orders/rules/checkOrder.ts';
import { titleByPattern } from '../../../../../src/features/orders/rules/titlePattern.ts';
import { bareImage } from '../../../fixtures.ts';

const analytic = (type: string, sensor: string[] = ['PHR']) => ({
  code: type,
  name: type,
  type,
  sensor,
  description: undefined,
});
const cars: BatchKind = { kind: 'report', analytic: analytic('objects') };
const change: BatchKind = { kind: 'report', analytic: analytic('changes') };
const byArea: BatchKind = { kind: 'product', order: 'order.data.product' };
const byVolume: BatchKind = { kind: 'product', order: 'order.data.gb.product' };

const aoi = polygon(box(5, 43, 6, 44));
const half = polygon(box(5, 43, 5.5, 44));
const image = (id: string, day: string, rest: Partial<Image> = {}) =>
  bareImage({
    id,
    acquisitionDate: `2025-${day}T10:00:00Z`,
    constellation: 'PHR',
    processingLevel: 'SENSOR',
    cloudCover: 10,
    ...rest,
  });

const idsOf = (...args: Parameters<typeof chooseForArea>) => {
  const choice = chooseForArea(...args);
  return choice.kind === 'chosen' ? choice.images.map(({ id }) => id) : choice.why;
};

describe('the images of one area of a batch', () => {
  const old = image('old', '01-01', { cloudCover: 1 });
  const fresh = image('fresh', '06-01');

  it.each([
    ['newest', 'fresh'],
    ['clearest', 'old'],
  ] as const)('are the %s that covers it', (wish, id) => {
    const part = image('part', '07-01', { footprint: half, cloudCover: 0 });
    expect(idsOf(cars, wish, aoi, [part, old, fresh])).toEqual([id]);
  });

  it('are the one that shows most of it if none covers it, with the share', () => {
    const less = image('less', '07-01', { footprint: polygon(box(5, 43, 5.2, 44)) });
    const choice = chooseForArea(cars, 'newest', aoi, [less, image('part', '01-01', { footprint: half })]);
    expect(choice).toMatchObject({ kind: 'chosen', images: [{ id: 'part' }] });
    expect(choice.kind === 'chosen' && choice.share).toBeCloseTo(0.5, 2);
  });

  it('are a pair for a change analytic, the older one first', () => {
    expect(idsOf(change, 'pair', aoi, [fresh, old])).toEqual(['old', 'fresh']);
    const newer = image('newer', '07-01', { cloudCover: 30 });
    expect(idsOf(change, 'newest', aoi, [fresh, old, newer])).toContain('newer');
    const soon = image('soon', '06-03', { cloudCover: 0 });
    expect(idsOf(change, 'pair', aoi, [fresh, soon, old], 30)).toContain('old');
    expect(idsOf(change, 'pair', aoi, [fresh, soon], 30)).toMatch(/Pairs less than 30 days apart: 1/);
    expect(idsOf(change, 'pair', aoi, [fresh])).toMatch(/^No two images within the limits form a pair/);
  });

  it('are as many as cover it together, for products', () => {
    const left = image('left', '06-01', { footprint: half });
    const right = image('right', '06-02', { footprint: polygon(box(5.5, 43, 6, 44)) });
    const choice = chooseForArea(byArea, 'newest', aoi, [left, right]);
    expect(choice.kind === 'chosen' && choice.images.map(({ id }) => id).sort()).toEqual(['left', 'right']);
    expect(choice.kind === 'chosen' && choice.share).toBeCloseTo(1, 3);
  });

  it('are only those that such an order accepts', () => {
    const all = [
      fresh,
      image('pneo', '01-01', { constellation: 'PNEO' }),
      image('spot', '01-01', { constellation: 'SPOT' }),
      image('stereo', '01-01', { productType: 'stereo' }),
      image('own', '01-01', { links: { download: [{ href: 'https://x.test/1' }] } }),
      image('other', '01-01', { constellation: 'X' }),
    ];
    const usable = (kind: BatchKind) => usableImages(kind, all).map(({ id }) => id);
    expect(usable(cars)).toEqual(['fresh', 'stereo', 'own']);
    expect(usable(byArea)).toEqual(['fresh', 'pneo', 'spot']);
    expect(usable(byVolume)).toEqual(['fresh', 'spot']);
  });

  it('can be a pair of two constellations that the user chose', () => {
    const both: BatchKind = { kind: 'report', analytic: analytic('changes', ['PHR', 'SPOT']) };
    expect(whyNotTogether(both, [old, image('spot', '01-01', { constellation: 'SPOT' })])).toBeUndefined();
  });

  it('are refused together if the analytic takes another number', () => {
    expect(whyNotTogether(cars, [old, fresh])).toBe('objects: images needed: 1, selected: 2.');
    expect(whyNotTogether(change, [old, fresh])).toBeUndefined();
    expect(whyNotTogether(byArea, [old, fresh])).toBeUndefined();
  });
});

describe('the body for one area of a batch', () => {
  const single = image('a', '06-01');

  it.each([
    ['a report', cars],
    ['a product by area', byArea],
    ['a product by volume', byVolume],
  ])('has no error by the order rules: %s', (_what, kind) => {
    const body = bodyForArea(kind, 'Quay', aoi, [single]);
    const problems = checkOrder({ ...body }, { imageById: () => single });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('contains only what the specification lists: products have no name', () => {
    const high = polygon(box(5, 43, 6, 44).map(position => [...position, 30]));
    const members = (kind: BatchKind) => Object.keys(bodyForArea(kind, 'Quay', high, [single])).join(' ');
    expect(members(cars)).toBe('kind title analytic resolution imageIds aoi');
    expect(members(byArea)).toBe('kind products');
    const body = bodyForArea(cars, 'Quay', high, [single]);
    expect(body).toMatchObject({ title: 'Quay', resolution: 0.5, aoi });
    expect(whyNoArea(high, 'report')).toBeUndefined();
  });

  it('is not created if the rules forbid it', () => {
    const tiny = polygon(box(5, 43, 5.001, 43.001));
    const crossed = polygon([
      [5, 43],
      [6, 44],
      [6, 43],
      [5, 44],
      [5, 43],
    ]);
    expect([whyNoArea(aoi, 'report'), whyNoArea(aoi, 'product')]).toEqual([undefined, undefined]);
    expect(whyNoArea(tiny, 'report')).toBeUndefined();
    expect(whyNoArea(tiny, 'product')).toMatch(/needs at least 0.1 km²/);
    expect(whyNoArea(crossed, 'product')).toMatch(/crosses itself/);
  });
});

it.each([
  ['{name} {date}', 'Quay 2025-06-01'],
  ['{number}. { name }', '3. Quay'],
  ['{id}/{city}', '17/Marseille'],
  ['{depth} m', '4.5 m'],
  ['{nothing} {name}', 'Quay'],
  ['{shape}{', '{'],
])('a title by the pattern %s is %s', (pattern, title) => {
  const properties = { city: 'Marseille', depth: 4.5, shape: {}, name: 'Other' };
  const parts = { name: 'Quay', number: 3, date: '2025-06-01', id: 17, properties };
  expect(titleByPattern(pattern, parts)).toBe(title);
});
