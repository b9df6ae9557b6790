import stringify from 'json-stringify-pretty-compact';
import { describe, expect, it } from 'vitest';
import type { OrderContext } from '../../../../src/model/order/checkOrder.ts';
import { orderHover } from '../../../../src/model/order/orderHover.ts';
import { crsCodeOf } from '../../../../src/model/order/projection.ts';
import { context, pair, products, report, withProduct } from './orderFixtures.ts';

/** What is told over a word of a body, and the text that it is about. */
function over(body: object, word: string, known: OrderContext = context) {
  const text = stringify(body);
  const hover = orderHover(text, text.indexOf(word) + 1, known);
  return (
    hover && {
      on: text.slice(hover.range.offset, hover.range.offset + hover.range.length),
      told: hover.lines.join('\n'),
    }
  );
}

describe('the hover of an order', () => {
  it.each<[string, object, string, string[]]>([
    [
      'a kind',
      products,
      '"order.data.product"',
      ['Image product (by area', 'Your subscription pays for it.'],
    ],
    [
      'a kind that is not paid for',
      { ...products, kind: 'order.data.gb.product' },
      '"order.data.gb',
      ['deprecated', 'Not here: your subscriptions pay only for'],
    ],
    [
      'an analytic',
      report,
      '"analytic.acme',
      ['Cars detection · finds objects in one image · PHR', 'Finds and counts cars.'],
    ],
    [
      'an analytic that does not suit',
      { ...report, imageIds: ['spot'] },
      '"analytic.acme',
      ['Not here: supports PHR, the image is SPOT'],
    ],
    [
      'an image',
      pair,
      '"phr"',
      ['2026-03-14 10:42:07 UTC · PHR (PHR1A) 0.5 m · 5 % cloud · incidence angle 12.3° · SENSOR'],
    ],
    ['the list of images', pair, '"imageIds"', ['2026-03-14', '2025-06-01']],
    ['an image of which nothing is known', { ...report, imageIds: ['?'] }, '"?"', ['Unknown image']],
    [
      'a type',
      products,
      '"bundle"',
      ['The panchromatic image, with separate multispectral bands', 'PHR / SPOT'],
    ],
    ['a format', products, '"image/jp2"', ['JPEG 2000']],
    [
      'a projection that is not the best',
      withProduct({ crsCode: crsCodeOf(32632) }),
      '"urn:',
      ['UTM zone 32N', crsCodeOf(32631)],
    ],
    ['the key of the products', products, '"products"', ['31.5 km²']],
  ])('tells of %s', (_what, body, word, expected) => {
    const hover = over(body, word);
    for (const text of expected) expect(hover?.told).toContain(text);
    expect(hover?.on).toContain(word.replaceAll('"', '').slice(0, 3));
  });

  it('is silent over a title, which only the user knows', () => {
    expect(over(report, 'Harbour')).toBeUndefined();
  });

  it('tells of values where nothing is known beside them', () => {
    expect(over(products, '"bundle"', {})?.told).toContain('The panchromatic image');
    expect(over(report, '"analytic.acme', {})).toBeUndefined();
  });
});
