import { describe, expect, it } from 'vitest';
import type { Analytic } from '../../../../src/model/order/analyticOrder.ts';
import { checkOrder, type OrderContext } from '../../../../src/model/order/checkOrder.ts';
import { orderKinds } from '../../../../src/model/order/order.ts';
import { bareImage } from '../fixtures.ts';
import { box, polygon } from '../geometry/polygons.ts';

const aoi = polygon(box(5.3, 43.27, 5.37, 43.32));
const report = {
  kind: 'order.analytics-toolbox.archive',
  title: 'Harbour',
  analytic: 'cars',
  resolution: 0.5,
  imageIds: ['img'],
  aoi,
};
const product = {
  id: 'img',
  productType: 'bundle',
  radiometricProcessing: 'BASIC16',
  imageFormat: 'image/jp2',
  crsCode: 'urn:ogc:def:crs:EPSG::4326',
  aoi,
};
const products = { kind: 'order.data.product', products: [product] };
const changes: Analytic = {
  code: 'cars',
  name: 'Changes',
  type: 'changes',
  sensor: ['PHR'],
  description: undefined,
};

const codes = (body: object, context?: OrderContext) =>
  checkOrder(body as Record<string, unknown>, context).map(({ code }) => code);

describe('an order of any kind', () => {
  it('is judged against what is known of its analytic and of its images', () => {
    const analyticOf = (code: string) => (code === 'cars' ? changes : undefined);
    expect(codes(report, { analyticOf })).toEqual(['image-count']);
    expect(codes({ ...report, analytic: 'other' }, { analyticOf })).toEqual([]);
    const imageOf = (id: string) => (id === 'img' ? bareImage({ constellation: 'PNEO' }) : undefined);
    expect(codes(products, { imageOf })).toEqual(['product-type-sensor', 'radiometry-sensor']);
    expect(codes({ ...products, products: [{ ...product, id: 'other' }] }, { imageOf })).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['none', { products: [product] }, 'kind-missing'],
    ['one that is not known', { ...products, kind: 'order.tasking' }, 'kind-unknown'],
    ['one that every object has', { ...products, kind: 'constructor' }, 'kind-unknown'],
    ['one that is no text', { ...products, kind: ['order.data.product'] }, 'kind-unknown'],
  ])('that has no kind of the service, but %s, is told so and no more', (_what, body, code) => {
    const problems = checkOrder(body as Record<string, unknown>);
    expect(problems).toMatchObject([{ code, severity: 'error', path: ['kind'] }]);
    for (const kind of orderKinds) expect(problems[0]?.message).toContain(kind);
  });

  it.each([
    ['another kind is paid for', ['order.analytics-toolbox.archive', 'order.new'], ['kind-not-paid']],
    ['nothing is paid for', [], ['kind-not-paid']],
    ['its kind is paid for', ['order.data.product'], []],
    ['nothing is known of that', undefined, []],
  ])('is warned of where %s', (_what, kindsPaidFor, expected) => {
    expect(codes(products, { kindsPaidFor })).toEqual(expected);
    for (const problem of checkOrder(products, { kindsPaidFor })) {
      expect(problem).toMatchObject({ severity: 'warning', path: ['kind'] });
      expect(problem.message).toContain('order.data.product');
    }
  });
});
