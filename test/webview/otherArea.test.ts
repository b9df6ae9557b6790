import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFilters } from './mapPage.ts';
import { startSearched } from './searched.ts';

it('a list whose filters hide all images of another area has one primary button, and both notes name the area', async () => {
  const { harness, map } = await startSearched();
  const { editor, folder } = harness;
  await openFilters(map);
  await map.getByLabel('Sun elevation ≥').fill('90');
  await map.getByLabel('Sun elevation ≥').press('Enter');
  const primary = map.locator('[appearance=primary]');
  await map.getByRole('heading', { name: /^Your filters hide [\d,]+ images$/ }).waitFor();
  await editor.openFile(join(folder, 'airport.aoi.geojson'), 1);
  await map.getByRole('heading', { name: 'These are images of harbour.' }).waitFor();
  await map.getByRole('heading', { name: /^Your filters hide [\d,]+ images of harbour$/ }).waitFor();
  expect(await primary.allInnerTexts()).toEqual(['Search']);
  await harness.stop();
  expect(harness.problems).toEqual([]);
});
