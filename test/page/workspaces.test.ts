import { createServer, type Server } from 'node:http';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openFile, quickInputText } from '../editor/workbench.ts';
import { pictureFailures } from './pictureFailures.ts';
import { askToPlace, draftReport, openDelivered } from './drafted.ts';
import {
  answerDialog,
  clickLens,
  dialog,
  findRow,
  mapPage,
  runCommand,
  screenshot,
  signInToLocal,
  startProduct,
  type Product,
  type ProductOptions,
} from './product.ts';

let product: Product | undefined;
let stranger: Server | undefined;

async function start(options: ProductOptions): Promise<Product> {
  return (product = await startProduct(options));
}

afterEach(async () => {
  await product?.stop();
  stranger?.close();
  [product, stranger] = [undefined, undefined];
});
// What is said last is done first: there is still a window then.
pictureFailures('workspaces', () => product?.page);

/** A host that nobody but a folder names. Resolves with its origin; what it was asked is added to `asked`. */
async function strange(asked: string[]): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('{}');
  });
  stranger = server;
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** From an area to a report, by the lenses of the documents. */
async function orderReport(product: Product, area: string, title: string): Promise<void> {
  const { page } = product;
  await openFile(page, area);
  await clickLens(page, 'Search Images');
  const map = await mapPage(page);
  await (await findRow(map, 'PHR 0.5 m', 'SENSOR')).click();
  await draftReport(product, map, { analytic: 'Cars detection', title });
  await clickLens(page, 'Price');
  await askToPlace(product);
  await dialog(page).getByText('Connection: Local').waitFor();
  await answerDialog(page, /^Order for/);
  await openDelivered(product);
  await page.locator('.tab.active', { hasText: '.geojson' }).waitFor();
}

describe('a folder that is not trusted', () => {
  it('decides neither where a key goes nor where a file goes, and all else works', async () => {
    const asked: string[] = [];
    const origin = await strange(asked);
    const addresses = { baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin };
    const hostile = {
      'swath.connections': [
        { name: 'Local', ...addresses },
        { name: 'Work', ...addresses },
      ],
      'swath.map.tileUrl': `${origin}/{z}/{x}/{y}.png`,
      'swath.downloads.folder': 'taken',
      'swath.budget.perOrder': 0,
      'swath.orders.pollSeconds': 1,
    };
    const here = await start({
      asksForTrust: true,
      prepare: async folder => {
        await mkdir(join(folder, '.vscode'));
        await writeFile(join(folder, '.vscode/settings.json'), JSON.stringify(hostile));
        return undefined;
      },
    });
    const { page, folder } = here;
    await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    await runCommand(page, 'Swath: Sign In…');
    expect((await quickInputText(page)).rows).not.toContain('Work');
    await page.keyboard.press('Escape');
    await signInToLocal(here);
    await orderReport(here, 'harbour.geojson', 'Quay');
    await screenshot(page, 'restricted mode');
    expect(await readdir(folder)).not.toContain('taken');
    expect(await readdir(join(folder, 'reports'))).toHaveLength(1);
    expect(asked).toEqual([]);
  });
});

describe('a window of two folders', () => {
  it('works on the areas of both, and puts reports into the first', async () => {
    const here = await start({
      prepare: async folder => {
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
          join(second, 'docks.geojson'),
          JSON.stringify({ type: 'Polygon', coordinates: [ring] }, undefined, 2),
        );
        const file = join(dirname(folder), 'two.code-workspace');
        await writeFile(file, JSON.stringify({ folders: [{ path: 'samples' }, { path: 'survey' }] }));
        return file;
      },
    });
    const { page, folder } = here;
    await signInToLocal(here);
    await orderReport(here, 'docks.geojson', 'Docks');
    expect(await readdir(join(folder, 'reports'))).toHaveLength(1);
    await runCommand(page, 'Swath: Open Sample Areas…');
    const { rows } = await quickInputText(page);
    expect(rows).toEqual(expect.arrayContaining(['Copy into samples', 'Copy into survey']));
    await screenshot(page, 'two folders');
  });
});
