/** Readers for values that deployed services send in more than one form. Loose: unknown fields pass. */
import * as z from 'zod';
import { type Fields, isRecord, textOrNothing } from '../../base/fields.ts';
import type { Link, Links } from '../rules/links.ts';
import { type Amount, defaultUnit } from '../rules/order.ts';

/** A field that may be absent, null or of another type than expected: then `undefined`, and the item stays. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema
    .optional()
    .catch(undefined)
    .transform((value: z.output<T> | undefined) => value); // Makes it a field of the object that is read.
}

export const optionalText = z.unknown().optional().transform(textOrNothing);

const word = z.union([z.string(), z.looseObject({ kind: z.string() }).transform(({ kind }) => kind)]);

/** A list of words, or a single one. A word can be the `kind` of an object. */
export const optionalWords = optional(z.union([z.array(word), word.transform(value => [value])]));

const numberText = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Numbers come as numbers and, on some fields, as text; `undefined` for anything else. */
export function toNumber(sent: unknown): number | undefined {
  if (typeof sent === 'number') return Number.isFinite(sent) ? sent : undefined;
  return typeof sent === 'string' && numberText.test(sent) ? Number(sent) : undefined;
}

export const optionalNumber = z.unknown().optional().transform(toNumber);

/** Flags come as booleans, as "true" / "false" and as 1 / 0. */
export function toFlag(sent: unknown): boolean | undefined {
  if (typeof sent === 'boolean') return sent;
  if (typeof sent !== 'string' && typeof sent !== 'number') return undefined;
  const word = String(sent).trim().toLowerCase();
  if (['true', '1', 'yes', 'y', 't', 'on'].includes(word)) return true;
  return ['false', '0', 'no', 'n', 'f', 'off'].includes(word) ? false : undefined;
}

/** Credits have one spelling: amounts in different units aren't compared or added. */
export function toAmount(value: number | undefined, unit = defaultUnit): Amount | undefined {
  const isCredits = /^\s*credits?\s*$/i.test(unit);
  return value === undefined ? undefined : { value, unit: isCredits ? defaultUnit : unit };
}

/** Digits in groups and with a decimal comma, where they can mean nothing else: `1,700.00`, `1 700`, `12,50`. */
function ungrouped(text: string): string {
  return text
    .replace(/(?<![\d,.])\d{1,3}(?:,\d{3})+(?=\.\d)/, digits => digits.replaceAll(',', ''))
    .replace(/(?<![\d,.])\d{1,3}(?:[ \u{a0}\u{202f}]\d{3})+(?!\d)/u, digits => digits.replaceAll(/\D/g, ''))
    .replace(/(?<![\d,.])(\d+),(\d{1,2})(?![\d,.])/, '$1.$2');
}

/** A number, or one in a text with its unit before or behind it. */
export function toQuantity(sent: unknown): { value: number; unit: string | undefined } | undefined {
  const text = typeof sent === 'string' ? ungrouped(sent.trim()) : sent;
  const value = toNumber(text);
  if (value !== undefined) return { value, unit: undefined };
  if (typeof text !== 'string') return undefined;
  const [, before, digits, behind] =
    /^([\p{L}\p{Sc}]{1,12})?\s*(-?\d+(?:\.\d+)?)\s*([\p{L}\p{Sc}]\P{N}{0,11})?$/u.exec(text) ?? [];
  const known = toNumber(digits);
  return known === undefined ? undefined : { value: known, unit: behind ?? before };
}

/** `payment_id`, `Payment-ID` and `paymentId` are one name. */
export function plainName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** Members with the value of a field that is an object, the likeliest first; one of the field's own name is before them. */
const valueNames = [
  'value',
  'code',
  'kind',
  'name',
  'title',
  'label',
  'text',
  'id',
  'href',
  'date',
  'dateTime',
  'time',
  'timestamp',
  'iso',
  'at',
  'key',
  'slug',
  'type',
];
const numberNames = [
  'value',
  'amount',
  'credits',
  'credit',
  'remaining',
  'available',
  'current',
  'left',
  'total',
  'quantity',
  'count',
];
/** Names for the end of a contract or a subscription. */
export const endNames = [
  'endedAt',
  'endDate',
  'end',
  'endsAt',
  'endTime',
  'to',
  'until',
  'validTo',
  'validUntil',
];

