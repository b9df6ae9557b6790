import fc from 'fast-check';
import type { Polygon, Position } from 'geojson';
import * as polyclip from 'polyclip-ts';
import { describe, expect, it } from 'vitest';
import { boundingBox } from '../../../../../src/geo/box.ts';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Image } from '../../../../../src/service/rules/imagery.ts';
import { deliveryItem } from '../../../../../src/features/images/rules/stacItem.ts';
import {
  findOwnership,
  latestDelivered,
  latestOrder,
  latestOrderText,
  ownedInOrder,
  ownedInStacItem,
  type OwnedItem,
  ownershipRequests,
  ownershipText,
} from '../../../../../src/features/orders/rules/owned.ts';
import { runs } from '../../../../randomRuns.ts';
import { bareImage, bareOrder } from '../../../fixtures.ts';
import { expectLinear } from '../../../growth.ts';

const aoi = polygon(box(2, 48, 2.1, 48.1));
const half = polygon(box(2, 48, 2.05, 48.1));
const product = { id: 'a', productType: 'pansharpened', imageFormat: 'image/geotiff', aoi };
const wide = polygon(box(-10, -10, 20, 60));
const images: Record<string, Image> = {
  a: bareImage({ id: 'a', footprint: wide, constellation: 'PHR', acquisitionDate: '2026-03-02T10:00:00Z' }),
  b: bareImage({ id: 'b', footprint: wide, constellation: 'SPOT', acquisitionDate: '2026-03-06T10:00:00Z' }),
  c: bareImage({ id: 'c', footprint: wide, constellation: 'PHR', acquisitionDate: '2026-03-20T10:00:00Z' }),
};
const imageOf = (id: string) => images[id];

function orderOf(products: object[], rest: Parameters<typeof bareOrder>[0] = {}) {
  const kind = 'order.data.product';
  const createdAt = '2026-03-03T10:00:00Z';
  return bareOrder({ id: 'o1', kind, status: 'delivered', createdAt, payload: { kind, products }, ...rest });
}

function textOf(items: readonly OwnedItem[], imageId: string): string | undefined {
  const ownership = findOwnership(items, { area: aoi, imageIds: [imageId], isReport: false }, imageOf);
  return ownership && ownershipText(ownership, imageOf);
}

