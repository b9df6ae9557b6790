import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Harness } from './harness.ts';
import { openFilters, resultRows, until } from './mapPage.ts';
import { startPaged } from './searched.ts';

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startPaged());
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

const region = () => map.getByRole('region', { name: 'Map' });
const way = (name: string) => map.getByRole('button', { name, exact: true });
const linked = () => map.locator('.linked-map');
const press = (key: string) => harness.page.keyboard.press(key);

/** What the one map draws: the images by id, with their opacity. */
const drawn = (): Promise<Record<string, number>> =>
  map
    .locator('.picture-pane:not([hidden])')
    .evaluateAll(
      panes =>
        Object.fromEntries(
          panes.map(pane => [pane.getAttribute('data-image-id'), Number(getComputedStyle(pane).opacity)]),
        ) as Record<string, number>,
    );

/** Where each linked map is, by the coordinates at its center, and where its content is, in pixels. */
const views = async () => {
  const panes = await linked()
    .locator('.leaflet-map-pane')
    .evaluateAll(all => all.map(pane => pane.style.transform));
  const canvases = await linked()
    .locator('.picture-pane canvas')
    .evaluateAll(all =>
      all.map(canvas => {
        const box = canvas.getBoundingClientRect();
        const mapBox = canvas.closest('.linked-map')?.getBoundingClientRect();
        return [box.left - (mapBox?.left ?? 0), box.top - (mapBox?.top ?? 0), box.width]
          .map(Math.round)
          .join(' ');
      }),
    );
  return { panes, canvases };
};

/** The coordinates in the middle of a part of the page, as the map reads them. */
async function placeAt(selector: string): Promise<string> {
  const box = await map.locator(selector).first().boundingBox();
  const x = (box?.x ?? 0) + (box?.width ?? 0) / 2;
  const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
  await harness.page.mouse.move(x - 5, y);
  await harness.page.mouse.move(x, y);
  return map.locator('.readout').innerText();
}

/** Latitude and longitude of a place that was read, degrees. */
const degrees = (text: string) => [...text.matchAll(/[\d.]+(?=°)/g)].map(Number);

async function select(count: number): Promise<string[]> {
  for (let index = 0; index < count; index += 1)
    await resultRows(map)
      .nth(index)
      .click({ modifiers: index === 0 ? [] : ['Control'] });
  return resultRows(map).evaluateAll(
    (rows, limit) => rows.slice(0, limit).map(row => row.getAttribute('data-image-id') ?? ''),
    count,
  );
}

async function quicklooksLoaded(): Promise<void> {
  const waiting = map.locator('.chip-status:visible, .linked-status:visible');
  await until('the pictures', async () => (await waiting.count()) === 0);
}

describe('comparing two images', () => {
  it('stays at the part of the area that the map shows', async () => {
    const scale = () => map.locator('.map-scale').innerText();
    const before = await scale();
    await way('Zoom in').click();
    await until('another scale', async () => (await scale()) !== before);
    const near = await scale();
    await select(2);
    await press('c');
    await map.locator('.swipe-divider').waitFor();
    await quicklooksLoaded();
    expect(await scale()).toBe(near);
    await press('c');
    await map.locator('.swipe-divider').waitFor({ state: 'detached' });
    await way('Zoom out').click();
  });

  it('starts and stops with C, with the selected images, but not while typing, and its divider is moved by keys', async () => {
    await select(2);
    await press('c');
    await map.locator('.swipe-divider').waitFor();
    await quicklooksLoaded();
    await openFilters(map);
    await map.getByLabel('From', { exact: true }).focus();
    await press('c');
    await press('Backspace');
    expect(await map.locator('.swipe-divider').count()).toBe(1);
    await map.getByRole('button', { name: /^Filters/ }).click();
    const divider = map.locator('.swipe-divider');
    await divider.focus();
    const middle = await divider.getAttribute('aria-valuenow');
    await press('ArrowLeft');
    expect(await divider.getAttribute('aria-valuenow')).not.toBe(middle);
    await press('Escape');
    await map.locator('.swipe-divider').waitFor({ state: 'detached' });
    await press('c');
    await map.locator('.swipe-divider').waitFor();
  });

  it('fades from one to the other', async () => {
    await way('Opacity').click();
    await map.getByRole('slider', { name: /^Fade from/ }).fill('30');
    await until('both pictures', async () => Object.keys(await drawn()).length === 2);
    expect(Object.values(await drawn()).toSorted()).toEqual([0.3, 1]);
  });

  it('blinks only by hand with reduced motion, and by itself without', async () => {
    const { page } = harness;
    await press('b');
    const seen = async () => Object.keys(await drawn()).join();
    const name = () => map.locator('.blink-name').innerText();
    expect(await map.getByRole('slider', { name: 'Blink rate' }).count()).toBe(0);
    const first = await seen();
    const firstName = await name();
    expect(first).not.toContain(',');
    // After a click, the keys are for the map.
    await press('Space');
    await until('the other picture', async () => (await seen()) !== first);
    expect(await name()).not.toBe(firstName);
    await way('Switch').click();
    await until('the first picture', async () => (await seen()) === first);

    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await map.getByRole('button', { name: 'Pause' }).click();
    for (const isOther of [true, false])
      await until('the other picture', async () => ((await seen()) !== first) === isOther);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await map.getByRole('button', { name: 'Pause' }).waitFor({ state: 'detached' });
  });
});

