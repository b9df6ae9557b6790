import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { waitFor } from '../editor/waitFor.ts';
import { patience, webviewFrame } from '../editor/workbench.ts';
import { startProduct, treeRow, until } from './product.ts';

it('shows GeoJSON outputs of a notebook on maps, in the language of the editor', async () => {
  const geometry = { type: 'Point', coordinates: [5.3, 43.3] };
  const area = { type: 'Feature', properties: { harbor: 'Marseille' }, geometry };
  // As `display(GeoJSON(…))` saves it, and as a text from `GeoDataFrame.to_json()`.
  const cells = [area, JSON.stringify(area), area].map(json => {
    const data = { 'text/plain': ['<GeoJSON object>'], 'application/geo+json': json };
    const outputs = [{ output_type: 'display_data', data, metadata: {} }];
    return { cell_type: 'code', execution_count: 1, metadata: {}, source: ['area'], outputs };
  });
  const notebook = { cells, metadata: {}, nbformat: 4, nbformat_minor: 5 };
  const product = await startProduct({
    language: 'de',
    prepare: async folder => {
      await writeFile(join(folder, 'area.ipynb'), JSON.stringify(notebook));
      return undefined;
    },
  });
  const { page } = product;
  onTestFinished(() => product.stop());
  await treeRow(page, 'area.ipynb').dblclick();
  const frame = await webviewFrame(page, '.map');
  const maps = frame.getByRole('region', { name: 'Karte' });
  await until('a map for each output in view', async () => (await maps.count()) >= 2);
  const files = () => performance.getEntriesByType('resource').map(({ name }) => name);
  await until('the land', async () => (await frame.evaluate(files)).join().includes('/land.json'));

  // The wheel scrolls the notebook, unless the map has the focus.
  const topOf = async (map: Locator) => (await map.boundingBox())?.y ?? NaN;
  // The editor adds the outputs in any order, those below the screen too.
  const upper = await waitFor(
    'the upper map',
    async () => {
      for (const map of await maps.all()) if ((await topOf(map)) < 300) return map;
      return undefined;
    },
    { timeout: patience },
  );
  const top = () => topOf(upper);
  const before = await top();
  await upper.hover();
  await page.mouse.wheel(0, 60);
  await until('the notebook to scroll', async () => (await top()) < before);

  // The keys belong to the map: the editor would go to another cell.
  await upper.focus();
  await page.keyboard.press('n');
  // The pointer may be over the feature, whose tooltip says the same.
  await frame.getByRole('group', { name: 'Eigenschaften' }).getByText('Marseille').waitFor();
  const scrolled = await top();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('p');
  await frame.getByText('Keine weiteren Features').waitFor({ state: 'attached' });
  expect(await top()).toBe(scrolled);
});
