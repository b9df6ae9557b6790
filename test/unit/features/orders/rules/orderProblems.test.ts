import fc from 'fast-check';
import stringify from 'json-stringify-pretty-compact';
import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { diagnoseAois } from '../../../../../src/features/areas/rules/text/geojsonDiagnostics.ts';
import { orderCompletions } from '../../../../../src/features/orders/rules/orderCompletions.ts';
import { orderFixes } from '../../../../../src/features/orders/rules/orderFixes.ts';
import { orderHover } from '../../../../../src/features/orders/rules/orderHover.ts';
import { orderProblems } from '../../../../../src/features/orders/rules/orderProblems.ts';
import { runs } from '../../../../randomRuns.ts';
import { expectLinear } from '../../../growth.ts';
import { aoi, context, products, report, without, withProduct } from './orderFixtures.ts';

/** Code and underlined text of each. */
const problemsIn = (text: string) =>
  orderProblems(text, context).map(({ code, range }) => [
    code,
    text.slice(range.offset, range.offset + range.length),
  ]);

describe('the problems of an order text', () => {
  it.each<[string, object, string, string]>([
    ['an image of a list', { ...report, imageIds: ['stereo'] }, 'image-stereo', '"stereo"'],
    ['the key of a member that nobody knows', { ...report, note: [1] }, 'member-unknown', '"note"'],
    ['the key of an AOI that does not suit', withProduct({ id: 'elsewhere' }), 'image-outside', '"aoi"'],
    ['the bracket of what a member is missing from', without(report, 'title'), 'title-missing', '{'],
    [
      'a product by its first line',
      { ...products, products: [products.products[0], products.products[0]] },
      'product-double',
      '{',
    ],
  ])('underline %s', (_what, body, code, underlined) => {
    expect(problemsIn(stringify(body))).toContainEqual([code, underlined]);
  });

  it.each([5000, 100_000])('are only that it is nested %d levels deep, if it is too deep', levels => {
    const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const body = { ...products, products: [products.products[0], products.products[0]] };
    for (const text of [stringify(body).replace('"phr"', deep), `// mine\n{"kind": ${deep}`]) {
      const [problem, ...others] = orderProblems(text, context);
      expect(others).toEqual([]);
      expect(problem).toMatchObject({ code: 'order-too-deep', severity: 'error', range: { length: 1 } });
      expect(text.slice(0, (problem?.range.offset ?? 0) + 1)).toMatch(/\[{190,}$/);
      expect(orderFixes(text, context, { offset: 0, length: text.length })).toEqual([]);
      expect(orderHover(text, text.indexOf('kind'), context)).toBeUndefined();
      expect(orderCompletions(text, text.indexOf('[[['), context)).toBeDefined();
    }
  });

  it('underline the bracket of the product that lacks a member, not that of the order', () => {
    const text = stringify(withProduct({ crsCode: undefined }));
    const [problem] = orderProblems(text, context);
    expect(problem?.range).toEqual({ offset: text.indexOf('{', 1), length: 1 });
  });

  it('point near a key that is written with an escape, or after a comment', () => {
    expect(problemsIn('{"kind": "order.data.product", "products": [1], "n\\u006fte": 1}')).toContainEqual([
      'member-unknown',
      '"n\\u006fte"',
    ]);
    expect(problemsIn('{"kind": "order.data.product", "products": [1], "note": /* x */ 1}')).toContainEqual([
      'member-unknown',
      '1',
    ]);
  });

  it.each([
    ['a comment', '{ // a\n"kind": 1}', '// a'],
    ['a comma behind the last member', '{"kind": 1,}', ','],
  ])('report %s, which the service does not accept', (_what, text, underlined) => {
    expect(problemsIn(text)[0]).toEqual(['order-not-plain', underlined]);
  });

  it('of broken JSON are those of what is written: the editor reports that it is broken', () => {
    const text = '{"kind": "order.analytics-toolbox.archive", "resolution": 7, "imageIds": ["stereo"';
    expect(problemsIn(text)).toEqual([
      ['resolution', '7'],
      ['image-stereo', '"stereo"'],
    ]);
    for (const broken of ['', ' ', '{', '[', '{"kind"', '{"kind":', 'nonsense']) {
      expect(problemsIn(broken)).toEqual([]);
    }
  });

  it.each(['[1]', '"x"', 'null', '7'])('report that %s is not an order', text => {
    expect(problemsIn(text)).toEqual([['order-not-object', text[0]]]);
  });

  it('and those of its areas together omit nothing and repeat nothing', () => {
    const bodies: object[] = [
      { ...report, aoi: null },
      { ...report, aoi: { type: 'MultiPolygon', coordinates: [aoi.coordinates] } },
      { ...report, aoi: polygon(aoi.coordinates[0]?.slice(0, -1) ?? []) },
      {
        ...report,
        aoi: polygon([
          [5, 43],
          [6, 44],
          [6, 43],
          [5, 44],
          [5, 43],
        ]),
      },
      withProduct({ aoi: polygon(box(5.33, 43.29, 5.331, 43.291)) }),
      withProduct({ aoi: 'x' }),
    ];
    for (const body of bodies) {
      const text = stringify(body);
      const ofOrder = orderProblems(text, {});
      const ofAreas = diagnoseAois(text, 'order').map(({ code }) => code);
      expect(ofOrder.filter(({ isOfAoi }) => isOfAoi).map(({ code }) => code)).toEqual(
        ofAreas.filter(code => code !== 'ring-winding'),
      );
      expect(ofOrder.filter(({ isOfAoi }) => !isOfAoi)).toEqual([]);
    }
    const outside = orderProblems(stringify(withProduct({ id: 'elsewhere' })), context);
    expect(outside).toMatchObject([{ code: 'image-outside', isOfAoi: false }]);
    const missing = orderProblems(stringify(without(report, 'aoi')), {});
    expect(missing).toMatchObject([{ code: 'aoi-missing', isOfAoi: false }]);
  });

  it('say of a required member that it is missing', () => {
    expect(orderProblems(stringify(without(report, 'resolution')), {})).toMatchObject([
      { message: 'Missing: "resolution" must be 0.5 / 1.5.' },
    ]);
  });

  it('and everything else that reads a text work with any text, cut anywhere', () => {
    const text = stringify(withProduct({ note: 1, crsCode: 7 }));
    const anyText = fc.oneof(
      fc.nat({ max: text.length }).map(end => text.slice(0, end)),
      fc
        .tuple(fc.nat({ max: text.length }), fc.nat({ max: 20 }))
        .map(([at, length]) => text.slice(0, at) + text.slice(at + length)),
      fc.json(),
      fc.string(),
      fc.constant('['.repeat(5000)),
    );
    fc.assert(
      fc.property(anyText, fc.nat({ max: text.length }), (some, offset) => {
        for (const { range } of orderProblems(some, context)) {
          expect(range.offset + range.length).toBeLessThanOrEqual(Math.max(some.length, 1));
        }
        orderFixes(some, context, { offset, length: 3 });
        orderCompletions(some, Math.min(offset, some.length), context);
        orderHover(some, Math.min(offset, some.length), context);
      }),
      runs({ quick: 100, full: 1_500 }),
    );
  });
});

describe('an order of very many products', () => {
  const bodyOf = (count: number, product: object) => ({
    kind: 'order.data.product',
    products: Array.from({ length: count }, (_none, index) => ({ id: `image-${index}`, ...product })),
  });
  it.each<[string, (count: number) => string]>([
    ['that lack members', count => stringify(bodyOf(count, { aoi }))],
  ])('%s is checked in proportional time', (_what, make) => {
    expectLinear(100, make, text => {
      expect(orderProblems(text, context).length).toBeGreaterThan(99);
      orderFixes(text, context, { offset: 0, length: 1 });
    });
  });
});
