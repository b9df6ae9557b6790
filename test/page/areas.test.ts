import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeatureCollection, Polygon } from 'geojson';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile, pick } from '../editor/workbench.ts';
import { pictureFailures } from './pictureFailures.ts';
import {
  answerDialog,
  chooseInMenu,
  clickLens,
  lens,
  mapPage,
  runCommand,
  startProduct,
  until,
  type Product,
} from './product.ts';

/** Numbers are spelled as nobody else would, so that it shows which of them were written anew. */
const ports = `{
  "type": "FeatureCollection",
  "features": [
    {
      "type": "Feature",
      "properties": { "name": "Harbour", "owner": "city" },
      "geometry": {
        "type": "Polygon",
        "coordinates": [
          [[5.300, 43.280], [5.400, 43.280], [5.400, 43.350], [5.300, 43.350], [5.300, 43.280]]
        ]
      }
    },
    {
      "type": "Feature",
      "properties": { "name": "Airport" },
      "geometry": {
        "type": "Polygon",
        "coordinates": [
          [[5.450, 43.280], [5.500, 43.280], [5.500, 43.350], [5.450, 43.350], [5.450, 43.280]]
        ]
      }
    }
  ]
}
`;

const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Old Fort</name>
<Polygon><outerBoundaryIs><LinearRing><coordinates>5.3,43.2 5.4,43.2 5.4,43.3 5.3,43.3 5.3,43.2</coordinates>
</LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`;

let product: Product;

beforeAll(async () => {
  product = await startProduct({ startInSandbox: true });
  await writeFile(join(product.folder, 'fort.kml'), kml);
});
pictureFailures('areas', () => product.page);
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
});

/** Opens a document of two areas beside a map that shows the first. */
async function openPorts(name: string): Promise<Frame> {
  const { page, folder } = product;
  await runCommand(page, 'View: Close All Editors');
  await writeFile(join(folder, name), ports);
  await openFile(page, name);
  await lens(page, 'Show on Map').waitFor();
  await clickLens(page, 'Show on Map');
  const map = await mapPage(page);
  await map.locator('.aoi', { hasText: 'Harbour' }).waitFor();
  await map.locator('.area-place', { hasText: '1 of 2' }).waitFor();
  return map;
}

/** To the editor beside the map. */
async function goToText(name: string): Promise<void> {
  await product.page.locator('.tab', { hasText: name }).click();
}

/** In the editor that has the focus; lines count from 1. */
async function putCursor(line: number, character: number): Promise<void> {
  const { keyboard } = product.page;
  await keyboard.press('ControlOrMeta+Home');
  for (let count = 1; count < line; count++) await keyboard.press('ArrowDown');
  for (let count = 0; count < character; count++) await keyboard.press('ArrowRight');
}

/** The text of the file once it is saved, and another one than before. */
async function saved(name: string, before: string | undefined): Promise<string> {
  await runCommand(product.page, 'File: Save All Files');
  let text = before;
  await until(`${name} to be saved`, async () => {
    text = await readFile(join(product.folder, name), 'utf8');
    return text !== before;
  });
  return text ?? '';
}

async function said(map: Frame, words: string | RegExp): Promise<void> {
  await map.locator('[role=status]', { hasText: words }).waitFor({ state: 'attached' });
}

/** A place of the map, in parts of its width and height. */
async function placeOn(map: Frame, x: number, y: number) {
  const box = await map.locator('.map').boundingBox();
  if (!box) throw new Error('The map has no place on screen.');
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

async function press(map: Frame, x: number, y: number): Promise<void> {
  const place = await placeOn(map, x, y);
  await product.page.mouse.click(place.x, place.y);
}

const coordinatesOf = (text: string, index: number) =>
  ((JSON.parse(text) as FeatureCollection<Polygon>).features[index]?.geometry.coordinates[0] ?? []).map(
    ([longitude = 0, latitude = 0]) => [longitude, latitude],
  );

describe('areas of a document on the map', () => {
  it('begin a document of their own where none is followed', async () => {
    const { page } = product;
    await runCommand(page, 'Swath: Open Map');
    const map = await mapPage(page);
    await map.getByRole('button', { name: 'Draw rectangle' }).click();
    const [from, to] = [await placeOn(map, 0.4, 0.4), await placeOn(map, 0.6, 0.6)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await said(map, 'Area added');
    await page.locator('.tab.dirty', { hasText: 'aoi.geojson' }).waitFor();
    await lens(page, 'Search Images').waitFor();
    await map.locator('.aoi', { hasText: 'Area 1' }).waitFor();
    await goToText('aoi.geojson');
    // Saved, it is the same document for the map.
    await runCommand(page, 'File: Save');
    await page.locator('.tab:not(.dirty)', { hasText: 'aoi.geojson' }).waitFor();
    const drawn = await readFile(join(product.folder, 'aoi.geojson'), 'utf8');
    await map.getByRole('button', { name: 'Delete area' }).click();
    await lens(page, 'Search Images').waitFor({ state: 'detached' });
    expect((JSON.parse(await saved('aoi.geojson', drawn)) as FeatureCollection).features).toEqual([]);
  });

  it('go into the text where they are drawn, and out of it with undo', async () => {
    const map = await openPorts('draw.geojson');
    await map.getByRole('button', { name: 'Draw polygon' }).click();
    await press(map, 0.45, 0.35);
    await said(map, 'Corner 1 placed');
    await press(map, 0.65, 0.35);
    await said(map, 'Corner 2 placed');
    await press(map, 0.6, 0.6);
    await said(map, 'Corner 3 placed');
    await product.page.keyboard.press('Enter');
    await map.locator('.area-place', { hasText: 'of 3' }).waitFor();
    const drawn = await saved('draw.geojson', ports);
    expect(coordinatesOf(drawn, 2)).toHaveLength(4);
    // What was there stays as it was spelled.
    const end = ports.lastIndexOf('    }\n  ]');
    expect(drawn.slice(0, end)).toBe(ports.slice(0, end));

    await map.getByRole('button', { name: 'Undo' }).click();
    await map.locator('.area-place', { hasText: 'of 2' }).waitFor();
    expect(await saved('draw.geojson', drawn)).toBe(ports);
    await map.getByRole('button', { name: 'Redo' }).click();
    await map.locator('.area-place', { hasText: 'of 3' }).waitFor();
    expect(await saved('draw.geojson', ports)).toBe(drawn);

    await goToText('draw.geojson');
    await product.page.keyboard.press('ControlOrMeta+z');
    await map.locator('.area-place', { hasText: 'of 2' }).waitFor();
    expect(await saved('draw.geojson', drawn)).toBe(ports);
  });

  it('change two numbers of the text where a corner is dragged', async () => {
    const map = await openPorts('drag.geojson');
    await map.getByRole('button', { name: 'Reshape area' }).click();
    const corner = map.locator('.leaflet-vertex-icon').nth(2);
    await corner.hover();
    const from = await corner.boundingBox();
    if (!from) throw new Error('The corner is not on screen.');
    await product.page.mouse.down();
    await product.page.mouse.move(from.x - 20, from.y + 20, { steps: 4 });
    await product.page.mouse.up();
    await said(map, 'Area changed');
    const text = await saved('drag.geojson', ports);
    const [, , moved = []] = coordinatesOf(text, 0);
    expect(moved[0]).toBeLessThan(5.4);
    expect(moved[1]).toBeLessThan(43.35);
    expect(text).toBe(ports.replace('[5.400, 43.350]', `[${moved.join(', ')}]`));
  });

  it('follow the text as it is edited', async () => {
    const map = await openPorts('type.geojson');
    await map.locator('.aoi', { hasText: '63 km²' }).waitFor();
    await goToText('type.geojson');
    await putCursor(6, '      "properties": { "name": "'.length);
    await product.page.keyboard.type('New ');
    await map.locator('.aoi', { hasText: 'New Harbour' }).waitFor();
    // Broken on the way, and the map waits.
    await product.page.keyboard.type('"');
    await map.locator('button[title*="JSON is broken"]').first().waitFor();
    await product.page.keyboard.press('Backspace');
    await map.locator('button[title*="JSON is broken"]').first().waitFor({ state: 'detached' });
    expect(await map.locator('.area-place').innerText()).toContain('1 of 2');
  });

  it('are lit by the cursor, and lead to their text by pointer and by keyboard', async () => {
    const { page } = product;
    const map = await openPorts('light.geojson');
    await goToText('light.geojson');
    await putCursor(18, 20);
    await map.locator('.area-place', { hasText: '2 of 2' }).waitFor();

    const line = page.locator('.statusbar-item', { hasText: /^Ln \d+/ });
    // In the middle of the map is the area in hand.
    await press(map, 0.5, 0.5);
    await map.locator('.area-place', { hasText: '1 of 2' }).waitFor();
    await goToText('light.geojson');
    await line.filter({ hasText: 'Ln 4,' }).waitFor();

    await map.locator('.map').focus();
    await page.keyboard.press('n');
    await said(map, /Airport.*area 2 of 2/);
    await page.keyboard.press('Enter');
    await line.filter({ hasText: 'Ln 14,' }).waitFor();
  });

  it('are deleted from the text, and the map says what is left', async () => {
    const map = await openPorts('delete.geojson');
    await map.locator('.map').focus();
    await product.page.keyboard.press('n');
    await said(map, /area 2 of 2/);
    await map.getByRole('button', { name: 'Delete area' }).click();
    await said(map, 'Area deleted');
    const left = JSON.parse(await saved('delete.geojson', ports)) as FeatureCollection;
    expect(left.features.map(({ properties }) => properties)).toEqual([{ name: 'Harbour', owner: 'city' }]);
  });

  it('go into the document that the map follows, also where its editor is closed', async () => {
    const { page } = product;
    await runCommand(page, 'View: Close All Editors');
    await page.locator('.tab').first().waitFor({ state: 'detached' });
    await runCommand(page, 'Swath: Open Map');
    const map = await mapPage(page);
    await map.locator('.document-name', { hasText: 'delete.geojson' }).waitFor();
    const before = await readFile(join(product.folder, 'delete.geojson'), 'utf8');
    await map.locator('.map').focus();
    await page.keyboard.press('d');
    await page.keyboard.press(' ');
    await said(map, 'Corner 1 placed');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press(' ');
    await said(map, 'Corner 2 placed');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press(' ');
    await said(map, 'Corner 3 placed');
    await page.keyboard.press('Enter');
    await said(map, 'Area added');
    await page.locator('.tab', { hasText: 'delete.geojson' }).waitFor();
    const text = await saved('delete.geojson', before);
    expect((JSON.parse(text) as FeatureCollection).features).toHaveLength(2);
  });

  it('come from a file of another kind', async () => {
    const { page } = product;
    await runCommand(page, 'View: Close All Editors');
    await chooseInMenu(
      page,
      page.locator('.explorer-folders-view').getByText('fort.kml'),
      'Import Area of Interest…',
    );
    await page.locator('.tab.active', { hasText: 'fort.geojson' }).waitFor();
    await lens(page, 'Search Images').waitFor();
    expect(await page.locator('.editor-instance .view-lines').innerText()).toContain('Old');
    // It is no file as long as nobody saves it.
    await runCommand(page, 'View: Close All Editors');
    await answerDialog(page, "Don't Save");
    expect(await readdir(product.folder)).not.toContain('fort.geojson');
  });

  it('are completed while a document is written', async () => {
    const { page, folder } = product;
    await writeFile(join(folder, 'empty.geojson'), '');
    await openFile(page, 'empty.geojson');
    await page.locator('.editor-instance .view-lines').click();
    await runCommand(page, 'Trigger Suggest');
    const entry = page.locator('.suggest-widget .monaco-list-row', { hasText: 'AOI' }).first();
    await entry.waitFor();
    await page.keyboard.press('Enter');
    await lens(page, 'Search Images').waitFor();
  });

  it('are mended at the cursor, by what is asked for', async () => {
    const { page } = product;
    await openPorts('mend.geojson');
    await goToText('mend.geojson');
    await putCursor(10, 20);
    await runCommand(page, 'Swath: Mend Area…');
    await pick(page, 'Swap longitude and latitude');
    await until('the swapped numbers', async () =>
      (await page.locator('.editor-instance .view-lines').innerText())
        .replaceAll('\u00a0', ' ')
        .includes('43.280, 5.300'),
    );
  });
});
