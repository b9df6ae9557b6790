import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedSandbox, serveSandbox } from '../../src/sandbox/serve.ts';
import { openWorkbench, type Workbench } from '../editor/browser.ts';
import { installExtension } from '../editor/installExtension.ts';
import { repository } from '../editor/repository.ts';
import { type Editor, serveEditor } from '../editor/serve.ts';
import { openFile, runCommand, webviewFrame } from '../editor/workbench.ts';
import { makePackage } from '../package/makePackage.ts';
import { resultRows } from '../webview/mapPage.ts';
import { openOrderFile, priceAndPlace } from './drafted.ts';
import { witness } from './evidence.ts';
import { goOnWhileGood } from './goOnWhileGood.ts';
import {
  clickLens,
  lens,
  mapPage,
  reloadWindow,
  signInToLocal,
  soon,
  statusBarItem,
  treeRow,
  until,
} from './product.ts';

let dataDir: string;
let folder: string;
let vsix: string;
let service: ServedSandbox;
let editor: Editor;
let workbench: Workbench;
let leave: () => Promise<void>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'swath-restart-'));
  folder = join(dataDir, 'samples');
  await cp(join(repository, 'media/samples'), folder, { recursive: true });
  vsix = await makePackage(dataDir);
  await installExtension(vsix, dataDir);
  service = await serveSandbox({ productionSeconds: 1 });
  const { origin } = service;
  editor = await serveEditor({
    dataDir,
    folder,
    settings: {
      'swath.connections': [
        { name: 'Local', baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin },
      ],
    },
  });
  workbench = await openWorkbench(editor, { size: { width: 1300, height: 760 }, reducedMotion: true });
  leave = witness({ page: workbench.page, editor });
});
afterAll(async () => {
  await leave();
  await workbench.close();
  await editor.stop();
  await service.close();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

const ordersSent = () =>
  service.sandbox.requests.filter(({ method, path }) => method === 'POST' && path === '/api/v1/orders');
const searchesSent = () => service.sandbox.requests.filter(({ path }) => path.includes('/opensearch'));

const orderPage = () => webviewFrame(workbench.page, '#swath-order');

/** The pages answer, and so does the host behind them. */
async function everythingAnswers(): Promise<void> {
  const { page } = workbench;
  await statusBarItem(page, /Local · [\d,]+ credits/).waitFor();
  await page.locator('.tab', { hasText: /^Order Quay cars$/ }).click();
  const frame = await orderPage();
  await frame.getByRole('heading', { name: 'Quay cars' }).waitFor();
  await frame.getByRole('button', { name: 'Show Raw JSON' }).click();
  const raw = page.locator('.tab.active', { hasText: 'Order Quay cars.json' });
  await raw.waitFor();
  await runCommand(page, 'View: Close Editor');
  await raw.waitFor({ state: 'detached' });
  await openFile(page, 'harbour.aoi.geojson');
  await lens(page, 'Search Images').waitFor();
  const before = searchesSent().length;
  await clickLens(page, 'Search Images');
  await until('another search', () => Promise.resolve(searchesSent().length > before));
  await resultRows(await mapPage(page))
    .first()
    .waitFor();
  expect(ordersSent()).toHaveLength(1);
}

/** The process that runs the extension, of this editor only. */
async function extensionHost(): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=,args=']);
  const all = stdout.split('\n').map(line => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []);
  const server = all.find(([, , , args = '']) => args.includes('server-main') && args.includes(dataDir));
  const host = all.find(
    ([, , parent, args = '']) => parent === server?.[1] && args.includes('--type=extensionHost'),
  );
  if (host?.[1] === undefined) throw new Error('There is no extension host.');
  return Number(host[1]);
}

describe('with the map and the page of an order open', () => {
  goOnWhileGood();

  it('an order is placed', async () => {
    const { page } = workbench;
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await signInToLocal({ page, service });
    await openOrderFile({ page, folder, service }, 'Quay cars');
    await priceAndPlace(workbench);
    await treeRow(page, /^Quay cars\b/).click();
    await everythingAnswers();
  });

  it('the package is installed over itself: both go on, and come back with the window', async () => {
    await installExtension(vsix, dataDir);
    await everythingAnswers();
    await reloadWindow(workbench.page);
    await everythingAnswers();
  });

  it('the extension host is killed: the pages that it left are replaced when they are opened again', async () => {
    const before = await extensionHost();
    process.kill(before, 'SIGKILL');
    await until('another extension host', async () =>
      extensionHost().then(
        pid => pid !== before,
        () => false,
      ),
    );
    const { page } = workbench;
    const heading = async () => (await orderPage()).getByRole('heading', { name: 'Quay cars' });
    await until('the page of the order to answer', async () => {
      await treeRow(page, /^Quay cars\b/).click();
      return soon(async timeout => (await heading()).waitFor({ timeout }));
    });
    await everythingAnswers();
    for (const name of [/^Order Quay cars$/, /^Swath Map$/])
      expect(await page.locator('.tab', { hasText: name }).count()).toBe(1);
  });

  it('nothing went wrong in the pages', () => {
    expect(workbench.problems).toEqual([]);
  });
});
