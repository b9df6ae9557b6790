// Creates the pictures of the README and the docs from the running product: npm run pictures
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeLink } from '../../src/features/links/link.ts';
import { harbour } from '../contract/places.ts';
import { openFile, pick, typeInput, webviewFrame } from '../editor/workbench.ts';
import { closeFilters, listSorted, openFilters, resultRows, walkToRow } from '../webview/mapPage.ts';
import { askToPlace, draftReport } from './drafted.ts';
import { type Frame as MovingFrame, pictureOf } from './movingPicture.ts';
import {
  answerDialog,
  clickLens,
  dialog,
  dialogOpens,
  lens,
  mapPage,
  pressInDialog,
  type Product,
  runCommand,
  screenshot,
  startProduct,
  treeRow,
} from './product.ts';

const folder = 'docs/pictures';

/** From an area to a report. @param at called at each step, with its name */
async function walkPath(product: Product, at: (step: string) => Promise<unknown>): Promise<void> {
  const { page } = product;
  await openFile(page, 'harbour.aoi.geojson');
  // VS Code drops the lenses of a text that loses focus before they were requested.
  await lens(page, 'Search Images').waitFor();
  await at('area');
  await clickLens(page, 'Search Images');
  const map = await mapPage(page);
  await resultRows(map).first().waitFor();
  await openFilters(map);
  await map.getByLabel('From', { exact: true }).fill('2024-01-01');
  await map.getByLabel('To', { exact: true }).fill('2025-12-31');
  await map.getByRole('combobox', { name: 'Product type' }).selectOption('mono');
  await map.getByLabel('Cloud %: Maximum').fill('10');
  await map.getByLabel('Cloud %: Maximum').press('Enter');
  await closeFilters(map);
  await map.getByText('Product type: mono').waitFor();
  await listSorted(map);
  await walkToRow(map, 'PHR 0.5 m', '100 %');
  await map.getByRole('listbox', { name: /images/i }).press('Space');
  await map.getByText('1 selected').waitFor();
  await map.getByRole('button', { name: 'Quicklook' }).click();
  await map.locator('.picture-chip', { hasText: 'Loading' }).waitFor({ state: 'detached' });
  await map.locator('.picture-pane canvas').first().waitFor({ state: 'attached' });
  await at('search');

  await draftReport(product, map, { analytic: 'Vessels detection', title: 'Harbour vessels' });
  await clickLens(page, 'Price');
  await lens(page, 'Order…').waitFor();
  await at('price');
  await askToPlace(product);
  await at('order');

  await answerDialog(page, /^Order for/);
  await map.getByRole('button', { name: 'Open Report' }).click();
  await map.locator('.report-legend', { hasText: 'features' }).waitFor();
  await page.locator('.notifications-toasts', { hasText: 'Downloading' }).waitFor({ state: 'hidden' });
  await at('report');
}

/** By step, what its own picture is cut to. */
const subjects: Readonly<Record<string, string>> = {
  order: '.monaco-dialog-box',
  report: '.editor-group-container:has(.tab[data-resource-name="Swath Map"], .tab[aria-label^="Swath Map"])',
};

/** The path as one moving picture, and two steps of it as still ones, cut to what they are about. */
async function film(): Promise<void> {
  const product = await startProduct({
    startInSandbox: true,
    theme: 'dark',
    size: { width: 1280, height: 800 },
    // They would show where the samples of this run are.
    settings: { 'breadcrumbs.enabled': false },
  });
  try {
    const { page } = product;
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await page.locator('.statusbar-item', { hasText: '5,000 credits' }).waitFor();
    await runCommand(page, 'View: Close Primary Side Bar');
    const frames: MovingFrame[] = [];
    await walkPath(product, async step => {
      const png = await page.screenshot();
      frames.push({ png, ms: step === 'area' ? 1500 : 2500 });
      const subject = subjects[step];
      const clip = subject && (await page.locator(subject).first().boundingBox());
      if (clip) await writePicture(step, [{ png: await page.screenshot({ clip }), ms: 0 }]);
    });
    if (frames.length !== 5) throw new Error(`${frames.length} frames`);
    await writePicture('path', frames);
  } finally {
    await product.stop();
  }
}

async function writePicture(name: string, frames: readonly MovingFrame[]): Promise<void> {
  await writeFile(join(folder, `${name}-dark.png`), pictureOf(frames));
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
    await runCommand(page, 'Swath: Copy Request as Python, curl or Notebook Cell…');
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
      const types = {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      };
      const options = { method: 'POST', headers: { ...headers, ...types } };
      const { status } = await fetch(url, { ...options, body: JSON.stringify(call) });
      if (status !== 200) throw new Error(`${name}: ${status}`);
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

await film();
await walkBeside();
