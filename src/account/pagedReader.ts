import { signal } from '@preact/signals-core';
import type { Client } from '../api/client.ts';
import type { ListPage, PageRequest } from '../api/pages.ts';
import { onNextSession, type Reader } from './reader.ts';
import type { Paged, Reading } from '../editor/reading.ts';
import { signedInOf, type SessionOwner } from './session.ts';

export interface PagedReader<T> extends Reader<Paged<T>> {
  /** Reads the next page and adds it; nothing where there is none, or one is under way. */
  more(): Promise<void>;
}

/**
 * @param keyOf tells items apart: one that moved from page to page between two readings is shown once
 * @param itemsPerPage a service may send fewer
 */
export function createPagedReader<T>(
  session: SessionOwner,
  readPage: (client: Client, wanted: PageRequest) => Promise<ListPage<T>>,
  keyOf: (item: T) => string,
  itemsPerPage = 50,
  now: () => number = Date.now,
): PagedReader<T> {
  const current = signal<Reading<Paged<T>>>({ kind: 'none' });
  let last: symbol | undefined;
  let pages = 0;

  /** Pages 1 to `count`, as if turned just now. */
  async function readUpTo(client: Client, count: number): Promise<Paged<T>> {
    let paged: Paged<T> = { items: [], total: undefined, isLast: false, more: { kind: 'idle' } };
    for (let page = 1; page <= count && !paged.isLast; page++) {
      paged = joined(paged, await readPage(client, { page, itemsPerPage }));
    }
    return paged;
  }

  function joined(before: Paged<T>, { items, total, isLast }: ListPage<T>): Paged<T> {
    const all = new Map([...before.items, ...items].map(item => [keyOf(item), item]));
    return { items: [...all.values()], total, isLast, more: { kind: 'idle' } };
  }

  async function refresh() {
    const signedIn = signedInOf(session.current.peek());
    if (!signedIn) return;
    const mine = (last = Symbol());
    const known = current.peek();
    if (known.kind !== 'ready') current.value = { kind: 'loading' };
    const count = Math.max(1, pages);
    const answer = await signedIn
      .client()
      .then(client => readUpTo(client, count))
      .then(
        (value): Reading<Paged<T>> => ({ kind: 'ready', value, at: now() }),
        (error: unknown): Reading<Paged<T>> => ({ kind: 'failed', error }),
      );
    if (last !== mine) return;
    if (answer.kind === 'failed' && known.kind === 'ready') {
      current.value = { ...known, value: { ...known.value, more: { kind: 'idle' } }, stale: answer.error };
      return;
    }
    if (answer.kind === 'ready') pages = count;
    current.value = answer;
  }

  async function more() {
    const signedIn = signedInOf(session.current.peek());
    const known = current.peek();
    if (!signedIn || known.kind !== 'ready' || known.value.isLast || known.value.more.kind === 'loading')
      return;
    const mine = (last = Symbol());
    current.value = { ...known, value: { ...known.value, more: { kind: 'loading' } } };
    const value = await signedIn
      .client()
      .then(client => readPage(client, { page: pages + 1, itemsPerPage }))
      .then(
        (page): Paged<T> => joined(known.value, page),
        (error: unknown): Paged<T> => ({ ...known.value, more: { kind: 'failed', error } }),
      );
    if (last !== mine) return;
    if (value.more.kind === 'idle') pages += 1;
    current.value = { ...known, value };
  }

  onNextSession(session, () => {
    last = undefined;
    pages = 0;
    current.value = { kind: 'none' };
  });

  return {
    current,
    need() {
      if (current.peek().kind === 'none') void refresh();
    },
    refresh,
    more,
  };
}
