import fc from 'fast-check';
import type { Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { positions } from '../../../geo/polygons.ts';
import type { Order } from '../../../../../src/service/rules/order.ts';
import {
  aoiMatch,
  clockSkewMs,
  type Difference,
  leavesNamesOpen,
  matchOrder,
  orderDifferences,
} from '../../../../../src/features/orders/rules/orderMatch.ts';
import { bareDelivery, bareOrder } from '../../../fixtures.ts';
import { expectLinear } from '../../../growth.ts';

const sentAt = Date.UTC(2026, 0, 1, 12);
const at = (ms: number) => new Date(sentAt + ms).toISOString();

const ring = positions('5 43, 6 43, 6.25 44, 5.125 44.5, 5 43');
const aoi: Polygon = { type: 'Polygon', coordinates: [ring] };
const elsewhere: Polygon = { type: 'Polygon', coordinates: [ring.map(([x, y]) => [x + 3, y])] };
const rounded: Polygon = { type: 'Polygon', coordinates: [ring.map(([x, y]) => [x + 5e-6, y])] };
/** The same area from another start. */
const turned = ({ coordinates: [outer = []] }: Polygon): Polygon => ({
  type: 'Polygon',
  coordinates: [[...outer.slice(1), ...outer.slice(1, 2)]],
});
const report = {
  kind: 'order.analytics-toolbox.archive',
  title: 'harbour',
  analytic: 'change',
  resolution: 0.5,
  imageIds: ['a', 'b'],
  aoi,
};
const product = (id: string, rest: object = {}) => ({
  id,
  productType: 'multiSpectral',
  radiometricProcessing: 'REFLECTANCE',
  imageFormat: 'image/geotiff',
  crsCode: 'urn:ogc:def:crs:EPSG::4326',
  aoi,
  ...rest,
});
const products = {
  kind: 'order.data.product',
  customerRef: 'REF 1',
  products: [product('a'), product('a', { productType: 'bundle' }), product('b', { aoi: elsewhere })],
};

const match = (body: object, order: Partial<Order>) =>
  matchOrder(bareOrder(order), { body: body as Record<string, unknown>, at: at(0) });
const delivered = (...datas: object[]) =>
  datas.map(data => bareDelivery({ datas: data as Record<string, unknown> }));

describe('a listed order', () => {
  const all = products.products;
  const b = product('b', { aoi: elsewhere });
  const unnamed = { kind: products.kind, products: [b] };
  const multiPolygon = { type: 'MultiPolygon', coordinates: [[ring]] };
  const echo = (rest: object) => ({ payload: { ...report, ...rest } });
  const inCatalog = all.map(product => ({
    ...product,
    productType: product.productType.toLowerCase(),
    crsCode: 'EPSG:4326',
  }));

  it.each<[string, object, Partial<Order>, ReturnType<typeof matchOrder>]>([
    [
      'tells everything',
      report,
      { kind: report.kind, title: 'harbour', createdAt: at(5), ...echo({}) },
      'same',
    ],
    ['echoes the body alone', report, { payload: report }, 'same'],
    ['tells by its delivery', report, { deliveries: delivered({ imageIds: ['a', 'b'], aoi }) }, 'same'],
    ['tells by one with an id', report, { deliveries: delivered({ id: 'a', ...report }) }, 'same'],
    ['tells nothing', report, {}, 'maybe'],
    ['tells no AOI', report, { payload: { imageIds: ['a', 'b'] } }, 'maybe'],
    ['tells no images', report, { payload: { kind: report.kind, aoi } }, 'maybe'],
    ['tells one of its images by a delivery', report, { deliveries: delivered({ id: 'a', aoi }) }, 'maybe'],
    ['is of another kind', report, { kind: 'order.data.product', payload: report }, 'no'],
    ['has another title', report, { title: 'Harbour', payload: report }, 'no'],
    ['has other images', report, echo({ imageIds: ['a', 'c'] }), 'no'],
    ['has another AOI', report, echo({ aoi: elsewhere }), 'no'],
    ['has another analytic', report, echo({ analytic: 'cars' }), 'no'],
    ['spells the resolution', report, echo({ resolution: '0.50' }), 'same'],
    ['was there before', report, { createdAt: at(-clockSkewMs - 1), payload: report }, 'no'],
    ['comes from a clock that is late', report, { createdAt: at(-clockSkewMs), payload: report }, 'same'],
    ['is of that day', report, { createdAt: '2026-01-01', payload: report }, 'same'],
    ['was given a title', products, { title: 'Order 7', payload: products }, 'same'],
    ['turns its products', products, { payload: { ...products, products: all.toReversed() } }, 'same'],
    ['tells each product by a delivery', products, { deliveries: delivered(...all) }, 'same'],
    ['tells some of its products', products, { deliveries: delivered(...all.slice(0, 1)) }, 'maybe'],
    ['spells its options as catalogs do', products, { deliveries: delivered(...inCatalog) }, 'same'],
    ['has another option', products, { deliveries: delivered(product('a', { imageFormat: 'x' })) }, 'no'],
    ['has the same product more often', products, { deliveries: delivered(b, b) }, 'no'],
    ['exchanges products', products, { payload: { products: [product('a'), product('a'), b] } }, 'no'],
    ['has another reference', products, { customerRef: 'REF 2', payload: products }, 'no'],
    ['has the reference', products, { customerRef: 'REF 1' }, 'maybe'],
    ['has a reference where none was sent', report, { customerRef: 'REF 1', payload: report }, 'same'],
    ['was given a title in place of a blank one', { ...report, title: ' ' }, echo({ title: 'x' }), 'same'],
    ['has no names, and the same products', unnamed, { payload: unnamed }, 'same'],
    ['has no names, and its product by a delivery', unnamed, { deliveries: delivered(b) }, 'same'],
    [
      'has no names, and the image for another area',
      unnamed,
      { payload: { ...unnamed, products: [product('b')] } },
      'no',
    ],
    [
      'has no names, and the image in another format',
      unnamed,
      { payload: { ...unnamed, products: [{ ...b, imageFormat: 'image/jp2' }] } },
      'no',
    ],
    ['has no names, and is of another kind', unnamed, { kind: 'order.data.gb.product' }, 'no'],
    ['has blanks around its title', report, { title: ' harbour ', payload: report }, 'same'],
    [
      'lacks blanks around its title',
      { ...report, title: ' harbour ' },
      { title: 'harbour', ...echo({}) },
      'same',
    ],
    ['names another image by a delivery', report, { deliveries: delivered({ id: 'z', aoi }) }, 'no'],
    [
      'has its images from the echo, whatever a delivery says',
      report,
      { payload: { imageIds: ['a', 'b'] }, deliveries: delivered({ analytic: 'cars' }) },
      'maybe',
    ],
    ['has an AOI where none was sent', { ...report, aoi: undefined }, echo({}), 'maybe'],
    [
      'has two AOIs from other starts',
      products,
      { payload: { products: all.map(part => ({ ...part, aoi: turned(part.aoi) })) } },
      'same',
    ],
    [
      'has one of two AOIs from another start, and the other one rounded',
      { ...products, products: [product('a'), b] },
      {
        payload: {
          products: [
            product('a', { aoi: turned(aoi) }),
            { ...b, aoi: { type: 'Polygon', coordinates: [ring.map(([x, y]) => [x + 3 + 5e-6, y])] } },
          ],
        },
      },
      'maybe',
    ],
    [
      'has one of two AOIs from another start, and tells no other',
      { ...products, products: [product('a'), b] },
      { payload: { products: [product('a', { aoi: turned(aoi) }), { ...b, aoi: undefined }] } },
      'maybe',
    ],
    [
      'has one of two AOIs, and tells no other',
      { ...products, products: [product('a'), b] },
      { payload: { products: [product('a'), { ...b, aoi: undefined }] } },
      'maybe',
    ],
    [
      'has all AOIs, and one of them also rounded',
      { ...products, products: [product('a'), product('c'), b] },
      { payload: { products: [product('a', { aoi: turned(aoi) }), product('c', { aoi: rounded }), b] } },
      'maybe',
    ],
    [
      'has one of two images twice',
      { ...products, products: [product('a'), product('b')] },
      { deliveries: delivered(product('b'), product('b')) },
      'no',
    ],
    [
      'has one of two AOIs twice',
      { ...products, products: [product('a'), product('a', { aoi: elsewhere })] },
      { deliveries: delivered(product('a'), product('a')) },
      'no',
    ],
    [
      'has options where none were sent',
      { ...products, products: [{ id: 'a', aoi }] },
      { payload: { products: [product('a')] } },
      'same',
    ],
    [
      'has an option that is a number',
      { ...products, products: [product('a', { imageFormat: 7 })] },
      { payload: { products: [product('a', { imageFormat: 7 })] } },
      'same',
    ],
    ['is of the day before', report, { createdAt: '2025-12-31', payload: report }, 'no'],
    ['is of a day that cannot be read', report, { createdAt: 'yesterday', payload: report }, 'same'],
    [
      'has a name where a blank one was sent',
      { ...report, title: ' ' },
      { title: 'Order 7', payload: report },
      'same',
    ],
    ['has its first image alone', report, echo({ imageIds: ['a'] }), 'no'],
    ['tells nothing but other images', report, { payload: { imageIds: ['c'] } }, 'no'],
    ['tells nothing but another analytic', report, { payload: { analytic: 'cars' } }, 'no'],
    ['tells nothing but another AOI', report, { payload: { aoi: elsewhere } }, 'no'],
    ['tells no part, but deliveries', report, { payload: {}, deliveries: delivered(report) }, 'same'],
    ['has options of null', report, echo({ analytic: null }), 'same'],
    ['spells its options with blanks', report, echo({ analytic: ' Change ' }), 'same'],
    ['has another resolution', report, echo({ resolution: 1 }), 'no'],
    [
      'spells an unknown projection alike',
      { ...products, products: [product('a', { crsCode: { a: 1, b: 2 } })] },
      { payload: { products: [product('a', { crsCode: { b: 2, a: 1 } })] } },
      'same',
    ],
    [
      'has another unknown projection',
      { ...products, products: [product('a', { crsCode: { a: 1 } })] },
      { payload: { products: [product('a', { crsCode: { a: 2 } })] } },
      'no',
    ],
    [
      'tells a product without its image, which can be either',
      { ...products, products: [product('a'), product('b')] },
      { deliveries: delivered({ productType: 'multiSpectral' }, { id: 'a', productType: 'multiSpectral' }) },
      'maybe',
    ],
    [
      'tells one product twice, without its image',
      { ...products, products: [product('a'), product('b', { productType: 'bundle' })] },
      { deliveries: delivered({ productType: 'multiSpectral' }, { productType: 'multiSpectral' }) },
      'no',
    ],
    [
      'tells more products than were sent',
      { ...products, products: [product('a')] },
      { deliveries: delivered(product('a'), product('a'), {}) },
      'no',
    ],
    ['was sent without parts', { kind: 'order.other' }, { payload: { analytic: 'cars' } }, 'maybe'],
    ['has a MultiPolygon in place of the AOI', report, echo({ aoi: multiPolygon }), 'maybe'],
  ])('%s', (_what, body, order, expected) => expect(match(body, order)).toBe(expected));

  it('can be of the day before if it was sent soon after midnight', () => {
    const order = bareOrder({ createdAt: '2025-12-31', payload: report });
    expect(matchOrder(order, { body: report, at: '2026-01-01T00:10:00Z' })).toBe('same');
    expect(matchOrder(order, { body: report, at: '2026-01-01T00:10:01Z' })).toBe('no');
    expect(matchOrder(order, { body: report, at: 'unknown' })).toBe('same');
  });

  it.each<[string, object, object, boolean]>([
    ['its title', {}, { title: 'harbour' }, true],
    ['its reference', { title: 'harbour' }, { title: 'harbour', customerRef: 'REF 1' }, true],
    ['none of them', { title: 'x', customerRef: 'y' }, { title: 'x', customerRef: 'y' }, false],
    ['none, as none was sent', {}, { title: 7 }, false],
  ])('may leave names open that were sent: %s', (_what, reported, body, isOpen) => {
    expect(
      leavesNamesOpen(bareOrder({ title: undefined, ...reported }), { body: { ...body }, at: at(0) }),
    ).toBe(isOpen);
  });

  it('differs in everything that it reports differently', () => {
    const different = { ...report, title: 'x', imageIds: ['z'], aoi: elsewhere, analytic: 'y' };
    const order = bareOrder({
      kind: 'z',
      title: 'x',
      customerRef: 'r',
      createdAt: at(-1e9),
      payload: different,
    });
    const found: Difference[] = ['kind', 'time', 'reference', 'title', 'images', 'aoi', 'options'];
    expect(orderDifferences(order, { body: { ...report, customerRef: 'q' }, at: at(0) })).toEqual(found);
  });
});

describe('a reported AOI', () => {
  const hole = positions('5.5 43.5, 5.75 43.5, 5.75 43.75, 5.5 43.5');
  const otherHole = hole.map(([x, y]): Position => [x - 0.25, y]);
  const of = (...coordinates: Position[][]): Polygon => ({ type: 'Polygon', coordinates });
  const circle = (start: number) =>
    Array.from({ length: 101 }, (_none, index): Position => {
      const angle = (((start + index) % 100) * Math.PI) / 50;
      return [5 + Math.cos(angle), 43 + Math.sin(angle)];
    });
  const moved = (by: number) => of(ring.map(([x, y]) => [x + by, y]));
  const besideAntimeridian = (longitude: number) =>
    of(positions('-1 0, 1 0, 0 1, -1 0').map(([x, y]) => [longitude + x, y]));

  it.each<[string, Polygon, Polygon, ReturnType<typeof aoiMatch>]>([
    ['as it was sent', aoi, aoi, 'same'],
    ['with its holes in another order', of(ring, otherHole, hole), of(ring, hole, otherHole), 'same'],
    ['with a corner twice', of([...ring.slice(0, 1), ...ring]), aoi, 'same'],
    ['without its closing vertex', of(ring.slice(0, -1)), aoi, 'same'],
    ['one turn of the globe away', moved(360), aoi, 'same'],
    ['spelled another way', moved(4e-10), aoi, 'same'],
    ['rounded', moved(5e-6), aoi, 'maybe'],
    ['rounded, one turn of the globe away', moved(360 + 5e-6), aoi, 'maybe'],
    ['rounded, one turn to the west', moved(-360 - 5e-6), aoi, 'maybe'],
    [
      'rounded, at the other side of the antimeridian',
      besideAntimeridian(-180 + 5e-6),
      besideAntimeridian(180),
      'maybe',
    ],
    ['nearly spelled alike', moved(2e-9), aoi, 'maybe'],
    ['half a turn of the globe away', moved(180), aoi, 'no'],
    ['with another corner of the same number', of(ring.with(2, [5.5, 44])), aoi, 'maybe'],
    ['with another hole', of(ring, otherHole), of(ring, hole), 'maybe'],
    ['with another outer ring around its hole', of(ring.with(2, [6, 44]), hole), of(ring, hole), 'maybe'],
    ['of no corners', of([]), of([]), 'same'],
    ['without one of its corners', of([...ring.slice(0, 3), ...ring.slice(0, 1)]), aoi, 'maybe'],
    ['nearly one turn of the globe away', moved(360 - 4e-10), aoi, 'same'],
    ['of many corners, from another start', of(circle(60)), of(circle(0)), 'same'],
    ['clipped', of(hole), aoi, 'maybe'],
    ['without its hole', aoi, of(ring, hole), 'maybe'],
    ['with one hole twice', of(ring, hole, hole), of(ring, hole, otherHole), 'maybe'],
    ['moved east', moved(0.001), aoi, 'no'],
    ['moved west', moved(-0.001), aoi, 'no'],
    ['moved north', of(ring.map(([x, y]) => [x, y + 0.001])), aoi, 'no'],
    ['moved south', of(ring.map(([x, y]) => [x, y - 0.001])), aoi, 'no'],
    ['larger', of(positions('4 42, 7 42, 7 45, 4 42')), aoi, 'no'],
    ['elsewhere', elsewhere, aoi, 'no'],
  ])('%s', (_what, reported, sent, expected) => expect(aoiMatch(reported, sent)).toBe(expected));

  it('is the same from any start, in either direction', () => {
    const corner = fc.tuple(fc.integer({ min: -1800, max: 1800 }), fc.integer({ min: -900, max: 900 }));
    const corners = fc.uniqueArray(corner, { minLength: 3, maxLength: 12, selector: String });
    fc.assert(
      fc.property(corners, fc.nat(11), fc.boolean(), fc.nat(11), (all, start, isReversed, changed) => {
        const open = all.map(([x, y]): Position => [x / 10, y / 10]);
        const turned = [...open.slice(start % open.length), ...open.slice(0, start % open.length)];
        if (isReversed) turned.reverse();
        const close = (positions: Position[]) => of([...positions, ...positions.slice(0, 1)]);
        expect(aoiMatch(close(turned), close(open))).toBe('same');
        const altered = turned.with(changed % open.length, [0.05, 0.05]);
        expect(aoiMatch(close(altered), close(open))).not.toBe('same');
      }),
    );
  });
});

describe('an order of very many products', () => {
  const moved = (index: number): Polygon => ({
    type: 'Polygon',
    coordinates: [ring.map(([x, y]) => [x + index / 1e4, y])],
  });
  const bodyOf = (count: number, productOf: (index: number) => object) => ({
    kind: 'order.data.product',
    products: Array.from({ length: count }, (_none, index) => productOf(index)),
  });
  const ofOne = (index: number) => product('a', { aoi: moved(index) });
  const each = (index: number) => product(`image-${index}`, { aoi: moved(index) });

  it.each<[string, (index: number) => object, (index: number) => object, ReturnType<typeof matchOrder>]>([
    ['each an image of its own', each, each, 'same'],
    ['all alike', () => product('a'), () => product('a'), 'same'],
    ['of one image', ofOne, ofOne, 'same'],
  ])('%s is compared in proportional time', (_what, reported, sent, expected) => {
    expectLinear(
      250,
      count => [bodyOf(count, reported), bodyOf(count, sent)] as const,
      ([payload, body]) => expect(match(body, { payload })).toBe(expected),
    );
  });

  it('is left open if it is too different to be compared, and never counts as the same', () => {
    const rounded = (index: number) => product(`image-${index}`, { aoi: moved(index + 1e-3) });
    const payload = bodyOf(3000, rounded);
    const body = bodyOf(3000, each);
    expect(match(body, { payload })).toBe('maybe');
    expect(match(bodyOf(100, each), { payload: bodyOf(100, rounded) })).toBe('maybe');
    expect(
      match(bodyOf(100, each), { payload: bodyOf(100, index => ({ ...each(index), crsCode: 'EPSG:1' })) }),
    ).toBe('no');
    expect(match(body, { payload: bodyOf(3000, index => ({ ...each(index), id: 'other' })) })).toBe('no');
  });

  it.each<[string, number, number, ReturnType<typeof matchOrder>]>([
    ['few products', 100, 4, 'same'],
    ['too many pairs of products', 600, 4, 'maybe'],
    ['too many pairs of positions', 100, 300, 'maybe'],
  ])('is compared without its options up to a limit: %s', (_what, count, corners, expected) => {
    const around = Array.from({ length: corners }, (_none, index): Position => {
      const angle = (2 * Math.PI * index) / corners;
      return [5 + Math.cos(angle), 43 + Math.sin(angle)];
    });
    const area: Polygon = { type: 'Polygon', coordinates: [[...around, ...around.slice(0, 1)]] };
    const sent = bodyOf(count, index => product(`image-${index}`, { aoi: area }));
    const payload = bodyOf(count, index => ({ id: `image-${index}`, aoi: area }));
    expect(match(sent, { payload })).toBe(expected);
  });
});