describe('what the account already has', () => {
  it('is the same image, with its share, date, product and order', () => {
    const items = ownedInOrder(orderOf([{ ...product, aoi: half }]));
    expect(textOf(items, 'a')).toBe(
      'You already have this image: 50 % of the area, delivered 2026-03-03 (PHR, pansharpened, GeoTIFF), order o1',
    );
  });

  it('ends where the image ends', () => {
    const items = ownedInOrder(orderOf([product]));
    const narrow = { ...bareImage({ id: 'a' }), footprint: polygon(box(2, 47, 2.025, 49)) };
    const request = { area: aoi, imageIds: ['a'], isReport: false };
    expect(findOwnership(items, request, () => narrow)?.share).toBeCloseTo(0.25, 6);
    expect(
      findOwnership(items, request, () => ({ ...narrow, footprint: polygon(box(5, 5, 6, 6)) })),
    ).toBeUndefined();
  });

  it('counts the areas of several deliveries together, and names the latest, but not with what is produced', () => {
    const rest = polygon(box(2.04, 48, 2.1, 48.1));
    const both = (status: string) => [
      ...ownedInOrder(
        orderOf([{ ...product, aoi: rest }], { id: 'o2', createdAt: '2026-03-09T10:00:00Z', status }),
      ),
      ...ownedInOrder(orderOf([{ ...product, aoi: half }])),
    ];
    expect(textOf(both('delivered'), 'a')).toMatch(/^You already have this image: 100 % .* o2$/);
    expect(textOf(both('ordered'), 'a')).toMatch(
      /^You already ordered this image: 60 % .* ordered 2026-03-09 .* o2$/,
    );
    expect(textOf(both('error'), 'a')).toMatch(/^You already have this image: 50 % /);
  });

  it('is known as a part of the area, once where orders overlap', () => {
    const later = { id: 'o2', createdAt: '2026-03-09T10:00:00Z' };
    const middle = polygon(box(2.02, 48, 2.08, 48.1));
    const items = [
      ...ownedInOrder(orderOf([{ ...product, aoi: half }])),
      ...ownedInOrder(orderOf([{ ...product, aoi: middle }], later)),
    ];
    const ownership = findOwnership(items, { area: aoi, imageIds: ['a'], isReport: false }, imageOf);
    expect(ownership?.share).toBeCloseTo(0.8, 6);
    const { coordinates } = ownership?.part ?? { coordinates: [] };
    expect(coordinates).toHaveLength(1);
    expect(boundingBox(coordinates.flat(2))).toEqual([2, 48, 2.08, 48.1]);
  });

  it('is known across the antimeridian', () => {
    const ring = box(179.9, 48, 180.1, 48.1).map(([x, y]): Position => [x > 180 ? x - 360 : x, y]);
    const items = ownedInOrder(orderOf([{ ...product, aoi: polygon(ring) }]));
    const area = polygon(box(179.9, 48, 180.3, 48.1));
    const request = { area, imageIds: ['a'], isReport: false };
    expect(findOwnership(items, request, () => undefined)?.share).toBeCloseTo(0.5, 6);
  });

  it('is compared in reasonable time along a long coast', () => {
    const coast = (vertices: number) => {
      const ring = Array.from({ length: vertices }, (_none, index): Position => {
        const angle = (2 * Math.PI * index) / vertices;
        const reach = 0.04 + 0.001 * Math.sin(index);
        return [2.05 + reach * Math.cos(angle), 48.05 + reach * Math.sin(angle)];
      });
      return ownedInOrder(orderOf([{ ...product, aoi: polygon([...ring, ...ring.slice(0, 1)]) }]));
    };
    expectLinear(1000, coast, items => textOf(items, 'a'));
  });

  it('is a hint where another image of the same week was ordered', () => {
    const items = ownedInOrder(orderOf([product]));
    expect(textOf(items, 'b')).toMatch(/^Another image of the same week: 100 % of the area, delivered 2026/);
    expect(textOf(items, 'c')).toBeUndefined();
  });

  it('is no hint where the image of the same week lies beside this one in a large area', () => {
    const items = ownedInOrder(orderOf([{ ...product, aoi: half }]));
    const narrow = bareImage({ id: 'b', acquisitionDate: '2026-03-06T10:00:00Z' });
    const of = (footprint: Polygon) =>
      findOwnership(items, { area: aoi, imageIds: ['b'], isReport: false }, id =>
        id === 'b' ? { ...narrow, footprint } : imageOf(id),
      )?.kind;
    expect(of(polygon(box(2.06, 48, 2.1, 48.1)))).toBeUndefined();
    expect(of(polygon(box(2.04, 48, 2.1, 48.1)))).toBe('sameWeek');
  });

  it('is nothing of failed orders, of other areas, and of reports where a product is ordered', () => {
    const elsewhere = polygon(box(3, 48, 3.1, 48.1));
    const report = { kind: 'order.analytics-toolbox.archive', analytic: 'cars', imageIds: ['a'], aoi };
    const items = [
      ...ownedInOrder(orderOf([product], { status: 'rejected' })),
      ...ownedInOrder(orderOf([{ ...product, aoi: elsewhere }])),
      ...ownedInOrder(bareOrder({ id: 'r', kind: report.kind, status: 'delivered', payload: report })),
    ];
    expect(textOf(items, 'a')).toBeUndefined();
    const [request] = ownershipRequests(report);
    expect(request && findOwnership(items, request, imageOf)).toMatchObject({ kind: 'sameImage', share: 1 });
    const [other] = ownershipRequests({ ...report, analytic: 'ships' });
    expect(other && findOwnership(items, other, imageOf)).toBeUndefined();
  });

  it('includes orders without a readable area as such', () => {
    expect(ownedInOrder(bareOrder({ id: 'o1', status: 'delivered' }))).toMatchObject([{ area: undefined }]);
    const broken = { ...product, aoi: { type: 'Polygon', coordinates: [[[0, 0]]] } };
    expect(ownedInOrder(orderOf([broken]))).toMatchObject([{ area: undefined, imageIds: ['a'] }]);
  });

  it('is also what lies in the workspace, by the STAC Items that Swath writes', () => {
    const delivery = { id: 'd', datas: product, deliveredAt: '2026-03-04T10:00:00Z' };
    const order = orderOf([product], { deliveries: [delivery as never] });
    const file = { name: 'x.zip', size: 1, sha256: '', writtenAt: 0, seenAt: undefined };
    const item = ownedInStacItem(JSON.parse(JSON.stringify(deliveryItem(order, 0, product, file))));
    expect(item).toMatchObject({ orderId: 'o1', imageIds: ['a'], area: aoi, product: 'pansharpened' });
    expect(item && textOf([item], 'a')).toMatch(/^You already have this image: 100 % .* 2026-03-04/);
    for (const other of [null, {}, { properties: {} }, { properties: {}, assets: { delivery: {} } }])
      expect(ownedInStacItem(other)).toBeUndefined();
  });
});

