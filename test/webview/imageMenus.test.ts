import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tempFolder } from '../unit/tempFolder.ts';
import type { Harness } from './harness.ts';
import {
  chooseFromMenu,
  closeFilters,
  openFilters,
  resultRows,
  showAvailability,
  sortBy,
  until,
} from './mapPage.ts';
import { searchesSent, startPaged } from './searched.ts';

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startPaged());
});
afterAll(() => harness.stop());

const list = () => map.getByRole('listbox', { name: 'Images' });
const menu = () => map.getByRole('menu');
const item = (name: string) => menu().getByRole('menuitem', { name });
const pictures = () => map.locator('.picture-pane');
const copied = () => harness.editor.clipboard;

async function selectFirstTwo(): Promise<[string, string]> {
  await resultRows(map).nth(0).click();
  await resultRows(map)
    .nth(1)
    .click({ modifiers: ['Control'] });
  const ids = await resultRows(map).evaluateAll(rows =>
    rows.slice(0, 2).map(row => row.getAttribute('data-image-id') ?? ''),
  );
  return ids as [string, string];
}

/** The name of the picture of a row: "2026-03-14 PHR". */
function nameIn(row: string): string {
  return `${/\d{4}-\d\d-\d\d/.exec(row)?.[0]} ${/PHR|SPOT|PNEO/.exec(row)?.[0]}`;
}

it('compares two selected images with a swipe, the older one on the left', async () => {
  await selectFirstTwo();
  await map.locator('.selection-bar').getByRole('button', { name: 'Compare' }).click();
  await map.locator('.swipe-divider').waitFor();
  await until('both pictures', async () => (await pictures().count()) === 2);
  const rows = await resultRows(map).allInnerTexts();
  // The list is sorted by time, the newest first: two images of a day may differ in it by seconds.
  const [newer, older] = rows.slice(0, 2).map(nameIn);
  const names = await map.locator('.swipe-name').allInnerTexts();
  expect(names).toEqual([older, newer]);
});

it('shows and hides the quicklook of the active row with Q', async () => {
  await list().focus();
  await list().press('Home');
  await list().press('q');
  await until('one picture less', async () => (await pictures().count()) === 1);
  await list().press('q');
  await until('the picture again', async () => (await pictures().count()) === 2);
});

it('has a menu for each image of the list, with the pointer and the keyboard', async () => {
  const row = resultRows(map).nth(2);
  await row.click({ button: 'right' });
  expect(await menu().getByRole('menuitem').allInnerTexts()).toHaveLength(9);
  await item('Copy Link').click();
  await until('the link', () => copied().startsWith('vscode://swath.swath/open?v=1&link='));
  await row.click({ button: 'right' });
  await item('Copy ID').click();
  await until('the ID', async () => copied() === (await row.getAttribute('data-image-id')));
  await list().focus();
  await list().press('Home');
  await list().press('Shift+F10');
  await item('Copy ID').press('Enter');
  await until(
    'its ID',
    async () => copied() === (await resultRows(map).nth(0).getAttribute('data-image-id')),
  );
  expect(await list().evaluate(element => element === document.activeElement)).toBe(true);
});

it('shows the key of the focused entry in the color of the entry', async () => {
  await harness.setTheme('light');
  await resultRows(map).nth(2).click({ button: 'right' });
  const entry = menu().getByRole('menuitem', { name: 'Quicklook' });
  await entry.focus();
  const colorOf = (part: Locator) => part.evaluate(element => getComputedStyle(element).color);
  expect(await colorOf(entry.locator('.menu-keys'))).toBe(await colorOf(entry));
  await entry.press('Escape');
  await harness.setTheme('dark');
});

it('has a menu for each place of the map, at the crosshair for the keyboard', async () => {
  const region = map.getByRole('region', { name: 'Map' });
  await region.focus();
  await region.press('Shift+F10');
  await item('Copy Coordinates').click();
  await until('the coordinates', () => /^[\d.]+° [NS], [\d.]+° [EW]$/.test(copied()));
  const box = await region.boundingBox();
  await region.click({ button: 'right', position: { x: (box?.width ?? 0) / 3, y: (box?.height ?? 0) / 2 } });
  const before = searchesSent(harness).length;
  await item('Search Here').click();
  await until('the search', () => searchesSent(harness).length > before);
  expect(searchesSent(harness).at(-1)?.query).toMatch(/radius=1000/);
  await map.locator('[data-filter=place] button').click();
  await resultRows(map).first().waitFor();
});

