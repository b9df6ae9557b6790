import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Harness } from './harness.ts';
import { listSorted, openFilters, resultRows, sortBy, sortedBy, until } from './mapPage.ts';
import { searchesSent, startSearched } from './searched.ts';

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startSearched());
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

async function middleOfMap(): Promise<{ x: number; y: number }> {
  const box = await map.locator('.map').boundingBox();
  if (!box) throw new Error('The map is not on screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags the map by pixels. With reduced motion, it doesn't keep gliding. */
async function drag(dx: number, dy: number): Promise<void> {
  const { mouse } = harness.page;
  const { x, y } = await middleOfMap();
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x + dx, y + dy, { steps: 8 });
  await mouse.up();
}

/** [latitude, longitude] at the center of the map, degrees. */
async function center(): Promise<[number, number]> {
  const { mouse } = harness.page;
  const { x, y } = await middleOfMap();
  await mouse.move(x - 5, y);
  await mouse.move(x, y);
  await map.locator('.readout:visible').waitFor();
  const [, north, east] = /^([\d.]+)° N, ([\d.]+)° E/.exec(await map.locator('.readout').innerText()) ?? [];
  return [Number(north), Number(east)];
}

async function picturesLoaded(): Promise<void> {
  await until('the pictures', async () => (await map.locator('.chip-status:visible').count()) === 0);
}

interface Looked {
  center: [number, number];
  scale: string;
  total: string;
  selected: string;
  pictures: string[];
  opacity: string;
  cloud: string;
  sort: string[];
}

/** The visible state of the page, and what was set up on it. */
async function pageState(): Promise<Looked> {
  return {
    center: await center(),
    scale: await map.locator('.map-scale').innerText(),
    total: await map.locator('.total').innerText(),
    selected: await map.locator('.selection-number').innerText(),
    pictures: await map.locator('.picture-chip .chip-name').allInnerTexts(),
    opacity: await map
      .getByRole('slider', { name: /^Opacity of/ })
      .first()
      .inputValue(),
    cloud: await map.getByLabel('Cloud %: Maximum').inputValue(),
    sort: await sortedBy(map),
  };
}

/** The page comes back as it was: results, selection, pictures, and the map within a few pixels. */
async function expectAsBefore(before: Looked, chosen: readonly string[]): Promise<void> {
  map = await harness.map();
  await resultRows(map).first().waitFor();
  await map.locator('.picture-pane canvas').nth(1).waitFor({ state: 'attached' });
  await picturesLoaded();
  const {
    center: [north, east],
    ...rest
  } = await pageState();
  const {
    center: [northBefore, eastBefore],
    ...restBefore
  } = before;
  expect(rest).toEqual(restBefore);
  expect(Math.abs(north - northBefore)).toBeLessThan(0.002);
  expect(Math.abs(east - eastBefore)).toBeLessThan(0.002);
  const selected = await map
    .locator('.row[aria-selected=true]')
    .evaluateAll(rows => rows.map(row => row.getAttribute('data-image-id') ?? ''));
  expect(selected.length).toBeGreaterThan(0);
  for (const id of selected) expect(chosen).toContain(id);
}

describe('the state of the page', () => {
  let before: Looked;
  let chosen: string[];

  it('contains a search, a selection, a position and pictures', async () => {
    const { page } = harness;
    await openFilters(map);
    await map.getByLabel('Cloud %: Maximum').fill('60');
    await map.getByLabel('Cloud %: Maximum').press('Enter');
    await until('clear images alone', async () => {
      const rows = await resultRows(map).allInnerTexts();
      return rows.length > 0 && rows.every(row => Number(/(\d+) % cloud/.exec(row)?.[1]) <= 60);
    });
    await sortBy(map, 'Cloud');
    await listSorted(map);
    for (const index of [0, 1]) {
      await resultRows(map).nth(index).click();
      await map.getByRole('button', { name: 'Quicklook' }).click();
      await map.locator('.picture-chip').nth(index).waitFor();
    }
    await resultRows(map)
      .nth(0)
      .click({ modifiers: ['ControlOrMeta'] });
    await map.getByText('2 selected', { exact: true }).waitFor();
    const opacity = map.getByRole('slider', { name: /^Opacity of/ }).first();
    await opacity.focus();
    for (let press = 0; press < 6; press++) await page.keyboard.press('ArrowLeft');
    const scale = await map.locator('.map-scale').innerText();
    await map.getByRole('button', { name: 'Zoom out' }).click();
    await until('another scale', async () => (await map.locator('.map-scale').innerText()) !== scale);
    const [north, east] = await center();
    await drag(60, 40);
    await until('another place', async () => {
      const [newNorth, newEast] = await center();
      return newNorth !== north && newEast !== east;
    });
    await picturesLoaded();
    before = await pageState();
    expect(before).toMatchObject({
      selected: '2 selected',
      opacity: '70',
      cloud: '60',
      sort: ['Ascending', 'Cloud'],
    });
    expect(before.pictures).toHaveLength(2);
    chosen = await map
      .locator('.row[aria-selected=true]')
      .evaluateAll(rows => rows.map(row => row.getAttribute('data-image-id') ?? ''));
  });

  it("is restored when the window reloads, and streaming doesn't resume automatically", async () => {
    await harness.reload();
    await expectAsBefore(before, chosen);
    const streamed = harness.service.sandbox.requests.filter(({ path }) => path.includes('/wmts/'));
    expect(streamed).toEqual([]);
  });
});

describe('a map that is opened again after its tab was closed', () => {
  it('shows the comparison and the place that it showed', async () => {
    const { editor } = harness;
    await map.locator('.selection-bar').getByRole('button', { name: 'Compare' }).click();
    await map.locator('.swipe-divider').waitFor();
    await editor.run('swath.goToPlace');
    await map.getByRole('combobox', { name: 'Go to place' }).fill('43.3, 5.35');
    await map.getByRole('combobox', { name: 'Go to place' }).press('Enter');
    const place = await map.locator('.place-note').innerText();
    const middle = await center();
    await until('the place to be kept', () =>
      harness.messages.fromPage.some(text => /"kind":"saved".*latitude/.test(text)),
    );
    for (const tab of editor.workbench.tabs.filter(({ panel }) => panel)) editor.closeTab(tab);
    await editor.run('swath.openMap');
    map = await harness.map();
    await map.locator('.swipe-divider').waitFor();
    expect(await map.locator('.place-note').innerText()).toBe(place);
    // Up to a pixel or two, by which the bars around the map can differ.
    const [latitude, longitude] = await center();
    expect(latitude).toBeCloseTo(middle[0], 3);
    expect(longitude).toBeCloseTo(middle[1], 3);
    await map.locator('.place-note').getByRole('button', { name: 'Close' }).click();
    await map.locator('.map').press('Escape');
    await map.locator('.swipe-divider').waitFor({ state: 'detached' });
  });
});

describe('searching while the map moves', () => {
  const boxes = () =>
    searchesSent(harness).map(({ query }) => new URLSearchParams(query).get('bbox')?.split(',').map(Number));

  /** Waits until the page would have searched: its own timer, which was set earlier, has fired. */
  async function afterRest(): Promise<void> {
    await map.evaluate(() => new Promise(resolve => setTimeout(resolve, 700)));
  }

  it('sends one search for the new view once the map comes to rest', async () => {
    await openFilters(map);
    await map.locator('#filter-where').selectOption('Map view');
    await map.getByRole('button', { name: 'Search', exact: true }).click();
    await map.getByRole('button', { name: 'Remove "Map view"' }).waitFor();
    await openFilters(map);
    await map.getByLabel('Search while moving the map').check();
    // The panel lies over the map.
    await map.getByLabel('Search while moving the map').press('Escape');
    await map.locator('.results:not(.stale)').waitFor();
    const sent = searchesSent(harness).length;
    const [previous] = boxes().slice(-1);
    // Passes many positions on its way.
    await drag(-120, 0);
    await until('a search', () => searchesSent(harness).length > sent);
    await map.locator('.results:not(.stale)').waitFor();
    expect(searchesSent(harness).length).toBe(sent + 1);
    const [box] = boxes().slice(-1);
    const [, east] = await center();
    const [west = 0, , eastern = 0] = box ?? [];
    expect((west + eastern) / 2).toBeCloseTo(east, 2);
    expect(west).toBeGreaterThan(previous?.[0] ?? Infinity);
  });

  it('sends nothing once it is switched off', async () => {
    await openFilters(map);
    await map.getByLabel('Search while moving the map').uncheck();
    await map.getByLabel('Search while moving the map').press('Escape');
    const sent = searchesSent(harness).length;
    await drag(60, 0);
    await afterRest();
    await map.getByRole('button', { name: 'Search', exact: true }).click();
    await until('the search that was asked for', () => searchesSent(harness).length > sent);
    expect(searchesSent(harness).length).toBe(sent + 1);
  });
});
