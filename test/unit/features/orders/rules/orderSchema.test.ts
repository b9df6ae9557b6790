import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Ajv from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAllowedEpsg, toCrsCode } from '../../../../../src/geo/projection.ts';
import { orderKinds } from '../../../../../src/service/rules/order.ts';
import { type Member, membersIn, orderMembers } from '../../../../../src/service/rules/orderMembers.ts';
import { imageFormats, productTypes, radiometries } from '../../../../../src/service/rules/productOptions.ts';
import { checkOrder } from '../../../../../src/features/orders/rules/checkOrder.ts';
import { runs } from '../../../../randomRuns.ts';
import { aoi, pair, products, report, withProduct } from './orderFixtures.ts';

const file = resolve(import.meta.dirname, '../../../../../media/schemas/order.schema.json');
type Described = Record<string, { description: string; items?: { properties: Described } }>;
const schema = JSON.parse(readFileSync(file, 'utf8')) as {
  properties: Described;
  definitions: { product: { properties: { crsCode: { pattern: string } } } };
};
// The condition of its rules has a keyword that validators of draft 7 ignore and the editor applies: problems are reported
// once, by Swath, which knows the place and the fix. The descriptions are for the editor.
const validate = new Ajv({ allErrors: true }).compile(schema);
const isValid = (body: unknown) => validate(body) === true;

/** Rules that a schema can't express: they depend on a context, aren't errors, or compare two places. */
const beyondSchemas: readonly string[] = [
  'title-missing',
  'image-ids-double',
  'kind-abandoned',
  'product-double',
  'crs-far',
  'aoi-too-small',
  'position-altitude',
];
const hasProblem = (body: unknown) =>
  checkOrder(body as Record<string, unknown>).some(({ code }) => !beyondSchemas.includes(code));

describe('the schema of orders', () => {
  it('describes each member', () => {
    const inProduct = schema.properties.products?.items?.properties ?? {};
    const { product, products, report } = orderMembers;
    expect(Object.keys(schema.properties).sort()).toEqual([...new Set([...products, ...report])].sort());
    expect(Object.keys(inProduct).sort()).toEqual(product.toSorted());
    for (const { description } of [...Object.values(schema.properties), ...Object.values(inProduct)])
      expect(description).toMatch(/\.$/);
  });

  it.each<[string, object]>([
    ['a report', report],
    ['a report on a pair at 1.5 m', { ...pair, resolution: 1.5 }],
    ['products', products],
    ['products by volume', { ...products, kind: 'order.data.gb.product' }],
    ['0.3 m products', withProduct({ productType: 'pansharpened-fs', radiometricProcessing: 'DISPLAY' })],
    ['a reference and tags', { ...report, customerRef: 'r', tags: ['a'] }],
  ])('accepts %s', (_what, body) => {
    expect(validate(body) ? [] : validate.errors).toEqual([]);
  });

  it('and the checks agree on any order, as far as a schema can express it', () => {
    const text = fc.constantFrom('x', '', ' ', 'a b');
    const word = (words: readonly string[]) =>
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...words) },
        fc.constantFrom('x', '', 7, null, [words[0]]),
      );
    const crs = fc.oneof(fc.integer({ min: 32595, max: 32765 }), fc.constantFrom(4326, 3857)).map(toCrsCode);
    const area = fc.oneof(
      { weight: 8, arbitrary: fc.constant(aoi) },
      fc.constantFrom(null, { type: 'Point' }, 'x'),
    );
    const further = { note: fc.constant(1) };
    /** Values of any form, among them those that are allowed, for each member of the table that has no own below. */
    const ofForm = ({ form }: Member) =>
      fc.oneof(
        ...(form.values.length > 0 ? [fc.constantFrom(...form.values.map(({ value }) => value))] : []),
        ...[text, fc.integer(), fc.boolean(), fc.array(text), fc.constant([7])],
      );
    const others = Object.fromEntries(
      [...membersIn('report'), ...membersIn('products')].map(([name, member]) => [name, ofForm(member)]),
    );
    const anyProduct = fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record(
          {
            id: fc.oneof({ weight: 9, arbitrary: fc.constant('img') }, text, fc.integer()),
            productType: word(Object.keys(productTypes)),
            radiometricProcessing: word(Object.keys(radiometries)),
            imageFormat: word(Object.keys(imageFormats)),
            crsCode: crs,
            aoi: area,
          },
          { requiredKeys: [] },
        ),
      },
      fc.constantFrom('img', 7, null, []),
    );
    const anyBody = fc.record(
      {
        ...others,
        kind: word(orderKinds),
        title: fc.oneof({ weight: 4, arbitrary: fc.constant('Harbour') }, text, fc.integer()),
        analytic: fc.oneof({ weight: 4, arbitrary: fc.constant('cars') }, text, fc.integer()),
        resolution: fc.constantFrom(0.5, 1.5, 0.5, 1.5, 1, 0.3, '0.5'),
        imageIds: fc.oneof(fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 3 }), text),
        aoi: area,
        products: fc.oneof({ weight: 9, arbitrary: fc.array(anyProduct, { maxLength: 3 }) }, anyProduct),
        ...further,
      },
      { requiredKeys: [] },
    );
    /** A valid order with a few members of any other, some of them in its product. */
    const nearlyRight = fc
      .tuple(
        fc.constantFrom<object>(report, pair, products, withProduct({ productType: 'bundle-fs' })),
        anyBody,
        anyProduct,
        fc.nat({ max: 2 }),
        fc.nat({ max: 2 }),
      )
      .map(([body, extra, part, members, inside]) => {
        const few = (from: unknown, count: number) =>
          Object.fromEntries(Object.entries(from ?? {}).slice(0, count));
        const changed = { ...body, ...few(extra, members) } as Record<string, unknown>;
        const [first] = Array.isArray(changed.products) ? (changed.products as unknown[]) : [];
        return typeof first === 'object' && first !== null
          ? { ...changed, products: [{ ...first, ...few(part, inside) }] }
          : changed;
      });
    const seen = { right: 0, wrong: 0 };
    fc.assert(
      fc.property(fc.oneof(nearlyRight, anyBody), body => {
        const isRight = isValid(body);
        seen[isRight ? 'right' : 'wrong']++;
        expect(isRight).toBe(!hasProblem(body));
      }),
      runs({ quick: 500, full: 4_000 }),
    );
    expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(20);
  });

  it('knows every code of a projection', () => {
    const pattern = new RegExp(schema.definitions.product.properties.crsCode.pattern);
    expect(['EPSG:32631', '4326', 'zone 4326'].map(code => pattern.test(code))).toEqual([true, true, false]);
    for (let epsg = 0; epsg < 33_000; epsg++) {
      if (pattern.test(toCrsCode(epsg)) !== isAllowedEpsg(epsg)) expect.fail(String(epsg));
    }
    expect(pattern.test(`${toCrsCode(4326)}0`)).toBe(false);
  });
});