it('resizes the list with the pointer and the arrow keys, and keeps its size', async () => {
  const sash = () => map.getByRole('separator', { name: 'Size of the list' });
  const share = async () => Number(await sash().getAttribute('aria-valuenow'));
  const before = await share();
  await sash().focus();
  await sash().press('ArrowLeft');
  await until('a wider list', async () => (await share()) === before + 2);
  const box = await sash().boundingBox();
  const { page } = harness;
  await page.mouse.move((box?.x ?? 0) + 3, 400);
  await page.mouse.down();
  await page.mouse.move(500, 400, { steps: 3 });
  await page.mouse.up();
  await until('half of the page', async () => Math.abs((await share()) - 50) <= 1);
  await harness.reload();
  map = await harness.map();
  await until('the same size', async () => Math.abs((await share()) - 50) <= 1);
  await sash().dblclick();
  await until('the size from before', async () => (await share()) === before);
});

it('sorts by incidence angle on the service, hides large angles, and says what concerns only what is loaded', async () => {
  const status = () => map.locator('.results-status');
  await sortBy(map, 'AOI covered');
  await status()
    .getByText(/Sorted: only the \d+ loaded/)
    .waitFor();
  await openFilters(map);
  await map.getByLabel('Incidence angle ≤ (°)').fill('5');
  await map.getByText(/^· only the \d+ loaded$/).waitFor();
  await status()
    .getByText(/^Sorted: only the \d+ loaded · \d+ of the \d+ loaded shown$/)
    .waitFor();
  await closeFilters(map);
  await sortBy(map, 'Incidence angle');
  await map.locator('[data-filter=sort]', { hasText: 'Smallest incidence angle first' }).waitFor();
  expect(searchesSent(harness).at(-1)?.query).toMatch(/sortBy=incidenceAngle/);
  expect(
    await status()
      .getByText(/Sorted: only/)
      .count(),
  ).toBe(0);
  await showAvailability(map);
  await map.locator('.bars-ends', { hasText: /of the \d+ loaded/ }).waitFor();
});

it('hides the same images in the list of images for an order, and names the filter there', async () => {
  const { editor } = harness;
  await openFilters(map);
  await map.getByLabel('Incidence angle ≤ (°)').fill('20');
  await closeFilters(map);
  await sortBy(map, 'Acquired (UTC)');
  await map
    .locator('.results-status')
    .getByText(/^[1-9]\d* of the \d+ loaded shown$/)
    .waitFor();
  const done = editor.run('swath.draftAnalyticOrder');
  const images = await editor.prompt(/^Images of harbour/);
  await until('the filter in the question', () =>
    / · hidden: \d+ \(incidence angle up to 20°\)/.test(images.placeholder ?? ''),
  );
  images.hide();
  await done;
});

it('saves the filter of the list with the search, whose run filters the list again', async () => {
  const { editor } = harness;
  const chip = () => map.locator('.filter-chip[data-filter=maxIncidenceAngle]');
  const path = join(await tempFolder(), 'harbour.search.json');
  editor.fileAnswers.push(path);
  await chooseFromMenu(map, 'More actions', 'Save search…');
  (await editor.message('Saved harbour.search.json.')).close();
  const { document: saved } = await editor.openFile(path, 1);
  expect(JSON.parse(saved.getText())).toMatchObject({ maxIncidenceAngle: 20 });
  await openFilters(map);
  await map.getByLabel('Incidence angle ≤ (°)').fill('');
  await map.getByLabel('Snow ≤ (%)').fill('50');
  await closeFilters(map);
  await until('no filter of the angle', async () => (await chip().count()) === 0);
  await editor.pressLens(saved, 'Run');
  await chip().getByText('incidence angle up to 20°').waitFor();
  expect(await map.locator('.filter-chip[data-filter=maxSnowCover]').count()).toBe(0);
  await map
    .locator('.results-status')
    .getByText(/^[1-9]\d* of the \d+ loaded shown$/)
    .waitFor();
  // It is a filter of the list also after a reload.
  await harness.reload();
  map = await harness.map();
  await chip().getByText('incidence angle up to 20°').waitFor();
});

it('names the selected image that another one is compared with, which may be out of sight', async () => {
  await resultRows(map).nth(0).click();
  const selected = nameIn(await resultRows(map).nth(0).innerText());
  await resultRows(map).nth(1).click({ button: 'right' });
  await item(`Compare with ${selected}`).waitFor();
  await harness.page.keyboard.press('Escape');
});
