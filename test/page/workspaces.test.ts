import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { FeatureCollection } from 'geojson';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quay } from '../contract/places.ts';
import { openFile, quickInputText } from '../editor/workbench.ts';
import { patient } from '../runSpeed.ts';
import { analyticOrder, imageOf } from '../unit/sandbox/harness.ts';
import { chooseFromMenu, resultRows, useTool } from '../webview/mapPage.ts';
import { placeElsewhere } from './elsewhere.ts';
import { holdOrders } from './heldOrders.ts';
import {
  chooseInMenu,
  clickLens,
  lens,
  mapPage,
  pressInNotification,
  type Product,
  runCommand,
  signInToLocal,
  startProduct,
  statusBarItem,
  treeRow,
  until,
} from './product.ts';

/** A ring without its last position. */
const open = `{
  "type": "Polygon",
  "coordinates": [
    [
      [5.30, 43.2],
      [5.4, 43.2],
      [5.4, 43.3],
      [5.3, 43.3]
    ]
  ]
}
`;

/** Its ring is open, which Swath would underline in a document of areas. */
const roads = `{
  "type": "Polygon",
  "coordinates": [[[5.3, 43.2], [5.4, 43.2], [5.4, 43.3], [5.3, 43.3]]]
}
`;

const field = roads.replace('[5.3, 43.3]]', '[5.3, 43.3], [5.3, 43.2]]');

/** Requests to a host that only a workspace names. */
const requests: string[] = [];
let stranger: Server;
let product: Product;
const orders = holdOrders();

/** A folder of others, which isn't trusted, while the sandbox is in use. */
beforeAll(async () => {
  stranger = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>(resolve => stranger.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  product = await startProduct({
    startInSandbox: true,
    asksForTrust: true,
    time: orders.time,
    prepare: folder => prepareTwo(folder, origin),
  });
  const permissions = ['clipboard-read', 'clipboard-write'];
  await product.page.context().grantPermissions(permissions, { origin: product.editor.origin });
});
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
  stranger.close();
});

/** Adds a second folder. The settings of the workspace file and the first folder point to other hosts and folders. */
async function prepareTwo(folder: string, origin: string): Promise<string> {
  const addresses = { baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin };
  const settings = {
    'swath.connections': [
      { name: 'Local', ...addresses },
      { name: 'Work', ...addresses },
    ],
    'swath.map.tileUrl': `${origin}/{z}/{x}/{y}.png`,
    'swath.downloads.folder': 'taken',
    'swath.budget.perOrder': 0,
    'swath.orders.pollSeconds': 1,
  };
  await mkdir(join(folder, '.vscode'));
  await writeFile(join(folder, '.vscode/settings.json'), JSON.stringify(settings));
  for (const [name, content] of Object.entries({
    'roads.geojson': roads,
    'field.geojson': field,
    'scene.tif': 'II',
    'open.aoi.geojson': open,
    'list.aoi.geojson': '{"type": "FeatureCollection", "features": [\n\n]}',
  }))
    await writeFile(join(folder, name), content);
  await mkdir(join(dirname(folder), 'survey'));
  const file = join(dirname(folder), 'two.code-workspace');
  await writeFile(file, JSON.stringify({ folders: [{ path: 'samples' }, { path: 'survey' }], settings }));
  return file;
}

const text = () => product.page.locator('.editor-instance .view-lines').innerText();

const explorerRow = (name: string) =>
  product.page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true });

/** What the menu of a file in the Explorer offers, as text. */
async function menuOf(name: string): Promise<string> {
  const { page } = product;
  const menu = page.locator('.context-view .monaco-menu');
  await explorerRow(name).click({ button: 'right' });
  await menu.waitFor();
  const offered = await menu.innerText();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  return offered;
}

const underlined = () => product.page.locator('.squiggly-error').count();

it('in a folder of others, nothing but a door on files with areas shows that Swath is there', async () => {
  const { page } = product;
  await openFile(page, 'field.geojson');
  await lens(page, 'Search Images').waitFor();
  expect(await lens(page, 'Draft Order').count()).toBe(0);
  await openFile(page, 'roads.geojson');
  expect(await underlined()).toBe(0);
  expect(await statusBarItem(page, 'Sandbox').count()).toBe(0);
  const ours = /Order|Area|Report|Search|Show Image|Unzip|QGIS|Swath/;
  expect(await menuOf('scene.tif')).not.toMatch(ours);
  const menu = await menuOf('roads.geojson');
  expect(menu).toContain('Search Images');
  expect(menu.replace('Search Images', '')).not.toMatch(ours);
});

