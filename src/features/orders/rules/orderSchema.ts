/**
 * The JSON schema of order files: the editor describes their members by it. The condition of its rules has a keyword that
 * validators of draft 7 ignore and the editor applies: Swath reports problems itself, with the place and the fix.
 */
import * as l10n from '@vscode/l10n';
import { analyticOrderKind } from '../../../service/rules/analyticOrder.ts';
import { constellationCodes } from '../../../service/rules/imagery.ts';
import { offerText } from '../../../service/rules/kindText.ts';
import { type JsonSchema, wordPattern } from '../../../service/rules/memberForms.ts';
import { consumptionModes, isOrderKind, orderKinds } from '../../../service/rules/order.ts';
import { type Member, membersIn, orderMembers, type OrderPart } from '../../../service/rules/orderMembers.ts';
import { productTypes, radiometries, supportedOptions } from '../../../service/rules/productOptions.ts';
import { isProductOrderKind } from './productOrder.ts';

/** In the display language. */
export function orderSchema(): JsonSchema {
  const bodies = new Map<string, Member>([...membersIn('products'), ...membersIn('report')]);
  const names = [...new Set([...orderMembers.report, ...orderMembers.products])];
  const described = Object.fromEntries([...bodies].map(([name, member]) => [name, description(member)]));
  const products = Object.fromEntries(
    membersIn('product').map(([name, member]) => [name, description(member)]),
  );
  return {
    title: l10n.t('Order'),
    description: l10n.t(
      'An order, exactly as it is sent to the service: plain JSON without comments. Use the links above the text to price and order it.',
    ),
    type: 'object',
    anyOf: names.map(name => ({ required: [name] })),
    if: { unevaluatedProperties: false, minProperties: 1 },
    then: { required: ['kind'], allOf: [{ $ref: '#/definitions/order' }] },
    properties: {
      ...described,
      products: { ...described.products, items: { properties: products } },
    },
    definitions: {
      order: {
        properties: { kind: { ...kindSchema(), $comment: commentOn(orderKinds, offerText) } },
        allOf: [
          { if: hasKind([analyticOrderKind]), then: partSchema('report') },
          { if: hasKind(orderKinds.filter(isProductOrderKind)), then: partSchema('products') },
          ...orderKinds.flatMap(limitsOfKind),
        ],
      },
      product: { type: 'object', ...partSchema('product'), allOf: limitsOfTypes() },
      aoi: polygonSchema,
    },
  };
}

function description({ describe }: Member): JsonSchema {
  return { description: describe(), doNotSuggest: true };
}

function kindSchema(): JsonSchema | undefined {
  return membersIn('report').find(([name]) => name === 'kind')?.[1].form.schema;
}

function hasKind(kinds: readonly string[]): JsonSchema {
  return { required: ['kind'], properties: { kind: { pattern: wordPattern(kinds) } } };
}

/** What an object with the members of a part is like. */
function partSchema(part: OrderPart): JsonSchema {
  const members = membersIn(part);
  return {
    required: members.flatMap(([name, { need }]) => (need === 'required' ? [name] : [])),
    additionalProperties: false,
    properties: Object.fromEntries(
      members.map(([name, { form }]) => [
        name,
        name === 'kind' ? {} : { ...form.schema, ...commentOnValues(form) },
      ]),
    ),
  };
}

function commentOnValues({ values }: Member['form']): JsonSchema {
  const texts = values.map(({ value, detail }) => [String(value), detail()] as const);
  return texts.some(([, detail]) => detail !== '')
    ? {
        $comment: commentOn(
          texts.map(([value]) => value),
          value => new Map(texts).get(value) ?? '',
        ),
      }
    : {};
}

function commentOn(words: readonly string[], toText: (word: string) => string): string {
  return words.map(word => `${word}: ${toText(word)}`).join('. ');
}

/** A kind that can't be ordered for all constellations has fewer product types. */
function limitsOfKind(kind: string): JsonSchema[] {
  if (!isOrderKind(kind) || !isProductOrderKind(kind)) return [];
  const constellations = consumptionModes[kind].flatMap(mode => mode.constellations);
  const types = supportedOptions(productTypes, constellations);
  if (types.length === Object.keys(productTypes).length) return [];
  const properties = { productType: { pattern: wordPattern(types) } };
  return [{ if: hasKind([kind]), then: { properties: { products: { items: { properties } } } } }];
}

/** A constellation whose images can't be processed in all ways has product types of its own. */
function limitsOfTypes(): JsonSchema[] {
  return constellationCodes.flatMap(constellation => {
    const processing = supportedOptions(radiometries, [constellation]);
    if (processing.length === Object.keys(radiometries).length) return [];
    const types = wordPattern(supportedOptions(productTypes, [constellation]));
    return [
      {
        if: { required: ['productType'], properties: { productType: { pattern: types } } },
        then: { properties: { radiometricProcessing: { pattern: wordPattern(processing) } } },
      },
    ];
  });
}

const polygonSchema: JsonSchema = {
  type: 'object',
  required: ['type', 'coordinates'],
  properties: {
    type: { type: 'string', pattern: wordPattern(['Polygon']) },
    coordinates: {
      type: 'array',
      minItems: 1,
      items: { type: 'array', items: { type: 'array', minItems: 2, items: { type: 'number' } } },
    },
  },
};
