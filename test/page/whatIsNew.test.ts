import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screenshot } from '../editor/workbench.ts';
import { pictureFailures } from './pictureFailures.ts';
import { clickLens, lens, mapPage, reloadWindow, resultRows, until, type Product } from './product.ts';
import { chooseFromMenu, listedCount, searchLevel, startListed, unfold } from './searchedHarbour.ts';

let product: Product;
let map: Frame;
/** How far the service's clock is ahead of ours, ms: satellites have gone on meanwhile. */
let ahead = 0;
const dayMs = 24 * 3600 * 1000;

beforeAll(async () => {
  ({ product, map } = await startListed({ time: { now: () => Date.now() + ahead } }));
});
pictureFailures('what is new', () => product.page);
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
});

const chips = () => map.locator('.result-chip:visible');
const chipTexts = () => chips().allInnerTexts();
const focusedChip = () =>
  map.evaluate(() => document.activeElement?.closest<HTMLElement>('.result-chip')?.innerText);

describe('what is new since last time', () => {
  it('is nothing the first time, when all that is found counts as seen', async () => {
    const { page } = product;
    await searchLevel(map, 'SENSOR');
    await chooseFromMenu(map, 'More actions', 'Save search…');
    await lens(page, 'What Is New').waitFor();
    await clickLens(page, 'What Is New');
    await page.locator('.notification-toast', { hasText: 'as seen' }).waitFor();
    expect(await chips().count()).toBe(0);
  });

  it('is what was acquired since, and nothing else', async () => {
    const { page } = product;
    const before = new Date(Date.now() + ahead).toISOString().slice(0, 10);
    ahead = 20 * dayMs;
    await page.locator('.tab', { hasText: '.search.json' }).click();
    await clickLens(page, 'What Is New');
    await chips().waitFor();
    expect(await chipTexts()).toEqual([expect.stringMatching(/^New since \d{4}-\d\d-\d\d \d\d:\d\d UTC$/)]);
    const days = (await resultRows(map).allInnerTexts()).map(row => /\d{4}-\d\d-\d\d/.exec(row)?.[0] ?? '');
    expect(days.length).toBeGreaterThan(1);
    for (const day of days) expect(day >= before, `${day} since ${before}`).toBe(true);
  });

  it('is told by the next window too, for which it is nothing new any more', async () => {
    const { page } = product;
    const [fresh, before] = [await listedCount(map), await chipTexts()];
    await resultRows(map).first().click();
    await map.getByText('1 selected').waitFor();
    const chosen = () => map.locator('.row[aria-selected=true]').getAttribute('data-image-id');
    const id = await chosen();
    await reloadWindow(page);
    map = await mapPage(page);
    await chips().waitFor();
    expect(await chipTexts()).toEqual(before);
    expect(await listedCount(map)).toBe(fresh);
    await map.getByText('1 selected').waitFor();
    expect(await chosen()).toBe(id);
    expect(await resultRows(map).first().innerText()).toContain('New');
  });

  it('is narrowed to some days as well, and each comes off by itself', async () => {
    const { page } = product;
    const fresh = await listedCount(map);
    await unfold(map, 'Availability over time');
    const bar = map.locator('.bars .bar:not([aria-label$=": 0 images"])').last();
    await bar.click();
    await until('fewer images', async () => (await listedCount(map)) < fresh);
    expect(await chips().count()).toBe(2);
    await screenshot(page, 'new, of some days');

    await chips().first().getByRole('button').focus();
    await page.keyboard.press('Delete');
    await until('the days alone', async () => (await chips().count()) === 1);
    expect(await focusedChip()).toMatch(/^\d{4}-\d\d-\d\d/);
    await page.keyboard.press('Delete');
    await until('all images', async () => (await listedCount(map)) > fresh);
    expect(await chips().count()).toBe(0);
    expect(await map.evaluate(() => document.activeElement !== document.body)).toBe(true);
  });
});
