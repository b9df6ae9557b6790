import type * as z from 'zod';
import type { Calls } from './calls.ts';
import { pageOf, type ItemPage } from './wire.ts';

/** Items asked for per request of the account host, where the caller does not choose. */
export const itemsPerPage = 100;

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

/** Every page. Stops on a short or empty page: totals are no reliable guide to the number of pages. */
export async function readAllPages<T>(
  calls: Calls,
  path: string,
  query: Readonly<Record<string, string>>,
  item: z.ZodType<T>,
  signal?: AbortSignal,
): Promise<T[]> {
  const all: T[] = [];
  let received = 0;
  for (let page = 1; ; page++) {
    const answer = await readPage(calls, path, query, item, page, signal);
    all.push(...answer.items);
    const count = answer.items.length + answer.broken.length;
    received += count;
    // A service may cap itemsPerPage below what was asked: then only the total tells that more are to come.
    const more = answer.total === undefined ? count >= itemsPerPage : received < answer.total;
    if (count === 0 || !more) return all;
  }
}
