// Creates the pictures of the README and the docs from the running product: npm run pictures
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeLink } from '../../src/features/links/link.ts';
import { harbour } from '../contract/places.ts';
import type { Theme } from '../editor/browser.ts';
import { openFile, pick, typeInput, webviewFrame } from '../editor/workbench.ts';
import { openFilters, resultRows } from '../webview/mapPage.ts';
import { askToPlace, draftReport, openDelivered, selectClearImage } from './drafted.ts';
import {
  answerDialog,
  clickLens,
  dialog,
  dialogOpens,
  lens,
  mapPage,
  pressInDialog,
  runCommand,
  screenshot,
  showViews,
  startProduct,
  treeRow,
  widenSideBar,
} from './product.ts';

const folder = 'docs/pictures';

async function walk(theme: Theme): Promise<void> {
  const product = await startProduct({ startInSandbox: true, theme, size: { width: 1440, height: 860 } });
  try {
    const { page } = product;
    const picture = (name: string) => screenshot(page, `${name}-${theme}`, folder);
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await page.locator('.statusbar-item', { hasText: '5,000 credits' }).waitFor();
    await widenSideBar(page, 560);
    // Open alone, the view has room for the rows that are clicked.
    await showViews(page, 'Subscriptions');
    await treeRow(page, /^Port of call.*active/).click();
    await treeRow(page, /^Runs/).click();
    await treeRow(page, /^Run 1/).waitFor();
    await showViews(page, 'Contracts', 'Subscriptions', 'API Keys');
    await treeRow(page, /^Payments/).click();
    await treeRow(page, /^Total/).waitFor();
    await treeRow(page, /in use/).waitFor();
    await picture('account');
    await runCommand(page, 'Swath: Revoke Subscription…');
    await pick(page, 'Port of call, monthly');
    await dialogOpens(page);
    await picture('revoke');
    await answerDialog(page, 'Cancel');
    await widenSideBar(page, 300);
    await showViews(page, 'Orders');

    await openFile(page, 'harbour.aoi.geojson');
    // VS Code drops the lenses of a text that loses focus before they were requested.
    await lens(page, 'Search Images').waitFor();
    await clickLens(page, 'Search Images');
    const map = await mapPage(page);
    await resultRows(map).first().waitFor();
    await openFilters(map);
    await map.getByLabel('From', { exact: true }).fill('2024-01-01');
    await map.getByLabel('To', { exact: true }).fill('2025-12-31');
    await selectClearImage(map);
    await map.getByRole('button', { name: 'Quicklook' }).click();
    await map.locator('.picture-chip', { hasText: 'Loading' }).waitFor({ state: 'detached' });
    await map.locator('.picture-pane canvas').first().waitFor({ state: 'attached' });
    await map.locator('.row img[src^="blob:"]').nth(3).waitFor();
    await picture('search');

    await draftReport(product, map, { analytic: 'Vessels detection', title: 'Harbour vessels' });
    await clickLens(page, 'Price');
    await askToPlace(product);
    await picture('order');

    await answerDialog(page, /^Order for/);
    await openDelivered(product);
    await map.locator('.report-legend', { hasText: 'features' }).waitFor();
    await page.locator('.tab.active', { hasText: '.geojson' }).waitFor();
    await page.locator('.notifications-toasts', { hasText: 'Downloading' }).waitFor({ state: 'hidden' });
    await picture('report');
  } finally {
    await product.stop();
  }
}

/** What programs beside the map see: a notebook, an agent and a link. */
async function walkBeside(): Promise<void> {
  const product = await startProduct({
    startInSandbox: true,
    theme: 'dark',
    size: { width: 1440, height: 860 },
    prepare: writeNotebook,
  });
  try {
    const { page, editor } = product;
    const picture = (name: string) => screenshot(page, `${name}-dark`, folder);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: editor.origin });
    const view = (name: string) => page.locator('.activitybar').getByRole('tab', { name });
    await view('Swath').click();
    await page.locator('.statusbar-item', { hasText: '5,000 credits' }).waitFor();
    await view('Explorer').click();
    await treeRow(page, 'harbour.ipynb').dblclick();
    const frame = await webviewFrame(page, '.map');
    await frame.getByRole('region', { name: 'Map' }).first().focus();
    await page.keyboard.press('n');
    await frame.getByText('quay').first().waitFor();
    await runCommand(page, 'Swath: Copy Request As…');
    await pick(page, 'Notebook Cell');
    await page.locator('.quick-input-title', { hasText: 'Which request?' }).waitFor();
    await page.keyboard.type('Harbour cars');
    await page.keyboard.press('Enter');
    await page.locator('.notebook-editor .view-line', { hasText: 'import requests' }).first().waitFor();
    await picture('notebook');

    await runCommand(page, 'Swath: Copy MCP Configuration');
    await page.locator('.statusbar-item', { hasText: 'until this window closes' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const { url, headers } = (JSON.parse(copied) as { mcpServers: { swath: Server } }).mcpServers.swath;
    for (const name of ['swath_listOrders', 'swath_readAccount']) {
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } };
      const options = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } };
      await fetch(url, { ...options, body: JSON.stringify(call) });
    }
    await page.locator('.statusbar-item', { hasText: 'MCP: 2' }).hover();
    await page.locator('.monaco-hover', { hasText: 'swath_listOrders' }).waitFor();
    await picture('agents');

    await runCommand(page, 'Developer: Open URL');
    await typeInput(page, writeLink('code-oss', { kind: 'area', name: 'Harbour', polygon: harbour }));
    await dialogOpens(page);
    await pressInDialog(page, /^Open/);
    await dialog(page).getByText('Open this link?').waitFor();
    await picture('link');
    await answerDialog(page, 'Cancel');
  } finally {
    await product.stop();
  }
}

interface Server {
  url: string;
  headers: Record<string, string>;
}

/** With one output, as `display(GeoJSON(…))` saves it. */
async function writeNotebook(path: string): Promise<string> {
  const places = [
    ['crane', 5.335, 43.3],
    ['silo', 5.35, 43.29],
    ['quay', 5.345, 43.31],
  ] as const;
  const features = [
    { type: 'Feature', properties: { name: 'harbor' }, geometry: harbour },
    ...places.map(([name, ...coordinates]) => ({
      type: 'Feature',
      properties: { name, seen: '2026-08-19' },
      geometry: { type: 'Point', coordinates },
    })),
  ].reverse();
  const data = { 'application/geo+json': { type: 'FeatureCollection', features } };
  const outputs = [{ output_type: 'display_data', data, metadata: {} }];
  const source = ['display(GeoJSON(objects.__geo_interface__))'];
  const cells = [{ cell_type: 'code', execution_count: 1, metadata: {}, source, outputs }];
  const metadata = { language_info: { name: 'python' } };
  await writeFile(
    join(path, 'harbour.ipynb'),
    JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }),
  );
  // The window has the same path for the folder as the extension.
  return path;
}

await walk('dark');
await walk('light');
await walkBeside();
