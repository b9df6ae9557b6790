import * as z from 'zod';
import { isRecord } from '../model/fields.ts';
import { type Calls, read } from './calls.ts';
import { ApiError } from './errors.ts';
import { type ItemPage, listNames, numberOf, plainName, readItems } from './wire.ts';

/** Items per request of the account host, unless the caller chooses. */
const maxItemsPerPage = 100;

/** A limit, for a service whose pages never end. */
const maxPages = 1000;

/** A list that still changes after this many passes isn't certain. */
const maxPasses = 5;

export interface PageRequest {
  /** Counts from 1. */
  page: number;
  /** A service may send fewer. */
  itemsPerPage: number;
}

export interface ListPage<T> {
  items: T[];
  /** How many items exist in total, if the service reports it. */
  total: number | undefined;
  /** Whether nothing can follow, as far as this page alone shows it. */
  isLast: boolean;
  /** The entries that couldn't be read: what distinguishes each, as far as it has an id. */
  unreadable?: readonly string[];
  /** Whether there are exactly as many entries as were requested, or as the service says that it puts on a page. */
  isFull?: boolean;
}

/** How much of a list was read. */
export interface Extent {
  /** How many the service reports; `undefined` if it doesn't, or if more were received. */
  total: number | undefined;
  /** Entries that the service sent and that couldn't be read; each is in the log. */
  unreadable: number;
  /** Whether these are surely all: by the total, or because two passes over the pages agree. */
  isWhole: boolean;
}

/** A list as it was read. Its extent isn't enumerable: a copy or a part of the list says nothing about the whole. */
export type Listed<T> = readonly T[] & Partial<Readonly<Extent>>;

export function listed<T>(items: readonly T[], { total, unreadable, isWhole }: Extent): Listed<T> {
  return Object.defineProperties([...items], {
    total: { value: total },
    unreadable: { value: unreadable },
    isWhole: { value: isWhole },
  });
}

/** Whether a list surely has everything, so that what it lacks doesn't exist. */
export function isComplete({ isWhole, unreadable = 0 }: Listed<unknown>): boolean {
  return isWhole !== false && unreadable === 0;
}

/**
 * One reading of a list, page by page: the rules for every list of the service.
 *
 * A pass ends at the total, at an empty page, and at one with nothing new. A short page says nothing, because a service
 * can send fewer than requested; nor does a total that was exceeded. Entries that appear or disappear meanwhile move
 * others to pages that were already read, so a pass over several pages counts only if it has as many entries as the
 * total, none twice, or agrees with the pass before.
 *
 * @param keyOf what distinguishes items
 * @param isCareful a total isn't enough: two passes over several pages must agree
 */
