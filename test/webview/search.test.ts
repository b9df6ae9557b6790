import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeatureCollection } from 'geojson';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blankFields } from '../../webview/features/search/filterFields.ts';
import { tempFolder } from '../unit/tempFolder.ts';
import type { Harness } from './harness.ts';
import {
  chooseFromMenu,
  chooseImages,
  focusComes,
  listedCount,
  openFilters,
  resultRows,
  until,
} from './mapPage.ts';
import { startSearched } from './searched.ts';

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startSearched());
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

const chip = (words: string) => map.getByRole('button', { name: `Remove "${words}"` });
const total = () => map.locator('.total').innerText();
const search = () => map.getByRole('button', { name: 'Search', exact: true }).click();

describe('searching and selecting on the map', () => {
  it('shows every image with its thumbnail and the share of the area that it covers', async () => {
    await map.locator('.total', { hasText: /^50 of 1,\d+ images/ }).waitFor();
    await map.locator('.row img[src^="blob:"]').first().waitFor();
    await map.locator('.row', { hasText: '100 %' }).first().waitFor();
  });

  it('opens the filters over the map, which keeps its place, and closes them with a click beside them', async () => {
    const boxOf = () => map.locator('.map').boundingBox();
    const before = await boxOf();
    await openFilters(map);
    expect(await boxOf()).toEqual(before);
    await map.locator('.selection-number').click();
    await map.locator('#filter-panel').waitFor({ state: 'hidden' });
  });

  it('only closes the filters with a click on the map or the list', async () => {
    const chosen = map.locator('.row[aria-selected=true]');
    const toggle = map.getByRole('button', { name: 'Filters' });
    const { mouse } = harness.page;
    const rowBox = await resultRows(map).nth(4).boundingBox();
    const mapBox = await map.locator('.map').boundingBox();
    for (const box of [rowBox, mapBox]) {
      await toggle.click();
      await map.locator('#filter-panel').waitFor();
      await mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 60, (box?.y ?? 0) + (box?.height ?? 0) / 2);
      await map.locator('#filter-panel').waitFor({ state: 'hidden' });
      expect(await chosen.count()).toBe(0);
    }
    // The next click is one again.
    await resultRows(map).nth(4).click();
    await until('the image', async () => (await chosen.count()) === 1);
    await resultRows(map)
      .nth(4)
      .click({ modifiers: ['Control'] });
  });

  it('has a control for each field of a filter', async () => {
    // Their controls are those of another field, or above the list.
    const apart: readonly string[] = ['after', 'before', 'place', 'unit', 'sort'];
    const fields = Object.keys(blankFields).filter(name => !apart.includes(name));
    await openFilters(map);
    const controlNames = async () =>
      map.locator('[id^=filter-]').evaluateAll(all => all.map(({ id }) => id.replace('filter-', '')));
    const ofArea = await controlNames();
    const where = map.getByRole('combobox', { name: 'Where' });
    await where.selectOption('Circle on the map');
    await map.locator('#filter-radius').waitFor();
    const ofCircle = await controlNames();
    await where.selectOption({ index: 0 });
    const withControl = new Set([...ofArea, ...ofCircle]);
    expect(fields.filter(name => !withControl.has(name))).toEqual([]);
  });

  it('shows each active criterion, and clears it', async () => {
    const before = await total();
    await openFilters(map);
    await map.getByLabel('Cloud %: Maximum').fill('10');
    await map.getByRole('combobox', { name: 'Processing level' }).selectOption('SENSOR (recommended)');
    await search();
    await chip('cloud up to 10 %').waitFor();
    await until('fewer images', async () => (await total()) !== before);
    await chip('cloud up to 10 %').click();
    await chip('cloud up to 10 %').waitFor({ state: 'detached' });
    await map.locator('.filter-chip').first().getByRole('button').click();
    await until('all images again', async () => (await total()) === before);
  });

  it('shows a problem where it is, and moves the focus from chip to chip', async () => {
    const { keyboard } = harness.page;
    const alert = (words: string) => map.getByRole('alert').filter({ hasText: words });
    await openFilters(map);
    await map.getByLabel('From', { exact: true }).focus();
    await keyboard.type('0102');
    await map.getByLabel('Cloud %: Maximum').fill('ten');
    await map.getByRole('combobox', { name: 'Product type' }).selectOption('Other…');
    await focusComes(map, 'Product type: Custom');
    await keyboard.type('bundle');
    await keyboard.press('Enter');
    await alert('Enter a day such as 2025-03-31.').waitFor();
    await alert('Enter 0 to 100').waitFor();
    await focusComes(map, 'From');
    // The days of a span replace an incomplete date.
    await map.getByLabel('Quick dates').selectOption('1 year');
    await alert('Enter a day').waitFor({ state: 'detached' });
    // A text that matches an option, or is empty, doesn't close a field while typing.
    await map.getByLabel('Product type: Custom').fill('');
    await map.getByLabel('Product type: Custom').fill('mono');
    await map.getByLabel('Cloud %: Maximum').fill('');
    await keyboard.press('Enter');
    // The search that ends takes it on, and would do so while chips are removed.
    await focusComes(map, /^Images/);
    await map.locator('#filter-panel').waitFor({ state: 'hidden' });
    await chip('Product type: mono').focus();
    await keyboard.press('Delete');
    await focusComes(map, /^Remove "since /);
    await keyboard.press('Backspace');
    await focusComes(map, 'Filters');
    await keyboard.press('Escape');
    await map.locator('.results:not(.stale)').waitFor();
  });

  it('selects the fewest images that cover the area, and explains why', async () => {
    await chooseImages(map, 'Fewest images');
    await map.locator('.selection-bar', { hasText: 'covers 100 %' }).waitFor();
    await map.locator('.reasons summary').click();
    expect(await map.locator('.reasons ul').innerText()).not.toBe('');
  });

  it('exports the listed images', async () => {
    const { editor } = harness;
    const path = join(await tempFolder(), 'images');
    editor.fileAnswers.push(path);
    const count = await listedCount(map);
    const written = count.toLocaleString('en');
    await chooseFromMenu(map, 'More actions', `Export all shown (${written} images)…`);
    (await editor.prompt('Which format do you want to export?')).choose('GeoJSON');
    (await editor.message(`Exported ${written} images to images.`)).close();
    const { features } = JSON.parse(await readFile(path, 'utf8')) as FeatureCollection;
    expect(features).toHaveLength(count);
  });
});
