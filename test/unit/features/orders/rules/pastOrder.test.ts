import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { onOtherImages, pastBody } from '../../../../../src/features/orders/rules/pastOrder.ts';
import { bareDelivery, bareImage, bareOrder } from '../../../fixtures.ts';

const aoi = polygon(box(5, 43, 6, 44));
const report = {
  kind: 'order.analytics-toolbox.archive',
  title: 'Quay',
  analytic: 'cars',
  resolution: 0.5,
  imageIds: ['a'],
  aoi,
};
const product = {
  id: 'a',
  productType: 'bundle',
  radiometricProcessing: 'DISPLAY',
  imageFormat: 'image/jp2',
  crsCode: 'urn:ogc:def:crs:EPSG::4326',
  aoi,
};
const products = { kind: 'order.data.product', products: [product, { ...product, id: 'b' }] };

describe('the body of a past order', () => {
  it.each([
    ['a report', report],
    ['products', products],
    ['what a later service adds', { ...report, tags: ['x'], customerRef: 'r' }],
    ['rings of the other direction', { ...report, aoi: polygon(box(5, 43, 6, 44).toReversed()) }],
  ])("is the service's echo, unchanged: %s", (_what, payload) => {
    expect(pastBody(bareOrder({ payload }))).toEqual({ from: 'echo', body: payload, missing: [] });
  });

  it('gets from the order what the echo omits', () => {
    const { kind, title, ...payload } = report;
    expect(pastBody(bareOrder({ kind, title, payload }))?.body).toEqual(report);
  });

  it('does not give products a title', () => {
    const { kind, ...payload } = products;
    expect(pastBody(bareOrder({ kind, title: 'Named by the service', payload }))?.body).toEqual(products);
  });

  it('is built from what each delivery was ordered with, without other fields', () => {
    const deliveries = products.products.map(product => bareDelivery({ datas: { ...product, amount: 12 } }));
    const order = bareOrder({ kind: 'order.data.product', customerRef: 'r', deliveries });
    expect(pastBody(order)).toEqual({
      from: 'deliveries',
      body: { ...products, customerRef: 'r' },
      missing: [],
    });
  });

  it('comes from the journal if the service reports neither', () => {
    expect(pastBody(bareOrder({ kind: report.kind, title: 'Quay' }), report)).toEqual({
      from: 'journal',
      body: report,
      missing: [],
    });
    const deliveries = [bareDelivery({ datas: { ...product, aoi: undefined } })];
    expect(pastBody(bareOrder({ deliveries, kind: products.kind }), products)?.from).toBe('journal');
  });

  it("prefers the service's data if both are complete", () => {
    expect(pastBody(bareOrder({ payload: report }), { ...report, title: 'Mine' })?.body).toEqual(report);
  });

  it('says what no source contains', () => {
    const { analytic, imageIds, ...payload } = report;
    expect(analytic + String(imageIds)).toBe('carsa');
    expect(pastBody(bareOrder({ payload }))?.missing).toEqual(['analytic', 'imageIds']);
    const { aoi: none, ...half } = product;
    expect(none).toBe(aoi);
    const deliveries = [bareDelivery({ datas: product }), bareDelivery({ datas: half })];
    expect(pastBody(bareOrder({ deliveries }))?.missing).toEqual(['kind', 'products[1].aoi']);
  });

  it('is missing if no source contains anything', () => {
    expect(pastBody(bareOrder({ kind: report.kind, title: 'Quay' }))).toBeUndefined();
  });
});

describe('a past order on other images', () => {
  const elsewhere = polygon(box(7, -44, 8, -43));
  const phr = bareImage({ id: 'n', constellation: 'PHR' });

  it('keeps the analytic of a report and uses the resolution of the images', () => {
    const spot = bareImage({ id: 's', constellation: 'SPOT' });
    expect(onOtherImages({ ...report, tags: ['x'] }, [spot], elsewhere)).toEqual({
      ...report,
      tags: ['x'],
      resolution: 1.5,
      imageIds: ['s'],
      aoi: elsewhere,
    });
  });

  it('keeps the options of products, in the zone of the area', () => {
    const { products: made } = onOtherImages(products, [phr], elsewhere);
    expect(made).toEqual([{ ...product, id: 'n', crsCode: 'urn:ogc:def:crs:EPSG::32732', aoi: elsewhere }]);
  });

  it('uses the usual options if the sensor does not support the earlier ones', () => {
    const pneo = bareImage({ id: 'p', constellation: 'PNEO' });
    const { products: made } = onOtherImages(products, [pneo], elsewhere);
    expect(made).toMatchObject([
      { id: 'p', productType: 'pansharpened-fs', radiometricProcessing: 'DISPLAY', imageFormat: 'image/jp2' },
    ]);
  });
});
