import { invalid } from './refusal.ts';
import type { Service } from './service.ts';

/** A whole number of at least 1, as the specification wants `page` and `itemsPerPage`. */
export function positiveInteger(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  if (!/^\d{1,9}$/.test(value) || Number(value) < 1)
    throw invalid(`${name} must be a whole number of at least 1`);
  return Number(value);
}

/** One page of an account list in the service's envelope. */
export function pageOf(
  service: Service,
  items: readonly unknown[],
  query: { page?: string; itemsPerPage?: string },
): Record<string, unknown> {
  const page = positiveInteger('page', query.page, 1);
  const itemsPerPage = positiveInteger('itemsPerPage', query.itemsPerPage, 10);
  const startIndex = (page - 1) * itemsPerPage;
  const part = items.slice(startIndex, startIndex + itemsPerPage);
  // The specification shows no envelope; its one list, of keys, is called `items`.
  return service.dialect === 'specification'
    ? { items: part }
    : { startIndex, totalResults: items.length, countLimitReached: false, itemsPerPage, items: part };
}
