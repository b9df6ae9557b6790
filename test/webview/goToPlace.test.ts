import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Harness } from './harness.ts';
import { chooseFromMenu, until } from './mapPage.ts';
import { searchesSent, startSearched } from './searched.ts';

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startSearched());
});
afterAll(() => harness.stop());

const input = () => map.getByRole('combobox', { name: 'Go to place' });
const places = () => map.getByRole('listbox', { name: 'Go to place' }).getByRole('option');
const note = () => map.locator('.place-note [role=status]');
const marker = () => map.locator('.place-marker');

describe('Go to Place', () => {
  it('opens with / on the map, and moves to the coordinates with a marker', async () => {
    await map.locator('.map').focus();
    await harness.page.keyboard.press('/');
    await input().waitFor();
    await harness.page.keyboard.type('N 48.8584 E 2.2945');
    // Enter takes the place of the whole text, however fast it was typed.
    await harness.page.keyboard.press('Enter');
    await note().waitFor();
    expect(await note().innerText()).toBe('48.85840° N, 2.29450° E · UTM 31N 448252 5411955');
    expect(await input().count()).toBe(0);
    const box = await marker().boundingBox();
    const view = await map.locator('.map').boundingBox();
    if (!box || !view) throw new Error('The marker has no place on screen.');
    expect(box.x + box.width / 2 - view.x).toBeCloseTo(view.width / 2, -1);
    expect(box.y + box.height / 2 - view.y).toBeCloseTo(view.height / 2, -1);
  });

  it('searches there', async () => {
    await map.locator('.place-note').getByRole('button', { name: 'Search Here' }).click();
    await until('the search', () => JSON.stringify(searchesSent(harness).at(-1)).includes('48.8584'));
  });

  it('offers both orders of an ambiguous pair, and clears the marker', async () => {
    await chooseFromMenu(map, 'Layers, places, measuring', 'Go to Place…');
    await input().fill('48.5, 2.25');
    await until('both', async () => (await places().count()) === 2);
    await input().press('ArrowDown');
    await input().press('Enter');
    await until('the second', async () => (await note().innerText()).startsWith('2.25000° N, 48.50000° E'));
    expect(await marker().count()).toBe(1);
    await map.locator('.place-note').getByRole('button', { name: 'Close' }).click();
    await until('nothing to be marked', async () => (await marker().count()) + (await note().count()) === 0);
  });

  it('finds a city by name, from the command', async () => {
    await harness.editor.run('swath.goToPlace');
    await input().fill('lodz');
    await places().filter({ hasText: 'Łódź Poland' }).click();
    await until('the city', async () => (await note().innerText()).startsWith('Łódź · 51.'));
  });

  it('measures from the command and from the menu of the map', async () => {
    const title = map.locator('.mode-title', { hasText: 'Measure distance and area' });
    await harness.editor.run('swath.measure');
    await title.waitFor();
    await map.locator('.map').press('Escape');
    await title.waitFor({ state: 'detached' });
    await map.locator('.map').click({ button: 'right' });
    await map.getByRole('menuitem', { name: 'Measure distance and area' }).click();
    await title.waitFor();
    await map.locator('.map').press('Escape');
  });

  it('names what is wrong, and closes with Escape', async () => {
    await chooseFromMenu(map, 'Layers, places, measuring', 'Go to Place…');
    await input().fill("48° 61' N, 2° E");
    await map.locator('.place-problem', { hasText: "Can't read 48° 61' N as coordinates." }).waitFor();
    await input().press('Escape');
    expect(await input().count()).toBe(0);
  });
});
