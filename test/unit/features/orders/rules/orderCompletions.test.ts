import { describe, expect, it } from 'vitest';
import { toCrsCode } from '../../../../../src/geo/projection.ts';
import { applyEdits } from '../../../../../src/geo/text/geojsonEdit.ts';
import { box, polygon } from '../../../geo/polygons.ts';
import { orderMembers } from '../../../../../src/service/rules/orderMembers.ts';
import { checkOrder, type OrderContext } from '../../../../../src/features/orders/rules/checkOrder.ts';
import {
  type OrderCompletion,
  orderCompletions,
} from '../../../../../src/features/orders/rules/orderCompletions.ts';
import { aoi, cars, changes, context, shoreline } from './orderFixtures.ts';

/** For a text with the cursor at `|`. */
function at(marked: string, known: OrderContext = context): OrderCompletion[] {
  return orderCompletions(marked.replace('|', ''), marked.indexOf('|'), known);
}
const labels = (marked: string, known?: OrderContext) => at(marked, known).map(({ label }) => label);

/** The text after choosing a completion. */
function chosen(marked: string, label: string, known?: OrderContext): string {
  const found = at(marked, known).find(completion => completion.label === label);
  if (!found) return `no ${label} among ${labels(marked, known).join(', ')}`;
  const plain = found.snippet.replace(/\$\{\d:((?:[^}\\]|\\.)*)\}|\$\d/g, '$1').replace(/\\([\\$}])/g, '$1');
  return applyEdits(marked.replace('|', ''), [{ ...found.range, text: plain }]);
}

const report = '"kind": "order.analytics-toolbox.archive"';
const products = (rest: string) => `{"kind": "order.data.product", "products": [{${rest}}]}`;
const written = JSON.stringify(aoi);

