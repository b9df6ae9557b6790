/** Readers for values that deployed services send in more than one form. Loose: unknown fields pass. */
import * as z from 'zod';
import { isRecord } from '../model/fields.ts';
import type { Link, Links } from '../model/links.ts';
import { type Amount, defaultUnit } from '../model/order/order.ts';

/** A field that may be absent, null or of another type than expected: then `undefined`, and the item stays. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema
    .optional()
    .catch(undefined)
    .transform((value: z.output<T> | undefined) => value); // Makes it a field of the object that is read.
}

export function textOf(sent: unknown): string | undefined {
  return typeof sent === 'string' ? sent : undefined;
}

export const optionalText = z.unknown().optional().transform(textOf);

const word = z.union([z.string(), z.looseObject({ kind: z.string() }).transform(({ kind }) => kind)]);

/** A list of words, or a single one. A word can be the `kind` of an object. */
export const optionalWords = optional(z.union([z.array(word), word.transform(value => [value])]));

const numberText = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Numbers come as numbers and, on some fields, as text. */
const numeric = z.union([z.number(), z.string().regex(numberText).transform(Number)]);

/** The same without a schema; `undefined` for anything else. */
export function numberOf(sent: unknown): number | undefined {
  if (typeof sent === 'number') return Number.isFinite(sent) ? sent : undefined;
  return typeof sent === 'string' && numberText.test(sent) ? Number(sent) : undefined;
}

export const optionalNumber = z.unknown().optional().transform(numberOf);

/** Flags come as booleans and as "true" / "false". */
export const optionalFlag = optional(
  z.union([
    z.boolean(),
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(['true', 'false']))
      .transform(word => word === 'true'),
  ]),
);

export function amountOf(value: number | undefined, unit: string | undefined): Amount | undefined {
  return value === undefined ? undefined : { value, unit: unit ?? defaultUnit };
}

/**
 * `price`: a plain number in order lists, an object in price answers. Its `credits` is what is charged. If the
 * subscription counts in another unit, `amount` and `amountUnit` have it and `credits` is 0.
 */
export const priceField = z.union([
  numeric.transform(value => ({
    total: { value, unit: defaultUnit },
    isEstimate: false,
    areaKm2: undefined as number | undefined,
  })),
  z
    .looseObject({
      credits: optionalNumber,
      amount: optionalNumber,
      amountUnit: optionalText,
      isAmountEstimated: optionalFlag,
      areaKm2: optionalNumber,
    })
    .transform(price => ({
      total:
        (price.credits ? amountOf(price.credits, defaultUnit) : amountOf(price.amount, price.amountUnit)) ??
        amountOf(price.credits, defaultUnit),
      isEstimate: price.isAmountEstimated ?? false,
      areaKm2: price.areaKm2,
    })),
]);

export interface ItemPage<T> {
  items: T[];
  total: number | undefined;
  /** How many items the service puts on a page, if it reports that. */
  itemsPerPage: number | undefined;
  /** Items that couldn't be read, with the reason; the rest of the page is valid. */
  broken: { index: number; reason: string }[];
}

/** Reads items one by one, so that a broken one doesn't affect the others. */
export function readItems<T>(
  items: readonly unknown[],
  schema: z.ZodType<T>,
): Pick<ItemPage<T>, 'items' | 'broken'> {
  const read: T[] = [];
  const broken: { index: number; reason: string }[] = [];
  items.forEach((item, index) => {
    const result = schema.safeParse(item);
    if (result.success) read.push(result.data);
    else broken.push({ index, reason: z.prettifyError(result.error) });
  });
  return { items: read, broken };
}

const envelope = z.union([
  z.looseObject({ items: z.array(z.unknown()), totalResults: optionalNumber, itemsPerPage: optionalNumber }),
  z.array(z.unknown()).transform(items => ({ items, totalResults: undefined, itemsPerPage: undefined })),
]);

/** A page of the account host: an envelope with `items`, or a bare array. */
export function pageOf<T>(item: z.ZodType<T>): z.ZodType<ItemPage<T>> {
  return envelope.transform(page => ({
    ...readItems(page.items, item),
    total: page.totalResults,
    itemsPerPage: page.itemsPerPage,
  }));
}

/**
 * `_links`: a value is a link or an array of them, always read as a list. Other values are left out. Read by hand,
 * because a page of results contains thousands.
 */
export function readLinks(sent: unknown): Links {
  if (!isRecord(sent)) return {};
  const read: [string, Link[]][] = [];
  for (const relation of Object.keys(sent)) {
    const offered = sent[relation];
    const links: Link[] = [];
    for (const item of Array.isArray(offered) ? (offered as unknown[]) : [offered]) {
      const link = readLink(item);
      if (link) links.push(link);
    }
    read.push([relation, links]);
  }
  return Object.fromEntries(read);
}

/**
 * `rights`: the presence of a key is the permission, whatever its value; a plain list of names is read too.
 *
 * @returns `undefined` if the service sent no rights
 */
export function readRights(sent: unknown): readonly string[] | undefined {
  if (Array.isArray(sent)) return sent.filter(right => typeof right === 'string');
  return isRecord(sent) ? Object.keys(sent) : undefined;
}

function readLink(sent: unknown): Link | undefined {
  if (!isRecord(sent) || typeof sent.href !== 'string') return undefined;
  const { href, name, type, method } = sent;
  const link: { -readonly [Key in keyof Link]: Link[Key] } = { href };
  if (typeof name === 'string') link.name = name;
  if (typeof type === 'string') link.type = type;
  if (typeof method === 'string') link.method = method;
  return link;
}
