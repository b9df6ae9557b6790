/**
 * The JSON Schema of order documents, made from the tables that orders are checked by. `media/schemas/order.schema.json`
 * holds it; a test keeps the two equal.
 *
 * It has two halves. The rules hang on `kind`, by `dependencies`: a keyword of draft 7 that validators honour, and that
 * the editor's JSON support passes over where no `$schema` is named. So an order is not told twice what is wrong with
 * it, once of the schema and once by Swath, which knows the place, the severity and the mend. The descriptions are for
 * the editor; it is kept from proposing members and values, which Swath does by what it knows of the images.
 */
import { templateSnippet } from '../geojson/areaSnippet.ts';
import { constellationCodes } from '../images/imagery.ts';
import { offerText } from '../words/kindText.ts';
import { analyticOrderKind, analyticResolutions } from './analyticOrder.ts';
import { consumptionModes, isOrderKind, orderKinds, type OrderKind } from './order.ts';
import { orderMembers, requiredMembers, type OrderPart } from './orderMembers.ts';
import { imageFormats, optionsOf, productTypes, radiometries } from './productOptions.ts';
import { allowedCrsPattern, crsCodeOf } from './projection.ts';

type Schema = Readonly<Record<string, unknown>>;

export function orderSchema(): Schema {
  const known = Object.keys({ ...orderMembers.report, ...orderMembers.products });
  return {
    title: 'Order',
    description:
      'An order, exactly as it is sent to the service: plain JSON without comments. Price it and order it by the lens above the text.',
    type: 'object',
    // That something is missing would be underlined from the first line to the last: here, where it is nearly nothing.
    anyOf: known.map(name => ({ required: [name] })),
    dependencies: {
      ...Object.fromEntries(known.map(name => [name, ['kind']])),
      kind: { $ref: '#/definitions/order' },
    },
    properties: descriptions(),
    definitions: { order: orderRules(), product: productRules(), aoi: aoiRules() },
    defaultSnippets: snippets(),
  };
}

/** What the editor shows over a member, wherever it stands. */
function descriptions(): Schema {
  const inside = describedMembers('product');
  return {
    ...describedMembers('products'),
    ...describedMembers('report'),
    products: { ...described('products', 'products'), items: { properties: inside } },
  };
}

function describedMembers(part: OrderPart): Record<string, Schema> {
  return Object.fromEntries(Object.keys(orderMembers[part]).map(name => [name, described(part, name)]));
}

function described(part: OrderPart, name: string): Schema {
  return { description: orderMembers[part][name]?.describe() ?? '', doNotSuggest: true };
}

function orderRules(): Schema {
  return {
    properties: { kind: { type: 'string', ...oneOf(orderKinds), ...listed(orderKinds, offerText) } },
    allOf: [
      { if: ofKind(isReport), then: partRules('report', reportValues()) },
      {
        if: ofKind(kind => !isReport(kind)),
        then: partRules('products', {
          products: { type: 'array', minItems: 1, items: { $ref: '#/definitions/product' } },
          ...furtherValues,
        }),
      },
      // What is counted by volume is not made of every sensor's images.
      ...orderKinds.filter(isOrderKind).flatMap(sensorsOfKind),
    ],
  };
}

function isReport(kind: string): boolean {
  return kind === analyticOrderKind;
}

function ofKind(fits: (kind: string) => boolean): Schema {
  return { required: ['kind'], properties: { kind: oneOf(orderKinds.filter(fits)) } };
}

/** The values and what they are, for people. */
function listed(values: readonly string[], describe: (value: string) => string): Schema {
  const lines = values.map(value => `${value}: ${describe(value)}`);
  return { $comment: lines.join('. ') };
}

function partRules(part: OrderPart, values: Readonly<Record<string, Schema>>): Schema {
  const names = Object.keys(orderMembers[part]);
  return {
    required: requiredMembers(part),
    additionalProperties: false,
    properties: Object.fromEntries(names.map(name => [name, values[name] ?? {}])),
  };
}

const someText = { type: 'string', pattern: '\\S' };

const furtherValues: Readonly<Record<string, Schema>> = {
  customerRef: { type: 'string' },
  tags: { type: 'array', items: { type: 'string' } },
};

function reportValues(): Readonly<Record<string, Schema>> {
  return {
    title: someText,
    analytic: { type: 'string', minLength: 1 },
    resolution: oneNumberOf(analyticResolutions),
    imageIds: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
      items: { type: 'string', minLength: 1 },
    },
    aoi: { $ref: '#/definitions/aoi' },
    ...furtherValues,
  };
}

