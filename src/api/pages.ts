import type * as z from 'zod';
import { type Calls, read } from './calls.ts';
import { type ItemPage, pageOf } from './wire.ts';

/** Items per request of the account host, unless the caller chooses. */
const maxItemsPerPage = 100;

/** A limit, for a service whose pages never end. */
const maxPages = 1000;

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
  /** Whether the next page would be empty. */
  isLast: boolean;
}

async function readPage<T>(
  calls: Calls,
  path: string,
  query: Readonly<Record<string, string>>,
  item: z.ZodType<T>,
  { page, itemsPerPage }: PageRequest,
  signal?: AbortSignal,
): Promise<ItemPage<T>> {
  if (!(page >= 1 && itemsPerPage >= 1)) throw new RangeError('Pages and the items on them count from 1.');
  const pageQuery = { ...query, page: String(page), itemsPerPage: String(itemsPerPage) };
  const answer = await read(calls, path, pageOf(item), signal, pageQuery);
  warnOfBroken(calls, path, answer);
  return answer;
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
  const answer = await readPage(calls, path, query, item, request, signal);
  const { items, total } = answer;
  const count = items.length + answer.broken.length;
  const size = answer.itemsPerPage ?? request.itemsPerPage;
  const received = (request.page - 1) * size + count;
  // More than requested: the service has no pages and has sent everything.
  const isFull = count >= size && count <= request.itemsPerPage;
  const isLast = count === 0 || (total === undefined ? !isFull : received >= total);
  return { items, total, isLast };
}

/**
 * Every page, each item once. Stops at a short or empty page, and at one with nothing new: totals aren't reliable, and
 * a service may have no pages at all.
 *
 * @param keyOf what distinguishes items
 */
export async function readAllPages<T>(
  calls: Calls,
  path: string,
  query: Readonly<Record<string, string>>,
  item: z.ZodType<T>,
  keyOf: (item: T) => string,
  signal?: AbortSignal,
): Promise<T[]> {
  const all = new Map<string, T>();
  let received = 0;
  for (let page = 1; ; page++) {
    const answer = await readPage(calls, path, query, item, { page, itemsPerPage: maxItemsPerPage }, signal);
    const before = all.size;
    for (const entry of answer.items) if (!all.has(keyOf(entry))) all.set(keyOf(entry), entry);
    const count = answer.items.length + answer.broken.length;
    received += count;
    // A service may cap itemsPerPage below the request: then the total, or the size that it names, shows that there is
    // more.
    const isFull = count >= (answer.itemsPerPage ?? maxItemsPerPage);
    const more = answer.total === undefined ? isFull : received < answer.total;
    // A page that is broken as a whole says nothing about the next one.
    const isNew = all.size > before || answer.items.length === 0;
    if (count === 0 || !isNew || !more || page === maxPages) return [...all.values()];
  }
}
