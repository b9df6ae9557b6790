import { ApiError } from './errors.ts';
import type { Extent } from './listed.ts';

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

/**
 * One reading of a list, page by page: the rules for every list of the service.
 *
 * A pass ends at the total, at an empty page, and at one with nothing new. A short page says nothing, because a service
 * can send fewer than requested; nor does a total that was exceeded. Entries that appear or disappear meanwhile move
 * others to pages that were already read, so a pass over several pages counts only if it has as many entries as the
 * total, none twice, or agrees with the pass before.
 *
 * @param itemKey what distinguishes items
 * @param isCareful a total isn't enough: two passes of several requests must agree
 */
export function createListReading<T>(itemKey: (item: T) => string, isCareful = false, passLimit = maxPasses) {
  const all = new Map<string, T>();
  const totals = new Set<number>();
  let state: 'reading' | 'whole' | 'uncertain' = 'reading';
  let pass = createPass<T>();
  let before: Pass<T> | undefined;
  let passes = 1;

  function endPass(): void {
    const { entries, found, hasMoved, hasGap, pages, seen, isEndSeen } = pass;
    const total = pass.isCut ? undefined : pass.total;
    for (const reported of pass.totals) totals.add(reported);
    const isReached = total === undefined || entries.length >= total;
    const isSame = before !== undefined && isEqual(before.entries, entries);
    const agrees =
      before !== undefined && (isSame || (!hasMoved && contains(found.keys(), [...before.found.keys()])));
    const isCounted = !isCareful && total !== undefined && !hasMoved && seen() >= total;
    // Between the only page and the empty one behind it, an entry can have moved from that to this.
    const isOneAnswer = pages === 0 || (pages === 1 && !(isCareful && isEndSeen));
    const isWhole = isReached && !hasGap && (isOneAnswer || agrees || isCounted);
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
      const fresh = pass.take(page, itemKey);
      for (const item of fresh) all.set(itemKey(item), item);
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
      pass.isEndSeen ||= !isCut;
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
    /** A page behind the last one was requested, and had nothing. */
    isEndSeen: false,
    hasEnded: () => hasEnded,
    seen: () => pass.found.size + pass.unreadable + repeated,
    take({ items, total, unreadable = [], isFull = false }: ListPage<T>, itemKey: (item: T) => string): T[] {
      const keys = items.map(itemKey);
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
        pass.isEndSeen ||= items.length === 0 && pass.page > 1;
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
  itemKey: (item: T) => string;
  isCareful?: boolean;
  passLimit?: number;
  /** Called after each page; `true` if nothing behind it is needed. */
  onPage?: (reading: ListReading<T>, page: ListPage<T>) => boolean;
}

/** Reads a list to its end, in as many passes as it takes. Throws `ApiError`. */
export async function readList<T>(
  readPage: (page: number) => Promise<ListPage<T>>,
  { itemKey, isCareful = false, passLimit, onPage }: ReadListOptions<T>,
): Promise<ListReading<T>> {
  const reading = createListReading(itemKey, isCareful, passLimit);
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
