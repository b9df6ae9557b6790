import stringify from 'json-stringify-pretty-compact';
import { describe, expect, it } from 'vitest';
import { toCrsCode } from '../../../../../src/geo/projection.ts';
import { applyEdits } from '../../../../../src/geo/text/geojsonEdit.ts';
import { box, polygon } from '../../../geo/polygons.ts';
import type { OrderContext } from '../../../../../src/features/orders/rules/checkOrder.ts';
import { orderFixes } from '../../../../../src/features/orders/rules/orderFixes.ts';
import { orderProblems } from '../../../../../src/features/orders/rules/orderProblems.ts';
import { aoi, changes, context, pair, products, report, without, withProduct } from './orderFixtures.ts';

const all = { offset: 0, length: Infinity };
const quay = context.area?.polygon;
const chosen = (...ids: string[]): OrderContext => ({ ...context, chosen: ids });
const product0 = products.products[0];

/** A text after the fixes of one problem, one after another. */
function fixed(text: string, code: string, known: OrderContext = context): { title: string; text: string }[] {
  return orderFixes(text, known, all)
    .filter(fix => fix.code === code)
    .map(fix => ({ title: fix.title, text: applyEdits(text, fix.edits) }));
}

const bodiesAfter = (body: object, code: string, known?: OrderContext) =>
  fixed(stringify(body), code, known).map(({ text }) => JSON.parse(text) as Record<string, unknown>);

const titlesOf = (body: object, code: string) => fixed(stringify(body), code).map(({ title }) => title);

