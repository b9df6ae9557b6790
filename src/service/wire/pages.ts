import * as z from 'zod';
import { type Fields, isRecord } from '../../base/fields.ts';
import { type Calls, read } from './calls.ts';
import { type Listed, listed } from './listed.ts';
import { type ListPage, type PageRequest, readList } from './listReading.ts';
import { type ItemPage, listNames, plainName, readItems, toNumber } from './wire.ts';

/** Items per request of the account host, unless the caller chooses. */
const maxItemsPerPage = 100;

/** Warns about the items that a list is read without. */
export function warnOfBroken(
  calls: Pick<Calls, 'warn'>,
  path: string,
  { broken }: Pick<ItemPage<unknown>, 'broken'>,
): void {
  for (const { index, reason } of broken) calls.warn(`${path}: item ${index} is left out: ${reason}`);
}

export async function readOnePage<T>(
  calls: Calls,
  path: string,
  query: Readonly<Record<string, string>>,
  item: z.ZodType<T>,
  request: PageRequest,
  signal?: AbortSignal,
): Promise<ListPage<T>> {
  const { page, itemsPerPage } = request;
  if (!(page >= 1 && itemsPerPage >= 1)) throw new RangeError('Pages and the items on them count from 1.');
  const pageQuery = { ...query, page: String(page), itemsPerPage: String(itemsPerPage) };
  const answer = await read(calls, path, envelopeSchema(path, item), signal, pageQuery);
  warnOfBroken(calls, path, answer);
  return toListPage(answer, request);
}

/** A page as its answer has it. */
export function toListPage<T>(
  answer: ItemPage<T> & { unreadable?: readonly string[] },
  { page, itemsPerPage }: PageRequest,
): ListPage<T> {
  const { items, total, broken, unreadable = broken.map(({ index }) => `#${index}`) } = answer;
  const count = items.length + broken.length;
  const size = answer.itemsPerPage ?? itemsPerPage;
  const isFull = count === size;
  // Pages before a short one can have been short as well, unless the service names their size.
  const received =
    count >= size || answer.itemsPerPage !== undefined ? (page - 1) * size + count : page * count;
  const isLast = count === 0 || (total !== undefined && received >= total);
  return { items, total, isLast, unreadable, isFull };
}

/** Every page, each item once, and how much of the list that is. */
export async function readAllPages<T>(
  calls: Calls,
  path: string,
  query: Readonly<Record<string, string>>,
  item: z.ZodType<T>,
  itemKey: (item: T) => string,
  signal?: AbortSignal,
): Promise<Listed<T>> {
  const reading = await readList(
    page => readOnePage(calls, path, query, item, { page, itemsPerPage: maxItemsPerPage }, signal),
    { itemKey },
  );
  return listed(reading.items(), reading.extent());
}

const totalName = /^total(?:results|items|count|elements|hits|records|size|number)?$/;
const sizeName = /^(?:itemsperpage|pagesize|perpage)$/;
/** Characters of an entry that distinguish it. */
const longestKey = 200;

/** A page of a list: a bare array, or an object that has one in a member. */
export function envelopeSchema<T>(
  path: string,
  item: z.ZodType<T>,
): z.ZodType<ItemPage<T> & { unreadable: readonly string[] }> {
  const name = path.split('/').at(-1) ?? '';
  return z.unknown().transform((sent, context) => {
    const found = itemsIn(
      sent,
      [name, ...listNames, 'member', 'records'].map(plainName),
      entry => item.safeParse(entry).success,
    );
    if (!found) {
      context.addIssue({ code: 'custom', message: 'no list', path: ['items'] });
      return z.NEVER;
    }
    const fields = isRecord(sent) ? sent : {};
    const page = readItems(found, item);
    // Then it is no longer a count.
    const total = fields.countLimitReached === true ? undefined : totalIn(fields);
    return {
      ...page,
      unreadable: page.broken.map(({ index }) => keyOfUnreadable(found[index])),
      // Where `count` is less, it counts the page.
      total: total ?? (Number(fields.count) > found.length ? toNumber(fields.count) : undefined),
      itemsPerPage: countIn(fields, sizeName),
    };
  });
}

/** The list of an answer, also one level deeper, such as in `_embedded`; `undefined` if there is none. */
function itemsIn(
  sent: unknown,
  names: readonly string[],
  isItem: (entry: unknown) => boolean,
  depth = 0,
): readonly unknown[] | undefined {
  if (Array.isArray(sent)) return sent as unknown[];
  if (!isRecord(sent)) return undefined;
  const members = Object.entries(sent).filter(([name]) => name !== '_links');
  const byName = names.flatMap(name => members.filter(([member]) => bareName(member) === name));
  for (const [, value] of byName) if (Array.isArray(value)) return value as unknown[];
  for (const [member, value] of byName) {
    if (bareName(member) !== 'data' && isRecord(value) && Object.keys(value).length === 0) return [];
    const byId = itemsById(value, isItem);
    if (byId) return byId;
  }
  const lists = members.flatMap(([, value]) => (Array.isArray(value) ? [value as unknown[]] : []));
  const [only, ...others] = lists.filter(list => list.length === 0 || list.some(entry => isRecord(entry)));
  // Under another name it can be a list of something else, such as the permissions in a profile.
  if (only && others.length === 0 && (only.length === 0 ? sent.id === undefined : only.some(isItem)))
    return only;
  if (depth === 0) {
    for (const [, value] of [...byName, ...members]) {
      const nested = isRecord(value) ? itemsIn(value, names, isItem, 1) : undefined;
      if (nested) return nested;
    }
    const isNamed = members.every(([name, value]) => isRecord(value) && Object.values(value).includes(name));
    const byId = isNamed ? itemsById(sent, isItem) : undefined;
    if (byId) return byId;
  }
  const isEmpty = byName.some(([, value]) => value === null) || countIn(sent, totalName) === 0;
  return isEmpty && (countIn(sent, totalName) ?? 0) === 0 ? [] : undefined;
}

/** Items in an object, each below its id; `undefined` for any other object. */
function itemsById(sent: unknown, isItem: (entry: unknown) => boolean): unknown[] | undefined {
  const members = isRecord(sent) ? Object.entries(sent) : [];
  if (members.length === 0 || !members.every(([, value]) => isRecord(value))) return undefined;
  const items = members.map(([name, value]) =>
    isItem(value) ? value : { id: name, code: name, ...(value as Fields) },
  );
  return items.some(isItem) ? items : undefined;
}

/** `hydra:member` and `Items` as `member` and `items`. */
function bareName(name: string): string {
  return plainName(name.replace(/^.*:/, ''));
}

/** How many there are in all, if an answer has it. */
export function totalIn(answer: Record<string, unknown>): number | undefined {
  return countIn(answer, totalName);
}

/** A number with such a name, also in an object such as `page`, or with its value inside. */
function countIn(fields: Record<string, unknown>, name: RegExp, depth = 0): number | undefined {
  const members = Object.entries(fields);
  for (const [member, value] of members) {
    if (!name.test(bareName(member))) continue;
    const count = toNumber(isRecord(value) ? (value.value ?? value.count) : value);
    if (count !== undefined && count >= 0) return count;
  }
  // As in `meta.pagination.total`.
  if (depth > 1) return undefined;
  const nested = members.flatMap(([, value]) =>
    isRecord(value) ? (countIn(value, name, depth + 1) ?? []) : [],
  );
  return nested[0];
}

/** What distinguishes an entry that can't be read. */
export function keyOfUnreadable(sent: unknown): string {
  const id = isRecord(sent) ? sent.id : undefined;
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  return JSON.stringify(sent).slice(0, longestKey);
}
