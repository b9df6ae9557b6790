import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decode } from 'fast-png';
import type { Frame, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from './harness.ts';
import { focusComes, resultRows, until, useTool } from './mapPage.ts';
import { searchesSent, searchFile, signIn } from './searched.ts';

let harness: Harness;
let map: Frame;

/** An empty map. */
async function startEmpty(): Promise<void> {
  harness = await startHarness({ size: { width: 1000, height: 760 }, scale: 1 });
  await signIn(harness);
  await harness.editor.run('swath.openMap');
  map = await harness.map();
}

async function startAgain(): Promise<void> {
  await harness.stop();
  await startEmpty();
}

beforeAll(startEmpty);
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

const start = (name: string) => map.locator('.start-card').getByRole('button', { name });
const scale = () => map.locator('.map-scale').innerText();
const fit = () => map.getByRole('button', { name: /^Zoom to / }).first();
const quicklook = () => map.locator('.row-details').getByRole('button', { name: 'Quicklook' });

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not on screen.');
  return box;
}

type Pixel = [x: number, y: number, r: number, g: number, b: number];

/** The pixels of a part of the page as [x, y, r, g, b], CSS pixels of the page. */
async function pixels(clip: Awaited<ReturnType<typeof boxOf>>): Promise<Pixel[]> {
  const { data, channels, width } = decode(await harness.page.screenshot({ clip }));
  return Array.from({ length: data.length / channels }, (_, index) => {
    const [r = 0, g = 0, b = 0] = data.subarray(index * channels, index * channels + 3);
    return [clip.x + (index % width), clip.y + Math.floor(index / width), r, g, b];
  });
}

/** Around the outline of the areas, the only yellow of the dark theme: [left, top, right, bottom]. */
async function areaOnScreen(): Promise<[number, number, number, number]> {
  const all = await pixels(await boxOf(map.locator('.map')));
  const yellow = all.filter(([, , r, g, b]) => r > 150 && g > 110 && b < 60);
  const xs = yellow.map(([x]) => x);
  const ys = yellow.map(([, y]) => y);
  const min = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
  const max = (values: number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);
  return [min(xs), min(ys), max(xs), max(ys)];
}

/** The controls that lie over the box around the areas. */
async function coveredBy(): Promise<string[]> {
  const [left, top, right, bottom] = await areaOnScreen();
  expect(right).toBeGreaterThan(left + 50);
  const controls = map.locator('.map-corner > :not(.readout)');
  const found: string[] = [];
  for (const control of await controls.all()) {
    const { x, y, width, height } = await boxOf(control);
    const isApart = x >= right || x + width <= left || y >= bottom || y + height <= top;
    if (!isApart) found.push((await control.getAttribute('class')) ?? '');
  }
  return found;
}

describe('an empty map', () => {
  it('offers ways to start, and starts the one that is chosen', async () => {
    await start('Draw Area').click();
    expect(await map.getByRole('button', { name: 'Draw polygon' }).getAttribute('aria-pressed')).toBe('true');
    expect(await map.locator('.start-card').count()).toBe(0);
    // The keys that the bar names belong to the map.
    await focusComes(map, 'Map');
    await harness.page.keyboard.press('Escape');
    await start('Draw Area').waitFor();

    await start('Import…').click();
    await harness.editor.pick('Type or Paste…');
    await harness.editor.enter('5.3, 43.2, 5.4, 43.3');
    await map.locator('.aoi').waitFor();
    expect(await map.locator('.start-card').count()).toBe(0);
    expect(searchesSent(harness)).toEqual([]);
  });

  it('searches what it shows', async () => {
    await startAgain();
    await start('Search Here').click();
    await resultRows(map).first().waitFor();
    expect(searchesSent(harness).map(({ query }) => new URLSearchParams(query).has('bbox'))).toEqual([true]);
    await map.getByRole('button', { name: 'Remove "Map view"' }).waitFor();
    expect(await map.locator('.start-card').count()).toBe(0);
  });

  it('shows a sample area', async () => {
    await startAgain();
    await start('Open Sample').click();
    await map.locator('.aoi', { hasText: 'harbour' }).waitFor();
    expect(await map.locator('.start-card').count()).toBe(0);
  });
});

