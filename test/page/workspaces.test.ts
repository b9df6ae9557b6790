import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFile, quickInputText } from '../editor/workbench.ts';
import { isFull } from '../randomRuns.ts';
import { findRow } from '../webview/mapPage.ts';
import { askToPlace, draftReport, openDelivered } from './drafted.ts';
import {
  answerDialog,
  clickLens,
  dialog,
  dialogOpens,
  mapPage,
  type Product,
  runCommand,
  signInToLocal,
  startProduct,
} from './product.ts';

/** Requests to a host that only a workspace names. */
const requests: string[] = [];
let stranger: Server;
let product: Product;

beforeAll(async () => {
  stranger = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>(resolve => stranger.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  product = await startProduct({
    asksForTrust: true,
    time: { productionSeconds: 1 },
    prepare: folder => prepareTwo(folder, origin),
  });
});
afterAll(async () => {
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

  const second = join(dirname(folder), 'survey');
  await mkdir(second);
  const ring = [
    [5.3, 43.3],
    [5.4, 43.3],
    [5.4, 43.38],
    [5.3, 43.38],
    [5.3, 43.3],
  ];
  await writeFile(
    join(second, 'docks.aoi.geojson'),
    JSON.stringify({ type: 'Polygon', coordinates: [ring] }, undefined, 2),
  );
  const file = join(dirname(folder), 'two.code-workspace');
  await writeFile(file, JSON.stringify({ folders: [{ path: 'samples' }, { path: 'survey' }], settings }));
  return file;
}

it("an untrusted workspace can't decide where a key or a file goes, and everything else works", async () => {
  const { page, folder } = product;
  await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
  await runCommand(page, 'Swath: Sign In…');
  expect((await quickInputText(page)).rows).not.toContain('Work');
  await page.keyboard.press('Escape');
  await signInToLocal(product);
  await openFile(page, 'docks.aoi.geojson');
  await clickLens(page, 'Search Images');
  const map = await mapPage(page);
  await (await findRow(map, 'PHR 0.5 m', 'SENSOR')).click();
  await draftReport(product, map, { analytic: 'Cars detection', title: 'Docks' });
  await clickLens(page, 'Price');
  await askToPlace(product);
  await dialogOpens(page);
  await dialog(page).getByText('Connection: Local').waitFor();
  await answerDialog(page, /^Order for/);
  await openDelivered(product);
  await page.locator('.tab.active', { hasText: '.geojson' }).waitFor();
  expect(await readdir(folder)).not.toContain('taken');
  expect(requests).toEqual([]);
});

it.runIf(isFull)(
  'a window with two folders uses the areas of both, and puts reports into the first',
  async () => {
    const { page, folder } = product;
    const names = await readdir(join(folder, 'reports'));
    expect(names.filter(name => name !== 'stac')).toHaveLength(1);
    await runCommand(page, 'Swath: Open Sample Areas…');
    const { rows } = await quickInputText(page);
    expect(rows).toEqual(expect.arrayContaining(['Copy into samples', 'Copy into survey']));
  },
);
