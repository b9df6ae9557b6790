import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFile, pick, typeInput } from '../editor/workbench.ts';
import { findRow } from '../webview/mapPage.ts';
import { goOnWhileGood } from './goOnWhileGood.ts';
import {
  clickLens,
  dialog,
  leaveDialog,
  lens,
  mapPage,
  type Product,
  runCommand,
  showViews,
  startProduct,
  statusBarItem,
  treeRow,
  until,
} from './product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ language: 'de', size: { width: 1300, height: 900 } });
});
goOnWhileGood();
afterAll(() => product.stop());

it('shows views, rows and amounts in German', async () => {
  const { page, service } = product;
  await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
  await runCommand(page, 'Swath: Anmelden…');
  await pick(page, 'Local');
  await typeInput(page, service.sandbox.apiKey);
  for (const view of ['Verträge', 'Abonnements', 'Bestellungen', 'API-Schlüssel', 'Logbuch'])
    await page.locator('.sidebar .pane-header .title', { hasText: view }).waitFor();
  await statusBarItem(page, 'Local · 5.000 Credits').waitFor();
  await page.locator('.sidebar').getByText('Noch keine Bestellungen.').waitFor();
  await showViews(page, 'Verträge');
  await treeRow(page, /^Guthaben/).waitFor();
});

it('offers German lenses, and German commands in the palette', async () => {
  const { page } = product;
  await openFile(page, 'harbour.aoi.geojson');
  await lens(page, '21,8 km²').waitFor();
  await runCommand(page, 'Swath: Bilder suchen');
});

it('describes a member in German on hover, from the German schema', async () => {
  const { page } = product;
  await openFile(page, 'harbour.aoi.geojson');
  await page.locator('.view-line span', { hasText: '"coordinates"' }).last().hover();
  await page.locator('.monaco-hover', { hasText: 'Die Ringe des Gebiets.' }).waitFor();
});

it('shows the map page in German, with German number formats', async () => {
  const { page, workbench } = product;
  const map = await mapPage(page);
  expect(await map.locator('html').getAttribute('lang')).toBe('de');
  await map.locator('.total', { hasText: /^50 von 1\.\d{3} Bildern$/ }).waitFor();
  await map.getByRole('button', { name: 'Suchen', exact: true }).waitFor();
  await map.getByText('harbour · 21,8 km²').waitFor();
  await (await findRow(map, 'PHR 0,5 m', 'SENSOR')).click();
  await map.getByText('1 ausgewählt').waitFor();
  // No script or style was blocked on the way.
  expect(workbench.problems).toEqual([]);
});

it('asks in German before it spends', async () => {
  const { page } = product;
  const map = await mapPage(page);
  await map.getByRole('button', { name: 'Bestellung entwerfen' }).click();
  await pick(page, 'Analysebericht');
  await pick(page, 'Cars detection');
  await page.locator('.quick-input-title', { hasText: 'Titel des Berichts' }).waitFor();
  await typeInput(page, 'Hafen');
  await clickLens(page, 'Preis');
  await lens(page, /[\d.]+ Credits$/).waitFor();
  await lens(page, 'Guthaben 5.000 Credits').waitFor();
  await clickLens(page, 'Bestellen…');
  await dialog(page).waitFor();
  const text = await dialog(page).innerText();
  expect(text).toContain('„Hafen“ bestellen?');
  expect(text).toContain('Verbindung: Local');
  expect(text).toContain('Auflösung: 0,5 m');
  expect(text).toContain('Gebiet: „harbour“ · 21,8 km²');
  expect(text).toMatch(/Guthaben nach der Bestellung: 4\.\d{3} Credits/);
  await leaveDialog(page);
});

it('reports problems in German, from the host and from the thread for long texts', async () => {
  const { page, folder } = product;
  const open = '[[[5.3,43.2],[5.4,43.3],[5.4,43.2],[5.3,43.3]]]';
  const polygon = `{"type":"Polygon","coordinates":${open}}`;
  await writeFile(join(folder, 'kurz.aoi.geojson'), polygon);
  // Only longer texts are read in the thread.
  await writeFile(join(folder, 'lang.aoi.geojson'), `${' '.repeat(250_000)}\n${polygon}`);
  await runCommand(page, 'Problems: Focus on Problems View');
  for (const file of ['kurz.aoi.geojson', 'lang.aoi.geojson']) {
    await openFile(page, file);
    await until(`the fault of ${file}`, async () => {
      const rows = await page.locator('.markers-panel .monaco-list-row').allInnerTexts();
      const at = rows.findIndex(row => row.includes(file));
      return at >= 0 && rows.slice(at + 1).some(row => row.includes('Der Ring ist nicht geschlossen:'));
    });
  }
});
