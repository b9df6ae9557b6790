import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeatureCollection, Polygon, Position } from 'geojson';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathKm } from '../../webview/features/areas/measureFigures.ts';
import type { Document } from '../fake/documents.ts';
import { type Harness, startHarness } from './harness.ts';
import { announced, restingBox, resultRows, until, useTool } from './mapPage.ts';
import { searchesSent, searchFile, signIn } from './searched.ts';

/** Numbers are spelled in an unusual way, to show which of them were rewritten. */
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

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
  await signIn(harness);
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

/** Opens a document with two areas beside a map that shows the first one. The map stays open from test to test. */
async function openPorts(name: string): Promise<{ map: Frame; document: Document }> {
  const { editor, folder } = harness;
  editor.closeTexts();
  const file = join(folder, name);
  await writeFile(file, ports);
  const { document } = await editor.openFile(file, 1);
  await editor.pressLens(document, '$(map)');
  const map = await harness.map();
  // What the test before has left can have the same names and be on its way out.
  await map.locator('.document-name', { hasText: name }).waitFor();
  await map.locator('.aoi', { hasText: 'Harbour' }).waitFor();
  await map.locator('.area-place', { hasText: '1 of 2' }).waitFor();
  await restingBox(map.locator('.area-name', { hasText: 'Harbour' }));
  return { map, document };
}

/** The text, once it differs from before. */
async function changed(document: Document, before: string): Promise<string> {
  await until('another text', () => document.getText() !== before);
  return document.getText();
}

/** The line of the cursor, from 1. */
const lineIn = (name: string) => harness.editor.editorOf(name).selection.active.line + 1;

/** A position on the map as fractions of its width and height. */
async function placeOn(map: Frame, x: number, y: number) {
  const box = await map.locator('.map').boundingBox();
  if (!box) throw new Error('The map has no place on screen.');
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

async function press(map: Frame, x: number, y: number): Promise<void> {
  const place = await placeOn(map, x, y);
  await harness.page.mouse.click(place.x, place.y);
}

const selectedRows = (map: Frame) => resultRows(map).and(map.getByRole('option', { selected: true }));

/** Drags from the center of the map. */
async function drawCircle(map: Frame): Promise<void> {
  const { mouse } = harness.page;
  const center = await placeOn(map, 0.5, 0.5);
  const edge = await placeOn(map, 0.6, 0.5);
  await mouse.move(center.x, center.y);
  await mouse.down();
  await mouse.move(edge.x, edge.y, { steps: 4 });
  await map.locator('.tool-hint', { hasText: /^Radius \d/ }).waitFor();
  await mouse.up();
}

/** Drags KML files of these names over the map; without any, a text. */
async function drag(map: Frame, type: string, ...names: string[]): Promise<void> {
  const args = [type, names, kml] as const;
  await map.evaluate(([kind, files, content]) => {
    const dataTransfer = new DataTransfer();
    for (const name of files) dataTransfer.items.add(new File([content], name));
    if (files.length === 0) dataTransfer.setData('text/plain', content);
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true }));
  }, args);
}

const coordinatesOf = (text: string, index: number) =>
  ((JSON.parse(text) as FeatureCollection<Polygon>).features[index]?.geometry.coordinates[0] ?? []).map(
    ([longitude, latitude]): Position => [longitude, latitude],
  );

/** The mean of the vertices of a closed ring. */
const middleOf = (ring: readonly Position[]): Position => {
  const mean = (axis: 0 | 1) =>
    ring.slice(1).reduce((sum, position) => sum + position[axis], 0) / (ring.length - 1);
  return [mean(0), mean(1)];
};

