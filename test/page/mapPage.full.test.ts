import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeSettings } from '../editor/editorSettings.ts';
import { openFilters, resultRows } from '../webview/mapPage.ts';
import {
  mapPage,
  type Product,
  reloadWindow,
  runCommand,
  signInToLocal,
  startProduct,
  until,
} from './product.ts';
import { searchedHarbour, searchesSent } from './searchedHarbour.ts';

/*
 * What the page does on its own is tested in test/webview. This needs the real editor: its groups, windows and settings
 * around the page.
 */

let product: Product;

beforeAll(async () => {
  product = await startProduct({ size: { width: 1400, height: 900 } });
  await signInToLocal(product);
});
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
});

/** Number of new searches. Further pages of a list don't count. */
const searched = () =>
  searchesSent(product).filter(({ query }) =>
    [null, '1'].includes(new URLSearchParams(query).get('startPage')),
  ).length;

it('the map keeps its state in another group, behind another tab, in its own window and after a reload', async () => {
  const { page } = product;
  let map = await searchedHarbour(product);
  await openFilters(map);
  await map.getByLabel('Cloud %: Maximum').fill('5');
  await map.getByLabel('Cloud %: Maximum').press('Enter');
  await until('only clear images', async () => {
    const rows = await resultRows(map).allInnerTexts();
    return rows.length > 0 && rows.every(row => Number(/(\d+) % cloud/.exec(row)?.[1]) <= 5);
  });
  await map.locator('.results:not(.stale)').waitFor();
  await resultRows(map).first().click();
  await map.getByText('1 selected', { exact: true }).waitFor();
  const sent = searched();
  const tab = () => page.locator('.tab', { hasText: 'Swath Map' });
  const expectAsBefore = async (where = page, searches = sent) => {
    map = await mapPage(where);
    await map.getByText('1 selected', { exact: true }).waitFor();
    await map.getByRole('button', { name: 'Remove "cloud up to 5 %"' }).waitFor();
    expect(searched()).toBe(searches);
  };
  await tab().click();
  await runCommand(page, 'View: Move Editor into Previous Group');
  await until('one group', async () => (await page.locator('.editor-group-container').count()) === 1);
  await expectAsBefore();
  await page.locator('.tab', { hasText: 'harbour.aoi.geojson' }).click();
  await until('the page to be thrown away', () => Promise.resolve(map.isDetached()));
  await tab().click();
  await expectAsBefore();

  const opened = page.context().waitForEvent('page');
  await runCommand(page, 'View: Move Editor into New Window');
  const newWindow = await opened;
  await expectAsBefore(newWindow);
  const closed = newWindow.waitForEvent('close');
  await runCommand(newWindow, 'View: Restore Editors into Main Window').catch((error: unknown) => {
    // The window closes together with the list that the command was chosen from.
    if (!newWindow.isClosed()) throw error;
  });
  await closed;
  await expectAsBefore();

  await writeSettings(product.editor.settingsFile, { 'workbench.reduceMotion': 'on' });
  await reloadWindow(page);
  // The extension restarts, and searches again for the listed images.
  await expectAsBefore(page, sent + 1);
  expect(await map.locator('body.vscode-reduce-motion').count()).toBe(1);
});