export function createListReading<T>(keyOf: (item: T) => string, isCareful = false, passLimit = maxPasses) {
  const all = new Map<string, T>();
  const totals = new Set<number>();
  let state: 'reading' | 'whole' | 'uncertain' = 'reading';
  let pass = createPass<T>();
  let before: Pass<T> | undefined;
  let passes = 1;

  function endPass(): void {
    const { entries, found, hasMoved, hasGap, pages, seen } = pass;
    const total = pass.isCut ? undefined : pass.total;
    for (const reported of pass.totals) totals.add(reported);
    const isReached = total === undefined || entries.length >= total;
    const isSame = before !== undefined && isEqual(before.entries, entries);
    const agrees =
      before !== undefined && (isSame || (!hasMoved && contains(found.keys(), [...before.found.keys()])));
    const isCounted = !isCareful && total !== undefined && !hasMoved && seen() >= total;
    const isWhole = isReached && !hasGap && (pages <= 1 || agrees || isCounted);
    // In an order that differs from request to request, each pass brings others.
    const isUnion =
      !isCareful && total !== undefined && totals.size === 1 && all.size + pass.unreadable >= total;
    if (isWhole || isUnion) state = 'whole';
    else if (isSame || passes >= passLimit) state = 'uncertain';
    else {
      passes += 1;
      before = pass;
      pass = createPass();
    }
  }

  return {
    state: () => state,
    /** The page to request next, counted from 1, while the state is `reading`. */
    page: () => pass.page,
    passes: () => passes,
    /** Of all passes, or of the last one if that is whole. */
    items: (): T[] => [
      ...(state === 'whole' && pass.seen() >= (pass.total ?? Infinity) ? pass.found : all).values(),
    ],
    /** In this pass. */
    found: (): T[] => [...pass.found.values()],
    extent: (): Extent => ({
      total: pass.total ?? before?.total,
      unreadable: Math.max(pass.unreadable, before?.unreadable ?? 0),
      isWhole: state === 'whole',
    }),
    /** @returns the items of the page that this pass didn't have */
    take(page: ListPage<T>): T[] {
      const fresh = pass.take(page, keyOf);
      for (const item of fresh) all.set(keyOf(item), item);
      if (pass.hasEnded()) endPass();
      return fresh;
    },
    /** The page can't be read; there can be others behind it. */
    skip(): void {
      pass.skip();
      if (pass.hasEnded()) endPass();
    },
    /**
     * Nothing follows.
     *
     * @param isCut more may follow, but nothing that is needed: the total says nothing about what was read
     */
    end(isCut = false): void {
      pass.isCut ||= isCut;
      endPass();
    },
  };
}

export type ListReading<T> = ReturnType<typeof createListReading<T>>;

type Pass<T> = ReturnType<typeof createPass<T>>;

