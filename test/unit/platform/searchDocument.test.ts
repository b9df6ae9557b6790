import { beforeEach, describe, expect, it, vi } from 'vitest';
import { desk, fakeDocument, FakeUri } from '../commands/areaWindow.ts';
import { say, scripted } from '../commands/scriptedWindow.ts';
import { resetSearchWindow, searchDesk } from '../commands/searchWindow.ts';

vi.mock('vscode', async () => (await import('../commands/searchWindow.ts')).searchVscode);

const { isSearchDocument, readSearchDocument, resolveSearchDocument, searchName } =
  await import('../../../src/platform/searchDocument.ts');

/** As much of a document as these look at. */
type Document = Parameters<typeof searchName>[0];
const documentAt = (path: string, text = '{}') => fakeDocument(path, text, 'file') as never as Document;

beforeEach(resetSearchWindow);

describe('the document of a saved search', () => {
  it('is told by its name, and is called by it', () => {
    expect(isSearchDocument(documentAt('/x/port of call.search.json'))).toBe(true);
    expect(isSearchDocument(documentAt('/x/search.json'))).toBe(false);
    expect(searchName(documentAt('/x/port of call.search.json'))).toBe('port of call');
  });

  it('is read when it is JSON', async () => {
    expect(await readSearchDocument(documentAt('/x', '{"lastDays": 3}'))).toEqual({
      kind: 'search',
      search: { lastDays: 3 },
    });
    expect(await readSearchDocument(documentAt('/x', '{"lastDays": "3"}'))).toMatchObject({
      kind: 'problems',
    });
    expect(await readSearchDocument(documentAt('/x', '{'))).toBeUndefined();
  });

  it('is the given one, else the active one', async () => {
    const [one, other] = ['/a.search.json', '/b.search.json'].map(path => fakeDocument(path, '{}', 'file'));
    if (!one || !other) throw new Error('There are two.');
    desk.documents.push(one, other);
    desk.active = other;
    expect(await resolveSearchDocument('file:/a.search.json')).toBe(one);
    expect(await resolveSearchDocument(new FakeUri('file', '/a.search.json'))).toBe(one);
    expect(await resolveSearchDocument(undefined)).toBe(other);
  });

  it('is chosen among the open ones and those of the workspace, each once', async () => {
    const open = fakeDocument('/nowhere/project/a.search.json', '{}', 'file');
    desk.documents.push(open, fakeDocument('/b.search.json', '{}'), fakeDocument('/c.geojson', '{}'));
    searchDesk.found.push(open.uri);
    scripted.answers.push(say('a.search.json'));
    expect(await resolveSearchDocument(undefined)).toBe(open);
    expect(desk.listed).toEqual(['a.search.json | a.search.json', 'b.search.json | not saved']);
  });

  it('is nothing to choose where there is none', async () => {
    await expect(resolveSearchDocument(undefined)).rejects.toThrow(/There is no saved search/);
  });
});
