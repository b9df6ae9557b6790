import { beforeEach, describe, expect, it } from 'vitest';
import { Range } from 'vscode';
import { registerSearchLenses } from '../../../../src/images/ui/searchDiagnostics.ts';
import { editor, newEditor } from '../../../fake/editor.ts';
import { box, polygon } from '../../model/geometry/polygons.ts';
import { fitText, hostileText } from '../../hostileText.ts';

const aoi = polygon(box(5.3, 43.27, 5.37, 43.32));

describe('the lenses of a saved search', () => {
  beforeEach(() => {
    newEditor();
    registerSearchLenses();
  });

  const lensesOf = (text: string) => editor.lenses(editor.open('/port.search.json', text));

  it('run it, show what is new, and tell what it asks for', async () => {
    const lenses = await lensesOf(JSON.stringify({ maxCloudCover: 20, aoi }));
    expect(lenses.map(({ command }) => [command?.title, command?.command, command?.arguments])).toEqual([
      ['$(search)\u00a0Run', 'swath.runSearch', ['file:///port.search.json']],
      ['$(sparkle)\u00a0New Images', 'swath.searchNew', ['file:///port.search.json']],
      ['31.5 km² · cloud up to 20 %', '', undefined],
    ]);
    expect(lenses.every(({ range }) => range.isEqual(new Range(0, 0, 0, 0)))).toBe(true);
  });

  it('make no icon of what stands in the file', async () => {
    const titles = async (criteria: object) =>
      (await lensesOf(JSON.stringify({ aoi, ...criteria }))).map(({ command }) => command?.title);
    expect((await titles({ productType: hostileText })).at(-1)).toContain(fitText);
    expect(await titles({ [hostileText]: 1 })).toEqual([expect.stringContaining(fitText)]);
  });

  it('tell the first thing that is wrong, and run nothing', async () => {
    const lenses = await lensesOf('{"maxCloudCover": 200, "lastDays": 0}');
    expect(lenses.map(({ command }) => [command?.title, command?.command])).toEqual([
      ['$(warning)\u00a0"maxCloudCover" must be a number from 0 to 100.', ''],
    ]);
  });
});
