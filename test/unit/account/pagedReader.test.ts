import { describe, expect, it } from 'vitest';
import type { ListPage, PageRequest } from '../../../src/api/pages.ts';
import { createPagedReader } from '../../../src/account/reader.ts';
import { valueOf } from '../../../src/editor/reading.ts';
import { apiError, fakeClient, settle, signedInSession } from '../fakes.ts';

interface Item {
  id: string;
}

/** A list of `ids`, two to a page; `broken` says which page fails. */
async function bench(ids: string[]) {
  const service = { ids, broken: undefined as number | undefined };
  const asked: number[] = [];
  const session = await signedInSession(fakeClient());
  const readPage = (_client: unknown, { page, itemsPerPage }: PageRequest): Promise<ListPage<Item>> => {
    asked.push(page);
    if (page === service.broken) return Promise.reject(apiError('server', 500));
    const items = service.ids.slice((page - 1) * itemsPerPage, page * itemsPerPage).map(id => ({ id }));
    const isLast = page * itemsPerPage >= service.ids.length;
    return Promise.resolve({ items, total: service.ids.length, isLast });
  };
  const reader = createPagedReader(
    session,
    readPage,
    item => item.id,
    2,
    () => 42,
  );
  return {
    session,
    reader,
    service,
    asked,
    shown: () => valueOf(reader.current.value)?.items.map(({ id }) => id),
  };
}

describe('a list read a page at a time', () => {
  it('begins with one page and goes on where asked', async () => {
    const { reader, asked, shown } = await bench(['a', 'b', 'c', 'd', 'e']);
    reader.need();
    await settle();
    expect([shown(), asked]).toEqual([['a', 'b'], [1]]);
    expect(valueOf(reader.current.value)).toMatchObject({ total: 5, isLast: false });
    await reader.more();
    await reader.more();
    expect(shown()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(valueOf(reader.current.value)?.isLast).toBe(true);
    await reader.more();
    expect(asked).toEqual([1, 2, 3]);
  });

  it('asks for the next page once, however often one presses', async () => {
    const { reader, asked } = await bench(['a', 'b', 'c']);
    await reader.refresh();
    const first = reader.more();
    expect(valueOf(reader.current.value)?.more.kind).toBe('loading');
    await Promise.all([first, reader.more()]);
    expect(asked).toEqual([1, 2]);
  });

  it('leaves the pages standing when the next one fails, and asks for the same again', async () => {
    const { reader, service, asked, shown } = await bench(['a', 'b', 'c']);
    await reader.refresh();
    service.broken = 2;
    await reader.more();
    expect(shown()).toEqual(['a', 'b']);
    expect(valueOf(reader.current.value)?.more).toMatchObject({ kind: 'failed', error: { kind: 'server' } });
    service.broken = undefined;
    await reader.more();
    expect(shown()).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual([1, 2, 2]);
  });

  it('reads as many pages anew as were turned', async () => {
    const { reader, service, asked, shown } = await bench(['a', 'b', 'c', 'd', 'e']);
    await reader.refresh();
    await reader.more();
    service.ids = ['new', 'a', 'b', 'c', 'd', 'e'];
    await reader.refresh();
    expect(shown()).toEqual(['new', 'a', 'b', 'c']);
    expect(asked).toEqual([1, 2, 1, 2]);
    await reader.more();
    expect(shown()).toEqual(['new', 'a', 'b', 'c', 'd', 'e']);
  });

  it('is emptied by another session', async () => {
    const { session, reader } = await bench(['a']);
    await reader.refresh();
    await session.signOut();
    expect(reader.current.value.kind).toBe('none');
    await reader.more();
    expect(reader.current.value.kind).toBe('none');
  });
});
