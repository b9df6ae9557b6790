import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Harness } from './harness.ts';
import {
  announced,
  focusComes,
  focusIn,
  listChips,
  listedCount,
  resultRows,
  resultsStatus,
  showAvailability,
  tabTo,
  until,
} from './mapPage.ts';
import { searchesSent, searchFile, startListed } from './searched.ts';

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startListed());
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

const keyboard = () => harness.page.keyboard;

/** Presses keys one after the other. */
async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await keyboard().press(key);
}

/** Puts the focus on a control. That Tab comes to each is proved in zoomed.test.ts, and here for the search. */
async function goTo(name: string | RegExp): Promise<void> {
  const control = map
    .getByLabel(name, { exact: true })
    .or(map.getByRole('button', { name, exact: true }))
    .and(map.locator('button, input, select, [tabindex]'))
    .filter({ visible: true })
    .first();
  await map.evaluate(() => window.focus());
  await control.focus();
  await focusComes(map, name);
}

/** The acquisition time of the active row. */
async function activeTime(): Promise<string | undefined> {
  const active = await map.locator('.list').getAttribute('aria-activedescendant');
  const text = await map.locator(`#${active}`).textContent();
  return /\d{4}-\d\d-\d\d \d\d:\d\d/.exec(text ?? '')?.[0];
}

