import stringify from 'json-stringify-pretty-compact';
import { describe, expect, it } from 'vitest';
import { toCrsCode } from '../../../../../src/geo/projection.ts';
import { polygon } from '../../../geo/polygons.ts';
import type { OrderContext } from '../../../../../src/features/orders/rules/checkOrder.ts';
import { orderHover } from '../../../../../src/features/orders/rules/orderHover.ts';
import { context, pair, products, report, withProduct } from './orderFixtures.ts';

/** The hover over a word of a body, and the text that it is about. */
function over(body: object, word: string, known: OrderContext = context) {
  const text = stringify(body);
  const hover = orderHover(text, text.indexOf(word) + 1, known);
  return (
    hover && {
      on: text.slice(hover.range.offset, hover.range.offset + hover.range.length),
      text: hover.lines.join('\n'),
    }
  );
}

describe('the hover of an order', () => {
  const byVolume = { ...products, kind: 'order.data.gb.product' };
  const facts = '2026-03-14 10:42:07 UTC · PHR (PHR1A) 0.5 m · 5 % cloud · incidence angle 12.3° · SENSOR';
  const bundle = 'Panchromatic image (gray) and color bands';
  const reprojected = withProduct({ crsCode: toCrsCode(32632) });
  const unsuited = { ...report, imageIds: ['spot'] };

  it.each<[string, object, string, ...string[]]>([
    [
      'the kind of a product order',
      products,
      '"order.data.product"',
      'Image product (by area',
      'Your subscription pays for it.',
    ],
    [
      'a deprecated kind',
      byVolume,
      '"order.data.gb',
      'deprecated',
      'Not here: your subscriptions pay only for',
    ],
    [
      'the analytic',
      report,
      '"analytic.acme',
      'Cars detection · finds objects in one image · PHR',
      'Finds and counts cars.',
    ],
    [
      "an analytic that doesn't suit the image",
      unsuited,
      '"analytic.acme',
      'Not here: supports PHR, the image is SPOT',
    ],
    ['an image', pair, '"phr"', facts],
    ['the images', pair, '"imageIds"', '2026-03-14', '2025-06-01'],
    ['an unknown image', { ...report, imageIds: ['?'] }, '"?"', 'Unknown image'],
    ['the bands of a product', products, '"bundle"', bundle, 'PHR / SPOT'],
    ['the format of a product', products, '"image/jp2"', 'JPEG 2000'],
    ['the projection of a product', reprojected, '"urn:', 'UTM zone 32N', toCrsCode(32631)],
    ['the products', products, '"products"', '31.6 km²'],
  ])('says what is known of %s', (_what, body, word, ...expected) => {
    const hover = over(body, word);
    for (const text of expected) expect(hover?.text).toContain(text);
    expect(hover?.on).toContain(word.replaceAll('"', '').slice(0, 3));
  });

  it('gives no size of an area that crosses itself', () => {
    const aoi = polygon([
      [5, 43],
      [6, 44],
      [6, 43],
      [5, 44],
      [5, 43],
    ]);
    expect(over({ ...report, aoi }, '"aoi"')?.text).toContain('UTM zone 31N');
    expect(over({ ...report, aoi }, '"aoi"')?.text).not.toContain('km²');
  });

  it('shows nothing over a title, which only the user knows', () => {
    expect(over(report, 'Harbour')).toBeUndefined();
  });

  it('describes values even without a context', () => {
    expect(over(products, '"bundle"', {})?.text).toContain('Panchromatic image');
    expect(over(report, '"analytic.acme', {})).toBeUndefined();
  });
});
