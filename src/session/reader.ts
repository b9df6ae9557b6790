import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Client } from '../service/wire/client.ts';
import {
  createListReading,
  type ListPage,
  type ListReading,
  type PageRequest,
  takeFailure,
} from '../service/wire/listReading.ts';
import { type Paged, type Reading, readValue } from '../platform/host/reading.ts';
import { asSignedIn, type Session, type SessionOwner } from './session.ts';

/** The single owner of data requested from the service. Follows the session: a new session clears it. */
export interface Reader<T> {
  readonly current: ReadonlySignal<Reading<T>>;
  /** Requests the data unless that was done before; called before it is shown. */
  need(): void;
  /**
   * Requests the data again. The known data stays until the answer arrives; of several requests, the last one started
   * counts.
   */
  refresh: () => Promise<void>;
}

/** A reader for callers that need data of a minimum freshness. */
export interface TimedReader<T> extends Reader<T> {
  /**
   * Resolves when the data was requested at that moment (epoch ms) or later, or when the request failed. Waits for a
   * request in progress first, and sends another only if that began too early.
   */
  readSince(at: number): Promise<void>;
}

/** Refreshes only what has been requested before. */
export async function refreshIfRead({ current, refresh }: Reader<unknown>): Promise<void> {
  if (current.peek().kind !== 'none') await refresh();
}

/** Refreshes what has been requested before, but not at that moment (epoch ms) or later. */
async function refreshIfOlder(reader: TimedReader<unknown>, since: number): Promise<void> {
  if (reader.current.peek().kind !== 'none') await reader.readSince(since);
}

/** @param since epoch ms; what was requested at that moment or later isn't requested again */
export async function refreshThoseRead(
  readers: readonly TimedReader<unknown>[],
  since?: number,
): Promise<void> {
  await Promise.all(
    readers.map(reader => (since === undefined ? refreshIfRead(reader) : refreshIfOlder(reader, since))),
  );
}

/** Data requested from the service in a session, and how it changes. */
export interface ReadState<T> {
  readonly current: ReadonlySignal<Reading<T>>;
  /**
   * Sends a request. The known data stays until the answer arrives, unless `meanwhile` is to be shown until then. Of
   * several requests, the last one started counts. A failure goes to the state.
   */
  readonly begin: (read: (client: Client) => Promise<Reading<T>>, meanwhile?: Reading<T>) => Promise<void>;
}

