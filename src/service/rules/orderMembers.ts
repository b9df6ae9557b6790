/**
 * The members of an order's body, each a row: the schema of order files, checks, completions, the confirmation, an
 * order's page and its tooltip follow it. `npm run l10n` writes the schemas.
 */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import type { ProblemCode } from '../../base/problemCodes.ts';
import { numberText } from '../../base/words/displayLanguage.ts';
import { crsName, parseCrsCode } from '../../geo/projection.ts';
import { analyticOrderKind, analyticResolutions, maxAnalyticImages } from './analyticOrder.ts';
import {
  anyText,
  filledText,
  type MemberForm,
  oneNumber,
  oneWord,
  ruled,
  type RuledForm,
  textList,
  wordPattern,
} from './memberForms.ts';
import { isOrderKind, orderKinds } from './order.ts';
import {
  type ImageFormat,
  imageFormats,
  type ProductOption,
  productTypes,
  radiometries,
} from './productOptions.ts';

/** Objects with members: the body of a report, the body of products, one product. */
export type OrderPart = 'report' | 'products' | 'product';

interface AnyMember {
  /** For the person who writes it; the editor shows it. */
  describe: () => string;
  /** `expected`: the service may accept an order without it. `optional`: a wrong value is only a warning. */
  need: 'required' | 'expected' | 'optional';
  form: MemberForm<unknown> | RuledForm<unknown>;
  /** Of the problem of a wrong value, if it isn't `member-value`. */
  code?: ProblemCode;
}

/** Of the body: a line of the confirmation, the page and the tooltip, or `apart` if they have a way of their own. */
interface BodyMember extends AnyMember {
  display: 'apart' | { label: () => string; text?: (value: unknown) => string };
  /**
   * `contents`: of what is paid for. `field`: the service reports it as a field of the order, too, and may leave it out of
   * the repeated body. `name`: such a field that only says which order it is: with another one, the same is paid for.
   */
  role: 'contents' | 'field' | 'name';
}

/** Of a product: a part of its line in the confirmation, or `apart`. */
interface ProductMember extends AnyMember {
  display: 'apart' | 'asWritten' | ((value: unknown) => string | undefined);
  role?: 'contents';
}

export type Member = BodyMember | ProductMember;

function row<const M extends BodyMember>(member: M): M {
  return member;
}

function option<const M extends ProductMember>(member: M): M {
  return member;
}

const kind = row({
  describe: () => l10n.t('What is ordered and how it is paid for. Must match one of your subscriptions.'),
  need: 'required',
  form: ruled<string>({ type: 'string', pattern: wordPattern(orderKinds) }, '"$1"'),
  display: 'apart',
  role: 'field',
});

/** Accepted by deployed services; not in the specification. */
const furtherMembers = {
  customerRef: row({
    describe: () => l10n.t('Your own reference. You can filter the orders by it.'),
    need: 'optional',
    form: anyText(),
    code: 'customer-ref',
    display: { label: () => l10n.t('Reference') },
    role: 'name',
  }),
  tags: row({
    describe: () => l10n.t('Your own tags for the order.'),
    need: 'optional',
    form: textList(),
    code: 'tags',
    display: { label: () => l10n.t('Tags') },
    role: 'name',
  }),
};

const polygon = ruled<Polygon>({ $ref: '#/definitions/aoi' }, '{ "type": "Polygon", "coordinates": [[$1]] }');

/** By part, in their usual order (specification: Analytic order body; Product order body). */
export const memberTable = {
  report: {
    kind,
    title: row({
      describe: () => l10n.t('Name of the report, or your reference for it.'),
      need: 'expected',
      form: anyText(),
      code: 'title',
      display: 'apart',
      role: 'name',
    }),
    analytic: row({
      describe: () => l10n.t('Code of the analytic, as listed by the service.'),
      need: 'required',
      form: filledText(),
      code: 'analytic-missing',
      display: 'apart',
      role: 'contents',
    }),
    resolution: row({
      describe: () => l10n.t('Resolution of the images in meters: 0.5 for PHR, 1.5 for SPOT.'),
      need: 'required',
      form: oneNumber(analyticResolutions),
      code: 'resolution',
      display: {
        label: () => l10n.t('Resolution'),
        text: value => l10n.t('{0} m', typeof value === 'number' ? numberText(value) : valueText(value)),
      },
      role: 'contents',
    }),
    imageIds: row({
      describe: () => l10n.t('Image IDs: one for object detection, two for change detection.'),
      need: 'required',
      form: textList({ min: 1, max: maxAnalyticImages }),
      code: 'image-ids',
      display: 'apart',
      role: 'contents',
    }),
    aoi: row({
      describe: () =>
        l10n.t('Area of the report: a GeoJSON Polygon with closed rings of [longitude, latitude].'),
      need: 'required',
      form: polygon,
      display: 'apart',
      role: 'contents',
    }),
    ...furtherMembers,
  },
  products: {
    kind,
    products: row({
      describe: () => l10n.t('One product for each image and area.'),
      need: 'required',
      form: ruled<object[]>(
        { type: 'array', minItems: 1, items: { $ref: '#/definitions/product' } },
        '[{ $1 }]',
      ),
      display: 'apart',
      role: 'contents',
    }),
    ...furtherMembers,
  },
  product: {
    id: option({
      describe: () => l10n.t('ID of the image.'),
      need: 'required',
      form: filledText(),
      code: 'product-id',
      display: 'apart',
    }),
    productType: option({
      describe: () => l10n.t('Bands of the product. Types ending in "-fs" are for 0.3 m images.'),
      need: 'required',
      form: oneWord(describedBy(productTypes)),
      code: 'product-type',
      display: 'asWritten',
    }),
    radiometricProcessing: option({
      describe: () => l10n.t('Radiometric processing of the pixel values.'),
      need: 'required',
      form: oneWord(describedBy(radiometries)),
      code: 'radiometry',
      display: value => (value === 'DISPLAY' ? l10n.t('DISPLAY (8-bit)') : undefined),
    }),
    imageFormat: option({
      describe: () => l10n.t('Format of the image files.'),
      need: 'required',
      form: oneWord(namedBy(imageFormats)),
      code: 'image-format',
      display: value => (isFormat(value) ? imageFormats[value] : undefined),
    }),
    crsCode: option({
      describe: () =>
        l10n.t(
          'Projection: "urn:ogc:def:crs:EPSG::" followed by 4326 (degrees) or the code of a UTM zone, 32601–32660 (north) or 32701–32760 (south).',
        ),
      need: 'required',
      form: ruled<string>(
        {
          type: 'string',
          pattern: '^(urn:ogc:def:crs:EPSG:[0-9.]*:|EPSG:)?(4326|32[67](0[1-9]|[1-5][0-9]|60))$',
        },
        '"$1"',
      ),
      display: value => crsText(value),
    }),
    aoi: option({
      describe: () =>
        l10n.t(
          'Area that the image is clipped to: a GeoJSON Polygon of at least 0.1 km², with closed rings of [longitude, latitude].',
        ),
      need: 'required',
      form: polygon,
      display: 'apart',
    }),
  },
} satisfies Record<Exclude<OrderPart, 'product'>, Record<string, BodyMember>> & {
  product: Record<string, ProductMember>;
};

