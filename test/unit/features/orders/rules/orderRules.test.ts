import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { orderKinds } from '../../../../../src/service/rules/order.ts';
import { checkOrder, type OrderContext } from '../../../../../src/features/orders/rules/checkOrder.ts';
import { aoi, changes, context, pair, products, report, without, withProduct } from './orderFixtures.ts';

/** Such as `error image-sensor imageIds.0`. */
const inShort = (body: object, known: OrderContext = context) =>
  checkOrder(body as Record<string, unknown>, known).map(
    ({ code, severity, path }) => `${severity} ${code} ${path.join('.')}`,
  );
const of = (id: string, rest: object = {}) => ({ ...report, imageIds: [id], ...rest });

const analyticOf = (type: string, ...sensor: string[]) => ({ ...changes, type, sensor });
const open = polygon(aoi.coordinates[0]?.slice(0, -1) ?? []);
const high = polygon(box(5.3, 43.27, 5.37, 43.32).map(position => [...position, 30]));

describe('every rule of an order', () => {
  it.each<[string, object, OrderContext?]>([
    ['a report on one image', report],
    ['a report on a pair', pair],
    ['a report on an image that says nothing of itself', of('bare')],
    ['a report with a reference and tags', { ...report, customerRef: 'r-1', tags: ['a', 'b'] }],
    ['products', products],
    ['products with a reference and tags', { ...products, customerRef: 'r-1', tags: [] }],
    ['a report where nothing at all is known', of('pneo', { analytic: 'x' }), {}],
    ['a report on two unknown images', { ...report, imageIds: ['a', 'b'] }, {}],
    [
      'an analytic that a list may lack',
      { ...report, analytic: 'x' },
      { analytics: [analyticOf('objects')], lacksAnalytics: true },
    ],
    ['an analytic without sensors', { ...pair, resolution: 1.5 }, { analytics: [analyticOf('changes')] }],
    [
      'an analytic of a later type',
      { ...pair, imageIds: ['phr'] },
      { analytics: [analyticOf('mosaic', 'PHR')] },
    ],
    ['products where nothing is said of the role', products, { ...context, services: { verde: false } }],
  ])('is kept by %s', (_what, body, known) => {
    expect(inShort(body, known)).toEqual([]);
  });

  it.each<[string, object, ...string[]]>([
    ['an analytic that is not listed', { ...report, analytic: 'x' }, 'warning analytic-unknown analytic'],
    ['two images for objects', { ...report, imageIds: ['phr', 'phr2'] }, 'error image-count imageIds'],
    ['one image for changes', { ...pair, imageIds: ['phr'] }, 'error image-count imageIds'],
    [
      'an image of a sensor that the analytic does not support',
      of('spot', { resolution: 0.5 }),
      'error image-sensor imageIds.0',
      'warning resolution-image resolution',
    ],
    ['a later sensor, where the analytic names its own', of('next'), 'error image-sensor imageIds.0'],
    [
      'a pair of two constellations, at 0.5 m',
      { ...pair, imageIds: ['phr', 'spot'] },
      'warning image-mixed imageIds',
    ],
    ['and at 1.5 m', { ...pair, imageIds: ['phr', 'spot'], resolution: 1.5 }, 'warning image-mixed imageIds'],
    ['the resolution of other images', { ...pair, resolution: 1.5 }, 'warning resolution-image resolution'],
    [
      'one that the analytic does not support',
      { ...report, resolution: 1.5 },
      'error resolution-unsupported resolution',
      'warning resolution-image resolution',
    ],
    ['a title that is no text', { ...report, title: 7 }, 'error title title'],
    ['an ALBUM image in a report', of('album'), 'warning image-album imageIds.0'],
    ['a stereo image in a report', of('stereo'), 'warning image-stereo imageIds.0'],
    ['an image elsewhere in a report', of('elsewhere'), 'error image-outside imageIds.0'],
    ['an image of a small part of the AOI in a report', of('part'), 'warning image-part imageIds.0'],
    ['one in a product', withProduct({ id: 'elsewhere' }), 'error image-outside products.0.aoi'],
    [
      '0.3 m in a type of other images, uncalibrated',
      withProduct({ id: 'pneo' }),
      'error product-type-sensor products.0.productType',
      'error radiometry-sensor products.0.radiometricProcessing',
    ],
    ['a member misspelled', { ...report, titel: 'x' }, 'warning member-unknown titel'],
    ['an AOI beside the products', { ...products, aoi }, 'warning member-unknown aoi'],
    ['the address of a schema', { $schema: 'x', ...report }, 'warning member-unknown $schema'],
    ['a reference that is no text', { ...report, customerRef: 7 }, 'warning customer-ref customerRef'],
    ['no title', without(report, 'title'), 'warning title-missing title'],
    ['a blank title', { ...report, title: ' \t' }, 'warning title-missing title'],
    ['no analytic', without(report, 'analytic'), 'error analytic-missing analytic'],
    ['no resolution', without(report, 'resolution'), 'error resolution resolution'],
    ['no images', without(report, 'imageIds'), 'error image-ids imageIds'],
    ['an empty list of images', { ...report, imageIds: [] }, 'error image-ids imageIds'],
    ['an id that is no text', { ...report, imageIds: ['phr', 7] }, 'error image-ids imageIds'],
    ['an image twice', { ...pair, imageIds: ['phr', 'phr'] }, 'warning image-ids-double imageIds'],
    [
      'an image twice where one is needed',
      { ...report, imageIds: ['phr', 'phr'] },
      'warning image-ids-double imageIds',
      'error image-count imageIds',
    ],
    ['no AOI', without(report, 'aoi'), 'error aoi-missing aoi'],
    ['an open ring', { ...report, aoi: open }, 'error ring-not-closed aoi.coordinates.0.3'],
    ['an altitude in a report', { ...report, aoi: high }, 'error position-altitude aoi.coordinates.0.0'],
    ['a tag in place of tags', { ...products, tags: 'a' }, 'warning tags tags'],
  ])('reports %s', (_what, body, ...expected) => {
    expect(inShort(body)).toEqual(expected);
  });

  it('reports a small AOI only for products: the table of limits has no minimum area for reports', () => {
    expect(inShort({ ...report, aoi: polygon(box(5.33, 43.29, 5.331, 43.291)) })).toEqual([]);
  });

  it('only warns of three images for an analytic of a later type', () => {
    const known = { analytics: [analyticOf('mosaic', 'PHR')] };
    const body = { ...pair, imageIds: ['phr', 'phr2', 'album'] };
    expect(inShort(body, known)).toEqual(['warning image-count imageIds']);
  });

  it('accepts either resolution where the only sensor of the analytic says nothing of them', () => {
    const known = { analytics: [analyticOf('changes', 'PNEO')] };
    expect([0.5, 1.5].map(resolution => inShort({ ...pair, resolution }, known))).toEqual([[], []]);
  });

  it('reports three images even if nothing is known of the analytic', () => {
    expect(inShort({ ...report, imageIds: ['a', 'b', 'c'] }, {})).toEqual(['error image-count imageIds']);
  });

  it('checks images by known sensors, if nothing is known of the analytic', () => {
    const known = { imageById: context.imageById } as OrderContext;
    expect(inShort(of('pneo'), known)).toEqual(['error image-sensor imageIds.0']);
    expect(inShort(of('next'), known)).toEqual([]);
    expect(inShort(of('spot', { resolution: 1.5 }), known)).toEqual([]);
  });

  it('does not check the location of an image if the AOI itself is wrong', () => {
    expect(inShort(of('elsewhere', { aoi: open }))).toEqual(['error ring-not-closed aoi.coordinates.0.3']);
  });

  it.each([
    ['reports', report, { 'analytics-toolbox': false }],
    ['imagery', products, { 'platform-data': false }],
  ])('warns of a missing role for %s', (_what, body, services) => {
    expect(inShort(body, { ...context, services })).toEqual(['warning role-missing kind']);
  });

  it.each<[string, object, string]>([
    ['a kind', { ...report, kind: 'Order.Data.Product' }, 'Did you mean "order.data.product"'],
    ['a member', { ...report, titel: 'x' }, 'Available: kind, title'],
    ['a member that is missing', without({ ...report, titel: 'x' }, 'title'), 'Did you mean "title"'],
    ['an AOI in the wrong place', { ...products, aoi }, 'belongs in each of the "products"'],
    ['an analytic', { ...report, analytic: 'analytic.acme.car-detection' }, `"${report.analytic}"`],
    ['an analytic by the end of its code', { ...pair, analytic: 'change-detection' }, `"${changes.code}"`],
  ])('says what was probably meant by %s', (_what, body, words) => {
    const messages = checkOrder(body as Record<string, unknown>, context).map(({ message }) => message);
    expect(messages.join('\n')).toContain(words);
  });

  it.each<[string, object, string]>([
    ['none', without(products, 'kind'), 'kind-missing'],
    ['one that is not known', { ...products, kind: 'order.tasking' }, 'kind-unknown'],
    ['one that every object has', { ...products, kind: 'constructor' }, 'kind-unknown'],
    ['one that is no text', { ...products, kind: [7] }, 'kind-unknown'],
  ])('is skipped for a kind that is %s: only that is reported', (_what, body, code) => {
    const problems = checkOrder(body as Record<string, unknown>);
    expect(problems).toMatchObject([{ code, severity: 'error', path: ['kind'] }]);
    for (const kind of orderKinds) expect(problems[0]?.message).toContain(kind);
  });

  it.each([
    ['products are paid for by volume', ['order.data.gb.product', 'order.new'], true],
    ['only reports are paid for', ['order.analytics-toolbox.archive'], false],
    ['only what is unknown is paid for', ['order.new'], false],
    ['nothing is paid for', [], false],
    ['its kind is paid for', ['order.data.product'], false],
    ['nothing is known of that', undefined, false],
  ])('warns of the kind of products only if others are paid for: %s', (_what, kindsPaidFor, isWarned) => {
    expect(inShort(products, { kindsPaidFor })).toEqual(isWarned ? ['warning kind-not-paid kind'] : []);
    for (const { message } of checkOrder(products, { kindsPaidFor }))
      expect(message).toContain('order.data.product');
  });

  it('never warns that no subscription pays for a report', () => {
    expect(inShort(report, { ...context, kindsPaidFor: ['order.data.gb.product'] })).toEqual([]);
  });

  it('uses whole sentences', () => {
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
