import type { Frame, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile, pick, typeInput } from '../editor/workbench.ts';
import { patient } from '../runSpeed.ts';
import { focusComes, resultRows, walkToRow } from '../webview/mapPage.ts';
import { countPresses, goToMap, pressesIn, tabTo } from './byKeys.ts';
import { goOnWhileGood } from './goOnWhileGood.ts';
import {
  dialog,
  dialogAnswerable,
  dialogOpens,
  leaveDialog,
  lens,
  mapPage,
  type Product,
  runCommand,
  startProduct,
  statusBarItem,
  treeRow,
  until,
} from './product.ts';

let product: Product;
let map: Frame;

beforeAll(async () => {
  product = await startProduct({ size: { width: 1300, height: 800 }, time: { productionSeconds: 1 } });
  await countPresses(product.page);
});
goOnWhileGood();
afterAll(() => product.stop());

const keyboard = () => product.page.keyboard;

/** Presses a key until the focus of the window is on a matching element. */
async function goOn(key: string, selector: string, hasText: RegExp): Promise<void> {
  const { page } = product;
  const target = page.locator(selector, { hasText });
  await until(`the focus to come to ${hasText}`, async () => {
    const isThere = await target.evaluateAll(all =>
      all.some(element => element.contains(document.activeElement)),
    );
    if (!isThere) await page.keyboard.press(key);
    return isThere;
  });
}

/** Opens the lenses of the line with the cursor, and chooses one. A lens can be visible before it works. */
async function chooseLens(title: string): Promise<void> {
  await lens(product.page, title).waitFor();
  const list = product.page.locator('.quick-input-widget');
  await until(`"${title}" among the lenses`, async () => {
    await runCommand(product.page, 'Show CodeLens Commands for Current Line');
    return appears(list.locator('.monaco-list-row', { hasText: title }));
  });
  await keyboard().insertText(title);
  await list.locator('.monaco-list-row.focused', { hasText: title }).waitFor();
  await keyboard().press('Enter');
}

/** Whether it becomes visible soon. */
const appears = (locator: Locator) =>
  locator.waitFor({ timeout: patient(2_000) }).then(
    () => true,
    () => false,
  );

const isInText = () =>
  product.page.evaluate(() => document.activeElement?.matches('.editor-instance *') === true);

const focusedRow = () => product.page.locator('.monaco-list:focus .monaco-list-row.focused');

/** Moves down the rows of a view until one matches. */
async function goToRow(view: string, name: RegExp): Promise<void> {
  await runCommand(product.page, `Swath: Focus on ${view} View`);
  await until(`the row ${name}`, async () => {
    const [label] = await focusedRow().evaluateAll(rows => rows.map(row => row.getAttribute('aria-label')));
    if (label && name.test(label)) return true;
    await keyboard().press('ArrowDown');
    return false;
  });
}

/** Chooses a command in the context menu of a row. If the row is redrawn in the meantime, its menu closes. */
async function chooseOfRow(view: string, name: RegExp, title: string): Promise<void> {
  const menu = product.page.locator('.context-view .monaco-menu');
  const entry = menu.locator('.action-item.focused', { hasText: title });
  await until(`"${title}" in the menu of ${name}`, async () => {
    await goToRow(view, name);
    await keyboard().press('Shift+F10');
    if (!(await appears(menu))) return false;
    while ((await menu.isVisible()) && !(await entry.isVisible())) await keyboard().press('ArrowDown');
    return entry.isVisible();
  });
  await keyboard().press('Enter');
}