describe('the completion of an order', () => {
  const { report: ofReport, products: ofProducts, product: ofProduct } = orderMembers;

  it.each<[string, string, readonly string[]]>([
    ['of a report', `{${report}, |}`, ofReport.slice(1)],
    ['of a product', products('|'), ofProduct],
    ['of a second product', '{"products": [{"id": "a"}, {"id": "b", "|": 1}]}', ofProduct.slice(1)],
    ['of all orders where there is no kind yet', '{|}', [...new Set([...ofReport, ...ofProducts])]],
  ])('has the members %s', (_what, text, expected) => {
    expect(labels(text)).toEqual(expected);
  });

  const north = JSON.stringify(polygon(box(5, 85, 5.1, 86)));
  const elsewhere = JSON.stringify(polygon(box(1, 1, 2, 2)));

  it.each<[string, string, string]>([
    [
      'kinds: what is paid for first, what goes away last',
      '{"kind": |}',
      'order.data.product; order.analytics-toolbox.archive; order.data.gb.product',
    ],
    [
      'analytics that run on the image first',
      `{${report}, "imageIds": ["phr"], "analytic": "|"}`,
      [cars, changes, shoreline].map(({ code }) => code).join('; '),
    ],
    ['the resolution of the images', `{${report}, "imageIds": ["spot"], "resolution": |}`, '1.5; 0.5'],
    [
      'the types of the image, the usual one first',
      products('"id": "phr", "productType": |'),
      'pansharpened; bundle; panchromatic; multiSpectral',
    ],
    [
      'the radiometry of a 0.3 m type',
      products('"productType": "bundle-fs", "radiometricProcessing": |'),
      'REFLECTANCE; DISPLAY',
    ],
    ['formats', products('"imageFormat": |'), 'image/jp2; image/geotiff'],
    [
      'the AOI that stands in the order, by where it stands',
      `{"kind": "order.data.product", "aoi": ${elsewhere}, "products": [{"aoi": |}]}`,
      'the active AOI: Quay; aoi',
    ],
    [
      'the zone of the AOI first, and degrees',
      products(`"aoi": ${written}, "crsCode": "|"`),
      `${toCrsCode(32631)}; ${toCrsCode(4326)}`,
    ],
    ['degrees beyond the zones', products(`"aoi": ${north}, "crsCode": |`), toCrsCode(4326)],
    [
      'titles',
      `{${report}, "title": "|", "analytic": "${cars.code}"}`,
      'Quay, Cars detection; Quay; Cars detection',
    ],
  ])('proposes %s', (_what, text, expected) => {
    expect(labels(text).join('; ')).toBe(expected);
  });

  it('proposes the images selected on the map, and those of the last search, with their facts', () => {
    const known = { ...context, images: [...(context.images ?? [])].slice(0, 4), chosen: ['phr2'] };
    const images = at(`{${report}, "analytic": "${cars.code}", "imageIds": ["|"]}`, known);
    expect(images.map(({ label, detail }) => [label, detail])).toEqual([
      ['2026-03-14 10:42:07 UTC · PHR (PHR1A) 0.5 m · 5 % cloud', ''],
      ['2025-06-01 10:00:00 UTC · PHR · 5 % cloud', 'selected on the map'],
      ['2026-03-14 10:42:07 UTC · SPOT · 5 % cloud', 'Not here: supports PHR, the image is SPOT'],
      ['2026-03-14 10:42:07 UTC · SPOT · 5 % cloud', 'Not here: supports PHR, the image is SPOT'],
    ]);
    expect(images[0]?.snippet).toBe('"phr"');
    expect(images[0]?.filterText).toContain('phr');
    const second = at(`{${report}, "imageIds": ["spot", "|"]}`, known);
    expect(second.map(({ snippet }) => snippet)).toEqual(['"spot2"', '"phr"', '"phr2"']);
    expect(second[1]?.detail).toBe('Not here: the images are of different constellations (PHR, SPOT)');
    expect(
      at(products(`"aoi": ${written}, "id": "|"`)).find(({ snippet }) => snippet === '"elsewhere"')?.detail,
    ).toBe("Not here: The image doesn't show the AOI.");
  });

  it.each<[string, string, string, string]>([
    [
      'a member with its likely value',
      products(`"aoi": ${written}, |`),
      'crsCode',
      products(`"aoi": ${written}, "crsCode": "${toCrsCode(32631)}"`),
    ],
    ['a member in place of what was begun', `{${report}, "ti|"}`, 'title', `{${report}, "title": "Quay"}`],
    ['the name alone where a colon follows', `{${report}, "ti|": "x"}`, 'title', `{${report}, "title": "x"}`],
    ['a comma where another member follows', `{|\n${report}}`, 'tags', `{"tags": [""],\n${report}}`],
    [
      'a value and a comma where another member follows',
      products('"imageFormat": |\n"id": "x"'),
      'image/jp2',
      products('"imageFormat": "image/jp2",\n"id": "x"'),
    ],
  ])('inserts %s', (_what, text, label, expected) => {
    expect(chosen(text, label)).toBe(expected);
  });

  it('reads what follows half a word', () => {
    const text = `{"products": [{"id": "pneo",\n"cr|\n"aoi": ${written}}]}`;
    const known = { ...context, area: undefined };
    expect(chosen(text, 'crsCode', known)).toContain(toCrsCode(32631));
    expect(labels(`{"products": [{"productType": "|\n, "id": "pneo"}]}`, known)).toEqual([
      'pansharpened-fs',
      'bundle-fs',
    ]);
  });

  it('inserts the active AOI, and a product of a selected image', () => {
    const area = JSON.parse(chosen(`{${report}, "aoi": |}`, 'the active AOI: Quay')) as { aoi: unknown };
    expect(area.aoi).toEqual(context.area?.polygon);
    const known = { ...context, chosen: ['pneo'] };
    const text = chosen('{"kind": "order.data.product", "products": [|]}', '2026-03-14, PNEO', known);
    expect(JSON.parse(text)).toMatchObject({ products: [{ id: 'pneo', productType: 'pansharpened-fs' }] });
  });

  describe('of an empty document', () => {
    const bodyOf = (snippet: string) =>
      JSON.parse(snippet.replace(/\$\{\d:null\}/g, 'null').replace(/\\([\\$}])/g, '$1')) as Record<
        string,
        unknown
      >;
    const gapsOf = (known: OrderContext) =>
      at('|', known).map(({ snippet }) => {
        const body = bodyOf(snippet);
        const errors = checkOrder(body, known).filter(({ severity }) => severity === 'error');
        expect(snippet.match(/\$\{\d:null\}/g) ?? []).toHaveLength(errors.length);
        return [body.kind, ...errors.map(({ path }) => path.join('.'))].join(' ');
      });

    it('has one order of each kind, with a problem at each gap', () => {
      const unknown = { ...context, images: [], area: undefined };
      expect(gapsOf(unknown)).toEqual([
        'order.analytics-toolbox.archive analytic resolution imageIds aoi',
        'order.data.product products.0.id products.0.crsCode products.0.aoi',
        'order.data.gb.product products.0.id products.0.crsCode products.0.aoi',
      ]);
      expect(at('|', unknown)[0]?.snippet).not.toContain('43.28');
    });

    it('begins with the selected image and the active area', () => {
      const known = { ...context, chosen: ['phr'] };
      expect(gapsOf(known)).toEqual([
        'order.analytics-toolbox.archive analytic',
        'order.data.product',
        'order.data.gb.product',
      ]);
      expect(bodyOf(at('ord|', known)[0]?.snippet ?? '')).toMatchObject({
        title: 'Quay',
        resolution: 0.5,
        imageIds: ['phr'],
        aoi: context.area?.polygon,
      });
    });

    it('takes text of others literally', () => {
      const area = { name: 'null ${1:x} \\ "null"', polygon: aoi };
      expect(bodyOf(at('|', { ...context, area })[0]?.snippet ?? '').title).toBe(area.name);
    });
  });

  it.each([
    ['behind a value', `{${report} |}`],
    ['inside of coordinates', `{${report}, "aoi": {"type": "Polygon", "coordinates": [[|]]}}`],
    ['behind an order', '{} |'],
  ])('proposes nothing %s', (_what, text) => {
    expect(at(text)).toEqual([]);
  });
});