describe('the share of random areas', () => {
  /** The other library fails where vertices nearly coincide. */
  const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000;

  /** A star around a place: it doesn't cross itself. */
  const star = fc
    .record({
      x: fc.double({ min: 0, max: 1, noNaN: true }),
      y: fc.double({ min: 0, max: 1, noNaN: true }),
      reaches: fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 4, maxLength: 10 }),
    })
    .map(({ x, y, reaches }): Polygon => {
      const ring = reaches.map((reach, index): Position => {
        const angle = (2 * Math.PI * index) / reaches.length;
        return [rounded(x + reach * Math.cos(angle)), rounded(y + reach * Math.sin(angle))];
      });
      return polygon([...ring, ...ring.slice(0, 1)]);
    });

  it('agrees with another geometry library', () => {
    fc.assert(
      fc.property(star, fc.array(star, { minLength: 1, maxLength: 4 }), (area, owned) => {
        const items = owned.flatMap(aoiOfOrder => ownedInOrder(orderOf([{ ...product, aoi: aoiOfOrder }])));
        const share = findOwnership(items, { area, imageIds: ['a'], isReport: false }, imageOf)?.share ?? 0;
        const [first, ...others] = owned.map(({ coordinates }) => coordinates as never);
        const common = polyclip.intersection(
          area.coordinates as never,
          polyclip.union(first as never, ...others),
        );
        const expected = planeArea(common) / planeArea([area.coordinates]);
        // Near the equator, areas in the plane of degrees differ from those on the sphere by less than that.
        expect(Math.abs(share - expected)).toBeLessThan(1e-3);
      }),
      runs({ quick: 60, full: 2000 }),
    );
  });
});

/** Square degrees, of polygons with holes. */
function planeArea(polygons: readonly (readonly (readonly Position[])[])[]): number {
  const ringArea = (ring: readonly Position[]) =>
    Math.abs(
      ring.reduce((sum, [x, y], index) => {
        const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
        return sum + x * nextY - nextX * y;
      }, 0) / 2,
    );
  return polygons.reduce(
    (sum, [outer = [], ...holes]) =>
      sum + ringArea(outer) - holes.reduce((holeSum, hole) => holeSum + ringArea(hole), 0),
    0,
  );
}