describe('an area of interest in the editor', () => {
  it('is diagnosed at the problem, and fixed by keyboard', async () => {
    const { page } = product;
    await openFile(page, 'open.aoi.geojson');
    await page.locator('.squiggly-error').first().waitFor();
    await statusBarItem(page, 'Sandbox · 5,000 credits').waitFor();
    await page.keyboard.press('F8');
    const problem = page.locator('.marker-widget', { hasText: 'The ring is not closed' });
    await problem.waitFor();
    await page.keyboard.press('Escape');
    await problem.waitFor({ state: 'hidden' });
    const fix = page.locator('.action-widget').getByText('Close ring');
    // VS Code requests fixes shortly after the cursor stops; before that, the key does nothing.
    await until('the quick fix', async () => {
      await page.keyboard.press('ControlOrMeta+.');
      await fix.waitFor({ timeout: patient(2_000) }).catch(() => undefined);
      return fix.isVisible();
    });
    await page.keyboard.press('Enter');
    await lens(page, 'Draft Order').waitFor();
    await until('nothing to be underlined', async () => (await underlined()) === 0);
    // The position is repeated exactly as it was written.
    expect((await text()).match(/5\.30,/g)).toHaveLength(2);
    await page.keyboard.press('ControlOrMeta+z');
    await page.locator('.squiggly-error').waitFor();
  });

  it('is pasted as GeoJSON, and an ID is dropped from the side bar', async () => {
    const { page } = product;
    await openFile(page, 'list.aoi.geojson');
    await page.evaluate(() => navigator.clipboard.writeText('POLYGON((0 0,0 1,1 1,1 0))'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+v');
    await lens(page, 'Search Images').waitFor();
    expect((await text()).replace(/\s/g, '')).toContain('[{"type":"Feature","properties":{},"geometry":{');
    await page.keyboard.press('ControlOrMeta+z');
    await runCommand(page, 'Swath: Focus on Subscriptions View');
    const row = page.getByRole('treeitem', { name: /^Imagery by volume/ });
    await row.dragTo(page.locator('.editor-instance .view-line').nth(1));
    await until('the ID', async () => /\[\s*[\da-f]{8}-[\da-f-]{27}\s*\]/.test(await text()));
    await runCommand(page, 'View: Revert and Close Editor');
  });

  it('goes from the map into a document of its own, which the map still follows after it is saved', async () => {
    const { page, folder } = product;
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'Swath: Open Map');
    const map = await mapPage(page);
    await useTool(map, 'Draw rectangle');
    const box = await map.locator('.map').boundingBox();
    if (!box) throw new Error('The map has no place on screen.');
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.4);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 4 });
    await page.mouse.up();
    const tab = page.locator('.tab', { hasText: 'area.aoi.geojson' });
    await page.locator('.tab.dirty', { hasText: 'area.aoi.geojson' }).waitFor();
    await map.locator('.aoi', { hasText: 'Area 1' }).waitFor();
    await tab.click();
    await runCommand(page, 'File: Save');
    await page.locator('.tab:not(.dirty)', { hasText: 'area.aoi.geojson' }).waitFor();
    const saved = JSON.parse(await readFile(join(folder, 'area.aoi.geojson'), 'utf8')) as FeatureCollection;
    expect(saved.features).toHaveLength(1);
    const areas = map.locator('.aoi', { hasText: 'Area 1' });
    // A press while the file replaces the draft does nothing, and a message says so.
    await until('the area to go', async () => {
      await map.locator('.map').press('Delete');
      return (await areas.count()) === 0;
    });
    // VS Code's own shortcuts undo changes from the map.
    await tab.click();
    await page.keyboard.press('ControlOrMeta+z');
    await areas.waitFor();
    await page.locator('.tab:not(.dirty)', { hasText: 'area.aoi.geojson' }).waitFor();
  });
});

describe('an untrusted workspace', () => {
  it("can't decide where a key goes", async () => {
    const { page } = product;
    await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    await placeElsewhere(product, async there =>
      analyticOrder([await imageOf(there, 'PHR')], { title: 'Docks', aoi: quay }),
    );
    orders.deliver();
    await runCommand(page, 'Swath: Sign In…');
    expect((await quickInputText(page)).rows).not.toContain('Work');
    await page.keyboard.press('Escape');
    await signInToLocal(product);
  });

  it('keeps the map in its column while files are opened from it and from the Explorer, each once', async () => {
    const { page } = product;
    await runCommand(page, 'View: Close All Editors');
    await openFile(page, 'harbour.aoi.geojson');
    await clickLens(page, 'Search Images');
    const map = await mapPage(page);
    await resultRows(map).first().waitFor();
    const ofMap = page.locator('.tab', { hasText: 'Swath Map' });
    const groups = page.locator('.editor-group-container');
    const active = (group: Locator, name: string) =>
      group.locator('.tab.active', { hasText: name }).waitFor();
    await chooseFromMenu(map, 'More actions', 'Save search…');
    expect((await quickInputText(page)).title).toBe('Save Search');
    await page.keyboard.press('Enter');
    await pressInNotification(page, /^Open$/);
    await active(groups.filter({ hasNot: ofMap }), 'harbour.search.json');
    await runCommand(page, 'View: Show Explorer');
    await ofMap.click();
    await explorerRow('fields.aoi.geojson').click();
    await active(groups.filter({ hasNot: ofMap }), 'fields.aoi.geojson');
    await active(groups.filter({ has: ofMap }), 'Swath Map');
    expect(await groups.count()).toBe(2);
    for (const name of ['harbour.search.json', 'fields.aoi.geojson', 'Swath Map'])
      expect(await page.locator('.tab', { hasText: name }).count()).toBe(1);
  });

  it("can't decide where a file goes, and the report of an order is shown", async () => {
    const { page, folder } = product;
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await chooseInMenu(page, treeRow(page, /^Docks/), 'Open Report');
    await (await mapPage(page)).locator('.report-legend').waitFor();
    expect((await readdir(join(folder, 'reports'))).filter(name => name !== 'stac')).toHaveLength(1);
    expect(await readdir(folder)).not.toContain('taken');
    expect(requests).toEqual([]);
  });
});