describe('a fix of an order', () => {
  const byVolume = { ...products, kind: 'order.data.gb.product' };
  const ofPneo = withProduct({ id: 'pneo', productType: 'bundle-fs', radiometricProcessing: 'DISPLAY' });
  const ofSpot = { ...pair, imageIds: ['spot', 'spot2'] };
  const collection = { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: aoi }] };
  const elsewhere = polygon(box(8, 43, 8.1, 43.1));
  const misspelled = { ...without(report, 'title'), titel: 'Harbour' };
  const imagesOf = (...imageIds: string[]) => ({ ...pair, imageIds });

  it.each<[string, object, string, object, OrderContext?]>([
    ['adds the kind that the members tell', without(report, 'kind'), 'kind-missing', report],
    ['spells the kind', { ...products, kind: 'order.data.Product' }, 'kind-unknown', products],
    ['takes a kind that is paid for', byVolume, 'kind-not-paid', products],
    ['leaves a kind that goes away', byVolume, 'kind-abandoned', products],
    ['orders 0.3 m by area', { ...ofPneo, kind: byVolume.kind }, 'kind-sensor', ofPneo],
    ['adds an analytic that runs on the image', without(report, 'analytic'), 'analytic-missing', report],
    ['spells an analytic', { ...report, analytic: 'acme.cars-detecton' }, 'analytic-unknown', report],
    ['sets the resolution of the images', { ...pair, resolution: 1.5 }, 'resolution-image', pair],
    ['makes a list of one image', { ...report, imageIds: 'phr' }, 'image-ids', report],
    ['adds the images that are chosen', without(report, 'imageIds'), 'image-ids', report, chosen('phr')],
    ['names an image once', imagesOf('phr', 'phr'), 'image-ids-double', imagesOf('phr')],
    ['takes an analytic of one image', imagesOf('phr'), 'image-count', report],
    ['takes one of the sensor', { ...ofSpot, analytic: report.analytic }, 'image-sensor', ofSpot],
    ['keeps one of two constellations', imagesOf('phr', 'spot'), 'image-mixed', imagesOf('phr')],
    ['adds the active AOI', without(report, 'aoi'), 'aoi-missing', { ...report, aoi: quay }],
    ['takes a Polygon out of a collection', withProduct({ aoi: collection }), 'aoi-not-polygon', products],
    ['takes the active AOI', { ...report, aoi: elsewhere }, 'image-outside', { ...report, aoi: quay }],
    ['renames a member', misspelled, 'member-unknown', report],
    ['quotes a reference', { ...report, customerRef: 7 }, 'customer-ref', { ...report, customerRef: '7' }],
    ['adds the id of the chosen image', withProduct({ id: '' }), 'product-id', products, chosen('phr')],
    ['spells a type', withProduct({ productType: 'Bundle' }), 'product-type', products],
    [
      'takes the -fs type of 0.3 m images',
      withProduct({ id: 'pneo', radiometricProcessing: 'DISPLAY' }),
      'product-type-sensor',
      ofPneo,
    ],
    [
      'calibrates 0.3 m images',
      withProduct({ id: 'pneo', productType: 'bundle-fs' }),
      'radiometry-sensor',
      withProduct({ id: 'pneo', productType: 'bundle-fs', radiometricProcessing: 'REFLECTANCE' }),
    ],
    ['spells a format', withProduct({ imageFormat: 'image/jpeg2000' }), 'image-format', products],
    ['takes the zone of the AOI', withProduct({ crsCode: toCrsCode(3857) }), 'crs-range', products],
    ['takes the near zone', withProduct({ crsCode: toCrsCode(32656) }), 'crs-far', products],
    ['removes a second product', { ...products, products: [product0, product0] }, 'product-double', products],
  ])('%s', (_what, body, code, expected, known) => {
    const [first] = bodiesAfter(body, code, known);
    expect(first).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  it('for a missing member renames the one that was probably meant', () => {
    const [first] = fixed(stringify(misspelled), 'title-missing');
    expect(first?.title).toBe('Rename "titel" to "title"');
    expect(JSON.parse(first?.text ?? '')).toEqual(report);
    expect(bodiesAfter({ kind: report.kind }, 'title-missing', {})).toMatchObject([{ title: 'Report' }]);
  });

  it('for missing products creates them from the selected images', () => {
    const [first] = bodiesAfter({ kind: products.kind }, 'products-missing', chosen('phr', 'pneo'));
    expect(orderProblems(JSON.stringify(first), context)).toEqual([]);
    expect(first?.products).toHaveLength(2);
  });

  it('offers more choices, each once and never the present value', () => {
    const titles = titlesOf(withProduct({ radiometricProcessing: 'raw' }), 'radiometry');
    expect(titles).toHaveLength(3);
    expect(titles[0]).toMatch(/"REFLECTANCE".*atmospheric/);
    const far = titlesOf(withProduct({ crsCode: toCrsCode(32656) }), 'crs-far');
    expect(far).toEqual([expect.stringContaining('EPSG::32631'), expect.stringContaining('EPSG::4326')]);
    const kept = titlesOf({ ...report, imageIds: ['phr', 'phr2'] }, 'image-count');
    expect(kept).toEqual([
      'Set "imageIds" to 2026-03-14, PHR',
      'Set "imageIds" to 2025-06-01, PHR',
      expect.stringContaining(changes.code),
    ]);
  });

  it('applies only to what the cursor touches', () => {
    const text = stringify({ ...report, resolution: 7, titel: 'x' });
    const at = (word: string) => orderFixes(text, context, { offset: text.indexOf(word), length: 0 });
    expect(new Set(at('7').map(({ code }) => code))).toEqual(new Set(['resolution']));
    expect(new Set(at('titel').map(({ code }) => code))).toEqual(new Set(['member-unknown']));
    expect(at('Harbour')).toEqual([]);
  });

  it.each([
    ['on a line of its own', '{\n  "kind": "order.data.product",\n  "products": []\n}', 'products-missing'],
    ['on the same line', '{ "kind": "order.data.product", "products": [] }', 'products-missing'],
  ])('keeps the layout %s', (_what, text, code) => {
    const [first] = fixed(text, code, chosen('phr'));
    expect(first?.text.replace(/\[[^]*\]/, '[]')).toBe(text);
  });

  it('adds a member at its usual place, formatted like the others', () => {
    const lines = '{\n\t"kind": "order.analytics-toolbox.archive",\n\t"imageIds": ["phr"]\n}';
    expect(fixed(lines, 'title-missing')[0]?.text).toBe(
      '{\n\t"kind": "order.analytics-toolbox.archive",\n\t"title": "Quay",\n\t"imageIds": ["phr"]\n}',
    );
    expect(fixed('{"title": "x"}', 'kind-missing')[0]?.text).toBe(
      '{"kind": "order.analytics-toolbox.archive", "title": "x"}',
    );
    expect(fixed('{}', 'kind-missing')[0]?.text).toBe('{ "kind": "order.data.product" }');
  });

  it('converts a text with comments to plain JSON', () => {
    const plain = `{\n  "kind": "order.analytics-toolbox.archive",\n  "title": "a // b"\n}\n`;
    const rich = `// an order\n{\n  "kind": "order.analytics-toolbox.archive", /* a */ // b\n  // c\n  "title": "a // b",\n}\n`;
    expect(fixed(rich, 'order-not-plain').map(({ text }) => text)).toEqual([plain]);
  });

  it('does not exist if only the user can know, or in broken JSON that cannot be read', () => {
    expect(fixed(stringify({ ...report, imageIds: ['stereo'] }), 'image-stereo')).toEqual([]);
    expect(orderFixes('{"kind": ', context, all)).toEqual([]);
    expect(orderFixes('', context, all)).toEqual([]);
    expect(orderFixes('[1]', context, all)).toEqual([]);
  });
});