describe('areas of a document on the map', () => {
  it('create their own document if none is followed', async () => {
    const { page, editor } = harness;
    await editor.run('swath.openMap');
    const map = await harness.map();
    await useTool(map, 'Draw rectangle');
    const from = await placeOn(map, 0.4, 0.4);
    const to = await placeOn(map, 0.6, 0.6);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await announced(map, 'Area added');
    // A drag on the map draws; it doesn't select the text beside the map.
    expect(await map.evaluate(() => getSelection()?.toString())).toBe('');
    await map.locator('.aoi', { hasText: 'Area 1' }).waitFor();
    const document = editor.document('area.aoi.geojson');
    // It isn't a file until it is saved.
    expect(document.isUntitled).toBe(true);
    await editor.lensOf(document, 'Search Images');
    const drawn = document.getText();
    await useTool(map, 'Delete area');
    const text = await changed(document, drawn);
    expect((JSON.parse(text) as FeatureCollection).features).toEqual([]);
    const titles = async () => (await editor.lenses(document)).map(({ command }) => command?.title);
    await until('no area to search', async () => !(await titles()).some(title => title?.includes('Search')));
    // It has the column of the texts, which it would hide; beside a text it opens next to it.
    editor.closeAll();
  });

  it('are circles of the radius that was dragged or set by keyboard', async () => {
    const { map, document } = await openPorts('circle.aoi.geojson');
    await useTool(map, 'Draw circle');
    await drawCircle(map);
    await announced(map, 'Area added');
    const drawn = await changed(document, ports);
    const ring = coordinatesOf(drawn, 2);
    expect(ring).toHaveLength(65);
    const radii = ring.map(position => pathKm([middleOf(ring), position]));
    expect(Math.max(...radii) / Math.min(...radii)).toBeLessThan(1.001);

    await map.locator('.map').press('o');
    await map.locator('.map').press('Space');
    await announced(map, 'Points: 1');
    for (const key of ['ArrowRight', 'Enter']) await map.locator('.map').press(key);
    await map.locator('.area-place', { hasText: 'of 4' }).waitFor();
    expect(coordinatesOf(await changed(document, drawn), 3)).toHaveLength(65);
  });

  it.each(['around a center that is placed', 'before its center is placed'])(
    'are circles of the radius that was typed %s',
    async when => {
      const { map, document } = await openPorts(`typed ${when}.aoi.geojson`);
      const field = map.getByRole('textbox', { name: 'Radius' });
      const area = map.locator('.area-name', { hasText: 'Harbour' });
      await useTool(map, 'Draw circle');
      const place = await restingBox(area);
      await field.fill('1.5');
      await field.press('Enter');
      await map.locator('.area-problem', { hasText: 'with its unit' }).waitFor();
      const isFirst = when.startsWith('before');
      if (isFirst) await field.fill('1,5 km');
      else {
        await press(map, 0.3, 0.85);
        await map.locator('.map').focus();
        await harness.page.keyboard.type('1,5 km');
      }
      await map.locator('.tool-hint', { hasText: 'Radius 1.5 km' }).waitFor();
      await field.press('Enter');
      if (isFirst) await press(map, 0.3, 0.85);
      await announced(map, 'Area added');
      expect(await restingBox(area)).toEqual(place);
      const ring = coordinatesOf(await changed(document, ports), 2);
      expect(ring).toHaveLength(65);
      const diameters = ring.slice(0, 32).map((from, index) => pathKm([from, ring[index + 32] ?? from]));
      for (const diameter of diameters) expect(diameter).toBeCloseTo(3, 4);
    },
  );

  it('stay where they are seen when they are reshaped, although a part is out of view', async () => {
    const { map } = await openPorts('partly.aoi.geojson');
    const { mouse } = harness.page;
    const from = await placeOn(map, 0.6, 0.5);
    const to = await placeOn(map, 0.05, 0.5);
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(to.x, to.y, { steps: 4 });
    await mouse.up();
    const second = map.locator('.area-name', { hasText: 'Airport' });
    const place = await restingBox(second);
    await map.locator('.map').press('e');
    await map.locator('.leaflet-vertex-icon').first().waitFor();
    expect(await restingBox(second)).toEqual(place);
    await map.locator('.map').press('Escape');
  });

  it('come with the help for the pointer once it chooses a tool after keys', async () => {
    const { map } = await openPorts('pointed.aoi.geojson');
    await map.locator('.map').press('n');
    await useTool(map, 'Draw hole');
    await map.locator('.pointer-hint').waitFor();
    expect(await map.locator('.keyboard-hint').isVisible()).toBe(false);
    await harness.page.keyboard.press('Escape');
  });

  it('are drawn over images on a map that stays, and leave selection and file alone unless the bar says otherwise', async () => {
    const { editor, page } = harness;
    const map = await searchFile(harness, 'harbour.aoi.geojson');
    const file = editor.document('harbour.aoi.geojson');
    const before = file.getText();
    const name = map.locator('.area-name', { hasText: 'harbour' });
    const place = await restingBox(name);
    await useTool(map, 'Draw circle');
    const bar = map.getByRole('group', { name: 'Add to' });
    // It is one area, not a collection.
    await bar.getByRole('button', { name: 'New File', pressed: true }).waitFor();
    expect(await restingBox(name)).toEqual(place);
    await drawCircle(map);
    await announced(map, 'Area added');
    await map.locator('.document-name', { hasText: 'area.aoi.geojson' }).waitFor();
    expect(await selectedRows(map).count()).toBe(0);
    expect(file.getText()).toBe(before);

    await editor.pressLens(file, '$(map)');
    await map.locator('.document-name', { hasText: 'harbour' }).waitFor();
    await useTool(map, 'Draw circle');
    await bar.getByRole('button', { name: 'harbour.aoi.geojson' }).click();
    await drawCircle(map);
    expect(JSON.parse(await changed(file, before))).toMatchObject({ type: 'FeatureCollection' });
    await map.locator('.area-place', { hasText: 'of 2' }).waitFor();
    expect(await selectedRows(map).count()).toBe(0);
    await page.keyboard.press('ControlOrMeta+z');
    await until('the text as before', () => file.getText() === before);
  });

  it('are what the map shows', async () => {
    const { map, document } = await openPorts('view.aoi.geojson');
    await useTool(map, 'Use map view');
    await announced(map, 'Area added');
    const ring = coordinatesOf(await changed(document, ports), 2);
    const longitudes = ring.map(([longitude]) => longitude);
    // The map framed the area that it was opened with.
    expect(Math.min(...longitudes)).toBeLessThan(5.3);
    expect(Math.max(...longitudes)).toBeGreaterThan(5.4);
    await map.locator('.map').focus();
    for (let zoomedOut = 0; zoomedOut < 12; zoomedOut += 1) await map.locator('.map').press('-');
    await map.locator('.map').getByRole('button', { name: 'Draw', exact: true }).click();
    const item = map.getByRole('menuitem', { name: 'Use map view' });
    await until('a reason', async () => (await item.getAttribute('aria-disabled')) === 'true');
    await harness.page.keyboard.press('Escape');
  });

  it('are added to the text where they are drawn, and removed with undo', async () => {
    const { map, document } = await openPorts('draw.aoi.geojson');
    const undo = map.getByRole('button', { name: 'Undo' });
    const redo = map.getByRole('button', { name: 'Redo' });
    const canStep = (canUndo: boolean, canRedo: boolean) =>
      until(`undo ${canUndo}, redo ${canRedo}`, async () => {
        const isOff = [await undo.getAttribute('aria-disabled'), await redo.getAttribute('aria-disabled')];
        return String(isOff) === String([!canUndo, !canRedo]);
      });
    await useTool(map, 'Draw polygon');
    await press(map, 0.45, 0.35);
    await announced(map, 'Points: 1');
    await press(map, 0.65, 0.35);
    await announced(map, 'Points: 2');
    await press(map, 0.3, 0.85);
    await announced(map, 'Points: 3');
    await harness.page.keyboard.press('Enter');
    await map.locator('.area-place', { hasText: 'of 3' }).waitFor();
    const drawn = document.getText();
    expect(coordinatesOf(drawn, 2)).toHaveLength(4);
    // Existing text keeps its spelling.
    const end = ports.lastIndexOf('    }\n  ]');
    expect(drawn.slice(0, end)).toBe(ports.slice(0, end));

    await map.locator('.aoi', { hasText: 'Area 3' }).waitFor();
    // The keys work everywhere on the map, the buttons while an area is reshaped.
    await map.locator('.map').press('ControlOrMeta+z');
    await map.locator('.area-place', { hasText: '1 of 2' }).waitFor();
    await map.locator('.aoi', { hasText: 'Harbour' }).waitFor();
    expect(document.getText()).toBe(ports);
    await useTool(map, 'Reshape area');
    await canStep(false, true);
    await redo.click();
    await map.locator('.area-place', { hasText: 'of 3' }).waitFor();
    await canStep(true, false);
    await map.locator('.map').press('Escape');
    expect(document.getText()).toBe(drawn);

    harness.editor.documents.step(document, 'undo');
    await map.locator('.area-place', { hasText: 'of 2' }).waitFor();
    expect(document.getText()).toBe(ports);
  });

  it('change two numbers of the text when a vertex is dragged', async () => {
    const { map, document } = await openPorts('drag.aoi.geojson');
    await useTool(map, 'Reshape area');
    const corner = map.locator('.leaflet-vertex-icon').nth(2);
    await corner.hover();
    const from = await corner.boundingBox();
    if (!from) throw new Error('The corner is not on screen.');
    await harness.page.mouse.down();
    await harness.page.mouse.move(from.x - 20, from.y + 20, { steps: 4 });
    await harness.page.mouse.up();
    await announced(map, 'Area changed');
    const text = await changed(document, ports);
    const [, , moved = []] = coordinatesOf(text, 0);
    expect(moved[0]).toBeLessThan(5.4);
    expect(moved[1]).toBeLessThan(43.35);
    expect(text).toBe(ports.replace('[5.400, 43.350]', `[${moved.join(', ')}]`));
  });

  it('show the coordinates of the selected vertex in bar and text, and take typed ones', async () => {
    const { page } = harness;
    const name = 'corner.aoi.geojson';
    const { map, document } = await openPorts(name);
    await useTool(map, 'Reshape area');
    await map.locator('.leaflet-vertex-icon').nth(2).click();
    const field = map.getByRole('textbox', { name: 'Vertex 3 of 4 lon, lat' });
    await until('the coordinates of the text', async () => (await field.inputValue()) === '5.4, 43.35');
    const at = document.positionAt(ports.indexOf('[5.400, 43.350]'));
    await until('the cursor at them', () => {
      const { active } = harness.editor.editorOf(name).selection;
      return active.line === at.line && active.character === at.character;
    });

    await field.fill('5.41, north');
    await page.keyboard.press('Enter');
    await map.locator('.area-problem', { hasText: 'Enter longitude and latitude' }).waitFor();
    expect(document.getText()).toBe(ports);
    await page.keyboard.press('Escape');
    expect(await field.inputValue()).toBe('5.4, 43.35');

    const hint = map.locator('.tool-hint .pointer-hint');
    expect(await hint.textContent()).toContain('Type longitude, latitude, or with letters: 48.21 N, 16.4 E.');
    await field.fill('43.36, 5.4123456');
    await page.keyboard.press('Enter');
    await map.locator('.area-problem', { hasText: 'enter 5.4123456, 43.36.' }).waitFor();
    expect(document.getText()).toBe(ports);

    await field.fill('5.4123456, 43.36');
    await page.keyboard.press('Enter');
    await announced(map, 'Area changed');
    expect(document.getText()).toBe(ports.replace('[5.400, 43.350]', '[5.4123456, 43.36]'));
    // It is still selected, by its new handle.
    expect(await map.locator('.leaflet-vertex-icon.selected').count()).toBe(1);
    expect(await field.inputValue()).toBe('5.4123456, 43.36');
    expect(await map.locator('.area-problem').count()).toBe(0);

    await field.fill(`43°21'36"N 5,42°E`);
    await page.keyboard.press('Enter');
    await until('the position with letters', async () => (await field.inputValue()) === '5.42, 43.36');
  });

  it('select the coordinates of a vertex in their field only, so that the editor selects nothing over typed ones', async () => {
    const { map } = await openPorts('select.aoi.geojson');
    await useTool(map, 'Reshape area');
    await map.locator('.leaflet-vertex-icon').nth(2).click();
    const field = map.getByRole('textbox', { name: 'Vertex 3 of 4' });
    await until('its coordinates', async () => (await field.inputValue()) === '5.4, 43.35');
    await map.evaluate(() => {
      window.addEventListener('keydown', ({ key }) => (document.body.dataset['reached'] = key));
    });
    await field.press('ControlOrMeta+a');
    expect(await map.evaluate(() => getSelection()?.toString())).toBe('5.4, 43.35');
    expect(await map.evaluate(() => document.body.dataset['reached'])).toBe('Control');
  });

  it('get a vertex when a midpoint is dragged, and lose it with a right click', async () => {
    const { page } = harness;
    const { map, document } = await openPorts('corner.aoi.geojson');
    await useTool(map, 'Reshape area');
    // On the closing edge of the ring: the new vertex becomes the ring's first and last position.
    const middle = map.locator('.leaflet-middle-icon').nth(3);
    await middle.hover();
    const from = await middle.boundingBox();
    if (!from) throw new Error('The midpoint is not on screen.');
    const to = { x: from.x - 30, y: from.y + from.height / 2 };
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await announced(map, 'Area changed');
    const text = await changed(document, ports);
    const [added = []] = coordinatesOf(text, 0);
    expect(added[0]).toBeLessThan(5.3);
    const written = `[${added.join(', ')}]`;
    expect(text).toBe(
      ports
        .replace('[[5.300, 43.280]', `[${written}, [5.300, 43.280]`)
        .replace('[5.300, 43.280]]', `${written}]`),
    );
    await page.mouse.click(to.x, to.y, { button: 'right' });
    await until('the former text', () => document.getText() === ports);
  });

  it('are moved by keys, one vertex after another, faster than the text is written', async () => {
    const { page } = harness;
    const { map, document } = await openPorts('keys.aoi.geojson');
    await useTool(map, 'Reshape area');
    await map.locator('.leaflet-vertex-icon').nth(0).focus();
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowLeft');
    await map.locator('.leaflet-vertex-icon').nth(2).focus();
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowUp');
    await until('both corners moved', () => {
      const [first = [], second, third = [], fourth, last] = coordinatesOf(document.getText(), 0);
      const isMoved = (first[0] ?? NaN) < 5.295 && (third[1] ?? NaN) > 43.355;
      return isMoved && String(first) === String(last) && String([second, fourth]) === '5.4,43.28,5.3,43.35';
    });
    await announced(map, 'Area changed');
  });

  it('get holes, are moved as a whole and renamed, each by a minimal edit', async () => {
    const { page, editor } = harness;
    // A new map has the area in its center, where nothing else is to be dragged.
    editor.closeAll();
    const { map, document } = await openPorts('hole.aoi.geojson');
    await useTool(map, 'Draw hole');
    for (const [x, y] of [
      [0.45, 0.45],
      [0.55, 0.45],
      [0.5, 0.55],
    ] as const)
      await press(map, x, y);
    await page.keyboard.press('Enter');
    await announced(map, 'Area changed');
    const holed = await changed(document, ports);
    const end = ports.indexOf('[5.300, 43.280]]') + '[5.300, 43.280]]'.length;
    const added = holed.slice(end, holed.length - (ports.length - end));
    expect(ports.slice(0, end) + added + ports.slice(end)).toBe(holed);
    expect(JSON.parse(added.slice(1))).toHaveLength(4);

    await useTool(map, 'Reshape area');
    expect(await map.locator('.leaflet-vertex-icon').count()).toBe(7);
    const center = map.getByRole('button', { name: 'Move area' });
    const from = await restingBox(center);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 + 20, from.y + from.height / 2, { steps: 4 });
    await page.mouse.up();
    const moved = await changed(document, holed);
    const [west = NaN, east = NaN] = coordinatesOf(moved, 0).map(([longitude]) => longitude);
    expect(west).toBeGreaterThan(5.3);
    expect(east - west).toBeCloseTo(0.1, 6);
    // The latitudes keep their spelling.
    expect(moved).toContain(', 43.280]');
    await center.focus();
    await page.keyboard.press('ArrowLeft');
    await changed(document, moved);
    await page.keyboard.press('Escape');

    const before = document.getText();
    await useTool(map, 'Rename area');
    await editor.enter('Old Port');
    await map.locator('.aoi', { hasText: 'Old Port' }).waitFor();
    expect(document.getText()).toBe(before.replace('"Harbour"', '"Old Port"'));
    await map.locator('.area-name', { hasText: 'Old Port' }).waitFor();
    expect(await map.locator('.area-name').allInnerTexts()).toContain('Old Port');
  });

  it('beyond the latitudes of the map are named, because it cannot show them', async () => {
    const { map, document } = await openPorts('pole.aoi.geojson');
    expect(await map.getByText('The map ends at').count()).toBe(0);
    harness.editor.documents.replace(document, ports.replaceAll('43.', '86.'));
    await map.getByText("The map ends at 85° latitude and can't show all of 2 areas.").waitFor();
  });

  it('follow the text as it is edited', async () => {
    const { editor } = harness;
    const { map, document } = await openPorts('type.aoi.geojson');
    await map.locator('.aoi', { hasText: '63.1 km²' }).waitFor();
    const text = editor.editorOf('type.aoi.geojson');
    editor.putCursor(text, 6, '      "properties": { "name": "'.length);
    editor.type(text, 'New ');
    await map.locator('.aoi', { hasText: 'New Harbour' }).waitFor();
    // The text is invalid for a moment, and the map waits.
    editor.type(text, '"');
    await map.locator('.document-name[title*="JSON is invalid"]').waitFor();
    editor.documents.step(document, 'undo');
    await map.locator('.document-name[title*="JSON is invalid"]').waitFor({ state: 'detached' });
    expect(await map.locator('.area-place').innerText()).toContain('1 of 2');
  });

  it('become active by the cursor, the pointer and the keyboard, in header, search and text alike', async () => {
    const { page, editor } = harness;
    const name = 'light.aoi.geojson';
    // A new map, without images, follows the cursor.
    editor.closeAll();
    const { map } = await openPorts(name);
    editor.putCursor(editor.editorOf(name), 18, 20);
    const isActive = async (area: string, place: string) => {
      await map.locator('.aoi', { hasText: area }).waitFor();
      await map.locator('.area-place', { hasText: place }).waitFor();
    };
    await isActive('Airport', '2 of 2');

    // The map has followed it; both are in view, one beside the other.
    await map.getByRole('button', { name: 'Zoom to Airport' }).click();
    await map.getByRole('button', { name: 'Zoom to all' }).click();
    await map.getByRole('button', { name: 'Zoom to Airport' }).waitFor();
    await press(map, 0.3, 0.5);
    await isActive('Harbour', '1 of 2');
    await until('the cursor at the first', () => lineIn(name) === 4);

    await map.locator('.map').focus();
    await page.keyboard.press('n');
    await announced(map, /Area 2 of 2, Airport/);
    await isActive('Airport', '2 of 2');
    await page.keyboard.press('Enter');
    await until('the cursor at the second', () => lineIn(name) === 14);
    await isActive('Airport', '2 of 2');
    await map.getByRole('button', { name: 'Search', exact: true }).click();
    await resultRows(map).first().waitFor();
    expect(decodeURIComponent(searchesSent(harness).at(-1)?.query ?? '')).toContain('5.45+43.28');
  });

  it('are deleted from the text, and the map announces what is left', async () => {
    const { map, document } = await openPorts('delete.aoi.geojson');
    await map.locator('.map').focus();
    await harness.page.keyboard.press('n');
    await announced(map, /Area 2 of 2/);
    // The message is brief: the number of images is announced next.
    const isSaid = announced(map, 'Area deleted');
    await useTool(map, 'Delete area');
    await isSaid;
    const left = JSON.parse(await changed(document, ports)) as FeatureCollection;
    expect(left.features.map(({ properties }) => properties)).toEqual([{ name: 'Harbour', owner: 'city' }]);
  });

  it('are added to the document that the map follows, even if its editor is closed', async () => {
    const { page, editor } = harness;
    const name = 'closed.aoi.geojson';
    await openPorts(name);
    // An edit that is just being made keeps its document open.
    await until('all texts to close', () => {
      editor.closeTexts();
      return editor.documents.open.length === 0;
    });
    await editor.run('swath.openMap');
    const map = await harness.map();
    await map.locator('.document-name', { hasText: name }).waitFor();
    await map.locator('.map').focus();
    await page.keyboard.press('d');
    await page.keyboard.press(' ');
    await announced(map, 'Points: 1');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press(' ');
    await announced(map, 'Points: 2');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press(' ');
    await announced(map, 'Points: 3');
    await page.keyboard.press('Enter');
    await announced(map, 'Area added');
    // A text that changes is opened in an editor, which asks before discarding it.
    const { document } = editor.editorOf(name);
    expect((JSON.parse(document.getText()) as FeatureCollection).features).toHaveLength(3);
  });

  it('are imported from files that are dropped on the map, which shows that it takes them', async () => {
    const { editor, folder } = harness;
    const { map } = await openPorts('dropped.aoi.geojson');
    const hint = map.getByText('Drop files to import areas');
    await drag(map, 'dragover');
    expect(await hint.count()).toBe(0);
    await drag(map, 'dragover', 'fort.kml');
    await hint.waitFor();
    await drag(map, 'dragleave');
    await hint.waitFor({ state: 'hidden' });
    for (const type of ['dragover', 'drop']) await drag(map, type, 'fort.kml');
    await editor.pick('New GeoJSON file');
    const document = await editor.front('fort.aoi.geojson');
    await editor.lensOf(document, 'Search Images');
    expect(document.getText()).toContain('Old Fort');
    expect(await readdir(folder)).not.toContain('fort.aoi.geojson');
    const many = Array.from({ length: 21 }, (_none, index) => `${index}.kml`);
    for (const type of ['dragover', 'drop']) await drag(map, type, ...many);
    (await editor.message('at most 20 files')).close();
  });

  it('are swapped by the menu on the map, and back with the command', async () => {
    const { editor } = harness;
    const { map, document } = await openPorts('swap.aoi.geojson');
    await useTool(map, 'Swap longitude and latitude');
    await until('the swapped area', () => document.getText().includes('[43.280, 5.300]'));
    expect(document.getText()).toContain('[5.450, 43.280]');
    await editor.run('swath.swapAxes');
    expect(document.getText()).toBe(ports);
  });

  it('are fixed at the cursor with the chosen quick fix', async () => {
    const { editor } = harness;
    const { document } = await openPorts('fix.aoi.geojson');
    editor.putCursor(editor.editorOf('fix.aoi.geojson'), 10, 20);
    const done = editor.run('swath.fixArea');
    await editor.pick('Swap longitude and latitude');
    await done;
    expect(document.getText()).toContain('43.280, 5.300');
  });
});
