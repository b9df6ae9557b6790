import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { quay as place } from '../contract/places.ts';
import { notifications, webviewFrame } from '../editor/workbench.ts';
import { analyticOrder, imageOf, product as productOf, productOrder } from '../unit/sandbox/harness.ts';
import { placeElsewhere, type OrderMaker } from './elsewhere.ts';
import { holdOrders } from './heldOrders.ts';
import {
  answerDialog,
  chooseInMenu,
  mapPage,
  runCommand,
  signInToLocal,
  startProduct,
  treeRow,
  until,
  type Product,
  pressInToast,
} from './product.ts';

let product: Product;
const orders = holdOrders();

beforeAll(async () => {
  product = await startProduct({
    size: { width: 1500, height: 900 },
    time: orders.time,
    // The Explorer knows its folder by the address of the server where the address of the window names it.
    prepare: folder => Promise.resolve(folder),
  });
  // All is delivered before Swath first looks, so that no notification of it comes between what a test does.
  await placeElsewhere(product, quayCars, quay, pair);
  orders.deliver();
  await signInToLocal(product);
  await product.page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
  await treeRow(product.page, /^delivered, 3 orders/).waitFor();
});
afterEach(() => product.service.sandbox.faults.clear());
afterAll(() => product.stop());

const quayCars: OrderMaker = async there =>
  analyticOrder([await imageOf(there, 'PHR')], { title: 'Quay cars', aoi: place });
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

async function closeNotifications(): Promise<void> {
  await runCommand(product.page, 'Notifications: Clear All Notifications');
}

async function said(words: string | RegExp): Promise<void> {
  await until(`"${String(words)}" to be said`, async () =>
    (await notifications(product.page)).some(text => text.search(words) >= 0),
  );
}

/** Names in the folder of the downloads, without the hashes. */
async function kept(): Promise<string[]> {
  const names = await readdir(join(product.folder, 'reports')).catch(() => []);
  return names.map(name => name.replace(/-[0-9a-f]{8}(?=\.|$)/, '')).sort();
}

/** Bytes on the disk of what is on its way. */
async function arrived(): Promise<number> {
  const folder = join(product.folder, 'reports');
  const part = (await readdir(folder).catch(() => [])).find(name => name.endsWith('.part'));
  if (part === undefined) return 0;
  return stat(join(folder, part, 'data')).then(
    ({ size }) => size,
    () => 0,
  );
}

async function openOrders(): Promise<void> {
  const tab = product.page.locator('.activitybar').getByRole('tab', { name: 'Swath' });
  // A click on the open one would close the side bar.
  if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click();
  await treeRow(product.page, /^Quay\b/).waitFor();
}

/** A row of the Explorer that is selected. */
const selectedInExplorer = (name: RegExp) =>
  product.page.locator('.explorer-folders-view .monaco-list-row.selected', { hasText: name });

