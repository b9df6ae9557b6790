import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeatureCollection } from 'geojson';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSettings } from '../editor/editorSettings.ts';
import { quickInputText } from '../editor/workbench.ts';
import { isFull } from '../randomRuns.ts';
import { patient } from '../runSpeed.ts';
import { analyticOrder, imageOf } from '../unit/sandbox/harness.ts';
import {
  chooseFromMenu,
  focusIn,
  openFilters,
  resultRows,
  searchLevel,
  useTool,
} from '../webview/mapPage.ts';
import { tabTo } from './byKeys.ts';
import { openOrderFile } from './drafted.ts';
import { placeElsewhere } from './elsewhere.ts';
import { holdOrders } from './heldOrders.ts';
import {
  answerDialog,
  clickLens,
  dialog,
  dialogOpens,
  lens,
  mapPage,
  type Product,
  reloadWindow,
  runCommand,
  showViews,
  signInToLocal,
  startProduct,
  treeRow,
  until,
} from './product.ts';
import { searchedHarbour, searchesSent } from './searchedHarbour.ts';
import { serveTiles, type TileServer } from './tileServer.ts';

/*
 * What the page does on its own is tested in test/webview. These tests need the real editor: its frames, themes,
 * settings, dialogs, groups and windows around the page, and its text editor beside it.
 */

let product: Product;
let tiles: TileServer;
let map: Frame;
/** Every token that the service received, and the key. */
const secrets = new Set<string>();
const orders = holdOrders();

beforeAll(async () => {
  tiles = await serveTiles();
  product = await startProduct({
    size: { width: 1400, height: 900 },
    time: orders.time,
    settings: { 'swath.orders.pollSeconds': 5, 'swath.map.tileUrl': `${tiles.origin}/base/{z}/{x}/{y}.png` },
  });
  const { sandbox } = product.service;
  const answer = sandbox.fetch.bind(sandbox);
  sandbox.fetch = request => {
    const token = request.headers.get('authorization')?.replace(/^Bearer /, '');
    if (token !== undefined) secrets.add(token);
    return answer(request);
  };
  secrets.add(sandbox.apiKey);
  await signInToLocal(product);
});
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
  await tiles.stop();
});

/** Window coordinates of a point on the map, given as fractions of the map's width and height. */
async function placeOn(x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await map.locator('.map').boundingBox();
  if (!box) throw new Error('The map has no place on screen.');
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

/** Number of new searches. Further pages of a list don't count. */
const searched = () =>
  searchesSent(product).filter(({ query }) =>
    [null, '1'].includes(new URLSearchParams(query).get('startPage')),
  ).length;

describe('the areas on the map', () => {
  it('go into their own document, which the map still follows after it is saved', async () => {
    const { page, folder } = product;
    await runCommand(page, 'Swath: Open Map');
    map = await mapPage(page);
    await useTool(map, 'Draw rectangle');
    const from = await placeOn(0.4, 0.4);
    const to = await placeOn(0.6, 0.6);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await page.locator('.tab.dirty', { hasText: 'area.aoi.geojson' }).waitFor();
    await map.locator('.aoi', { hasText: 'Area 1' }).waitFor();
    await page.locator('.tab', { hasText: 'area.aoi.geojson' }).click();
    await runCommand(page, 'File: Save');
    await page.locator('.tab:not(.dirty)', { hasText: 'area.aoi.geojson' }).waitFor();
    const onDisk = async () => {
      await runCommand(page, 'File: Save All Files');
      const text = await readFile(join(folder, 'area.aoi.geojson'), 'utf8');
      // While it is being written, it has no end.
      return /\n\}\s*$/.test(text) ? (JSON.parse(text) as FeatureCollection).features.length : undefined;
    };
    // A press while the file replaces the draft does nothing, and a message says so.
    await until('the area to go from the file', async () => {
      await map.locator('.map').press('Delete');
      return (await onDisk()) === 0;
    });
    // VS Code's own shortcuts undo changes from the map.
    await page.locator('.tab', { hasText: 'area.aoi.geojson' }).click();
    await page.keyboard.press('ControlOrMeta+z');
    await until('the area to be back', async () => (await onDisk()) === 1);
    await map.locator('.aoi', { hasText: 'Area 1' }).waitFor();
  });
});