const unitNames = ['unit', 'amountUnit', 'currency', 'currencyCode', 'units', 'uom'];
export const listNames = [
  'items',
  'values',
  'list',
  'results',
  'entries',
  'data',
  'content',
  'elements',
  'members',
];

/** Members that only wrap the fields of the thing around them. */
const wrappers = [
  'data',
  'attributes',
  'properties',
  'fields',
  'details',
  'item',
  'result',
  'resource',
  'entity',
  'object',
  'body',
];

/** Beside the thing that an answer contains, these are of the answer. */
const ofAnswers = ['status', 'message', 'code', 'success', 'error', 'type', 'links'];

/** A record, also as the only one of a list. */
export function recordIn(sent: unknown): Fields | undefined {
  const only: unknown = Array.isArray(sent) && sent.length === 1 ? sent[0] : sent;
  return isRecord(only) ? only : undefined;
}

/**
 * The thing in an answer: itself, or what a list of one or a member such as `data` contains.
 *
 * @param names of members that can contain it
 */
export function thingIn(
  sent: unknown,
  names: readonly string[],
  isThing: (fields: Fields) => boolean,
  depth = 0,
): Fields | undefined {
  const fields = recordIn(sent);
  if (!fields || isThing(fields)) return fields;
  if (depth > 2) return undefined;
  const plain = [...names, ...wrappers, ...listNames, 'response', 'embedded'].map(plainName);
  for (const [name, value] of Object.entries(fields)) {
    const inner = plain.includes(plainName(name)) ? thingIn(value, names, isThing, depth + 1) : undefined;
    if (!inner) continue;
    const others = Object.entries(fields).filter(
      ([other]) => other !== name && !ofAnswers.includes(plainName(other)),
    );
    return { ...Object.fromEntries(others), ...inner };
  }
  return undefined;
}

/** Whether fields have one of these names, in any case or with separators. */
export function hasAnyField(fields: Fields, names: readonly string[]): boolean {
  const plain = names.map(plainName);
  return Object.entries(fields).some(
    ([name, value]) => plain.includes(plainName(name)) && value !== null && value !== undefined,
  );
}

/** Fields that nearly everything has: inside another member they are that member's. */
const ofAnything = new Set(
  [...valueNames, ...numberNames, ...unitNames, ...listNames, 'status', 'type', 'message'].map(plainName),
);

type Known = string | number | boolean;

function isKnown(value: unknown): value is Known {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'boolean' || (typeof value === 'string' && value.trim() !== '');
}

/** A value, or the one in an object around it, or in a list of one. */
function bareValue(sent: unknown, names: readonly string[], depth = 0): Known | undefined {
  if (isKnown(sent)) return sent;
  if (Array.isArray(sent)) return sent.length === 1 ? bareValue(sent[0] as unknown, names, depth) : undefined;
  if (!isRecord(sent)) return undefined;
  const members = new Map(Object.entries(sent).map(([name, value]) => [plainName(name), value]));
  const inside = names.map(name => members.get(plainName(name)));
  const nested = inside.find(isRecord);
  return inside.find(isKnown) ?? (nested && depth === 0 ? bareValue(nested, names, 1) : undefined);
}

function listEntries(sent: unknown, names: readonly string[]): readonly unknown[] {
  if (sent === undefined || sent === null) return [];
  if (Array.isArray(sent)) return sent as unknown[];
  if (!isRecord(sent)) return [sent];
  const isListName = (name: string) =>
    [...names, ...listNames].some(known => plainName(known) === plainName(name));
  const list = Object.entries(sent).find(([name, value]) => Array.isArray(value) && isListName(name));
  if (list) return list[1] as unknown[];
  const isById = Object.entries(sent).every(
    ([name, value]) => isRecord(value) && plainName(name) !== 'links',
  );
  return isById ? Object.values(sent) : [sent];
}

