import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Harness } from './harness.ts';
import { resultRows, until } from './mapPage.ts';
import { searchFile, startSearched } from './searched.ts';

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startSearched());
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

it('puts the pictures of a place and their bar away when the area is elsewhere', async () => {
  await resultRows(map).first().click();
  await map.locator('.row-details').getByRole('button', { name: 'Quicklook' }).click();
  await map.locator('.picture-pane canvas').first().waitFor({ state: 'attached' });
  await map.locator('.picture-chip:visible').first().waitFor();
  await searchFile(harness, 'airport.aoi.geojson');
  await until('a map without them', async () => (await map.locator('.picture-pane').count()) === 0);
  expect(await map.locator('.picture-chip:visible').count()).toBe(0);
});