describe('what is delivered of a selection', () => {
  const reportOf = (id: string, rest: object = {}, status = 'delivered') =>
    ownedInOrder(
      bareOrder({
        id,
        kind: 'order.analytics-toolbox.archive',
        status,
        createdAt: `2026-03-0${id.slice(1)}T10:00:00Z`,
        payload: {
          kind: 'order.analytics-toolbox.archive',
          analytic: 'cars',
          imageIds: ['a', 'b'],
          aoi,
          ...rest,
        },
      }),
    );
  const all = (items: readonly OwnedItem[], ids = ['b', 'a']) =>
    latestDelivered(items, ids, aoi).map(({ orderId }) => orderId);
  const found = (...[items, ids]: Parameters<typeof all>) => all(items, ids)[0];

  it('is the latest one of exactly these images over the whole area', () => {
    expect(found([...reportOf('o1'), ...reportOf('o3'), ...reportOf('o2')])).toBe('o3');
    expect(found(reportOf('o1', { aoi: wide }))).toBe('o1');
  });

  it('is none of other images, of a part, or on its way', () => {
    expect(found(reportOf('o1'), ['a'])).toBeUndefined();
    expect(found(reportOf('o1', { imageIds: ['a'] }))).toBeUndefined();
    expect(found(reportOf('o1', { imageIds: ['a', 'c'] }))).toBeUndefined();
    expect(found(reportOf('o1', { aoi: half }))).toBeUndefined();
    expect(found(reportOf('o1', {}, 'ordered'))).toBeUndefined();
  });

  it('is a report, image products, or both: the later ones first', () => {
    const productsOf = (id: string, day: number) =>
      ownedInOrder(
        orderOf([product, { ...product, id: 'b' }], { id, createdAt: `2026-03-0${day}T10:00:00Z` }),
      );
    const early = productsOf('p1', 1);
    const late = productsOf('p9', 9);
    expect(all(late)).toEqual(['p9']);
    expect(all([...reportOf('o3'), ...early])).toEqual(['o3', 'p1']);
    expect(all([...early, ...reportOf('o2'), ...late, ...reportOf('o3')])).toEqual(['p9', 'o3']);
  });
});

describe('the latest order of a selection', () => {
  const ordered = [
    ...ownedInOrder(orderOf([product, { ...product, id: 'b' }], { status: 'ordered' })),
    ...ownedInOrder(orderOf([product], { id: 'o2', createdAt: '2026-03-09T10:00:00Z' })),
    ...ownedInOrder(orderOf([{ ...product, id: 'c', aoi: half }], { id: 'o3' })),
    ...ownedInOrder(orderOf([product], { id: 'o4', createdAt: '2026-03-10T10:00:00Z', status: 'error' })),
  ];
  const textOfLatest = (...ids: string[]) => {
    const latest = latestOrder(ordered, ids, aoi);
    return latest && latestOrderText(latest, undefined);
  };

  it('is of exactly its images over the whole area, and did not fail', () => {
    expect(textOfLatest('a')).toBe('Image product (pansharpened): delivered 2026-03-09, order o2');
    expect(textOfLatest('b', 'a')).toBe('Image product (pansharpened): ordered 2026-03-03, order o1');
    expect(textOfLatest('b')).toBeUndefined();
    expect(textOfLatest('c')).toBeUndefined();
  });

  it('names its analytic as the service does, otherwise in words', () => {
    const kind = 'order.analytics-toolbox.archive';
    const code = 'analytic.sandbox.vessels-detection';
    const [item] = ownedInOrder(
      orderOf([], { kind, payload: { kind, analytic: code, imageIds: ['a'], aoi } }),
    );
    if (!item) throw new Error('no report');
    expect([latestOrderText(item, [{ code, name: 'Vessels (2 m)' }]), latestOrderText(item, [])]).toEqual([
      'Analytic report (Vessels (2 m)): delivered 2026-03-03, order o1',
      'Analytic report (vessels detection): delivered 2026-03-03, order o1',
    ]);
  });
});