export type LooseFields = ReturnType<typeof looseFields>;

/**
 * Reads fields that the specification names but doesn't show. Each reader gets the names of a field, the likeliest
 * first, and finds it in any case or with separators, and one level down. The value may be a text, a number, an object
 * with the value inside, or a list. Whatever isn't recognized is `undefined`: the view shows it as it is.
 *
 * Not for the results of a search: a page has thousands of fields.
 *
 * @param within further members that only wrap the fields of this thing, such as `payload`
 */
export function looseFields(fields: Fields, within: readonly string[] = []) {
  const outer = new Map<string, unknown>();
  const inner = new Map<string, unknown>();
  const keep = (into: Map<string, unknown>, name: string, value: unknown) => {
    if (value !== null && value !== undefined && value !== '' && !into.has(name)) into.set(name, value);
  };
  for (const [name, value] of Object.entries(fields)) keep(outer, plainName(name), value);
  // Then it is of the envelope (JSON:API).
  if (isRecord(outer.get('attributes'))) outer.delete('type');
  for (const wrapper of [...within, ...wrappers].map(plainName)) {
    const part = outer.get(wrapper);
    if (isRecord(part)) for (const [name, value] of Object.entries(part)) keep(inner, plainName(name), value);
  }
  for (const [member, part] of outer) {
    // Another thing has an id or is linked.
    if (member === 'links' || !isRecord(part) || 'id' in part) continue;
    for (const [name, value] of Object.entries(part))
      if (!ofAnything.has(plainName(name))) keep(inner, plainName(name), value);
  }

  /** As it was sent. */
  function value(...names: string[]): unknown {
    const plain = names.map(plainName);
    const found = [outer, inner].flatMap(all => plain.map(name => all.get(name)));
    return found.find(item => item !== undefined);
  }

  /** The unit or currency beside an amount: by the amount's own name, or the only one that there is. */
  function unitBeside(names: readonly string[]): string | undefined {
    const named = names.flatMap(name => ['Unit', 'Currency', 'Units'].map(end => name + end));
    return words(...named)[0] ?? words(...unitNames)[0];
  }

  /** Also a number, because ids are compared as texts; several texts in one line. */
  function text(...names: string[]): string | undefined {
    const texts = listEntries(value(...names), names).map(item => bareValue(item, [...names, ...valueNames]));
    return texts.length > 0 && texts.every(isKnown) ? texts.join(', ') : undefined;
  }

  function number(...names: string[]): number | undefined {
    return toNumber(bareValue(value(...names), [...names, ...numberNames]));
  }

  function flag(...names: string[]): boolean | undefined {
    return toFlag(bareValue(value(...names), [...names, ...valueNames]));
  }

  /** An amount, with the unit that is inside of it, follows it, or stands beside it. */
  function amount(...names: string[]): Amount | undefined {
    const sent = value(...names);
    const item = Array.isArray(sent) && sent.length === 1 ? (sent[0] as unknown) : sent;
    const bare = bareValue(item, [...names, ...numberNames]);
    const unit = isRecord(item) ? bareValue(item, unitNames) : undefined;
    const known = toQuantity(bare);
    return toAmount(known?.value, unit === undefined ? (known?.unit ?? unitBeside(names)) : String(unit));
  }

  /** A list, one entry without a list, a page of entries, or entries by id. */
  function list(...names: string[]): readonly unknown[] {
    return listEntries(value(...names), names);
  }

  /** Words in a list, in one text with commas, or the names of members. */
  function words(...names: string[]): string[] {
    const sent = value(...names);
    if (isRecord(sent) && Object.values(sent).every(item => typeof item === 'boolean'))
      return Object.keys(sent).filter(name => sent[name] === true);
    const found = listEntries(sent, names)
      .map(item => bareValue(item, [...names, ...valueNames]))
      .filter(isKnown)
      .flatMap(word => String(word).split(/[,;|]/))
      .map(word => word.trim())
      .filter(word => word !== '');
    if (found.length > 0 || !isRecord(sent)) return found;
    // Only the names are words.
    return Object.keys(sent).filter(name => plainName(name) !== 'links' && toFlag(sent[name]) !== false);
  }

  /** A moment as text. Numbers are milliseconds or seconds since 1970, a list of numbers starts with the year. */
  function moment(...names: string[]): string | undefined {
    const sent = value(...names);
    if (Array.isArray(sent) && sent.length >= 3 && sent.every(part => typeof part === 'number')) {
      const [year = 0, month = 1, ...rest] = sent;
      return toIsoTime(Date.UTC(year, month - 1, ...rest.slice(0, 4)));
    }
    const bare = bareValue(sent, [...names, ...valueNames, 'seconds', 'milliseconds']);
    const [, year, month, day] = /^((?:19|20)\d\d)([01]\d)([0-3]\d)$/.exec(String(bare)) ?? [];
    if (year !== undefined) return `${year}-${month}-${day}`;
    const time = toNumber(bare);
    // 1e8 s is a day in 1973; fewer digits are a year or a day.
    if (time === undefined || Math.abs(time) < 1e8) return bare === undefined ? undefined : String(bare);
    return toIsoTime(Math.abs(time) < 1e11 ? time * 1000 : time);
  }

  /** The id that a field is or contains, or that the address in it ends with. */
  function ref(...names: string[]): string | undefined {
    const named = bareValue(value(...names), ['id', ...names, 'uuid', 'identifier', ...valueNames]);
    if (named === undefined || typeof named === 'boolean') return undefined;
    const text = String(named);
    return /^(https?:\/\/|\/)/i.test(text) ? lastPart(text) : text;
  }

  /** The same for this thing's own id; else from the link to itself. */
  function id(...names: string[]): string | undefined {
    const links = outer.get('links');
    const self = isRecord(links) ? bareValue(links.self, ['href']) : undefined;
    return ref(...names) ?? (typeof self === 'string' ? lastPart(self) : undefined);
  }

  /** Of fields that have such a word in their names. */
  function namesLike(word: RegExp): string[] {
    return [...outer.keys(), ...inner.keys()].filter(name => word.test(name));
  }

  return { value, text, number, flag, amount, list, words, moment, ref, id, namesLike };
}