function describedBy<T extends string>(options: Readonly<Record<T, ProductOption>>): Record<T, () => string> {
  const entries = Object.entries<ProductOption>(options);
  return Object.fromEntries(entries.map(([value, { describe }]) => [value, describe])) as Record<
    T,
    () => string
  >;
}

function namedBy<T extends string>(names: Readonly<Record<T, string>>): Record<T, () => string> {
  const entries = Object.entries<string>(names);
  return Object.fromEntries(entries.map(([value, name]) => [value, () => name])) as Record<T, () => string>;
}

function isFormat(value: unknown): value is ImageFormat {
  return typeof value === 'string' && Object.hasOwn(imageFormats, value);
}

function crsText(crsCode: unknown): string | undefined {
  const epsg = typeof crsCode === 'string' ? parseCrsCode(crsCode) : undefined;
  return epsg === undefined ? undefined : crsName(epsg);
}

type Table = typeof memberTable;

export type MemberName<P extends OrderPart> = keyof Table[P] & string;

type ValueOf<M> = M extends { form: MemberForm<infer T> | RuledForm<infer T> } ? T : never;

/** What is drafted for a part: a new member that an order needs doesn't compile without its value. */
export type Drafted<P extends OrderPart> = {
  -readonly [N in keyof Table[P] as Table[P][N] extends { need: 'optional' } ? never : N]: ValueOf<
    Table[P][N]
  >;
};

/** Members that are checked by rules: those of the form that the table leaves to them, and any other. */
export type Rules<P extends OrderPart, R> = {
  [N in keyof Table[P] as Table[P][N] extends { form: RuledForm<unknown> } ? N : never]: R;
} & { [N in keyof Table[P]]?: R };

/** The rows of a part, by name. */
export function membersIn(part: OrderPart): [name: string, member: Member][] {
  return Object.entries(memberTable[part]);
}

export const orderMembers: Readonly<Record<OrderPart, readonly string[]>> = {
  report: Object.keys(memberTable.report),
  products: Object.keys(memberTable.products),
  product: Object.keys(memberTable.product),
};

export function orderMember(part: OrderPart, name: string): Member | undefined {
  const members: Readonly<Record<string, Member>> = memberTable[part];
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** The part that a body is by its kind, or by its other members if the kind is wrong. */
export function orderPart(body: Readonly<Record<string, unknown>>): Exclude<OrderPart, 'product'> {
  if (isOrderKind(body.kind)) return body.kind === analyticOrderKind ? 'report' : 'products';
  const ofReport = orderMembers.report.filter(name => !orderMembers.products.includes(name));
  return !('products' in body) && ofReport.some(name => name in body) ? 'report' : 'products';
}

/** Of members that an order needs, or is expected to have. */
export function neededMembers(part: OrderPart): string[] {
  return membersIn(part).flatMap(([name, { need }]) => (need === 'optional' ? [] : [name]));
}

/** A value as it is written, on one line. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A member of a body that is shown by a line. */
export interface ShownMember {
  name: string;
  label: string;
  value: string;
}

export function shownMembers(body: Readonly<Record<string, unknown>>): ShownMember[] {
  const rows: Readonly<Record<string, BodyMember>> = memberTable[orderPart(body)];
  return Object.entries(rows).flatMap(([name, { display }]) => {
    const value = body[name];
    if (display === 'apart' || value === undefined || value === null) return [];
    return [{ name, label: display.label(), value: (display.text ?? valueText)(value) }];
  });
}

/** The options of a product, in their usual order; values that aren't known as written. */
export function optionTexts(product: Readonly<Record<string, unknown>>): string[] {
  const rows: Readonly<Record<string, ProductMember>> = memberTable.product;
  return Object.entries(rows).flatMap(([name, { display }]) => {
    const value = product[name];
    if (display === 'apart' || value === undefined) return [];
    return [(display === 'asWritten' ? undefined : display(value)) ?? valueText(value)];
  });
}
