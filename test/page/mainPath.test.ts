import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeatureCollection, Point, Polygon } from 'geojson';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile, pick, statusBarText, typeInput } from '../editor/workbench.ts';
import { focusComes, resultRows, walkToRow } from '../webview/mapPage.ts';
import { variablesWithoutFallback } from '../webview/themes.ts';
import {
  chooseLens,
  chooseOfRow,
  countPresses,
  goOn,
  goToMap,
  goToRow,
  isInText,
  pressesIn,
  pressInCenter,
  tabTo,
} from './byKeys.ts';
import { goOnWhileGood } from './goOnWhileGood.ts';
import { holdOrders } from './heldOrders.ts';
import {
  dialog,
  dialogAnswerable,
  dialogOpens,
  leaveDialog,
  lens,
  mapPage,
  notificationSays,
  type Product,
  runCommand,
  soon,
  startProduct,
  statusBarItem,
  treeRow,
  until,
} from './product.ts';

let product: Product;
const orders = holdOrders();

beforeAll(async () => {
  product = await startProduct({ size: { width: 1300, height: 800 }, time: orders.time });
  await countPresses(product.page);
});
afterAll(() => product.stop());

/** Requests that the service received, without those that Swath sends automatically. */
function seen(method: string, path: string) {
  return product.service.sandbox.requests.filter(
    request => request.method === method && request.path === path,
  );
}

const keyboard = () => product.page.keyboard;