/**
 * The schema of a thing with an id, in any of its forms. Other fields can't fail.
 *
 * @param names of the id, the likeliest first
 * @param within see {@link looseFields}
 */
export function withId<T>(
  names: readonly string[],
  within: readonly string[],
  read: (id: string, loose: LooseFields, fields: Fields) => T,
): z.ZodType<T> {
  return z.unknown().transform((sent, context) => {
    const wraps = within.flatMap(name => [name, `${name}s`]);
    const fields = thingIn(sent, wraps, part => hasAnyField(part, names)) ?? recordIn(sent) ?? {};
    const loose = looseFields(fields, within);
    const id = loose.id(...names);
    if (id !== undefined) return read(id, loose, fields);
    context.addIssue({ code: 'custom', message: 'none', path: names.slice(0, 1) });
    return z.NEVER;
  });
}

function toIsoTime(time: number): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.valueOf()) ? undefined : date.toISOString();
}

/** The last part of an address, which is the id of what it leads to; none in a template. */
export function lastPart(address: string): string | undefined {
  const [path = ''] = address.split(/[?#]/, 1);
  const part = path.split('/').findLast(text => text !== '');
  if (part === undefined || /[{}]|%7[bd]/i.test(part)) return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

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
export function pageSchema<T>(item: z.ZodType<T>): z.ZodType<ItemPage<T>> {
  return envelope.transform(page => ({
    ...readItems(page.items, item),
    total: page.totalResults,
    itemsPerPage: page.itemsPerPage,
  }));
}

/**
 * `_links`: a value is a link or an array of them, always read as a list. A link is an object or a bare address. Links
 * in a group, such as `{ "ogc": { "wms": … } }`, are read as if they stood beside it, and a list by what each is for.
 * Other values are left out. Read by hand, because a page of results contains thousands.
 */
export function readLinks(sent: unknown): Links {
  const read: Record<string, Link[]> = {};
  const take = (relation: string, offered: unknown) => {
    const links = (Object.hasOwn(read, relation) && read[relation]) || [];
    for (const item of Array.isArray(offered) ? (offered as unknown[]) : [offered]) {
      const link = readLink(item);
      if (link) links.push(link);
    }
    read[relation] = links;
  };
  if (Array.isArray(sent)) {
    for (const item of sent as unknown[]) {
      const { rel, name }: Fields = isRecord(item) ? item : {};
      const relation = textOrNothing(rel) ?? textOrNothing(name);
      if (relation !== undefined) take(relation, item);
    }
    return read;
  }
  if (!isRecord(sent)) return read;
  for (const relation of Object.keys(sent)) {
    const offered = sent[relation];
    const isGroup = isRecord(offered) && linkAddress(offered) === undefined;
    if (isGroup) for (const [inner, link] of Object.entries(offered)) take(inner, link);
    else take(relation, offered);
  }
  return read;
}

/**
 * `rights`: the presence of a key is the permission, whatever its value, unless that denies it. A list of names is read
 * too, also as a text.
 *
 * @returns `undefined` if the service sent no rights
 */
export function readRights(sent: unknown): readonly string[] | undefined {
  if (typeof sent === 'string') {
    const words = sent.split(/[\s,;|]+/).filter(word => word !== '');
    return words.length > 0 && words.every(word => /^[\w.:-]+$/.test(word)) ? words : undefined;
  }
  if (Array.isArray(sent)) {
    return sent.flatMap((right: unknown) => {
      if (typeof right === 'string') return [right];
      const { name, right: word = name }: Fields = isRecord(right) ? right : {};
      return typeof word === 'string' && !isDenial(right) ? [word] : [];
    });
  }
  return isRecord(sent) ? Object.keys(sent).filter(right => !isDenial(sent[right])) : undefined;
}

const denials = ['', 'none', 'denied', 'forbidden', 'refused'];
/** Members of a right that say whether it is granted. */
const decisions = ['value', 'granted', 'allowed', 'authorized', 'enabled', 'access', 'permission'];

/** Whether the value of a right takes it back: `false`, also as a text or inside of an object. */
function isDenial(sent: unknown): boolean {
  if (isRecord(sent)) return decisions.some(name => name in sent && isDenial(sent[name]));
  if (typeof sent === 'string' && denials.includes(sent.trim().toLowerCase())) return true;
  return sent === null || toFlag(sent) === false;
}

function readLink(sent: unknown): Link | undefined {
  if (typeof sent === 'string') return isAddress(sent) ? { href: sent } : undefined;
  if (!isRecord(sent)) return undefined;
  const href = linkAddress(sent);
  if (href === undefined) return undefined;
  const { name, type, method } = sent;
  const link: { -readonly [Key in keyof Link]: Link[Key] } = { href };
  if (typeof name === 'string') link.name = name;
  if (typeof type === 'string') link.type = type;
  if (typeof method === 'string') link.method = method;
  return link;
}

function linkAddress(fields: Fields): string | undefined {
  const { href, url, uri } = fields;
  return (
    textOrNothing(href) ??
    textOrNothing(url) ??
    textOrNothing(uri) ??
    textOrNothing(fields.Href ?? fields.HREF)
  );
}

/** Whether a text is the address of something, absolute or below a host. */
function isAddress(text: string): boolean {
  return /^(https?:\/\/|\/)\S+$/i.test(text);
}
