import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../editor/browser.ts';
import { installExtension } from '../editor/installExtension.ts';
import { serveEditor, type Editor } from '../editor/serve.ts';
import { pick } from '../editor/workbench.ts';
import { makePackage } from '../package/makePackage.ts';
import { draftReport, openDelivered, priceAndPlace } from './drafted.ts';
import { witness } from './evidence.ts';
import { clickLens, lens, mapPage, runCommand, treeRow } from './product.ts';
import { findRow, resultRows } from '../webview/mapPage.ts';

let dataDir: string;
let editor: Editor;
let workbench: Workbench;
let leave: () => Promise<void>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'swath-installed-'));
  await installExtension(await makePackage(dataDir), dataDir);
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

  it('is its own copy', async () => {
    const [installed] = (await readdir(join(dataDir, 'extensions'))).filter(name =>
      name.startsWith('swath.'),
    );
    const folder = join(dataDir, 'extensions', installed ?? '');
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { main: string };
    expect(manifest.main).toBe('./dist/extension.cjs');
    expect(await readdir(folder)).not.toContain('src');
  });

  it('signs in to the sandbox from the side bar', async () => {
    const { page } = workbench;
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await page.getByRole('button', { name: 'Use the Sandbox' }).click();
    await page.locator('.statusbar-item', { hasText: '5,000 credits' }).waitFor();
  });

  it('finds images for a sample without an open folder', async () => {
    const { page } = workbench;
    await runCommand(page, 'Swath: Open Sample Areas…');
    await pick(page, 'Open One Here');
    await lens(page, 'Search Images').waitFor();
    await clickLens(page, 'Search Images');
    map = await mapPage(page);
    await resultRows(map).first().waitFor();
  });

  it('orders a report once, and opens it', async () => {
    const { page } = workbench;
    await (await findRow(map, 'PHR 0.5 m', 'SENSOR')).click();
    await map.getByText('1 selected').waitFor();
    await draftReport(workbench, map, { analytic: 'Vessels detection', title: 'Harbour vessels' });
    await priceAndPlace(workbench);
    await treeRow(page, /^Harbour vessels/).waitFor();
    await openDelivered(workbench);
    await map.locator('.legend', { hasText: 'features' }).waitFor();
    await page.locator('.tab.active', { hasText: '.geojson' }).waitFor();
  });

  it('violates no policy of its page, and throws nothing', () => {
    expect(workbench.problems).toEqual([]);
  });
});
