import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '../editor/workbench.ts';
import { lens, type Product, runCommand, startProduct, statusBarItem, until } from './product.ts';

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
      await writeFile(join(folder, 'roads.geojson'), roads);
      await writeFile(join(folder, 'field.geojson'), field);
      await writeFile(join(folder, 'archive.zip'), 'PK');
      await writeFile(join(folder, 'scene.tif'), 'II');
      return undefined;
    },
  });
});
afterAll(() => product.stop());

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
