import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webviewFrame } from '../editor/workbench.ts';
import { startProduct, treeRow, until, type Product } from './product.ts';

let product: Product;

/** As `display(GeoJSON(…))` of a notebook saves it, and as a text from `GeoDataFrame.to_json()`. */
const area = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { harbor: 'Marseille' },
      geometry: {
        type: 'LineString',
        coordinates: [
          [5.2, 43.2],
          [5.5, 43.4],
        ],
      },
    },
  ],
};

function cellWith(data: Record<string, unknown>): unknown {
  const output = {
    output_type: 'display_data',
    data: { 'text/plain': ['<GeoJSON object>'], ...data },
    metadata: {},
  };
  return { cell_type: 'code', execution_count: 1, metadata: {}, source: ['area'], outputs: [output] };
}

beforeAll(async () => {
  const cells = [
    cellWith({ 'application/geo+json': area }),
    cellWith({ 'application/geo+json': JSON.stringify(area) }),
    cellWith({ 'application/geo+json': area }),
  ];
  const notebook = { cells, metadata: {}, nbformat: 4, nbformat_minor: 5 };
  product = await startProduct({
    language: 'de',
    prepare: async folder => {
      await writeFile(join(folder, 'area.ipynb'), JSON.stringify(notebook));
      return undefined;
    },
  });
});
afterAll(() => product.stop());

it('shows GeoJSON outputs of a notebook on maps, in the language of the editor', async () => {
  const { page } = product;
  await treeRow(page, 'area.ipynb').dblclick();
  const frame = await webviewFrame(page, '.map');
  const maps = frame.getByRole('region', { name: 'Karte' });
  await until('a map for each output in view', async () => (await maps.count()) >= 2);
  const readFiles = await frame.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name.replace(/^.*\//, '')),
  );
  expect(readFiles).toContain('land.json');

  // The wheel scrolls the notebook, unless the map has the focus.
  const top = async () => (await maps.first().boundingBox())?.y ?? NaN;
  const before = await top();
  await maps.first().hover();
  await page.mouse.wheel(0, 60);
  await until('the notebook to scroll', async () => (await top()) < before);

  // The keys belong to the map: the editor would go to another cell.
  await maps.first().focus();
  await page.keyboard.press('n');
  await frame.getByText('Marseille').waitFor();
  const scrolled = await top();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('p');
  await frame.getByText('Keine weiteren Features').waitFor({ state: 'attached' });
  expect(await top()).toBe(scrolled);
});
