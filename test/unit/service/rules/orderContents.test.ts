import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../geo/polygons.ts';
import { bodyAois, bodyImageIds, orderImageIds } from '../../../../src/service/rules/orderContents.ts';
import { bareDelivery } from '../../fixtures.ts';

const harbour = polygon(box(5.3, 43.27, 5.37, 43.32));
const quay = polygon(box(5.33, 43.29, 5.34, 43.3));

describe('the images of a body', () => {
  it.each<[string, object, string[]]>([
    ['those of a report', { imageIds: ['a', 'b'] }, ['a', 'b']],
    ['those of products, each once', { products: [{ id: 'b' }, { id: 'a' }, { id: 'b' }] }, ['b', 'a']],
    ['what can be read of a broken body', { imageIds: ['a', 7, '', null], products: 'none' }, ['a']],
  ])('are %s', (_what, body, ids) => {
    expect(bodyImageIds(body as Record<string, unknown>)).toEqual(ids);
  });
});

describe('the AOIs of a body', () => {
  it('have their paths', () => {
    expect(bodyAois({ aoi: harbour })).toEqual([{ path: ['aoi'], polygon: harbour }]);
    expect(bodyAois({ products: [{ aoi: harbour }, { aoi: quay }] })).toEqual([
      { path: ['products', 0, 'aoi'], polygon: harbour },
      { path: ['products', 1, 'aoi'], polygon: quay },
    ]);
  });

  it('are those that can be drawn, whatever is wrong with the rest', () => {
    const open = polygon(harbour.coordinates[0]?.slice(1) ?? []);
    expect(bodyAois({ aoi: open, products: [null, {}, { aoi: open }, { id: 7, aoi: quay }] })).toEqual([
      { path: ['products', 3, 'aoi'], polygon: quay },
    ]);
    expect(bodyAois({})).toEqual([]);
  });
});

describe('the images of an order', () => {
  const deliveries = [
    bareDelivery({ id: 'd1', datas: { id: 'a', productType: 'bundle' } }),
    bareDelivery({ id: 'd2', datas: { id: 'b', imageIds: ['b', 'c'] } }),
    bareDelivery({ id: 'd3' }),
  ];

  it('are those of the body that the service repeats', () => {
    expect(orderImageIds({ payload: { products: [{ id: 'z' }] }, deliveries })).toEqual(['z']);
  });

  it.each([undefined, {}, { products: [] }])('are those of its deliveries if it repeats %j', payload => {
    expect(orderImageIds({ payload, deliveries }).toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('are not known if nothing contains them: the id of a delivery is not that of an image', () => {
    expect(orderImageIds({ payload: undefined, deliveries: [bareDelivery({ id: 'd1' })] })).toEqual([]);
  });
});
