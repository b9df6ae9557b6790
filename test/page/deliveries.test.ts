import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { quay as place } from '../contract/places.ts';
import { waitFor } from '../editor/waitFor.ts';
import { patience, typeInput, webviewFrame } from '../editor/workbench.ts';
import { isFull } from '../randomRuns.ts';
import { analyticOrder, imageOf, product as productOf, productOrder } from '../unit/sandbox/harness.ts';
import { type OrderMaker, placeElsewhere } from './elsewhere.ts';
import { holdOrders } from './heldOrders.ts';
import {
  chooseInMenu,
  mapPage,
  notificationSays,
  pressInNotification,
  type Product,
  reloadWindow,
  signInToLocal,
  startProduct,
  statusBarItem,
  treeRow,
  until,
} from './product.ts';

let product: Product;
const orders = holdOrders();

beforeAll(async () => {
  product = await startProduct({
    size: { width: 1500, height: 900 },
    time: orders.time,
    // The Explorer identifies its folder by the server's path if the window's URL contains it.
    prepare: folder => Promise.resolve(folder),
  });
  // Everything is delivered before Swath first reads the orders, so that no notification about it disturbs a test.
  await placeElsewhere(product, carsOf('Pier cars'), carsOf('Quay cars'), quay, pair);
  orders.deliver();
  await signInToLocal(product);
  await product.page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
  await treeRow(product.page, /^delivered, 4/).waitFor();
});
afterEach(() => product.service.sandbox.faults.clear());
afterAll(() => product.stop());

const carsOf =
  (title: string): OrderMaker =>
  async there =>
    analyticOrder([await imageOf(there, 'PHR')], { title, aoi: place });
const quay: OrderMaker = async there => ({
  ...productOrder(productOf(await imageOf(there, 'PHR'), { aoi: place })),
  customerRef: 'Quay',
});
const pair: OrderMaker = async there => {
  const images = [await imageOf(there, 'PHR'), await imageOf(there, 'SPOT')];
  return {
    ...productOrder(...images.map(image => productOf(image, { aoi: place }))),
    customerRef: 'Pair',
  };
};

const sent = () =>
  product.service.sandbox.requests.filter(
    ({ path, method }) => method === 'GET' && /^\/api\/v1\/items\/.*\/download$/.test(path),
  );

const notified = (words: RegExp) => notificationSays(product.page, words);

/** Names of deliveries in the downloads folder, without the days and the hashes. */
async function kept(): Promise<string[]> {
  const names = await readdir(join(product.folder, 'reports')).catch(() => []);
  const deliveries = names.filter(name => name !== 'stac');
  return deliveries.map(name => name.replace(/^\d{4}-\d\d-\d\d-|-[0-9a-f]{8}(?=\.|$)/g, '')).sort();
}

/** Bytes on the disk of the download in progress. */
async function arrived(): Promise<number> {
  const folder = join(product.folder, 'reports');
  const part = (await readdir(folder).catch(() => [])).find(name => name.endsWith('.part'));
  if (part === undefined) return 0;
  return stat(join(folder, part, 'data')).then(
    ({ size }) => size,
    () => 0,
  );
}

const selectedInExplorer = (name: RegExp) =>
  product.page.locator('.explorer-folders-view .monaco-list-row.selected', { hasText: name });

describe('what was delivered', () => {
  it('resumes after a network failure: received data is kept after a cancel', async () => {
    const { page, service } = product;
    const path = '/api/v1/items/*/download';
    service.sandbox.faults.add({ kind: 'body', as: 'truncated', path, count: 1 });
    service.sandbox.faults.add({ kind: 'slow', bytesPerSecond: 500, path, skip: 1 });
    await chooseInMenu(page, treeRow(page, /^Quay\b/), 'Download Delivery');
    await until('the broken download to go on', async () => sent().length > 1 && (await arrived()) > 0);
    await pressInNotification(product.page, 'Cancel');
    // A name without a process: any later download may resume it.
    await until('what came to be kept', async () =>
      (await kept()).some(name => /^Quay-bundle\.[0-9a-f]{8}\.part$/.test(name)),
    );
    service.sandbox.faults.clear();
    await chooseInMenu(page, treeRow(page, /^Quay\b/), 'Download Delivery');
    await notified(/Downloaded \d{4}-\d\d-\d\d-Quay-bundle-[0-9a-f]{8}\.zip/);
    // Only the rest was requested.
    expect(sent().at(-1)?.status).toBe(206);
    expect(await kept()).toEqual(['Quay-bundle.zip']);
  });

  it('is unzipped from the notification, and the folder is shown', async () => {
    const { folder } = product;
    await pressInNotification(product.page, 'Unzip');
    await pressInNotification(product.page, 'Reveal Folder');
    await selectedInExplorer(/^\d{4}-\d\d-\d\d-Quay-bundle-[0-9a-f]{8}$/).waitFor();
    expect(await kept()).toEqual(['Quay-bundle', 'Quay-bundle.zip']);
    const name = (await readdir(join(folder, 'reports'))).find(entry => /-[0-9a-f]{8}$/.test(entry)) ?? '';
    const files = await readdir(join(folder, 'reports', name), { recursive: true });
    const picture = files.find(file => file.endsWith('preview.jpg')) ?? '';
    const bytes = await readFile(join(folder, 'reports', name, picture));
    expect([...bytes.subarray(0, 2), ...bytes.subarray(-2)]).toEqual([0xff, 0xd8, 0xff, 0xd9]);
    expect(files.some(file => file.endsWith('product.json'))).toBe(true);
  });
});

