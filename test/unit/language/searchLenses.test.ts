import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerSearchLenses } from '../../../src/language/searchLenses.ts';
import { box, polygon } from '../model/geometry/polygons.ts';
import { fitText, hostileText } from '../hostileText.ts';
import { FakeDocument, type FakeEditor } from './fakeEditor.ts';

const editor = vi.hoisted(() => ({ current: undefined as unknown as FakeEditor }));
vi.mock('vscode', async () => {
  const fake = await import('./fakeEditor.ts');
  const made = new fake.FakeEditor();
  editor.current = made;
  return fake.vscodeOf(made);
});

const aoi = polygon(box(5.3, 43.27, 5.37, 43.32));

describe('the lenses of a saved search', () => {
  let registered: { dispose: () => unknown } | undefined;
  beforeEach(() => {
    registered = registerSearchLenses();
  });
  afterAll(() => registered?.dispose());

  const lensesOf = async (text: string) =>
    (await editor.current.lenses?.provideCodeLenses(new FakeDocument('/port.search.json', text), {})) ?? [];

  it('run it, show what is new, and tell what it asks for', async () => {
    const lenses = await lensesOf(JSON.stringify({ maxCloudCover: 20, aoi }));
    expect(lenses.map(({ command }) => [command.title, command.command, command.arguments])).toEqual([
      ['$(search)\u00a0Run', 'swath.runSearch', ['file:///port.search.json']],
      ['$(sparkle)\u00a0What Is New', 'swath.searchNew', ['file:///port.search.json']],
      ['31.5 km² · cloud up to 20 %', '', undefined],
    ]);
    expect(lenses.every(({ range }) => range.key === '0 0 0 0')).toBe(true);
  });

  it('make no icon of what stands in the file', async () => {
    const titles = async (criteria: object) =>
      (await lensesOf(JSON.stringify({ aoi, ...criteria }))).map(({ command }) => command.title);
    expect((await titles({ productType: hostileText })).at(-1)).toContain(fitText);
    expect(await titles({ [hostileText]: 1 })).toEqual([expect.stringContaining(fitText)]);
  });

  it('tell the first thing that is wrong, and run nothing', async () => {
    const lenses = await lensesOf('{"maxCloudCover": 200, "lastDays": 0}');
    expect(lenses.map(({ command }) => [command.title, command.command])).toEqual([
      ['$(warning)\u00a0"maxCloudCover" is a number from 0 to 100.', ''],
    ]);
  });

  it('are gone while the text is no JSON', async () => {
    expect(await lensesOf('{"maxCloudCover": ')).toEqual([]);
  });
});