describe('the keyboard is enough', () => {
  it('to begin in the side bar', async () => {
    const { page } = product;
    await runCommand(page, 'Swath: Focus on Welcome View');
    await goOn('Tab', '.sidebar .monaco-button', /Sign In/);
    await keyboard().press('Enter');
    await pick(page, 'Local');
    await typeInput(page, product.service.sandbox.apiKey);
    await statusBarItem(page, /Local · 5,000 credits/).waitFor();
  });

  it('to search from the lens above an area', async () => {
    const { page } = product;
    await openFile(page, 'harbour.aoi.geojson');
    await chooseLens('Search Images');
    map = await mapPage(page);
    await countPresses(map);
    await resultRows(map).first().waitFor();
  });

  it('to narrow the search in the form, and clear a filter', async () => {
    const { page } = product;
    await goToMap(page, map);
    await tabTo(page, map, /^Filters/);
    await keyboard().press('Enter');
    await tabTo(page, map, 'From');
    await keyboard().type('01012025');
    await tabTo(page, map, 'To');
    await keyboard().type('12312025');
    await tabTo(page, map, 'Cloud %: Maximum');
    await keyboard().type('20');
    await keyboard().press('Enter');
    await map.locator('.filter-chip', { hasText: 'cloud up to 20 %' }).waitFor();
    await until('only images of 2025', async () => {
      const rows = await resultRows(map).allInnerTexts();
      return rows.length > 0 && rows.every(row => row.includes('2025-'));
    });
    await focusComes(map, /^Filters, 2 active/);
    await tabTo(page, map, 'Remove "cloud up to 20 %"');
    await keyboard().press('Delete');
    await focusComes(map, 'Remove "2025-01-01 to 2025-12-31"');
    await keyboard().press('Enter');
    await focusComes(map, 'Filters');
    await map.locator('.total', { hasText: /^50 of / }).waitFor();
  });

  it('to choose an image in the list, and draft an order for it', async () => {
    const { page } = product;
    await keyboard().press('Control+F6');
    await keyboard().press('Control+F6');
    await focusComes(map, 'Images');
    await walkToRow(map, 'PHR 0.5 m', 'SENSOR');
    await keyboard().press('Space');
    await map.getByText('1 selected', { exact: true }).waitFor();
    await tabTo(page, map, 'Draft Order');
    await keyboard().press('Enter');
    await pick(page, 'Cars detection');
    await typeInput(page, 'Harbour cars');
    await page.locator('.tab.active', { hasText: 'Harbour-cars.order.json' }).waitFor();
  });

  it('to price the order, and place it after a confirmation', async () => {
    const { page } = product;
    await until('the focus in the text', isInText);
    await chooseLens('Price');
    await chooseLens('Order…');
    await dialog(page).waitFor();
    await leaveDialog(page);
    await chooseLens('Order…');
    await dialogAnswerable(page);
    await goOn('Tab', '.monaco-dialog-box .monaco-button', /^Order for [\d,]+ credits$/);
    await keyboard().press('Enter');
    await dialog(page).waitFor({ state: 'hidden' });
    await treeRow(page, /^Harbour cars/).waitFor();
  });

  it('to open the report from the notification', async () => {
    const { page } = product;
    const toast = page.locator('.notifications-toasts').getByText('Delivered: Harbour cars');
    await toast.waitFor({ timeout: patient(90_000) });
    await runCommand(page, 'Notifications: Accept Notification Primary Action');
    await page
      .locator('.tab.active', { hasText: /^\d{4}-\d\d-\d\d-Harbour-cars-\d+cm-[0-9a-f]{8}\.geojson/ })
      .waitFor();
    await map.locator('.report-legend', { hasText: 'features' }).waitFor();
  });

  it('to hide a class of the report, go to a feature, and from there to its text', async () => {
    const { page } = product;
    await goToMap(page, map);
    await tabTo(page, map, /^car/);
    const row = map.locator('.class-row:focus');
    await keyboard().press('Space');
    expect(await row.getAttribute('aria-pressed')).toBe('false');
    await keyboard().press('Space');
    expect(await row.getAttribute('aria-pressed')).toBe('true');
    await tabTo(page, map, 'Next feature');
    await keyboard().press('Enter');
    await map.getByRole('region', { name: 'Feature' }).waitFor();
    await focusComes(map, 'Next feature');
    await tabTo(page, map, 'Properties');
    await keyboard().press('Escape');
    await focusComes(map, 'Next feature');
    await tabTo(page, map, 'Previous feature');
    await keyboard().press('Enter');
    await tabTo(page, map, 'Go to Text');
    await keyboard().press('Enter');
    await until('the focus in the text', isInText);
    await tabTo(page, map, 'Close Report');
    await keyboard().press('Enter');
    await map.locator('.report-legend').waitFor({ state: 'hidden' });
    await focusComes(map, 'Map');
  });

  it('to run commands on rows, and to leave the questions of others', async () => {
    const { page, service } = product;
    const tab = (name: string) => page.locator('.tab.active', { hasText: name });
    for (const [view, row, name, question] of [
      ['Subscriptions', /^Platform access/, 'Platform access', 'Revoke "Platform access"?'],
      ['API Keys', /^First key/, 'First key', 'Delete the API key "First key"'],
    ] as const) {
      // If the row is redrawn at this moment, its menu closes.
      await until(`the details of ${name}`, async () => {
        await chooseOfRow(view, row, 'Show Details');
        return appears(tab(name));
      });
      await until('the focus in the text', isInText);
      await goToRow(view, row);
      await keyboard().press('Delete');
      await dialogOpens(page);
      expect(await dialog(page).innerText()).toContain(question);
      await leaveDialog(page);
    }
    const sent = service.sandbox.requests.map(({ method, path }) => `${method} ${path}`).join();
    expect(sent).not.toMatch(/DELETE|revoke/);
    await goToRow('Orders', /^Harbour cars/);
    await keyboard().press('Enter');
    await tab('Order Harbour cars').waitFor();
  });

  it('without any pointer press, which would have been counted', async () => {
    const { page, workbench } = product;
    expect([await pressesIn(page), await pressesIn(map)]).toEqual([0, 0]);
    expect(workbench.problems).toEqual([]);
    await page.locator('.statusbar').click({ position: { x: 300, y: 5 } });
    await map.locator('.total').click();
    expect(await pressesIn(page)).toBeGreaterThan(0);
    expect(await pressesIn(map)).toBeGreaterThan(0);
  });
});
