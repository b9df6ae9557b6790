import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeatureCollection, Point, Polygon } from 'geojson';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile, pick, statusBarText, typeInput, webviewFrame } from '../editor/workbench.ts';
import { focusIn, resultRows, walkToRow } from '../webview/mapPage.ts';
import { variablesWithoutFallback } from '../webview/themes.ts';
import {
  chooseLens,
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
  startProduct,
  statusBarItem,
  treeRow,
  until,
} from './product.ts';
import { serveTiles, type TileServer } from './tileServer.ts';

let product: Product;
let tiles: TileServer;
const orders = holdOrders();
const size = { width: 1300, height: 800 };
/** With each token that the service received. */
const authorizations: string[] = [];

beforeAll(async () => {
  tiles = await serveTiles();
  const settings = { 'swath.map.tileUrl': `${tiles.origin}/base/{z}/{x}/{y}.png` };
  product = await startProduct({ size, time: orders.time, settings });
  const { sandbox } = product.service;
  const answer = sandbox.fetch.bind(sandbox);
  sandbox.fetch = request => {
    const authorization = request.headers.get('authorization');
    if (authorization !== null) authorizations.push(authorization);
    return answer(request);
  };
  await countPresses(product.page);
});
afterAll(async () => {
  await product.stop();
  await tiles.stop();
});

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

  it('shows quicklooks over tiles from the settings, and contacts no other host', async () => {
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

  it('leaves the map with F6, and comes back to the same place', async () => {
    const { page } = product;
    await goToMap(page, map);
    await tabTo(page, map, 'Images');
    const home = await focusIn(map);
    expect(home).toMatchObject({ region: 'Results', isSeen: true });
    const partInFocus = () => page.evaluate(() => document.activeElement?.closest('.part')?.id);
    await keyboard().press('F6');
    await until('the focus to leave', async () => (await partInFocus()) !== undefined);
    const parts = new Set([await partInFocus()]);
    await until('the focus to come back', async () => {
      await keyboard().press('F6');
      await until('a next part', async () => {
        const part = await partInFocus();
        return part === undefined ? (await focusIn(map))?.region === 'Results' : !parts.has(part);
      });
      parts.add(await partInFocus());
      return (await partInFocus()) === undefined;
    });
    expect(await focusIn(map)).toEqual(home);
  });

  it('selects an image', async () => {
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

  it('asks before it spends, in a dialog that fits in a small window, and accepts Cancel', async () => {
    const { page } = product;
    await chooseLens(page, 'Order…');
    await dialogOpens(page);
    const text = await dialog(page).innerText();
    expect(text).toContain(`Order "${title}"?`);
    expect(text).toContain('Connection: Local');
    expect(text).toMatch(/Price: [\d,]+ credits/);
    expect(text).toMatch(/Balance: 5,000 credits/);
    // At 200% zoom, a window has half as many CSS pixels.
    for (const small of [
      { width: 720, height: 450 },
      { width: 640, height: 360 },
    ]) {
      await page.setViewportSize(small);
      const box = await dialog(page).boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(small.height);
    }
    await page.setViewportSize(size);
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
    await map.getByRole('button', { name: 'Open Text' }).waitFor();
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

  it('runs commands on rows, and leaves the questions of others', async () => {
    const { page, service } = product;
    await goToRow(page, 'Subscriptions', /^Platform access/);
    await keyboard().press('Delete');
    await dialogOpens(page);
    expect(await dialog(page).innerText()).toContain('Revoke "Platform access"?');
    await leaveDialog(page);
    expect(service.sandbox.requests.map(({ path }) => path).join()).not.toContain('revoke');
    await goToRow(page, 'Orders', /^Harbour cars/);
    await keyboard().press('Enter');
    await page.locator('.tab.active', { hasText: 'Order Harbour cars' }).waitFor();
  });

  it('used a single token for everything, and never exposed the key or the token', async () => {
    const { page, service, workbench } = product;
    const { requests, apiKey } = service.sandbox;
    expect(seen('POST', '/auth/realms/IDP/protocol/openid-connect/token')).toHaveLength(1);
    expect(requests.filter(request => request.status >= 400)).toEqual([]);
    expect(requests.some(request => request.query.includes('apikey'))).toBe(false);
    const tokens = new Set(authorizations.map(text => text.replace(/^Bearer /, '')));
    expect(tokens.size).toBe(1);
    const ours = [map, await webviewFrame(page, '#swath-order')];
    const webviews = page.frames().filter(frame => frame.url().includes('/webview/') || ours.includes(frame));
    // Each page is in a frame of the editor.
    expect(webviews.length).toBeGreaterThan(2);
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
    const log = await product.log();
    expect(log).not.toContain('Bearer ');
    for (const text of [log, await page.content(), ...texts]) {
      expect(text.length).toBeGreaterThan(100);
      for (const secret of [apiKey, ...tokens]) expect(text.includes(secret)).toBe(false);
    }
    expect(workbench.problems).toEqual([]);
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
    await map.locator('.map').click({ force: true });
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
