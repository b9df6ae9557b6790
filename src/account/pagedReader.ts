import type { Client } from '../api/client.ts';
import type { ListPage, PageRequest } from '../api/pages.ts';
import { createReadState, type Reader } from './reader.ts';
import type { Paged } from '../editor/reading.ts';
import type { SessionOwner } from './session.ts';

export interface PagedReader<T> extends Reader<Paged<T>> {
  /** Reads the next page and adds it; nothing where there is none, or one is under way. */
  more(): Promise<void>;
}

interface Pages<T> extends Paged<T> {
  /** How many were read. */
  count: number;
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
  const { current, begin } = createReadState<Pages<T>>(session);

  function joined(before: Pages<T>, { items, total, isLast }: ListPage<T>): Pages<T> {
    const all = new Map([...before.items, ...items].map(item => [keyOf(item), item]));
    return { items: [...all.values()], total, isLast, more: { kind: 'idle' }, count: before.count + 1 };
  }

  /** Reads as many pages as were turned, as if turned just now. */
  function refresh(): Promise<void> {
    const known = current.peek();
    const turned = known.kind === 'ready' ? known.value.count : 1;
    return begin(
      async client => {
        let value: Pages<T> = {
          items: [],
          total: undefined,
          isLast: false,
          more: { kind: 'idle' },
          count: 0,
        };
        while (value.count < turned && !value.isLast) {
          value = joined(value, await readPage(client, { page: value.count + 1, itemsPerPage }));
        }
        return { kind: 'ready', value, at: now() };
      },
      known.kind === 'ready' ? { ...known, value: { ...known.value, more: { kind: 'idle' } } } : undefined,
    );
  }

  async function more(): Promise<void> {
    const known = current.peek();
    if (known.kind !== 'ready' || known.value.isLast || known.value.more.kind === 'loading') return;
    const { value } = known;
    const showing = (more: Paged<T>['more']) => ({ ...known, value: { ...value, more } });
    await begin(
      client =>
        readPage(client, { page: value.count + 1, itemsPerPage }).then(
          page => ({ ...known, value: joined(value, page) }),
          (error: unknown) => showing({ kind: 'failed', error }),
        ),
      showing({ kind: 'loading' }),
    );
  }

  return {
    current,
    need() {
      if (current.peek().kind === 'none') void refresh();
    },
    refresh,
    more,
  };
}
