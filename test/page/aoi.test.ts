import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '../editor/workbench.ts';
import { patient } from '../runSpeed.ts';
import { lens, type Product, runCommand, startProduct, statusBarItem, until } from './product.ts';

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

let product: Product;

beforeAll(async () => {
  product = await startProduct({
    startInSandbox: true,
    prepare: async folder => {
      await mkdir(join(folder, 'layers'));
      for (const [name, content] of Object.entries({
        'roads.geojson': roads,
        'field.geojson': field,
        'archive.zip': 'PK',
        'scene.tif': 'II',
        'open.aoi.geojson': open,
        'list.aoi.geojson': '{"type": "FeatureCollection", "features": [\n\n]}',
      }))
        await writeFile(join(folder, name), content);
      return undefined;
    },
  });
  const permissions = ['clipboard-read', 'clipboard-write'];
  await product.page.context().grantPermissions(permissions, { origin: product.editor.origin });
});
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
});

const text = () => product.page.locator('.editor-instance .view-lines').innerText();

const explorerRow = (name: string) =>
  product.page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true });

/** What the menu of a file in the Explorer offers, as text. */
async function menuOf(name: string): Promise<string> {
  const { page } = product;
  const menu = page.locator('.context-view .monaco-menu');
  await explorerRow(name).click({ button: 'right' });
  await menu.waitFor();
  const text = await menu.innerText();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  return text;
}

const allLenses = () => product.page.locator('.codelens-decoration', { hasText: 'Search Images' });

describe('in a folder of others, while signed in', () => {
  it('nothing but the icon and a door on files with areas shows that Swath is there', async () => {
    const { page } = product;
    await explorerRow('roads.geojson').waitFor();
    await until('the session', async () => {
      await page.keyboard.press('F1');
      await page.keyboard.type('Swath: Refresh');
      const isListed = await page
        .locator('.quick-input-list-row', { hasText: 'Swath: Refresh' })
        .first()
        .isVisible();
      await page.keyboard.press('Escape');
      return isListed;
    });
    await openFile(page, 'roads.geojson');
    for (const name of ['scene.tif', 'layers']) {
      expect(await menuOf(name)).not.toMatch(/Order|Area|Report|Search|Show Image|Unzip|QGIS|Swath/);
    }
    for (const [name, door] of [
      ['roads.geojson', 'Search Images'],
      ['archive.zip', 'Use as Area…'],
    ] as const) {
      const menu = await menuOf(name);
      expect(menu).toContain(door);
      expect(menu.replace(door, '')).not.toMatch(/Order|Area|Report|Search|Unzip|QGIS|Swath/);
    }
    await openFile(page, 'field.geojson');
    await lens(page, 'Search Images').waitFor();
    expect(await lens(page, 'Draft Order').count()).toBe(0);
    expect(await statusBarItem(page, 'Sandbox').count()).toBe(0);
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).waitFor();
  });

  it('areas have all their lenses only in documents of areas', async () => {
    const { page } = product;
    await runCommand(page, 'View: Close All Editors');
    await openFile(page, 'roads.geojson');
    await runCommand(page, 'View: Split Editor Right');
    // Requested after those of the other document.
    await openFile(page, 'harbour.aoi.geojson');
    await lens(page, 'Search Images').waitFor();
    expect(await allLenses().count()).toBe(1);
    expect(await page.locator('.squiggly-error').count()).toBe(0);
    await statusBarItem(page, 'Sandbox').waitFor();
  });

  it('any GeoJSON is a document of areas while the map is open', async () => {
    const { page } = product;
    await runCommand(page, 'Swath: Open Map');
    await page.locator('.squiggly-error').first().waitFor();
    await runCommand(page, 'View: Close All Editors');
    await openFile(page, 'roads.geojson');
    await until(
      'nothing to be underlined',
      async () => (await page.locator('.squiggly-error').count()) === 0,
    );
  });
});

it('the session starts in the sandbox if the setting says so, without a dialog and past the first step', async () => {
  const { page, service } = product;
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Swath: Get Started');
  await statusBarItem(page, 'Sandbox · 5,000 credits').waitFor();
  expect(service.sandbox.requests).toEqual([]);
  const step = (title: string) => page.locator('.getting-started-step', { hasText: title });
  await step('Sign in or use the sandbox').locator('.codicon.complete').waitFor();
  expect(await step('Search images').locator('.codicon.complete').count()).toBe(0);
});

describe('an area of interest in the editor', () => {
  it('is diagnosed at the problem, and fixed by keyboard', async () => {
    const { page } = product;
    await openFile(page, 'open.aoi.geojson');
    await page.locator('.squiggly-error').first().waitFor();
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
    await lens(page, 'Search Images').waitFor();
    await until(
      'nothing to be underlined',
      async () => (await page.locator('.squiggly-error').count()) === 0,
    );
    // The position is repeated exactly as it was written.
    expect((await text()).match(/5\.30,/g)).toHaveLength(2);
    await runCommand(page, 'Undo');
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
    await runCommand(page, 'Undo');
    await runCommand(page, 'Swath: Focus on Subscriptions View');
    const row = page.getByRole('treeitem', { name: /^Imagery by volume/ });
    await row.dragTo(page.locator('.editor-instance .view-line').nth(1));
    await until('the ID', async () => /\[\s*[\da-f]{8}-[\da-f-]{27}\s*\]/.test(await text()));
  });
});