/** Cleared by a new session, including requests in progress. */
export function createReadState<T>(session: SessionOwner): ReadState<T> {
  const current = signal<Reading<T>>({ kind: 'none' });
  /** The last request started; answers to earlier ones are dropped. */
  let last: symbol | undefined;

  onNextSession(session, () => {
    last = undefined;
    current.value = { kind: 'none' };
  });

  return {
    current,
    async begin(read, meanwhile) {
      const signedIn = asSignedIn(session.current.peek());
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
  return createTimedReader(session, current, at =>
    begin(async client => ({ kind: 'ready', value: await read(client), at })),
  );
}

/** @param request sends a request and passes its beginning (epoch ms) to the reading */
function createTimedReader<T>(
  session: SessionOwner,
  current: ReadonlySignal<Reading<T>>,
  request: (at: number) => Promise<void>,
): TimedReader<T> {
  /** The last request started, until it ends, and when it began. */
  let underWay: { at: number; ended: Promise<void> } | undefined;

  function refresh(): Promise<void> {
    const at = Date.now();
    const ended = request(at).finally(() => {
      if (underWay === mine) underWay = undefined;
    });
    const mine = { at, ended };
    underWay = mine;
    return ended;
  }

  onNextSession(session, () => (underWay = undefined));

  return {
    current,
    need() {
      if (current.peek().kind === 'none') void refresh();
    },
    refresh,
    async readSince(at) {
      if (underWay && underWay.at < at) await underWay.ended;
      const known = current.peek();
      if (!underWay && known.kind === 'ready' && known.at >= at) return;
      await (underWay?.ended ?? refresh());
    },
  };
}

export interface PagedReader<T> extends TimedReader<Paged<T>> {
  /** Requests the next page and appends it, unless there is none; waits for one that is in progress. */
  more(): Promise<void>;
  /**
   * Requests page after page until everything is loaded, a page fails, or the signal is aborted.
   *
   * @param onPage called before each page
   */
  all(signal: AbortSignal, onPage: (loaded: Paged<T>) => void): Promise<void>;
}

const idle = { kind: 'idle' } as const;

interface Pages<T> extends Paged<T> {
  readonly reading: ListReading<T>;
  /** Number of pages read. */
  count: number;
}

/**
 * @param itemKey identifies items: one that moved to another page between two requests is shown once
 * @param itemsPerPage the service may send fewer
 */
export function createPagedReader<T>(
  session: SessionOwner,
  readPage: (client: Client, request: PageRequest) => Promise<ListPage<T>>,
  itemKey: (item: T) => string,
  itemsPerPage = 50,
): PagedReader<T> {
  const { current, begin } = createReadState<Pages<T>>(session);

  /** Reads on; at an end that isn't certain, all pages again. */
  async function readOn(client: Client, reading: ListReading<T>, pages: number): Promise<number> {
    let count = 0;
    // Without a total, only the next page shows whether a short one was the last.
    let isOpen = false;
    let checks = 1;
    while (
      reading.state() === 'reading' &&
      (count < pages || reading.passes() > 1 || (isOpen && checks-- > 0))
    ) {
      try {
        const page = await readPage(client, { page: reading.page(), itemsPerPage });
        reading.take(page);
        isOpen = page.total === undefined && page.isFull === false;
        if (
          page.isLast &&
          page.total === undefined &&
          reading.state() === 'reading' &&
          reading.passes() === 1
        )
          reading.end();
      } catch (error) {
        takeFailure(reading, error);
      }
      count += 1;
    }
    return count;
  }

  function listPages(reading: ListReading<T>, count: number): Pages<T> {
    const { total, unreadable } = reading.extent();
    return {
      items: reading.items(),
      total,
      isLast: reading.state() !== 'reading',
      isUncertain: reading.state() === 'uncertain' ? true : undefined,
      unreadable: unreadable > 0 ? unreadable : undefined,
      more: idle,
      reading,
      count,
    };
  }

  /** Requests as many pages as were loaded before. */
  const timed = createTimedReader(session, current, at => {
    const known = current.peek();
    const turned = known.kind === 'ready' ? known.value.count : 1;
    return begin(
      async client => {
        const reading = createListReading(itemKey);
        const count = await readOn(client, reading, turned);
        return { kind: 'ready', value: listPages(reading, count), at };
      },
      known.kind === 'ready' ? { ...known, value: { ...known.value, more: idle } } : undefined,
    );
  });

  let turning: Promise<void> | undefined;
  const more = () => (turning ??= turn().finally(() => (turning = undefined)));

  async function turn(): Promise<void> {
    const known = current.peek();
    if (known.kind !== 'ready' || known.value.isLast) return;
    const { value } = known;
    const showing = (more: Paged<T>['more']) => ({ ...known, value: { ...value, more } });
    await begin(
      client =>
        readOn(client, value.reading, 1).then(
          count => ({ ...known, value: listPages(value.reading, value.count + count) }),
          (error: unknown) => showing({ kind: 'failed', error }),
        ),
      showing({ kind: 'loading' }),
    );
  }

  return {
    ...timed,
    more,
    async all(signal, onPage) {
      const { promise: cancelled, resolve } = Promise.withResolvers<undefined>();
      const cancel = () => resolve(undefined);
      signal.addEventListener('abort', cancel);
      if (current.peek().kind !== 'ready' && !signal.aborted)
        await Promise.race([timed.refresh(), cancelled]);
      for (;;) {
        const before = readValue(current.peek());
        if (!before || before.isLast || signal.aborted) break;
        onPage(before);
        await Promise.race([more(), cancelled]);
        if (readValue(current.peek())?.more.kind === 'failed') break;
      }
      signal.removeEventListener('abort', cancel);
    },
  };
}

/** Items of one kind that are each requested by ID. */
export interface KeyedReader<T, R extends TimedReader<T> = TimedReader<T>> {
  /** What was requested, by ID. */
  readonly current: ReadonlySignal<ReadonlyMap<string, Reading<T>>>;
  of(id: string): Reading<T>;
  /** The reader for an ID, always the same object. */
  readonly reader: (id: string) => R;
  /**
   * Refreshes everything that was requested.
   *
   * @param since epoch ms; what was requested at that moment or later isn't requested again
   */
  refreshAll(since?: number): Promise<void>;
}

/** @param make creates the reader for an ID when it is first needed */
export function createKeyedReader<T, R extends TimedReader<T> = TimedReader<T>>(
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
    refreshAll: since => refreshThoseRead([...readers.peek().values()], since),
  };
}

/** Calls back at each later change of the session, the last time when the window closes. */
export function onNextSession(session: SessionOwner, run: (next: Session) => void): void {
  let shownFor = session.current.peek();
  const stop = session.current.subscribe(next => {
    if (next === shownFor) return;
    shownFor = next;
    run(next);
  });
  session.lifetime.addEventListener('abort', stop);
}
