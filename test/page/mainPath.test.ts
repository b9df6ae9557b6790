import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeatureCollection, Point, Polygon } from 'geojson';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile, pick, statusBarText, typeInput } from '../editor/workbench.ts';
import { openFilters, resultRows, walkToRow } from '../webview/mapPage.ts';
import { goOnWhileGood } from './goOnWhileGood.ts';
import { holdOrders } from './heldOrders.ts';
import {
  clickLens,
  leaveDialog,
  lens,
  mapPage,
  notificationSays,
  pressInDialog,
  pressInToast,
  type Product,
  runCommand,
  startProduct,
  until,
} from './product.ts';

let product: Product;
const orders = holdOrders();

beforeAll(async () => {
  product = await startProduct({ size: { width: 1300, height: 800 }, time: orders.time });
});
afterAll(() => product.stop());

/** Requests that the service received, without those that Swath sends automatically. */
function seen(method: string, path: string) {
  return product.service.sandbox.requests.filter(
    request => request.method === method && request.path === path,
  );
}

const dialog = () => product.page.locator('.monaco-dialog-box');
const treeRow = (text: string | RegExp) =>
  product.page.locator('.monaco-list-row', { hasText: text }).first();

async function waitForStatusBar(text: string): Promise<void> {
  await until(`the status bar to say ${text}`, async () => {
    return (await statusBarText(product.page)).some(item => item.includes(text));
  });
}

