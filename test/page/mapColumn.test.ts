import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Frame } from 'playwright-core';
import { chooseFromMenu } from '../webview/mapPage.ts';
import { runCommand, type Product } from './product.ts';
import { startSearched } from './searchedHarbour.ts';

let product: Product;
let map: Frame;

beforeAll(async () => {
  ({ product, map } = await startSearched({ size: { width: 1400, height: 900 } }));
});
afterAll(() => product.stop());

it('keeps the map in its column while files are opened from it and from the Explorer, each once', async () => {
  const { page } = product;
  const column = (index: number) => page.locator('.editor-group-container').nth(index);
  const shown = (index: number, name: string) =>
    column(index).locator('.tab.active', { hasText: name }).waitFor();
  await chooseFromMenu(map, 'More actions', 'Save search…');
  await shown(0, 'harbour.search.json');
  await runCommand(page, 'View: Show Explorer');
  await column(1).locator('.tab', { hasText: 'Swath Map' }).click();
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'fields.aoi.geojson' }).click();
  await shown(0, 'fields.aoi.geojson');
  await shown(1, 'Swath Map');
  expect(await page.locator('.tab').count()).toBe(4);
});