describe('linked maps', () => {
  it('show one picture each, with its date and sensor, and one scale', async () => {
    await way('Side by side').click();
    await until('two maps', async () => (await linked().count()) === 2);
    await quicklooksLoaded();
    for (const label of await map.locator('.linked-label').allInnerTexts())
      expect(label).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC, \w+ [\d.]+ m$/);
    expect(await map.locator('.map-scale:visible').count()).toBe(1);
    // The one map lets go of its pictures meanwhile.
    expect(await map.locator('.map > .leaflet-pane .picture-pane').count()).toBe(0);
  });

  it('move and zoom together, from each of them and with the keys', async () => {
    const { mouse } = harness.page;
    const agree = async () => {
      const { panes, canvases } = await views();
      return panes.length === 2 && new Set(panes).size === 1 && new Set(canvases).size === 1;
    };
    for (const index of [0, 1]) {
      const before = (await views()).panes;
      const box = await linked().nth(index).boundingBox();
      const x = (box?.x ?? 0) + 150;
      const y = (box?.y ?? 0) + 200;
      await mouse.move(x, y);
      await mouse.down();
      await mouse.move(x + 40, y - 31, { steps: 4 });
      // Also before it is released.
      expect(new Set((await views()).panes).size).toBe(1);
      expect((await views()).panes).not.toEqual(before);
      await mouse.up();
      await until('the same view', agree);
      const scale = await map.locator('.map-scale').innerText();
      await mouse.wheel(0, index === 0 ? -120 : 120);
      await until('another scale', async () => (await map.locator('.map-scale').innerText()) !== scale);
      await until('the same view', agree);
    }
    await region().focus();
    const before = await placeAt('.linked-map');
    await press('ArrowRight');
    await until('another place', async () => (await placeAt('.linked-map')) !== before);
    await until('the same view', agree);
    // At the pointer, on both.
    const crosses = await map
      .locator('.linked-cross')
      .evaluateAll(all => all.map(cross => getComputedStyle(cross).left));
    expect(new Set(crosses).size).toBe(1);
    expect(crosses[0]).not.toBe('-100px');
  });

  it('end with the one map at the same view, and are restored with the page', async () => {
    const there = degrees(await placeAt('.linked-map'));
    const scale = await map.locator('.map-scale').innerText();
    await press('Escape');
    await until('one map', async () => (await linked().count()) === 0);
    await until('both pictures', async () => Object.keys(await drawn()).length === 2);
    for (const [index, value] of degrees(await placeAt('.map')).entries())
      expect(Math.abs(value - (there[index] ?? 0))).toBeLessThan(0.001);
    expect(await map.locator('.map-scale').innerText()).toBe(scale);
    await press('c');
    await until('two maps', async () => (await linked().count()) === 2);
    await harness.hidePage();
    await harness.showPage();
    map = await harness.map();
    await until('two maps', async () => (await linked().count()) === 2);
  });

  it('are four for three images, the fourth without a picture', async () => {
    await select(3);
    await map.locator('.selection-bar').getByRole('button', { name: 'Compare' }).click();
    await until('four maps', async () => (await linked().count()) === 4);
    await quicklooksLoaded();
    expect(await linked().locator('.picture-pane').count()).toBe(3);
    expect(await map.locator('.linked-label').last().innerText()).toBe('Map');
    // A tool works on the one map.
    await region().focus();
    await press('m');
    await until('one map', async () => (await linked().count()) === 0);
    await press('Escape');
  });
});

it('a comparison ends when its account is signed out', async () => {
  await select(2);
  await map.locator('.selection-bar').getByRole('button', { name: 'Compare' }).click();
  await map.locator('.mode-bar').waitFor();
  const signedOut = harness.editor.run('swath.signOut');
  (await harness.editor.message('Sign out of')).press('Sign Out');
  await signedOut;
  // Its bar said for ever that it was loading.
  await map.locator('.mode-bar').waitFor({ state: 'detached' });
});
