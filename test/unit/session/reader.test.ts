import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Services } from '../../../src/service/rules/account.ts';
import type { ListPage, PageRequest } from '../../../src/service/wire/listReading.ts';
import { readingError, readValue } from '../../../src/platform/host/reading.ts';
import { createKeyedReader, createPagedReader, createReader } from '../../../src/session/reader.ts';
import { apiError, deferred, fakeClient, otherConnection, settle, signedInSession } from '../fakes.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 42, toFake: ['Date'] });
  return () => void vi.useRealTimers();
});

/** A reader of the roles; the test supplies the answers in the order of the calls. */
async function setUp() {
  const answers: ReturnType<typeof deferred<Services>>[] = [];
  const services = () => {
    const answer = deferred<Services>();
    answers.push(answer);
    return answer.promise;
  };
  const session = await signedInSession(fakeClient({ services }));
  return {
    session,
    reader: createReader(session, client => client.services()),
    answers,
    answer: async (index: number, value: Services | Error) => {
      if (value instanceof Error) answers[index]?.reject(value);
      else answers[index]?.resolve(value);
      await settle();
    },
  };
}

describe('a reader', () => {
  it('requests nothing before it is needed, and then once', async () => {
    const { reader, answers, answer } = await setUp();
    await settle();
    expect([answers.length, reader.current.value.kind]).toEqual([0, 'none']);
    reader.need();
    reader.need();
    await settle();
    expect([answers.length, reader.current.value.kind]).toEqual([1, 'loading']);
    await answer(0, { verde: true });
    expect(reader.current.value).toEqual({ kind: 'ready', value: { verde: true }, at: 42 });
    reader.need();
    await settle();
    expect(answers).toHaveLength(1);
  });

  it('keeps what it knows during a refresh, and when that fails', async () => {
    const { reader, answer } = await setUp();
    reader.need();
    await settle();
    await answer(0, { verde: true });
    const reading = reader.refresh();
    await settle();
    expect(readValue(reader.current.value)).toEqual({ verde: true });
    await answer(1, apiError('server', 500));
    await reading;
    expect(readValue(reader.current.value)).toEqual({ verde: true });
    expect(readingError(reader.current.value)).toMatchObject({ kind: 'server' });
    void reader.refresh();
    await settle();
    await answer(2, { verde: false });
    expect(reader.current.value).toEqual({ kind: 'ready', value: { verde: false }, at: 42 });
  });

  it('fails if it knows nothing, and need does not retry constantly', async () => {
    const { reader, answers, answer } = await setUp();
    reader.need();
    await settle();
    await answer(0, apiError('network'));
    expect(reader.current.value).toMatchObject({ kind: 'failed', error: { kind: 'network' } });
    reader.need();
    await settle();
    expect(answers).toHaveLength(1);
  });

  it('uses the answer to the request that started last, whichever arrives first', async () => {
    const { reader, answer } = await setUp();
    reader.need();
    void reader.refresh();
    await settle();
    await answer(1, { verde: true });
    await answer(0, { verde: false });
    expect(readValue(reader.current.value)).toEqual({ verde: true });
  });

  it('refreshes what is not new enough, and waits for a request in progress', async () => {
    const { reader, answers, answer } = await setUp();
    const first = reader.readSince(42);
    const second = reader.readSince(40);
    await settle();
    expect(answers).toHaveLength(1);
    await answer(0, { verde: true });
    await Promise.all([first, second, reader.readSince(42)]);
    expect(answers).toHaveLength(1);
    const third = reader.readSince(43);
    await settle();
    await answer(1, apiError('server', 500));
    await third;
    expect([answers.length, readValue(reader.current.value)]).toEqual([2, { verde: true }]);
  });

  it('sends another request if the one in progress began too early, such as before an order', async () => {
    const { reader, answers, answer } = await setUp();
    const before = reader.readSince(42);
    vi.setSystemTime(50);
    const after = reader.readSince(50);
    await settle();
    expect(answers).toHaveLength(1);
    await answer(0, { verde: false });
    expect(answers).toHaveLength(2);
    await answer(1, { verde: true });
    await Promise.all([before, after]);
    expect(reader.current.value).toEqual({ kind: 'ready', value: { verde: true }, at: 50 });
  });

  it('drops the answer to an ended session', async () => {
    const { session, reader, answer } = await setUp();
    reader.need();
    await settle();
    await session.signIn(otherConnection, 'key');
    expect(reader.current.value.kind).toBe('none');
    await answer(0, { verde: true });
    expect(reader.current.value.kind).toBe('none');
    await session.signOut();
    await reader.refresh();
    expect(reader.current.value.kind).toBe('none');
  });
});