describe('the page of an order', () => {
  it('opens with a click, follows a reload, and leads to the report and the raw JSON', async () => {
    const { page } = product;
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await treeRow(page, /^Quay cars\b/).click();
    let frame = await webviewFrame(page, '#swath-order');
    await frame.getByRole('heading', { name: 'Quay cars' }).waitFor();
    await frame.getByText('km² at').waitFor();
    await frame.getByRole('img', { name: 'Map of the area and its images' }).waitFor();
    await reloadWindow(page);
    frame = await webviewFrame(page, '#swath-order');
    await frame.getByRole('heading', { name: 'Quay cars' }).waitFor();
    await frame.getByRole('button', { name: 'Show Raw JSON' }).click();
    await page.locator('.tab.active', { hasText: 'Order Quay cars.json' }).waitFor();
    await page.locator('.tab', { hasText: /^Order Quay cars$/ }).click();
    frame = await webviewFrame(page, '#swath-order');
    await frame.getByRole('button', { name: 'Open Report', exact: true }).press('Enter');
    const map = await mapPage(page);
    await map.getByRole('button', { name: 'Open Text' }).click();
    await page.locator('.tab', { hasText: /^\d{4}-\d\d-\d\d-Quay-cars-.*\.geojson/ }).waitFor();
  });
});

describe('after the delivery', () => {
  let map: Frame;
  const tab = (name: string) => map.getByRole('tab', { name, exact: true }).click();

  beforeAll(async () => {
    map = await mapPage(product.page);
  });

  it.runIf(isFull)(
    'a report is filtered in its table, charted, and reviewed into a file beside it',
    async () => {
      const { page, folder } = product;
      await tab('Table');
      const rows = map.getByRole('grid', { name: 'Features' }).getByRole('row');
      await until('its rows', async () => (await rows.count()) > 1);
      const summary = map.getByText(/^[\d,]+ of [\d,]+ features/);
      const before = await summary.innerText();
      await map.getByRole('combobox', { name: 'Filter' }).fill('score < 0 and class = car');
      expect(before).not.toMatch(/^0 of/);
      await until('no rows', async () => (await summary.innerText()).startsWith('0 of'));
      await map.getByRole('combobox', { name: 'Filter' }).fill('');
      await tab('Charts');
      for (const name of ['Distribution', 'Classes', 'Over time'])
        await map.getByRole('heading', { name }).waitFor();
      await tab('Review');
      await map.getByRole('button', { name: 'Start Review' }).click();
      await typeInput(page, 'Ada');
      await map.getByRole('group', { name: 'Review' }).waitFor();
      await map.getByRole('button', { name: /^Reject/ }).waitFor();
      await page.keyboard.press('r');
      await map.getByText(/^1 of [\d,]+ reviewed/).waitFor();
      // The page counts a decision at once; it is written later.
      const review = await waitFor(
        'the review file',
        async () => (await readdir(join(folder, 'reports'))).find(name => name.endsWith('.review.json')),
        { timeout: patience },
      );
      const written = JSON.parse(await readFile(join(folder, 'reports', review), 'utf8')) as object;
      expect(written).toMatchObject({ reviewer: 'Ada', decisions: [{ decision: 'rejected' }] });
    },
  );

  it.runIf(isFull)(
    'an image is shown on the map from its ZIP file, of which only some bytes are read',
    async () => {
      const { page } = product;
      await chooseInMenu(page, treeRow(page, /^Quay\b/), 'Show Image');
      const card = map.getByRole('group', { name: 'Delivered image' });
      await card.getByText(/px · .* m · bands: 4$/).waitFor();
      await card.getByLabel('Bands').selectOption({ label: 'Near infrared (false color)' });
      const painted = () =>
        map.evaluate(() =>
          [...document.querySelectorAll<HTMLCanvasElement>('.leaflet-product-pane canvas')].some(canvas =>
            canvas
              .getContext('2d')
              ?.getImageData(0, 0, canvas.width, canvas.height)
              .data.some(value => value > 0),
          ),
        );
      await until('the image to be painted', painted);
      await card.getByRole('button', { name: 'Close Delivered image' }).click();
      await card.waitFor({ state: 'hidden' });
    },
  );

  it('two selected reports are compared and shown together, and their menu offers nothing that works on one', async () => {
    const { page } = product;
    await treeRow(page, /^Quay cars/).click();
    await treeRow(page, /^Pier cars/).click({ modifiers: ['Control'] });
    await page.keyboard.press('Control+C');
    await statusBarItem(page, /Copied .* and 1 more/).waitFor();
    await treeRow(page, /^Pier cars/).click({ button: 'right' });
    const labels = page.locator('.context-view .action-menu-item .action-label:not(.separator)');
    await labels.first().waitFor();
    const offered = ['Open Report', 'Download Delivery', 'Compare Reports…', 'Copy ID'];
    expect(await labels.allInnerTexts()).toEqual(offered);
    await page.keyboard.press('Escape');
    await chooseInMenu(page, treeRow(page, /^Pier cars/), 'Compare Reports…');
    // Both are of one image, so no date tells it.
    await page.locator('.quick-input-widget', { hasText: 'Which report is older?' }).waitFor();
    await page.keyboard.press('Escape');
    await chooseInMenu(page, treeRow(page, /^Pier cars/), 'Open Report');
    for (const name of ['Quay cars', 'Pier cars'])
      await map.locator('.report-classes').getByText(name, { exact: true }).waitFor();
    expect(product.workbench.problems).toEqual([]);
  });
});
