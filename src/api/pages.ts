import type * as z from 'zod';
import type { Calls } from './calls.ts';
import { pageOf, type ItemPage } from './wire.ts';

/** Items asked for per request of the account host, where the caller does not choose. */
export const itemsPerPage = 100;

/** An end even for a service that never comes to one. */
const mostPages = 1000;

/** One page of a list of the account host; `page` counts from 1. */
export async function readPage<T>(
  calls: Calls,
  path: string,
  query: Readonly<Record<string, string>>,
  item: z.ZodType<T>,
  page: number,
  signal?: AbortSignal,
): Promise<ItemPage<T>> {
  const answer = await calls.json(
    {
      host: 'baseUrl',
      method: 'GET',
      path,
      query: { ...query, page: String(page), itemsPerPage: String(itemsPerPage) },
      safe: true,
    },
    pageOf(item),
    signal,
  );
  for (const { index, reason } of answer.broken) calls.warn(`${path}: item ${index} is left out: ${reason}`);
  return answer;
}

/**
 * Every page, each item once. Stops on a short or empty page, and where a page brings nothing new: totals are no
 * reliable guide to the number of pages, and a service may know no pages at all.
 *
 * @param keyOf what tells items apart
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
    const answer = await readPage(calls, path, query, item, page, signal);
    const before = all.size;
    for (const one of answer.items) if (!all.has(keyOf(one))) all.set(keyOf(one), one);
    const count = answer.items.length + answer.broken.length;
    received += count;
    // A service may cap itemsPerPage below what was asked: then the total, or the size that it names, tells of more.
    const isFull = count >= (answer.itemsPerPage ?? itemsPerPage);
    const more = answer.total === undefined ? isFull : received < answer.total;
    // A page that is broken as a whole says nothing about the next one.
    const isNew = all.size > before || answer.items.length === 0;
    if (count === 0 || !isNew || !more || page === mostPages) return [...all.values()];
  }
}