describe('items requested by ID', () => {
  it('announce each change, and are refreshed together', async () => {
    const { session, answer } = await setUp();
    const things = createKeyedReader<Services>(() => createReader(session, client => client.services()));
    const kinds: (string | undefined)[] = [];
    things.current.subscribe(all => kinds.push(all.get('a')?.kind));
    things.reader('a').need();
    await settle();
    await answer(0, { verde: true });
    expect(kinds).toEqual([undefined, 'none', 'loading', 'ready']);
    void things.refreshAll();
    await settle();
    await answer(1, apiError('network'));
    expect([readValue(things.of('a')), readingError(things.of('a'))]).toMatchObject([
      { verde: true },
      { kind: 'network' },
    ]);
  });
});

interface Item {
  id: string;
}

/** A list of `ids`, two per page; `broken` is the page that fails. */
async function pagedSetup(ids: string[]) {
  const service = { ids, broken: undefined as number | undefined };
  const requested: number[] = [];
  const session = await signedInSession(fakeClient());
  const readPage = (_client: unknown, { page, itemsPerPage }: PageRequest): Promise<ListPage<Item>> => {
    requested.push(page);
    if (page === service.broken) return Promise.reject(apiError('server', 500));
    const items = service.ids.slice((page - 1) * itemsPerPage, page * itemsPerPage).map(id => ({ id }));
    const isLast = page * itemsPerPage >= service.ids.length;
    return Promise.resolve({ items, total: service.ids.length, isLast });
  };
  const reader = createPagedReader(session, readPage, item => item.id, 2);
  return {
    session,
    reader,
    service,
    requested,
    listedIds: () => readValue(reader.current.value)?.items.map(({ id }) => id),
  };
}

describe('a paged list', () => {
  it('starts with one page and continues on request', async () => {
    const { reader, requested, listedIds } = await pagedSetup(['a', 'b', 'c', 'd', 'e']);
    reader.need();
    await settle();
    expect([listedIds(), requested]).toEqual([['a', 'b'], [1]]);
    expect(readValue(reader.current.value)).toMatchObject({ total: 5, isLast: false });
    await reader.more();
    await reader.more();
    expect(listedIds()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(readValue(reader.current.value)?.isLast).toBe(true);
    await reader.more();
    expect(requested).toEqual([1, 2, 3]);
  });

  it('requests the next page once, even after several clicks', async () => {
    const { reader, requested } = await pagedSetup(['a', 'b', 'c']);
    await reader.refresh();
    const first = reader.more();
    expect(readValue(reader.current.value)?.more.kind).toBe('loading');
    await Promise.all([first, reader.more()]);
    expect(requested).toEqual([1, 2]);
  });

  it('is loaded to its end, or not at all after that was canceled', async () => {
    const { reader, listedIds, requested } = await pagedSetup(['a', 'b', 'c', 'd', 'e']);
    const none = () => undefined;
    await reader.all(AbortSignal.abort(), none);
    expect(requested).toEqual([]);
    const { signal } = new AbortController();
    await reader.all(signal, none);
    expect([listedIds()?.length, getEventListeners(signal, 'abort').length]).toEqual([5, 0]);
  });

  it('keeps the pages when the next one fails, and requests the same one again', async () => {
    const { reader, service, requested, listedIds } = await pagedSetup(['a', 'b', 'c']);
    await reader.refresh();
    service.broken = 2;
    await reader.more();
    expect(listedIds()).toEqual(['a', 'b']);
    expect(readValue(reader.current.value)?.more).toMatchObject({
      kind: 'failed',
      error: { kind: 'server' },
    });
    service.broken = undefined;
    await reader.more();
    expect(listedIds()).toEqual(['a', 'b', 'c']);
    expect(requested).toEqual([1, 2, 2]);
  });

  it('refreshes as many pages as were loaded', async () => {
    const { reader, service, requested, listedIds } = await pagedSetup(['a', 'b', 'c', 'd', 'e']);
    await reader.refresh();
    await reader.more();
    service.ids = ['new', 'a', 'b', 'c', 'd', 'e'];
    await reader.refresh();
    expect(listedIds()).toEqual(['new', 'a', 'b', 'c']);
    expect(requested).toEqual([1, 2, 1, 2]);
    await reader.more();
    expect(listedIds()).toEqual(['new', 'a', 'b', 'c', 'd', 'e']);
  });

  it('is cleared by another session', async () => {
    const { session, reader } = await pagedSetup(['a']);
    await reader.refresh();
    await session.signOut();
    expect(reader.current.value.kind).toBe('none');
    await reader.more();
    expect(reader.current.value.kind).toBe('none');
  });
});