function createPass<T>() {
  /** Entries that a page has twice: they count in the total. */
  let repeated = 0;
  let hasEnded = false;
  let broken: string | undefined;
  let isTotalWrong = false;
  const pass = {
    page: 1,
    found: new Map<string, T>(),
    /** Keys of all entries, in the order of the service. */
    entries: [] as string[],
    unreadable: 0,
    /** Pages with something new. */
    pages: 0,
    total: undefined as number | undefined,
    totals: new Set<number>(),
    /** Entries came twice, or the total changed. */
    hasMoved: false,
    hasGap: false,
    isCut: false,
    hasEnded: () => hasEnded,
    seen: () => pass.found.size + pass.unreadable + repeated,
    take({ items, total, unreadable = [], isFull = false }: ListPage<T>, keyOf: (item: T) => string): T[] {
      const keys = items.map(keyOf);
      const fresh = new Map(items.map((item, index) => [keys[index] ?? '', item]));
      const distinct = fresh.size;
      for (const key of pass.found.keys()) fresh.delete(key);
      const isUnread = items.length === 0 && unreadable.length > 0;
      const text = unreadable.join('\n');
      // A page without a readable entry says nothing about the next one, unless the service repeats itself.
      const isNew = fresh.size > 0 || (isUnread && (text !== broken || pass.seen() < (pass.total ?? 0)));
      broken = isUnread ? text : undefined;
      if (!isNew) {
        pass.total ??= isTotalWrong ? undefined : total;
        // The same full page again: the service ignores the number of the page, and may have more.
        pass.hasGap ||= isFull && pass.pages === 1 && pass.total === undefined;
        hasEnded = true;
        return [];
      }
      pass.hasMoved ||= fresh.size < distinct;
      if (total !== undefined && !isTotalWrong) {
        pass.hasMoved ||= pass.total !== undefined && pass.total !== total;
        pass.total = total;
        pass.totals.add(total);
      }
      for (const [key, item] of fresh) pass.found.set(key, item);
      pass.entries.push(...keys, ...unreadable);
      pass.unreadable += unreadable.length;
      repeated += keys.length - distinct;
      pass.pages += 1;
      pass.page += 1;
      if (pass.seen() > (pass.total ?? Infinity)) {
        isTotalWrong = true;
        pass.total = undefined;
      }
      // The size of the page itself can stand in place of the total.
      const isPageSize = pass.pages === 1 && isFull && pass.seen() === pass.total;
      hasEnded = pass.page > maxPages || (pass.seen() >= (pass.total ?? Infinity) && !isPageSize);
      return [...fresh.values()];
    },
    skip() {
      const last = pass.entries.at(-1);
      pass.hasGap = true;
      pass.entries.push('');
      pass.page += 1;
      hasEnded = last === '' || pass.page > maxPages;
    },
  };
  return pass;
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

/** Whether the later pass has all entries of the earlier one in their order. It may have new ones between them. */
function contains(later: Iterable<string>, earlier: readonly string[]): boolean {
  let at = 0;
  for (const key of later) if (key === earlier[at]) at += 1;
  return at === earlier.length;
}

export interface ReadListOptions<T> {
  keyOf: (item: T) => string;
  isCareful?: boolean;
  passLimit?: number;
  /** Called after each page; `true` if nothing behind it is needed. */
  onPage?: (reading: ListReading<T>, page: ListPage<T>) => boolean;
}

/** Reads a list to its end, in as many passes as it takes. Throws `ApiError`. */
export async function readList<T>(
  readPage: (page: number) => Promise<ListPage<T>>,
  { keyOf, isCareful = false, passLimit, onPage }: ReadListOptions<T>,
): Promise<ListReading<T>> {
  const reading = createListReading(keyOf, isCareful, passLimit);
  let last: ListPage<T> | undefined;
  while (reading.state() === 'reading') {
    const page = reading.page();
    try {
      last = await readPage(page);
    } catch (error) {
      takeFailure(reading, error, isCareful && last?.isFull !== false && last?.isLast !== true);
      continue;
    }
    const passes = reading.passes();
    reading.take(last);
    const isEnough = onPage?.(reading, last) === true;
    if (isEnough && reading.passes() === passes && reading.state() === 'reading') reading.end(true);
  }
  return reading;
}

/**
 * What a failed page behind the first one means: some services refuse the page after the last one, and one that can't be
 * read leaves the others.
 *
 * @param isNeeded that the list ends here must be certain
 */
export function takeFailure(reading: ListReading<unknown>, error: unknown, isNeeded = false): void {
  if (!(error instanceof ApiError) || reading.page() === 1) throw error;
  const isRefused = ['notFound', 'invalid'].includes(error.kind) && error.details.refused === undefined;
  if (isRefused && !isNeeded) reading.end();
  else if (error.kind === 'shape') reading.skip();
  else throw error;
}

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
  const answer = await read(calls, path, envelopeOf(path, item), signal, pageQuery);
  warnOfBroken(calls, path, answer);
  return listPageOf(answer, request);
}

/** A page as its answer has it. */
export function listPageOf<T>(
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
  keyOf: (item: T) => string,
  signal?: AbortSignal,
): Promise<Listed<T>> {
  const reading = await readList(
    page => readOnePage(calls, path, query, item, { page, itemsPerPage: maxItemsPerPage }, signal),
    { keyOf },
  );
  return listed(reading.items(), reading.extent());
}

const totalName = /^total(?:results|items|count|elements|hits|records|size|number)?$/;
const sizeName = /^(?:itemsperpage|pagesize|perpage)$/;
/** Characters of an entry that distinguish it. */
const longestKey = 200;

/** A page of a list: a bare array, or an object that has one in a member. */
export function envelopeOf<T>(
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
      total: total ?? (Number(fields.count) > found.length ? numberOf(fields.count) : undefined),
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
  }
  const isEmpty = byName.some(([, value]) => value === null) || countIn(sent, totalName) === 0;
  return isEmpty && (countIn(sent, totalName) ?? 0) === 0 ? [] : undefined;
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
    const count = numberOf(isRecord(value) ? (value.value ?? value.count) : value);
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