describe('what was delivered', () => {
  it('goes on where the network broke: what came is kept over a cancel', async () => {
    const { page, service } = product;
    const path = '/api/v1/items/*/download';
    service.sandbox.faults.add({ kind: 'body', as: 'truncated', path, count: 1 });
    service.sandbox.faults.add({ kind: 'slow', bytesPerSecond: 500, path, skip: 1 });
    await chooseInMenu(page, treeRow(page, /^Quay\b/), 'Download Delivery');
    await until('the broken download to go on', async () => sent().length > 1 && (await arrived()) > 0);
    await pressInToast(product.page, 'Cancel');
    // Named after nobody, it is for whoever downloads it next.
    await until('what came to be kept', async () =>
      (await kept()).some(name => /^Quay-bundle\.[0-9a-f]{8}\.part$/.test(name)),
    );
    service.sandbox.faults.clear();
    await chooseInMenu(page, treeRow(page, /^Quay\b/), 'Download Delivery');
    await said(/Quay-bundle-[0-9a-f]{8}\.zip is downloaded/);
    // Only the rest of it was asked for.
    expect(sent().at(-1)?.status).toBe(206);
    expect(await kept()).toEqual(['Quay-bundle.zip']);
  });

  it('is unzipped from the notification, and the folder is shown', async () => {
    const { folder } = product;
    await pressInToast(product.page, 'Unzip');
    await selectedInExplorer(/^Quay-bundle-[0-9a-f]{8}$/).waitFor();
    expect(await kept()).toEqual(['Quay-bundle', 'Quay-bundle.zip']);
    const name = (await readdir(join(folder, 'reports'))).find(one => !one.endsWith('.zip')) ?? '';
    const files = await readdir(join(folder, 'reports', name), { recursive: true });
    const picture = files.find(file => file.endsWith('image.jpg')) ?? '';
    const bytes = await readFile(join(folder, 'reports', name, picture));
    expect([...bytes.subarray(0, 2), ...bytes.subarray(-2)]).toEqual([0xff, 0xd8, 0xff, 0xd9]);
    expect(files.some(file => file.endsWith('product.json'))).toBe(true);
  });

  it('is shown where it lies, and not sent again', async () => {
    const { page } = product;
    const before = sent().length;
    await openOrders();
    await chooseInMenu(page, treeRow(page, /^Quay\b/), 'Reveal Downloaded File');
    await selectedInExplorer(/^Quay-bundle-[0-9a-f]{8}\.zip$/).waitFor();
    await openOrders();
    await chooseInMenu(page, treeRow(page, /^Quay\b/), 'Download Delivery');
    await said(/Quay-bundle-[0-9a-f]{8}\.zip is there already/);
    await chooseInMenu(page, treeRow(page, /^Quay\b/), 'Unzip Delivery');
    await said(/was unzipped before/);
    expect(sent()).toHaveLength(before);
    await closeNotifications();
  });

  it('comes all at once, and what became of each is told', async () => {
    const { page, service } = product;
    service.sandbox.faults.add({ kind: 'status', status: 404, path: '/api/v1/items/*/download', count: 1 });
    await runCommand(page, 'Swath: Download Everything That Is Ready');
    await page.locator('.tab.active', { hasText: 'Downloads.md' }).waitFor();
    const report = await webviewFrame(page, 'h1:has-text("What became of the downloads")');
    expect(await report.locator('body').innerText()).toContain('On the disk: 2 of 3.');
    expect(await report.locator('table tbody tr').count()).toBe(3);
    service.sandbox.faults.clear();
    await runCommand(page, 'Swath: Download Everything That Is Ready');
    await said(/ is downloaded\./);
    expect(await kept()).toEqual([
      'Pair-bundle.zip',
      'Pair-bundle.zip',
      'Quay-bundle',
      'Quay-bundle.zip',
      'Quay-cars.geojson',
    ]);
    await closeNotifications();
    await runCommand(page, 'Swath: Download Everything That Is Ready');
    await said('Everything that is ready was downloaded before: 4 files.');
    await closeNotifications();
  });

  it('opens the report that is there, in the editor and on the map', async () => {
    const { page } = product;
    const before = sent().length;
    await openOrders();
    await chooseInMenu(page, treeRow(page, /^Quay cars\b/), 'Open Report');
    await page.locator('.tab', { hasText: /^Quay-cars-[0-9a-f]{8}\.geojson/ }).waitFor();
    const map = await mapPage(page);
    await map.locator('.legend', { hasText: 'Quay cars' }).waitFor();
    expect(sent()).toHaveLength(before);
    expect(product.workbench.problems).toEqual([]);
    expect(await product.log()).not.toContain(product.service.sandbox.apiKey);
  });

  it('is downloaded before its file is shown, where the notification is asked for that', async () => {
    const { page, service } = product;
    await closeNotifications();
    await openOrders();
    const again: OrderMaker = async there =>
      analyticOrder([await imageOf(there, 'PHR')], { title: 'Second look', aoi: place });
    await placeElsewhere(product, again);
    await runCommand(page, 'Swath: Refresh');
    await treeRow(page, /^Second look, ordered/).waitFor();
    orders.deliver();
    await runCommand(page, 'Swath: Refresh');
    await said('"Second look" is delivered');
    const before = sent().length;
    const posts = service.sandbox.requests.filter(({ method }) => method === 'POST').length;
    await pressInToast(product.page, 'Reveal File');
    await selectedInExplorer(/^Second-look-[0-9a-f]{8}\.geojson$/).waitFor();
    expect(sent()).toHaveLength(before + 1);
    expect(await kept()).toContain('Second-look.geojson');
    // Nothing was asked, and nothing sent that could cost anything.
    expect(await page.locator('.monaco-dialog-box').count()).toBe(0);
    expect(service.sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(posts);
  });

  it('is compared where two reports are selected in the Explorer', async () => {
    const { page } = product;
    const file = (name: RegExp) =>
      page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).first();
    await file(/^Quay-cars-[0-9a-f]{8}\.geojson$/).click();
    await file(/^Second-look-[0-9a-f]{8}\.geojson$/).click({ modifiers: ['ControlOrMeta'] });
    await chooseInMenu(page, file(/^Second-look-/), 'Compare Reports…');
    await page.locator('.quick-input-title', { hasText: 'which is the older one?' }).waitFor();
    const rows = page.locator('.quick-input-widget .monaco-list-row');
    expect(await rows.first().innerText()).toMatch(/Quay-cars-.*Second-look-|Second-look-.*Quay-cars-/);
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-title', { hasText: 'greatest distance of points' }).waitFor();
    await page.keyboard.press('Enter');
    // So few features say little of the area that was looked at.
    await answerDialog(page, 'Show Comparison');
    await said(/\d+ new, \d+ gone, \d+ same\./);
    await page.locator('.tab.active', { hasText: /^change-/ }).waitFor();
    const map = await mapPage(page);
    await map
      .locator('.report-classes')
      .getByRole('button', { name: /^(new|gone|same) \d+ feature/ })
      .first()
      .waitFor();
    expect(await map.getByLabel('Colour the report by').inputValue()).toBe('swath:change');
  });
});
