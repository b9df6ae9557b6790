/** Pages of lists, which the specification mentions and doesn't show. */
import type { PageQuestion } from '../http/service.ts';
import type { ListName } from './answers.ts';

interface Page {
  name: ListName;
  items: readonly unknown[];
  page: number;
  size: number;
  total: number;
}

type Form = (page: Page) => unknown;

const pageCount = ({ total, size }: Page) => Math.ceil(total / size);

export const listForms: readonly [Form, ...Form[]] = [
  ({ items }) => ({ items }),
  ({ items, total, page, size }) => ({
    startIndex: (page - 1) * size,
    totalResults: total,
    itemsPerPage: size,
    items,
  }),
  ({ items }) => items,
  ({ items, total }) => ({ items, total }),
  ({ items, name }) => ({ [name]: items }),
  ({ items, total }) => ({ data: items, meta: { total } }),
  ({ items, total }) => ({ count: total, next: null, results: items }),
  list => ({
    content: list.items,
    number: list.page - 1,
    size: list.size,
    totalElements: list.total,
    totalPages: pageCount(list),
    last: list.page >= pageCount(list),
  }),
  ({ items, name, size }) => ({ _embedded: { [name]: items }, page: { size } }),
  ({ items, total }) => ({ 'hydra:member': items, 'hydra:totalItems': total }),
  ({ items, page }) => ({ page: { number: page, items } }),
  ({ items }) => ({ items: Object.fromEntries(items.map((item, index) => [`${index}`, item])) }),
];

/** How many items a page has: as many as asked for, or fewer. */
export const pageSizes: readonly [number, ...number[]] = [Infinity, 7, 3, 20];

/** Where no size is asked for. */
const defaultSize = 10;

export function pageFor(
  name: ListName,
  all: readonly unknown[],
  { page, itemsPerPage = defaultSize }: PageQuestion,
  largest: number,
): Page {
  const size = Math.min(itemsPerPage, largest);
  return { name, items: all.slice((page - 1) * size, page * size), page, size, total: all.length };
}