function productRules(): Schema {
  const types = Object.keys(productTypes);
  const values: Readonly<Record<string, Schema>> = {
    id: someText,
    productType: { type: 'string', ...oneOf(types), ...listed(types, textOf(productTypes)) },
    radiometricProcessing: {
      type: 'string',
      ...oneOf(Object.keys(radiometries)),
      ...listed(Object.keys(radiometries), textOf(radiometries)),
    },
    imageFormat: { type: 'string', ...oneOf(Object.keys(imageFormats)) },
    crsCode: {
      type: 'string',
      pattern: allowedCrsPattern,
    },
    aoi: { $ref: '#/definitions/aoi' },
  };
  return { type: 'object', ...partRules('product', values), allOf: radiometryByType() };
}

/** A type tells the sensors that it comes of, and so what radiometry there is. */
function radiometryByType(): Schema[] {
  const all = optionsOf(radiometries, constellationCodes);
  const groups = Map.groupBy(Object.keys(productTypes) as (keyof typeof productTypes)[], type =>
    optionsOf(radiometries, productTypes[type].constellations).join(' '),
  );
  return [...groups]
    .filter(([allowed]) => allowed !== all.join(' '))
    .map(([allowed, types]) => ({
      if: { required: ['productType'], properties: { productType: oneOf(types) } },
      then: { properties: { radiometricProcessing: oneOf(allowed.split(' ')) } },
    }));
}

function sensorsOfKind(kind: OrderKind): Schema[] {
  if (isReport(kind)) return [];
  const taken = consumptionModes[kind].flatMap(mode => mode.constellations);
  const types = optionsOf(productTypes, taken);
  if (types.length === Object.keys(productTypes).length) return [];
  const productType = oneOf(types);
  const products = { items: { properties: { productType } } };
  return [{ if: ofKind(one => one === kind), then: { properties: { products } } }];
}

function textOf(options: Readonly<Record<string, { describe: () => string }>>): (value: string) => string {
  return value => options[value]?.describe() ?? '';
}

/** The shape alone: what is wrong with an area is told of areas wherever they stand. */
function aoiRules(): Schema {
  return {
    type: 'object',
    required: ['type', 'coordinates'],
    properties: {
      type: { type: 'string', ...oneOf(['Polygon']) },
      coordinates: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'array',
          items: { type: 'array', minItems: 2, items: { type: 'number' } },
        },
      },
    },
  };
}

function oneOf(words: readonly string[]): Schema {
  const pattern = words.map(word => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');
  return { pattern: `^(${pattern})$` };
}

function oneNumberOf(numbers: readonly number[]): Schema {
  const sorted = numbers.toSorted((a, b) => a - b);
  const gaps = sorted.slice(1).map((to, index) => ({
    not: { type: 'number', exclusiveMinimum: sorted[index], exclusiveMaximum: to },
  }));
  return {
    type: 'number',
    minimum: sorted[0],
    maximum: sorted.at(-1),
    allOf: gaps,
  };
}

function snippets(): Schema[] {
  const report = [
    `"kind": "${analyticOrderKind}"`,
    '"title": "${5:Title}"',
    '"analytic": "${6:analytic}"',
    `"resolution": \${7|${analyticResolutions.join(',')}|}`,
    '"imageIds": ["${8:image}"]',
    `"aoi": ${templateSnippet('geometry')}`,
  ];
  const products = (kind: OrderKind) => [
    `"kind": "${kind}"`,
    `"products": [\n\t${objectOf([
      '"id": "${5:image}"',
      '"productType": "${6:pansharpened}"',
      '"radiometricProcessing": "${7:REFLECTANCE}"',
      '"imageFormat": "${8:image/geotiff}"',
      `"crsCode": "\${9:${crsCodeOf(32631)}}"`,
      `"aoi": ${templateSnippet('geometry')}`,
    ]).replaceAll('\n', '\n\t')}\n]`,
  ];
  return [
    {
      label: 'Order of an analytic report',
      description: 'A GeoJSON report that is computed on one image or two.',
      bodyText: objectOf(report),
    },
    {
      label: 'Order of image products',
      description: 'Images clipped to an area, paid for by km².',
      bodyText: objectOf(products('order.data.product')),
    },
    {
      label: 'Order of image products by volume',
      description:
        'Images clipped to an area, paid for by processed GB. The service announces that this kind goes away.',
      bodyText: objectOf(products('order.data.gb.product')),
    },
  ];
}

function objectOf(members: readonly string[]): string {
  return `{\n${members.map(member => `\t${member.replaceAll('\n', '\n\t')}`).join(',\n')}\n}`;
}
