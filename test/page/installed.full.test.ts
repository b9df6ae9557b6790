import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../editor/browser.ts';
import { installExtension } from '../editor/installExtension.ts';
import { type Editor, serveEditor } from '../editor/serve.ts';
import { makePackage } from '../package/makePackage.ts';
import { findRow, resultRows } from '../webview/mapPage.ts';
import { openDelivered, priceAndPlace } from './drafted.ts';
import { witness } from './evidence.ts';
import { goOnWhileGood } from './goOnWhileGood.ts';
import { clickLens, lens, mapPage, statusBarItem, treeRow } from './product.ts';

/** From the package to an opened report, in seconds: the other half of five minutes is for reading. */
const atMost = 150;

let began: number;
let dataDir: string;
let editor: Editor;
let workbench: Workbench;
let leave: () => Promise<void>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'swath-installed-'));
  const vsix = await makePackage(dataDir);
  began = performance.now();
  await installExtension(vsix, dataDir);
  editor = await serveEditor({ dataDir });
  workbench = await openWorkbench(editor, { size: { width: 1300, height: 760 }, reducedMotion: true });
  leave = witness({ page: workbench.page, editor });
});
afterAll(async () => {
  await leave();
  await workbench.close();
  await editor.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

describe('the package, installed in an editor without other extensions', () => {
  let map: Frame;

  goOnWhileGood();

  const step = (title: string) => workbench.page.locator('.getting-started-step', { hasText: title });

  it('is its own copy', async () => {
    const [installed] = (await readdir(join(dataDir, 'extensions'))).filter(name =>
      name.startsWith('swath.'),
    );
    const folder = join(dataDir, 'extensions', installed ?? '');
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { main: string };
    expect(manifest.main).toBe('./dist/extension.cjs');
    expect(await readdir(folder)).not.toContain('src');
  });

  it('leads from the side bar to the sandbox', async () => {
    const { page } = workbench;
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await page.locator('.sidebar').getByText('Get started').click();
    await step('Sign in or use the sandbox').getByRole('button', { name: 'Use the Sandbox' }).click();
    await statusBarItem(page, '5,000 credits').waitFor();
  });

  it('finds images of a sample without an open folder', async () => {
    const { page } = workbench;
    await step('Choose an area').click();
    await step('Choose an area').getByRole('button', { name: 'Open a Sample' }).click();
    await lens(page, 'Search Images').waitFor();
    await clickLens(page, 'Search Images');
    map = await mapPage(page);
    await resultRows(map).first().waitFor();
  });

  it('drafts a report with the mouse and a proposed title', async () => {
    const { page } = workbench;
    await (await findRow(map, 'PHR 0.5 m', 'SENSOR')).click();
    await map.getByText('1 selected').waitFor();
    await map.getByRole('button', { name: 'Draft Order' }).click();
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Analytic report' }).click();
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Vessels detection' }).click();
    await page.locator('.quick-input-title', { hasText: 'Title of the report' }).waitFor();
    await page.locator('.quick-input-widget input:visible').press('Enter');
    await lens(page, 'Price').waitFor();
  });

  it('orders it once, and opens it', async () => {
    const { page } = workbench;
    await priceAndPlace(workbench);
    await treeRow(page, /^harbour Vessels detection/).waitFor();
    await openDelivered(workbench);
    await map.locator('.legend', { hasText: 'features' }).waitFor();
    await page.locator('.tab.active', { hasText: '.geojson' }).waitFor();
  });

  it('takes a newcomer well under five minutes from the package to the report', () => {
    const seconds = (performance.now() - began) / 1000;
    console.info(`From the package to an opened report: ${seconds.toFixed(0)} s`);
    expect(seconds).toBeLessThan(atMost);
  });

  it('violates no policy of its page, and throws nothing', () => {
    expect(workbench.problems).toEqual([]);
  });
});