describe('the focus on the map page', () => {
  it('comes to the images of the search that opened the page', async () => {
    await map.evaluate(() => window.focus());
    await focusComes(map, 'Images');
  });

  it('stays on the search button during the search, and then goes to the images', async () => {
    const before = searchesSent(harness).length;
    const hold = harness.service.sandbox.faults.add({
      kind: 'delay',
      milliseconds: 1500,
      path: '/api/v2/opensearch',
    });
    await tabTo(harness.page, map, 'Search');
    // Passing the other controls starts nothing.
    expect(searchesSent(harness).length).toBe(before);
    await press('Enter');
    await focusComes(map, 'Cancel');
    await announced(map, 'Searching…');
    await until('the search', () => searchesSent(harness).length > before);
    await announced(map, /\d images$/);
    await focusComes(map, 'Images');
    hold();
  });

  it('stays in the list while more images arrive, and so does the active row', async () => {
    await goTo('Images');
    const count = await listedCount(map);
    await press('End');
    const last = await activeTime();
    await until('the duplicates among 100 images to be known', async () => {
      const [status = ''] = await resultsStatus(map, /shown/).allInnerTexts();
      const [, listed, duplicates] = /^(\d+) shown, (\d+) ALBUM duplicates? not shown/.exec(status) ?? [];
      return Number(listed) + Number(duplicates) === 100;
    });
    expect(await listedCount(map)).toBeGreaterThan(count);
    await focusComes(map, 'Images');
    // Still the same acquisition, even if a duplicate of it arrived: both are shown as one row, with the time of either.
    const apart = Date.parse(`${await activeTime()}Z`) - Date.parse(`${last}Z`);
    expect(Math.abs(apart)).toBeLessThanOrEqual(60_000);
  });

  it('moves from a failed search to the images that the next one finds', async () => {
    const { faults } = harness.service.sandbox;
    faults.add({ kind: 'status', status: 400, path: '/api/v2/opensearch', count: 1 });
    await goTo('Search');
    await press('Enter');
    await announced(map, /^The search failed: /);
    expect(await map.locator('[appearance=primary]').allInnerTexts()).toEqual(['Try Again']);
    await goTo('Try Again');
    await press('Enter');
    await resultRows(map).first().waitFor();
    await focusComes(map, 'Images');
  });

  it('returns to the menu button when a menu is closed or a command is run', async () => {
    const open = async (menu: string) => {
      await goTo(menu);
      await press('Enter');
      await until('the menu', async () => (await map.locator('.menu-item:focus').count()) === 1);
    };
    for (const menu of ['Choose images for me', 'More actions']) {
      await open(menu);
      await press('Escape');
      await focusComes(map, menu);
    }
    await open('Choose images for me');
    await press('Enter');
    await announced(map, /^\d+ images? selected, covers [\d.]+ %/);
    await focusComes(map, 'Choose images for me');
  });

  it("stays on the bar that filters the list, and on the page when the bar's chip is removed", async () => {
    await showAvailability(map);
    await goTo(/: [\d,]+ images?$/);
    await press('Home', 'Enter');
    const bar = (await focusIn(map))?.name ?? '';
    await listChips(map).waitFor();
    await focusComes(map, bar);
    await goTo(/^Remove "\d{4}-/);
    await press('Enter');
    await listChips(map).waitFor({ state: 'hidden' });
    expect(await focusIn(map)).toBeDefined();
  });

  it("moves to the form's toggle button when the form is closed from any of its fields", async () => {
    await goTo('Filters');
    await press('Enter');
    await goTo('More filters');
    await press('Enter');
    for (const field of ['From', 'Cloud %: Minimum', 'Processing level', 'Where']) {
      await goTo(field);
      await press('Escape');
      await map.locator('#filter-panel').waitFor({ state: 'hidden' });
      await focusComes(map, 'Filters');
      await press('Enter');
      await map.locator('#filter-panel').waitFor();
    }
  });

  it('stays on the menus that sort, group and lay out the list', async () => {
    const choose = async (menu: string, ...keys: readonly string[]) => {
      // The menu that sorts says by what.
      const named = new RegExp(`^${menu}`);
      await goTo(named);
      await press('Enter');
      await until('the menu', async () => (await map.locator('.menu-item:focus').count()) === 1);
      await press(...keys, 'Enter');
      await focusComes(map, named);
    };
    await choose('Sort', 'ArrowDown');
    await choose('Sort', 'D');
    await choose('View', 'D');
    await map.locator('.group-head').first().waitFor();
    await choose('View', 'T');
    await map.getByRole('grid').waitFor();
    await choose('View', 'L');
    await map.getByRole('listbox', { name: 'Images' }).waitFor();
    await choose('View', 'N');
    await choose('Sort', 'A', 'A');
  });

  it('is on a menu that is opened again at once', async () => {
    await goTo('View');
    await press('Enter');
    await until('the menu', async () => (await map.locator('.menu-item:focus').count()) === 1);
    // On a busy machine, two keys arrive in one turn of the page.
    await map.evaluate(async () => {
      const click = () => document.activeElement instanceof HTMLElement && document.activeElement.click();
      click();
      await Promise.resolve();
      click();
    });
    await until('the menu again', async () => (await map.locator('.menu-item:focus').count()) === 1);
    await press('Escape');
    await focusComes(map, 'View');
  });

  it('moves to the map when a picture is removed, and to the list when its details are closed', async () => {
    await goTo('Quicklook');
    await press('Enter');
    await goTo(/^Remove .* from the map$/);
    await press('Enter');
    await focusComes(map, 'Map');
    await goTo('Close');
    await press('Enter');
    await focusComes(map, 'Images');
  });

  it('comes to the top of the images of a search that was started outside the page', async () => {
    const scroller = map.locator('.list-scroll');
    const list = map.getByRole('listbox', { name: 'Images' });
    await list.press('End');
    await until('the end', () => scroller.evaluate(({ scrollTop }) => scrollTop > 0));
    await map.getByRole('button', { name: /^Filters/ }).focus();
    await harness.page.locator('#before').focus();
    const { editor, folder, service } = harness;
    service.sandbox.faults.add({ kind: 'status', status: 400, path: '/api/v2/opensearch', count: 1 });
    const { document } = await editor.openFile(join(folder, 'harbour.aoi.geojson'), 1);
    await editor.pressLens(document, 'Search Images');
    await announced(map, /^The search failed: /);
    await searchFile(harness, 'harbour.aoi.geojson');
    // Until they come, the list has the images of the search before the one that failed.
    await until('the top', () => scroller.evaluate(({ scrollTop }) => scrollTop === 0));
    await map.evaluate(() => window.focus());
    await focusComes(map, 'Images');
  });

  it('returns to its part of the page after the map was hidden', async () => {
    await goTo('Images');
    await harness.hidePage();
    await harness.page.locator('#before').focus();
    await harness.showPage();
    map = await harness.map();
    await resultRows(map).first().waitFor();
    await map.evaluate(() => window.focus());
    await focusComes(map, 'Images');
  });
});
