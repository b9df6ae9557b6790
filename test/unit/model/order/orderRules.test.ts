import { describe, expect, it } from 'vitest';
import { checkOrder, type OrderContext } from '../../../../src/model/order/checkOrder.ts';
import { orderKinds } from '../../../../src/model/order/order.ts';
import type { JsonPath, Problem } from '../../../../src/model/problem.ts';
import { box, polygon } from '../geometry/polygons.ts';
import { aoi, changes, context, pair, products, report, withProduct, without } from './orderFixtures.ts';

type Told = [code: string, severity: Problem['severity'], path: JsonPath];

const told = (body: object, known: OrderContext = context): Told[] =>
  checkOrder(body as Record<string, unknown>, known).map(({ code, severity, path }) => [
    code,
    severity,
    path,
  ]);
const of = (id: string, rest: object = {}) => ({ ...report, imageIds: [id], ...rest });
const at = (...path: JsonPath): JsonPath => ['products', 0, ...path];

describe('every rule of an order', () => {
  it.each<[string, object, OrderContext?]>([
    ['a report on one image', report],
    ['a report on a pair', pair],
    ['a report on an image that says nothing of itself', of('bare')],
    ['a report with a reference and tags', { ...report, customerRef: 'r-1', tags: ['a', 'b'] }],
    ['products', products],
    ['products with a reference and tags', { ...products, customerRef: 'r-1', tags: [] }],
    ['a report where nothing at all is known', of('pneo', { analytic: 'x' }), {}],
    ['products where nothing is said of the role', products, { ...context, services: { verde: false } }],
  ])('is kept by %s', (_what, body, known) => {
    expect(told(body, known)).toEqual([]);
  });

  it.each<[string, object, ...Told[]]>([
    [
      'an analytic that is not listed',
      { ...report, analytic: 'x' },
      ['analytic-unknown', 'warning', ['analytic']],
    ],
    [
      'two images for objects',
      { ...report, imageIds: ['phr', 'phr2'] },
      ['image-count', 'error', ['imageIds']],
    ],
    ['one image for changes', { ...pair, imageIds: ['phr'] }, ['image-count', 'error', ['imageIds']]],
    [
      'an image of a sensor that the analytic does not support',
      of('spot', { resolution: 0.5 }),
      ['image-sensor', 'error', ['imageIds', 0]],
      ['resolution-image', 'error', ['resolution']],
    ],
    [
      'a sensor that appeared later, where the analytic names its own',
      of('next'),
      ['image-sensor', 'error', ['imageIds', 0]],
    ],
    [
      'a pair of two constellations',
      { ...pair, imageIds: ['phr', 'spot'] },
      ['image-mixed', 'error', ['imageIds']],
    ],
    [
      'the resolution of other images',
      { ...pair, resolution: 1.5 },
      ['resolution-image', 'error', ['resolution']],
    ],
    ['an ALBUM image in a report', of('album'), ['image-album', 'warning', ['imageIds', 0]]],
    ['a stereo image in a report', of('stereo'), ['image-stereo', 'warning', ['imageIds', 0]]],
    ['an image elsewhere in a report', of('elsewhere'), ['image-outside', 'error', ['imageIds', 0]]],
    [
      'an image elsewhere in a product',
      withProduct({ id: 'elsewhere' }),
      ['image-outside', 'error', at('aoi')],
    ],
    [
      '0.3 m in a type of other images, uncalibrated',
      withProduct({ id: 'pneo' }),
      ['product-type-sensor', 'error', at('productType')],
      ['radiometry-sensor', 'error', at('radiometricProcessing')],
    ],
    ['a member misspelled', { ...report, titel: 'x' }, ['member-unknown', 'warning', ['titel']]],
    ['an AOI beside the products', { ...products, aoi }, ['member-unknown', 'warning', ['aoi']]],
    [
      'the address of a schema',
      { $schema: './order.schema.json', ...report },
      ['member-unknown', 'warning', ['$schema']],
    ],
    [
      'a reference that is no text',
      { ...report, customerRef: 7 },
      ['customer-ref', 'warning', ['customerRef']],
    ],
    ['a tag in place of tags', { ...products, tags: 'a' }, ['tags', 'warning', ['tags']]],
  ])('tells %s', (_what, body, ...expected) => {
    expect(told(body)).toEqual(expected);
  });

  it('tells a small AOI of products alone: the table of limits names no least area of reports', () => {
    expect(told({ ...report, aoi: polygon(box(5.33, 43.29, 5.331, 43.291)) })).toEqual([]);
  });

  it('judges images by what is known of sensors, where nothing is known of the analytic', () => {
    const known = { imageOf: context.imageOf } as OrderContext;
    expect(told(of('pneo'), known)).toEqual([['image-sensor', 'error', ['imageIds', 0]]]);
    expect(told(of('next'), known)).toEqual([]);
    expect(told(of('spot', { resolution: 1.5 }), known)).toEqual([]);
  });

  it('leaves where an image lies alone while the AOI is wrong itself', () => {
    const open = polygon(aoi.coordinates[0]?.slice(0, -1) ?? []);
    expect(told(of('elsewhere', { aoi: open })).map(([code]) => code)).toEqual(['ring-not-closed']);
  });

  it.each([
    ['reports', report, { 'analytics-toolbox': false }],
    ['imagery', products, { 'platform-data': false }],
  ])('warns of a missing role for %s', (_what, body, services) => {
    expect(told(body, { ...context, services })).toEqual([['role-missing', 'warning', ['kind']]]);
  });

  it.each<[string, object, string]>([
    ['a kind', { ...report, kind: 'Order.Data.Product' }, 'Did you mean "order.data.product"'],
    ['a member', { ...report, titel: 'x', ...{} }, 'Available: kind, title'],
    ['a member that is missing', without({ ...report, titel: 'x' }, 'title'), 'Did you mean "title"'],
    ['an AOI in the wrong place', { ...products, aoi }, 'belongs in each of the "products"'],
    ['an analytic', { ...report, analytic: 'analytic.acme.car-detection' }, `"${report.analytic}"`],
    ['an analytic by the end of its code', { ...pair, analytic: 'change-detection' }, `"${changes.code}"`],
  ])('says what was meant by %s', (_what, body, words) => {
    const messages = checkOrder(body as Record<string, unknown>, context).map(({ message }) => message);
    expect(messages.join('\n')).toContain(words);
  });

  it.each<[string, object, string]>([
    ['none', without(products, 'kind'), 'kind-missing'],
    ['one that is not known', { ...products, kind: 'order.tasking' }, 'kind-unknown'],
    ['one that every object has', { ...products, kind: 'constructor' }, 'kind-unknown'],
    ['one that is no text', { ...products, kind: [7] }, 'kind-unknown'],
  ])('are not looked at for a kind that is %s: it is told alone', (_what, body, code) => {
    const problems = checkOrder(body as Record<string, unknown>);
    expect(problems).toMatchObject([{ code, severity: 'error', path: ['kind'] }]);
    for (const kind of orderKinds) expect(problems[0]?.message).toContain(kind);
  });

  it.each([
    ['another kind is paid for', ['order.analytics-toolbox.archive', 'order.new'], true],
    ['nothing is paid for', [], true],
    ['its kind is paid for', ['order.data.product'], false],
    ['nothing is known of that', undefined, false],
  ])('warns of the kind where %s: %j', (_what, kindsPaidFor, isWarned) => {
    const warned: Told[] = isWarned ? [['kind-not-paid', 'warning', ['kind']]] : [];
    expect(told(products, { kindsPaidFor })).toEqual(warned);
    for (const { message } of checkOrder(products, { kindsPaidFor }))
      expect(message).toContain('order.data.product');
  });

  it('speaks in whole sentences', () => {
    const bodies = [
      of('spot'),
      of('album', { tags: 7, customerRef: {}, nothing: 1 }),
      { ...pair, imageIds: ['stereo', 'elsewhere'], resolution: 1.5, analytic: 'y' },
      { ...products, services: 1 },
    ];
    for (const body of bodies) {
      for (const { message } of checkOrder(body, context)) {
        expect(message).toMatch(/^["\p{Lu}].*[.?]$/u);
        expect(message).not.toMatch(/\{\d\}|undefined/);
      }
    }
  });
});