describe('from a drawn area to an opened report, by keys alone', () => {
  let map: Frame;
  let title: string;

  // Each step is what the user does next.
  goOnWhileGood();

  it('says how to start while signed out, and sends nothing', async () => {
    const { page } = product;
    await runCommand(page, 'Swath: Focus on Welcome View');
    await page.getByRole('button', { name: 'Use the Sandbox' }).waitFor();
    await goOn(page, 'Tab', '.sidebar .monaco-button', /Sign In/);
    expect(product.service.sandbox.requests).toEqual([]);
  });

  it('signs in with a key that is typed into a masked box', async () => {
    const { page, service } = product;
    await keyboard().press('Enter');
    await pick(page, 'Local');
    await page.locator('.quick-input-widget input[type=password]').waitFor();
    await typeInput(page, service.sandbox.apiKey);
    await statusBarItem(page, /Local · 5,000 credits/).waitFor();
    await page.locator('.pane-body', { hasText: 'No orders yet' }).waitFor();
  });

  it('searches from the lens above the polygon', async () => {
    const { page } = product;
    await openFile(page, 'harbour.aoi.geojson');
    await lens(page, '21.8 km²').waitFor();
    await chooseLens(page, 'Search Images');
    map = await mapPage(page);
    await countPresses(map);
    await resultRows(map).first().waitFor();
    await map.getByText('harbour · 21.8 km²').waitFor();
    const query = new URLSearchParams(seen('GET', '/api/v2/opensearch').at(-1)?.query);
    expect(Object.fromEntries(query)).toEqual({
      relation: 'intersects',
      geometry:
        'POLYGON ((3.993 51.948, 4.021 51.931, 4.072 51.936, 4.081 51.962, 4.032 51.976, 3.998 51.967, 3.993 51.948))',
      sortBy: '-acquisitionDate',
      itemsPerPage: '50',
      startPage: '1',
    });
    await map.locator('.total', { hasText: /^50 of / }).waitFor();
  });

  it('narrows the search by date and cloud cover, and clears a filter', async () => {
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
    const query = new URLSearchParams(seen('GET', '/api/v2/opensearch').at(-1)?.query);
    expect(query.get('acquisitionDate')).toBe('[2025-01-01T00:00:00.000Z,2025-12-31T23:59:59.999Z]');
    expect(query.get('cloudCover')).toBe('[0,20]');
    // From the filters, the search leads to its images.
    await focusComes(map, 'Images');
    await tabTo(page, map, 'Remove "cloud up to 20 %"');
    await keyboard().press('Delete');
    await focusComes(map, 'Remove "2025-01-01 to 2025-12-31"');
    await keyboard().press('Enter');
    await focusComes(map, 'Filters');
    await map.locator('.total', { hasText: /^50 of / }).waitFor();
  });

  it('selects an image', async () => {
    await keyboard().press('Control+F6');
    await keyboard().press('Control+F6');
    await focusComes(map, 'Images');
    const row = await walkToRow(map, 'PHR 0.5 m', 'SENSOR');
    await keyboard().press('Space');
    await until('the row to be selected', async () => (await row.getAttribute('aria-selected')) === 'true');
    await map.getByText('1 selected', { exact: true }).waitFor();
  });

  it('drafts an order as a document', async () => {
    const { page } = product;
    await tabTo(page, map, 'Draft Order');
    await keyboard().press('Enter');
    await pick(page, 'Analytic report');
    await pick(page, 'Cars detection');
    await page.locator('.quick-input-title', { hasText: 'Title of the report' }).waitFor();
    title = 'Harbour cars';
    await typeInput(page, title);
    await page.locator('.tab.active', { hasText: 'Harbour-cars.order.json' }).waitFor();
    await lens(page, 'Price').waitFor();
  });

  it('shows the price next to the balance', async () => {
    const { page } = product;
    await until('the focus in the text', () => isInText(page));
    await chooseLens(page, 'Price');
    await lens(page, /^\S*\s?[\d,]+ credits$/).waitFor();
    await lens(page, 'Order…').waitFor();
    await lens(page, 'balance 5,000 credits').waitFor();
    expect(seen('POST', '/api/v1/prices')).toHaveLength(1);
    expect(seen('POST', '/api/v1/orders')).toHaveLength(0);
  });

  it('asks before it spends, and accepts Cancel', async () => {
    const { page } = product;
    await chooseLens(page, 'Order…');
    await dialogOpens(page);
    const text = await dialog(page).innerText();
    expect(text).toContain(`Order "${title}"?`);
    expect(text).toContain('Connection: Local');
    expect(text).toMatch(/Price: [\d,]+ credits/);
    expect(text).toMatch(/Balance: 5,000 credits/);
    await leaveDialog(page);
    expect(seen('POST', '/api/v1/orders')).toHaveLength(0);
  });

  it('orders exactly what was priced, once', async () => {
    const { page } = product;
    await chooseLens(page, 'Order…');
    await dialogAnswerable(page);
    await goOn(page, 'Tab', '.monaco-dialog-box .monaco-button', /^Order for [\d,]+ credits$/);
    await keyboard().press('Enter');
    await treeRow(page, 'ordered').waitFor();
    await treeRow(page, title).waitFor();
    await lens(page, 'Order Again…').waitFor();
    expect(await lens(page, 'Order…').count()).toBe(0);
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
    await treeRow(product.page, 'delivered').waitFor();
    await notificationSays(product.page, /^Delivered: Harbour cars/);
  });

  it('opens the report on the map, and its text when that is asked for', async () => {
    const { page, folder } = product;
    await pressInCenter(page, 'Open Report');
    await tabTo(page, map, 'Open Text');
    await keyboard().press('Enter');
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
    await pressInCenter(page, 'Copy Path');
    expect((await readdir(join(folder, 'reports'))).filter(name => /\.qgs$|_aoi/.test(name))).toHaveLength(2);
  });

  it('hides a class of the report, and goes to a feature and from there to its text', async () => {
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
    await until('the focus in the text', () => isInText(page));
    await tabTo(page, map, 'Close Report');
    await keyboard().press('Enter');
    await map.locator('.report-legend').waitFor({ state: 'hidden' });
    await focusComes(map, 'Map');
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

  it('runs commands on rows, and leaves the questions of others', async () => {
    const { page, service } = product;
    const tab = (name: string) => page.locator('.tab.active', { hasText: name });
    for (const [view, row, name, question] of [
      ['Subscriptions', /^Platform access/, 'Platform access', 'Revoke "Platform access"?'],
      ['API Keys', /^First key/, 'First key', 'Delete the API key "First key"'],
    ] as const) {
      // If the row is redrawn at this moment, its menu closes.
      await until(`the details of ${name}`, async () => {
        await chooseOfRow(page, view, row, 'Show Details');
        return soon(timeout => tab(name).waitFor({ timeout }));
      });
      await goToRow(page, view, row);
      await keyboard().press('Delete');
      await dialogOpens(page);
      expect(await dialog(page).innerText()).toContain(question);
      await leaveDialog(page);
    }
    const sent = service.sandbox.requests.map(({ method, path }) => `${method} ${path}`).join();
    expect(sent).not.toMatch(/DELETE|revoke/);
    await goToRow(page, 'Orders', /^Harbour cars/);
    await keyboard().press('Enter');
    await tab('Order Harbour cars').waitFor();
  });

  it('has a color in place of each one that this version of the editor does not have', async () => {
    const missing = await map.evaluate(
      names => names.filter(name => !document.documentElement.style.getPropertyValue(name)),
      variablesWithoutFallback(),
    );
    // Only the high contrast themes have these borders.
    expect(missing.filter(name => !name.startsWith('--vscode-contrast'))).toEqual([]);
  });

  it('needed no pointer press, which would have been counted', async () => {
    const { page } = product;
    expect([await pressesIn(page), await pressesIn(map)]).toEqual([0, 0]);
    await page.locator('.statusbar').click({ position: { x: 300, y: 5 } });
    await map.locator('.total').click();
    expect(await pressesIn(page)).toBeGreaterThan(0);
    expect(await pressesIn(map)).toBeGreaterThan(0);
  });
});

/** Whether a feature is within the box around the area. */
function isAbout(geometry: Point | Polygon, aoi: Polygon): boolean {
  const ring = aoi.coordinates[0] ?? [];
  const [longitude = NaN, latitude = NaN] =
    geometry.type === 'Point' ? geometry.coordinates : (geometry.coordinates[0]?.[0] ?? []);
  const longitudes = ring.map(position => position[0]);
  const latitudes = ring.map(position => position[1]);
  return (
    longitude >= Math.min(...longitudes) &&
    longitude <= Math.max(...longitudes) &&
    latitude >= Math.min(...latitudes) &&
    latitude <= Math.max(...latitudes)
  );
}
