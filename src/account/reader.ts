import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { Client } from '../api/client.ts';
import type { ListPage, PageRequest } from '../api/pages.ts';
import type { Paged, Reading } from '../editor/reading.ts';
import { signedInOf, type Session, type SessionOwner } from './session.ts';

/** The one owner of something that is read from the service. Follows the session: another one empties it. */
export interface Reader<T> {
  readonly current: ReadonlySignal<Reading<T>>;
  /** Reads it where nobody has yet; for whoever is about to show it. */
  need(): void;
  /** Reads it anew. What is known stays until the answer comes; of several readings the last one begun counts. */
  refresh: () => Promise<void>;
}

/** A reader for whoever has to know that something is new enough. */
export interface TimedReader<T> extends Reader<T> {
  /**
   * Resolves when it was read at that moment (epoch ms) or later, or reading it failed. A reading that is under way is
   * waited for and not doubled.
   */
  readSince(at: number): Promise<void>;
}

/** Reads anew what somebody has looked at, and nothing else. */
export async function refreshIfRead({ current, refresh }: Reader<unknown>): Promise<void> {
  if (current.peek().kind !== 'none') await refresh();
}

/** What is read of the service under a session, and how it changes. */
export interface ReadState<T> {
  readonly current: ReadonlySignal<Reading<T>>;
  /**
   * Reads; what is known stays until the answer comes, unless something else is to be shown meanwhile. Of several
   * readings the last one begun counts. A failure goes to the state.
   */
  readonly begin: (read: (client: Client) => Promise<Reading<T>>, meanwhile?: Reading<T>) => Promise<void>;
}

/** Emptied by another session, with what is under way. */
export function createReadState<T>(session: SessionOwner): ReadState<T> {
  const current = signal<Reading<T>>({ kind: 'none' });
  /** Of the last reading begun; an answer to an earlier one comes too late. */
  let last: symbol | undefined;

  onNextSession(session, () => {
    last = undefined;
    current.value = { kind: 'none' };
  });

  return {
    current,
    async begin(read, meanwhile) {
      const signedIn = signedInOf(session.current.peek());
      if (!signedIn) return;
      const mine = (last = Symbol());
      if (meanwhile) current.value = meanwhile;
      else if (current.peek().kind !== 'ready') current.value = { kind: 'loading' };
      const answer = await signedIn
        .client()
        .then(read)
        .catch((error: unknown): Reading<T> => ({ kind: 'failed', error }));
      if (last !== mine) return;
      const known = current.peek();
      current.value =
        answer.kind === 'failed' && known.kind === 'ready' ? { ...known, stale: answer.error } : answer;
    },
  };
}

export function createReader<T>(session: SessionOwner, read: (client: Client) => Promise<T>): TimedReader<T> {
  const { current, begin } = createReadState<T>(session);
  /** The last one begun, until it has ended. */
  let underWay: Promise<void> | undefined;

  function refresh(): Promise<void> {
    const mine = begin(async client => {
      const value = await read(client);
      return { kind: 'ready', value, at: Date.now() };
    }).finally(() => {
      if (underWay === mine) underWay = undefined;
    });
    return (underWay = mine);
  }

  onNextSession(session, () => (underWay = undefined));

  return {
    current,
    need() {
      if (current.peek().kind === 'none') void refresh();
    },
    refresh,
    async readSince(at) {
      const known = current.peek();
      if (!underWay && known.kind === 'ready' && known.at >= at) return;
      await (underWay ?? refresh());
    },
  };
}

export interface PagedReader<T> extends Reader<Paged<T>> {
  /** Reads the next page and adds it; nothing where there is none, or one is under way. */
  more(): Promise<void>;
}

const idle = { kind: 'idle' } as const;

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
): PagedReader<T> {
  const { current, begin } = createReadState<Pages<T>>(session);

  function joined(before: Pages<T>, { items, total, isLast }: ListPage<T>): Pages<T> {
    const all = new Map([...before.items, ...items].map(item => [keyOf(item), item]));
    return { items: [...all.values()], total, isLast, more: idle, count: before.count + 1 };
  }

  /** Reads as many pages as were turned, as if turned just now. */
  function refresh(): Promise<void> {
    const known = current.peek();
    const turned = known.kind === 'ready' ? known.value.count : 1;
    return begin(
      async client => {
        let value: Pages<T> = { items: [], total: undefined, isLast: false, more: idle, count: 0 };
        while (value.count < turned && !value.isLast) {
          value = joined(value, await readPage(client, { page: value.count + 1, itemsPerPage }));
        }
        return { kind: 'ready', value, at: Date.now() };
      },
      known.kind === 'ready' ? { ...known, value: { ...known.value, more: idle } } : undefined,
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

/** Things of one sort that are each read by their id. */
export interface KeyedReader<T, R extends Reader<T> = Reader<T>> {
  /** What was asked for, by id. */
  readonly current: ReadonlySignal<ReadonlyMap<string, Reading<T>>>;
  of(id: string): Reading<T>;
  /** The reader of an id, always the same. */
  readonly reader: (id: string) => R;
  /** Reads anew whatever was asked for. */
  refreshAll(): Promise<void>;
}

/** @param make the reader of an id, when it is first asked for */
export function createKeyedReader<T, R extends Reader<T> = Reader<T>>(
  make: (id: string) => R,
): KeyedReader<T, R> {
  const readers = signal<ReadonlyMap<string, R>>(new Map());

  function reader(id: string): R {
    const known = readers.peek().get(id);
    if (known) return known;
    const made = make(id);
    readers.value = new Map(readers.peek()).set(id, made);
    return made;
  }

  return {
    current: computed(
      () => new Map([...readers.value].map(([id, { current }]) => [id, current.value] as const)),
    ),
    of: id => readers.peek().get(id)?.current.peek() ?? { kind: 'none' },
    reader,
    async refreshAll() {
      await Promise.all([...readers.peek().values()].map(refreshIfRead));
    },
  };
}

/** Calls back at each change of the session that comes after now, the last time when the window goes. */
export function onNextSession(session: SessionOwner, run: (next: Session) => void): void {
  let shownFor = session.current.peek();
  const stop = session.current.subscribe(next => {
    if (next === shownFor) return;
    shownFor = next;
    run(next);
  });
  session.lifetime.addEventListener('abort', stop);
}
