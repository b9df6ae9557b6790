import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeatureCollection } from 'geojson';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureFailures } from './pictureFailures.ts';
import {
  answerDialog,
  clickLens,
  dialog,
  lens,
  openFilters,
  resultRows,
  until,
  type Product,
} from './product.ts';
import { startSearched } from './searchedHarbour.ts';

let product: Product;
let map: Frame;

beforeAll(async () => {
  ({ product, map } = await startSearched({ startInSandbox: true }));
});
pictureFailures('search', () => product.page);
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
});

const chip = (words: string) => map.getByRole('button', { name: `Remove: ${words}` });
const total = () => map.locator('.total').innerText();
const search = () => map.getByRole('button', { name: 'Search', exact: true }).click();

async function chooseFromMenu(menu: string, entry: string | RegExp): Promise<void> {
  await map.getByRole('button', { name: menu }).click();
  // Of an export the first is that of all images.
  await map.getByRole('menuitem', { name: entry }).first().click();
}

/** The text of the draft that is in front, once it is saved. */
async function text(name: string | RegExp): Promise<string> {
  const { page } = product;
  const tab = page.locator('.tab.active', { hasText: name });
  await tab.waitFor();
  await until('the draft to be saved', async () => {
    await tab.click();
    await page.keyboard.press('ControlOrMeta+s');
    const done = page.locator('.tab.active:not(.dirty)', { hasText: name });
    return done.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    );
  });
  return readFile(join(product.folder, (await tab.getAttribute('data-resource-name')) ?? ''), 'utf8');
}

describe('searching and choosing on the map', () => {
  it('shows every image with its picture and the share of the area that it covers', async () => {
    await map.locator('.total', { hasText: /^50 of 1,\d+ images/ }).waitFor();
    await map.locator('.row img[src^="blob:"]').first().waitFor();
    await map.locator('.row', { hasText: '100 %' }).first().waitFor();
  });

  it('names each criterion in force, and takes it off again', async () => {
    const before = await total();
    await openFilters(map);
    await map.getByLabel('Max cloud').fill('10');
    await map.getByRole('button', { name: 'Living Library' }).click();
    await search();
    await chip('cloud up to 10 %').waitFor();
    await until('fewer images', async () => (await total()) !== before);
    await chip('cloud up to 10 %').click();
    await chip('cloud up to 10 %').waitFor({ state: 'detached' });
    await map.locator('.filter-chip').first().getByRole('button').click();
    await until('all images again', async () => (await total()) === before);
    await map.getByRole('button', { name: /^Filters/ }).click();
  });

  it('chooses the fewest images that cover the area, and says why', async () => {
    await chooseFromMenu('Choose images for me', 'Fewest images');
    await map.locator('.selection-bar', { hasText: 'covers 100 %' }).waitFor();
    await map.locator('.reasons-button').click();
    await map.locator('#selection-reasons').waitFor();
    expect(await map.locator('#selection-reasons').innerText()).not.toBe('');
    await map.locator('.reasons-button').click();
  });

  it('drapes quicklooks and swipes one against the other', async () => {
    for (const index of [0, 1]) {
      await resultRows(map).nth(index).click();
      await map.getByRole('button', { name: 'Quicklook on map' }).click();
      await until(
        `picture ${index + 1}`,
        async () => (await map.locator('.picture-chip').count()) === index + 1,
      );
    }
    await map.getByRole('button', { name: 'Swipe' }).click();
    const divider = map.getByRole('separator');
    await divider.focus();
    const before = await divider.getAttribute('aria-valuenow');
    await product.page.keyboard.press('ArrowLeft');
    expect(await divider.getAttribute('aria-valuenow')).not.toBe(before);
    await map.getByRole('button', { name: 'Swipe' }).click();
    await divider.waitFor({ state: 'detached' });
  });

  it('streams an image only after a yes to what that spends', async () => {
    const { page } = product;
    await openFilters(map);
    await map.getByLabel('Processing level').click();
    await map.getByRole('option', { name: 'SENSOR', exact: true }).click();
    await search();
    await map.getByRole('button', { name: /^Filters/ }).click();
    await until('SENSOR images alone', async () => {
      const rows = await resultRows(map).allInnerTexts();
      return rows.length > 0 && rows.every(row => row.includes('SENSOR'));
    });
    await resultRows(map).first().click();
    const stream = map
      .locator('.image-card:not(.feature-card)')
      .getByRole('button', { name: /^Stream tiles/ });
    await stream.click();
    await dialog(page).getByText('streaming allowance').waitFor();
    await answerDialog(page, 'Cancel');
    await stream.click();
    await answerDialog(page, 'Stream');
    await map.locator('.picture-pane canvas, .picture-pane img, .leaflet-tile-loaded').first().waitFor();
  });

  it('exports what is shown', async () => {
    await chooseFromMenu('More actions', 'As GeoJSON…');
    const images = JSON.parse(await text(/harbour-\d.*\.geojson/)) as FeatureCollection;
    expect(images.features).toHaveLength(50);
  });

  it('keeps a search as a file that runs again, and tells what is new', async () => {
    const { page } = product;
    await chooseFromMenu('More actions', 'Save search…');
    const saved = JSON.parse(await text(/\.search\.json/)) as Record<string, unknown>;
    expect(saved).toMatchObject({ processingLevel: 'SENSOR', aoi: { type: 'Polygon' } });
    await lens(page, 'What Is New').waitFor();
    await clickLens(page, 'What Is New');
    await page.locator('.notification-toast', { hasText: 'as seen' }).waitFor();
    await page.locator('.tab', { hasText: '.search.json' }).click();
    await clickLens(page, 'What Is New');
    await page.locator('.notification-toast', { hasText: 'Nothing new' }).waitFor();
  });

  it('drafts a product order of the chosen image, step by step', async () => {
    const { page } = product;
    await resultRows(map).first().click();
    await map.getByRole('button', { name: 'Choose what to order' }).click();
    await map.getByRole('menuitem', { name: 'Image product…' }).click();
    const input = page.locator('.quick-input-widget');
    await until('the draft of the order', async () => {
      if ((await page.locator('.tab.active', { hasText: '.order.json' }).count()) > 0) return true;
      if (await input.isVisible()) await page.keyboard.press('Enter');
      return false;
    });
    const body = JSON.parse(await text(/\.order\.json/)) as { kind: string; products: unknown[] };
    expect(body.kind).toMatch(/^order\.data\./);
    expect(body.products).toHaveLength(1);
  });
});