describe('framing', () => {
  it('shows the area beside the controls, also when pictures come', async () => {
    map = await searchFile(harness, 'harbour.aoi.geojson');
    await resultRows(map).first().click();
    await map.locator('.row-details').waitFor();
    await fit().click();
    await until('the area beside the controls', async () => (await coveredBy()).length === 0);
    await quicklook().click();
    await map.locator('.picture-bar').waitFor();
    await until('the area beside the bar', async () => (await coveredBy()).length === 0);
  });

  it('fits the active area first, and all areas when repeated', async () => {
    const { editor, folder } = harness;
    const square = (name: string, west: number) => ({
      type: 'Feature',
      properties: { name },
      geometry: {
        type: 'Polygon',
        coordinates: [[4, 4.1, 4.1, 4, 4].map((x, at) => [x + west, at < 2 || at === 4 ? 51.9 : 51.95])],
      },
    });
    const features = [square('Near', 0), square('Far', 1)];
    // A lens counts the areas of a line, so each has its own.
    const text = JSON.stringify({ type: 'FeatureCollection', features }, undefined, 1);
    await writeFile(join(folder, 'two.geojson'), text);
    const { document } = await editor.openFile(join(folder, 'two.geojson'), 1);
    await editor.pressLens(document, '$(map)');
    await map.locator('.area-place', { hasText: '1 of 2' }).waitFor();
    const near = await scale();
    await map.getByRole('button', { name: 'Zoom to Near' }).click();
    await map.getByRole('button', { name: 'Zoom to all' }).click();
    await until('both areas', async () => (await scale()) !== near);
    await map.getByRole('button', { name: 'Zoom to Near' }).click();
    await until('the active area', async () => (await scale()) === near);
    await map.getByRole('button', { name: 'Zoom to all' }).waitFor();
    // Once the map was moved, the active area comes first again.
    await map.getByRole('button', { name: 'Zoom out' }).click();
    await map.getByRole('button', { name: 'Zoom to Near' }).waitFor();
  });
});

describe('the wheel', () => {
  /** Zoom levels relative to those at the start, from the width of the scale. */
  const level = async () => {
    const { width } = await boxOf(map.locator('.map-scale'));
    const [, count = '', unit] = /([\d,]+) (k?m)/.exec(await scale()) ?? [];
    return Math.log2(width / (Number(count.replace(',', '')) * (unit === 'km' ? 1000 : 1)));
  };

  it.each([
    ['a notch', [-100]],
    ['a notch back', [120]],
    ['three quick notches', [-120, -120, -120]],
    ['three notches back', [100, 100, 100]],
    ['a trackpad', Array.from({ length: 21 }, () => -15)],
  ])('zooms one level per notch: %s', async (_gesture, turns) => {
    const { x, y, width, height } = await boxOf(map.locator('.map'));
    await harness.page.mouse.move(x + width * 0.45, y + height * 0.45);
    const before = await level();
    const isPad = turns.length > 3;
    // The browser's simulated wheel reports whole notches, however small its steps.
    if (isPad)
      await map.locator('.map').evaluate((element, steps) => {
        const { left, top } = element.getBoundingClientRect();
        for (const deltaY of steps)
          element.dispatchEvent(new WheelEvent('wheel', { deltaY, clientX: left + 200, clientY: top + 200 }));
      }, turns);
    else for (const turn of turns) await harness.page.mouse.wheel(0, turn);
    const expected = isPad ? 2 : -Math.sign(turns[0] ?? 0) * turns.length;
    await until(`${expected} levels`, async () => Math.abs((await level()) - before - expected) < 0.15);
  });
});

describe('a picture', () => {
  it('keeps its colors when footprints are hovered and selected', async () => {
    map = await searchFile(harness, 'harbour.aoi.geojson');
    await fit().click();
    const chip = map.locator('.picture-chip');
    if ((await chip.count()) === 0) {
      await resultRows(map).first().click();
      await quicklook().click();
    }
    await map.locator('.chip-status').waitFor({ state: 'detached' });
    const { width, height, x, y } = await boxOf(map.locator('.map'));
    const middle = async () => {
      const inside = await pixels({
        x: x + width / 2 - 150,
        y: y + height / 2 - 100,
        width: 300,
        height: 200,
      });
      const counts = new Map<string, number>();
      for (const [, , ...color] of inside) counts.set(color.join(), (counts.get(color.join()) ?? 0) + 1);
      return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
    };
    const before = await middle();
    for (const index of [0, 1, 2]) {
      await resultRows(map).nth(index).hover();
      expect(await middle()).toBe(before);
      await resultRows(map).nth(index).click();
      expect(await middle()).toBe(before);
    }
  });
});

describe('a tool in use', () => {
  it.each(['dark', 'light', 'hcDark', 'hcLight'] as const)('looks pressed: %s', async theme => {
    await harness.setTheme(theme);
    const backgroundOf = (name: string) =>
      map
        .getByRole('button', { name, exact: true })
        .first()
        .evaluate(element => getComputedStyle(element).backgroundColor);
    await useTool(map, 'Draw polygon');
    await harness.page.mouse.move(0, 0);
    const tool = map.getByRole('button', { name: 'Draw polygon' });
    expect(await tool.getAttribute('aria-pressed')).toBe('true');
    expect(await backgroundOf('Draw polygon')).not.toBe(await backgroundOf('Draw rectangle'));
    await tool.click();
  });
});