describe('the page in the window', () => {
  it('shows images over tiles from the settings, and contacts no other host', async () => {
    await runCommand(product.page, 'View: Close All Editors');
    map = await searchedHarbour(product);
    await map.locator('.row img[src^="blob:"]').first().waitFor();
    await map.locator('.leaflet-tile-pane .leaflet-tile-loaded:is(img)').first().waitFor();
    for (const { headers } of tiles.requests) {
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('cookie');
      const { origin } = product.editor;
      expect(new URL(headers.referer ?? origin).href).toBe(`${origin}/`);
    }
    expect(product.workbench.allProblems.filter(({ kind }) => kind === 'csp')).toEqual([]);
  });

  it('stays in its column while files are opened from it and from the Explorer, each once', async () => {
    const { page } = product;
    const column = (index: number) => page.locator('.editor-group-container').nth(index);
    const activeTab = (index: number, name: string) =>
      column(index).locator('.tab.active', { hasText: name }).waitFor();
    await chooseFromMenu(map, 'More actions', 'Save search…');
    expect((await quickInputText(page)).title).toBe('Save Search');
    await page.keyboard.press('Enter');
    await page
      .locator('.notification-toast', { hasText: 'harbour.search.json' })
      .getByRole('button', { name: 'Open', exact: true })
      .click();
    await activeTab(0, 'harbour.search.json');
    await runCommand(page, 'View: Show Explorer');
    await column(1).locator('.tab', { hasText: 'Swath Map' }).click();
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'fields.aoi.geojson' }).click();
    await activeTab(0, 'fields.aoi.geojson');
    await activeTab(1, 'Swath Map');
    expect(await page.locator('.tab').count()).toBe(4);
  });

  it('streams an image only after a confirmation in the dialog', async () => {
    const { page, service } = product;
    const tileRequests = () => service.sandbox.requests.filter(({ path }) => path.includes('/wmts/')).length;
    await searchLevel(map, 'SENSOR');
    await resultRows(map).first().click();
    const stream = map.locator('.row-details').getByRole('button', { name: /^Stream/ });
    await stream.click();
    await dialogOpens(page);
    await dialog(page).getByText('uses your streaming allowance').waitFor();
    await answerDialog(page, 'Cancel');
    expect(tileRequests()).toBe(0);
    await stream.click();
    await answerDialog(page, /^Stream$/);
    await until('a tile', () => Promise.resolve(tileRequests() > 0));
    await stream.click();
  });

  it('contains neither the key nor a token anywhere', async () => {
    const { page } = product;
    expect(secrets.size).toBeGreaterThan(1);
    const webviews = page.frames().filter(frame => frame.url().includes('/webview/') || frame === map);
    expect(webviews.length).toBeGreaterThan(1);
    const texts = await Promise.all(
      webviews.map(frame =>
        frame.evaluate(() =>
          [
            document.documentElement.outerHTML,
            document.cookie,
            JSON.stringify(Object.entries(localStorage)),
            JSON.stringify(Object.entries(sessionStorage)),
            ...performance.getEntries().map(({ name }) => name),
          ].join('\n'),
        ),
      ),
    );
    for (const text of [await page.content(), ...texts]) {
      expect(text.length).toBeGreaterThan(100);
      for (const secret of secrets) expect(text.includes(secret)).toBe(false);
    }
  });

  it('is left by F6, and entered again at the same place', async () => {
    const { page } = product;
    const { keyboard } = page;
    const partInFocus = () => page.evaluate(() => document.activeElement?.closest('.part')?.id);
    // The pointer was last on a button, which therefore shows no focus.
    await keyboard.press('Tab');
    await tabTo(page, map, 'Images');
    const home = await focusIn(map);
    expect(home).toMatchObject({ region: 'Results', isSeen: true });
    await keyboard.press('F6');
    await until('the focus to leave', async () => (await partInFocus()) !== undefined);
    const parts = new Set([await partInFocus()]);
    await until('the focus to come back', async () => {
      await keyboard.press('F6');
      await until('a next part', async () => {
        const part = await partInFocus();
        return part === undefined ? (await focusIn(map))?.region === 'Results' : !parts.has(part);
      });
      parts.add(await partInFocus());
      return (await partInFocus()) === undefined;
    });
    expect(await focusIn(map)).toEqual(home);
  });

  it.runIf(isFull)(
    'keeps its state in another group, behind another tab, in its own window and after a reload',
    async () => {
      const { page } = product;
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
    },
  );
});

describe('orders beside the map', () => {
  it('are confirmed in a dialog that fits in a small window', async () => {
    const { page } = product;
    await openOrderFile(product, 'Small window');
    await clickLens(page, 'Price');
    await lens(page, 'Order…').waitFor();
    await clickLens(page, 'Order…');
    // At 200% zoom, a window has half as many CSS pixels.
    for (const size of [
      { width: 720, height: 450 },
      { width: 640, height: 360 },
    ]) {
      await page.setViewportSize(size);
      const box = await dialog(page).boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(size.height);
    }
    await answerDialog(page, 'Cancel');
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  it('keep the focus in their tree while they are polled, from placing to delivery', async () => {
    const { page } = product;
    const focused = () =>
      page
        .locator('.monaco-list:focus .monaco-list-row.focused')
        .evaluateAll(rows => rows.map(row => row.getAttribute('aria-label') ?? '').join());
    for (const title of ['First quay', 'Second quay'])
      await placeElsewhere(product, async there => analyticOrder([await imageOf(there, 'PHR')], { title }));
    await runCommand(page, 'Swath: Focus on Orders View');
    await showViews(page, 'Orders');
    await runCommand(page, 'Swath: Refresh');
    await treeRow(page, /^First quay/).waitFor();
    await runCommand(page, 'Swath: Focus on Orders View');
    await page.keyboard.press('Home');
    await until('the row', async () => {
      if ((await focused()).startsWith('First quay')) return true;
      await page.keyboard.press('ArrowDown');
      return false;
    });
    await page.keyboard.press('Space');
    orders.deliver();
    await treeRow(page, /^delivered, 2/).waitFor({ timeout: patient(90_000) });
    await until('the focus on its row', async () => (await focused()).startsWith('First quay'));
    const selected = page.locator('.sidebar .monaco-list-row.selected');
    expect(await selected.getAttribute('aria-label')).toMatch(/^First quay/);
  });
});