describe('from a drawn area to an opened report', () => {
  let map: Frame;
  let title: string;

  // Each step is what the user does next.
  goOnWhileGood();

  it('says how to start while signed out, and sends nothing', async () => {
    const { page } = product;
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await page.getByRole('button', { name: 'Use the Sandbox' }).waitFor();
    await page.getByRole('button', { name: 'Sign In' }).first().waitFor();
    expect(product.service.sandbox.requests).toEqual([]);
  });

  it('signs in with a key that is typed into a masked box', async () => {
    const { page, service } = product;
    await runCommand(page, 'Swath: Sign In…');
    await pick(page, 'Local');
    await page.locator('.quick-input-widget input[type=password]').waitFor();
    await typeInput(page, service.sandbox.apiKey);
    await waitForStatusBar('Local · 5,000 credits');
    await page.locator('.pane-body', { hasText: 'No orders yet' }).waitFor();
  });

  it('searches from the lens above the polygon', async () => {
    const { page } = product;
    await openFile(page, 'harbour.aoi.geojson');
    await lens(page, '21.7 km²').waitFor();
    await clickLens(page, 'Search Images');
    map = await mapPage(page);
    await resultRows(map).first().waitFor();
    await map.getByText('harbour · 21.7 km²').waitFor();
    const query = new URLSearchParams(seen('GET', '/api/v2/opensearch').at(-1)?.query);
    expect(Object.fromEntries(query)).toEqual({
      relation: 'intersects',
      geometry:
        'POLYGON ((3.993 51.948, 4.021 51.931, 4.072 51.936, 4.081 51.962, 4.032 51.976, 3.998 51.967, 3.993 51.948))',
      sortBy: '-acquisitionDate,cloudCover',
      itemsPerPage: '50',
      startPage: '1',
    });
    await map.locator('.total', { hasText: /^50 of / }).waitFor();
  });

  it('narrows the search by date and cloud cover with the keyboard', async () => {
    await openFilters(map);
    await map.getByLabel('From', { exact: true }).fill('2025-01-01');
    await map.getByLabel('To', { exact: true }).fill('2025-12-31');
    await map.getByLabel('Cloud %: Maximum').fill('20');
    await map.getByLabel('Cloud %: Maximum').press('Enter');
    await until('only images of 2025', async () => {
      const rows = await resultRows(map).allInnerTexts();
      return rows.length > 0 && rows.every(row => row.includes('2025-'));
    });
    const query = new URLSearchParams(seen('GET', '/api/v2/opensearch').at(-1)?.query);
    expect(query.get('acquisitionDate')).toBe('[2025-01-01T00:00:00.000Z,2025-12-31T23:59:59.999Z]');
    expect(query.get('cloudCover')).toBe('[0,20]');
  });

  it('selects an image with the keyboard', async () => {
    const row = await walkToRow(map, 'PHR 0.5 m', 'SENSOR');
    await product.page.keyboard.press('Enter');
    await until('the row to be selected', async () => (await row.getAttribute('aria-selected')) === 'true');
    await map.getByText('1 selected').waitFor();
  });

  it('drafts an order as a document', async () => {
    const { page } = product;
    await map.getByRole('button', { name: 'Draft Order' }).click();
    await pick(page, 'Cars detection');
    await page.locator('.quick-input-title', { hasText: 'Title of the report' }).waitFor();
    title = 'Harbour cars';
    await typeInput(page, title);
    await page.locator('.tab.active', { hasText: 'Harbour-cars.order.json' }).waitFor();
    await lens(page, 'Price').waitFor();
  });

  it('shows the price next to the balance', async () => {
    const { page } = product;
    await clickLens(page, 'Price');
    await lens(page, /^\S*\s?[\d,]+ credits · balance 5,000 credits/).waitFor();
    await lens(page, 'Order…').waitFor();
    expect(seen('POST', '/api/v1/prices')).toHaveLength(1);
    expect(seen('POST', '/api/v1/orders')).toHaveLength(0);
  });

  it('asks before it spends, and accepts Cancel', async () => {
    const { page } = product;
    await clickLens(page, 'Order…');
    await dialog().waitFor();
    const text = await dialog().innerText();
    expect(text).toContain(`Order "${title}"?`);
    expect(text).toContain('Connection: Local');
    expect(text).toMatch(/Price: [\d,]+ credits/);
    expect(text).toMatch(/Balance: 5,000 credits/);
    await leaveDialog(page);
    expect(seen('POST', '/api/v1/orders')).toHaveLength(0);
  });

  it('orders exactly what was priced, once', async () => {
    const { page } = product;
    await clickLens(page, 'Order…');
    await pressInDialog(page, /^Order for [\d,]+ credits$/);
    await treeRow('ordered').waitFor();
    await treeRow(title).waitFor();
    const [placed] = seen('POST', '/api/v1/orders');
    expect(seen('POST', '/api/v1/orders')).toHaveLength(1);
    expect(placed?.body).toBe(seen('POST', '/api/v1/prices').at(-1)?.body);
    expect(JSON.parse(placed?.body ?? '')).toMatchObject({
      kind: 'order.analytics-toolbox.archive',
      title,
      analytic: 'analytic.orbitalinsight.cars-detection',
      resolution: 0.5,
      imageIds: [expect.any(String)],
      aoi: { type: 'Polygon' },
    });
    await until('the balance to fall', async () => {
      return (await statusBarText(page)).some(item => /Local · 4,\d{3} credits/.test(item));
    });
  });

  it('watches the order until it is delivered', async () => {
    orders.deliver();
    await treeRow('delivered').waitFor();
    await notificationSays(product.page, /^Delivered: Harbour cars/);
  });

  it('opens the report in the editor and on the map', async () => {
    const { page, folder } = product;
    await pressInToast(page, 'Open Report');
    await page
      .locator('.tab.active', { hasText: /^\d{4}-\d\d-\d\d-Harbour-cars-\d+cm-[0-9a-f]{8}\.geojson/ })
      .waitFor();
    await page.locator('.view-lines', { hasText: 'FeatureCollection' }).waitFor();
    const file = (await readdir(join(folder, 'reports'))).find(name => name.endsWith('.geojson')) ?? '';
    const item = join(folder, 'reports/stac/items', file.replace('.geojson', '.json'));
    await until('the STAC catalog to have it', async () =>
      (await readFile(item, 'utf8').catch(() => '')).includes('Harbour cars'),
    );
    const report = JSON.parse(await readFile(join(folder, 'reports', file), 'utf8')) as FeatureCollection;
    expect(report.features.length).toBeGreaterThan(0);
    await map.locator('.report-legend').getByText(`${report.features.length} features`).first().waitFor();
    const aoi = JSON.parse(await readFile(join(folder, 'harbour.aoi.geojson'), 'utf8')) as {
      geometry: Polygon;
    };
    expect(report.features.every(feature => isAbout(feature.geometry as Point | Polygon, aoi.geometry))).toBe(
      true,
    );
  });

  it('has a QGIS project written beside it, and says where, because no desktop program starts from here', async () => {
    const { page, folder } = product;
    await runCommand(page, 'Swath: Open in QGIS');
    await notificationSays(page, /^Swath can't start QGIS here\. The project is .*-Harbour-cars-.*\.qgs/);
    await pressInToast(page, 'Copy Path');
    expect((await readdir(join(folder, 'reports'))).filter(name => /\.qgs$|_aoi/.test(name))).toHaveLength(2);
  });

  it('used a single token for everything, and never exposed the key or the token', async () => {
    const { service, workbench } = product;
    expect(seen('POST', '/auth/realms/IDP/protocol/openid-connect/token')).toHaveLength(1);
    expect(service.sandbox.requests.filter(request => request.status >= 400)).toEqual([]);
    expect(service.sandbox.requests.some(request => request.query.includes('apikey'))).toBe(false);
    const log = await product.log();
    expect(log).not.toContain(service.sandbox.apiKey);
    expect(log).not.toContain('Bearer ');
    const page = await map.evaluate(() => document.documentElement.outerHTML);
    expect(page).not.toContain(service.sandbox.apiKey);
    expect(workbench.problems).toEqual([]);
  });
});

/** Whether a feature is within the box around the area. */
function isAbout(geometry: Point | Polygon, aoi: Polygon): boolean {
  const ring = aoi.coordinates[0] ?? [];
  const [longitude = NaN, latitude = NaN] =
    geometry.type === 'Point' ? geometry.coordinates : (geometry.coordinates[0]?.[0] ?? []);
  const longitudes = ring.map(position => position[0] ?? NaN);
  const latitudes = ring.map(position => position[1] ?? NaN);
  return (
    longitude >= Math.min(...longitudes) &&
    longitude <= Math.max(...longitudes) &&
    latitude >= Math.min(...latitudes) &&
    latitude <= Math.max(...latitudes)
  );
}
