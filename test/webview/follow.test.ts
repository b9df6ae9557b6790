import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Document } from '../fake/documents.ts';
import type { Harness } from './harness.ts';
import { resultRows, until } from './mapPage.ts';
import { harbourPart, openReport, type Report } from './reported.ts';
import { startSearched } from './searched.ts';

let harness: Harness;
let map: Frame;
let document: Document;

beforeAll(async () => {
  ({ harness, map } = await startSearched({ time: { productionSeconds: 0 } }));
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

type Place = [longitude: number, latitude: number];

const marseille: Place = [5.31, 43.25];
const rotterdam: Place = [4.03, 51.95];

/** West, south, east, north of the map, as it last reported them. */
function view(): number[] {
  const last = harness.messages.fromPage.findLast(text => text.includes('"kind":"view"')) ?? '{}';
  return (JSON.parse(last) as { bounds?: number[] }).bounds ?? [];
}

function isInView([longitude, latitude]: Place): boolean {
  const [west = 0, south = 0, east = 0, north = 0] = view();
  return west < longitude && longitude < east && south < latitude && latitude < north;
}

/** A square with its first corner at a place. @param swaps whether latitudes come first */
function square([longitude, latitude]: Place, swaps = false): string {
  const at = (x: number, y: number) => {
    const position = [longitude + x, latitude + y];
    return swaps ? position.toReversed() : position;
  };
  const ring = [at(0, 0), at(0.05, 0), at(0.05, 0.05), at(0, 0.05), at(0, 0)];
  return JSON.stringify({ type: 'Polygon', coordinates: [ring] });
}

async function goToPlace(text: string): Promise<void> {
  await harness.editor.run('swath.goToPlace');
  await map.getByRole('combobox', { name: 'Go to place' }).fill(text);
  await map.getByRole('combobox', { name: 'Go to place' }).press('Enter');
  await map.locator('.place-note').waitFor();
}

const offer = () => map.locator('.out-of-view');

it('moves to the area that a lens searches', async () => {
  await until('the harbor', () => isInView(rotterdam));
  const file = join(harness.folder, 'marseille.geojson');
  await writeFile(file, square(marseille));
  ({ document } = await harness.editor.openFile(file, 1));
  await harness.editor.pressLens(document, 'Search Images');
  await until('Marseille', () => isInView(marseille));
  expect(await offer().count()).toBe(0);
});

it('moves with the area when its text moves it', async () => {
  await resultRows(map).first().waitFor();
  const text = document.getText();
  harness.editor.edit(document, 0, text.length, square(marseille, true));
  await until('the sea off Somalia', () => isInView([43.27, 5.33]));
  harness.editor.edit(document, 0, document.getText().length, text);
  await until('Marseille', () => isInView(marseille));
});

it('offers to show what is searched if the map was just moved by hand', async () => {
  await goToPlace('35.68, 139.69');
  await map.getByRole('button', { name: 'Search', exact: true }).click();
  await offer().getByText("marseille isn't in view.").waitFor();
  expect(isInView(marseille)).toBe(false);
  await offer().getByRole('button', { name: 'Show' }).click();
  await until('Marseille', () => isInView(marseille));
  await offer().waitFor({ state: 'detached' });
});

it('does not say that what is small in view is out of it', async () => {
  for (let steps = 0; steps < 8; steps++) await map.getByRole('button', { name: 'Zoom out' }).click();
  await map.getByRole('button', { name: 'Search', exact: true }).click();
  await offer().getByText('marseille can hardly be seen here.').waitFor();
  await offer().getByRole('button', { name: 'Show' }).click();
  await until('Marseille', () => isInView(marseille));
});

it('offers it for the image that is clicked in the list, until it is in view', async () => {
  await goToPlace('35.68, 139.69');
  await resultRows(map).first().click();
  await offer()
    .getByText(/^20.* UTC, .* isn't in view\./)
    .waitFor();
  await goToPlace('43.27, 5.33');
  await offer().waitFor({ state: 'detached' });
});

it('goes back to where it was when a report is closed, however closely it was looked at', async () => {
  await map.getByRole('button', { name: 'Zoom to marseille' }).click();
  await until('Marseille', () => isInView(marseille));
  const before = view();
  await openReport(harness);
  await map.getByRole('button', { name: 'Next feature' }).click();
  await map.locator('.map').press('+');
  await until('a closer view', () => (view()[2] ?? 0) - (view()[0] ?? 0) < 0.02);
  await map.getByRole('button', { name: 'Close Report' }).click();
  // To the pixel, because the bar below the map changes its height.
  const isBefore = () => view().every((degrees, side) => Math.abs(degrees - (before[side] ?? NaN)) < 0.002);
  await until('the view of before', isBefore);
  expect(await offer().count()).toBe(0);
});

it('shows all of the area that a report was ordered for', async () => {
  const { uri } = await harness.editor.front(/\.geojson$/);
  const { features, ...rest } = JSON.parse(await readFile(uri.fsPath, 'utf8')) as Report;
  await writeFile(uri.fsPath, JSON.stringify({ ...rest, features: features.slice(0, 1) }));
  await harness.editor.run('swath.openReport');
  const corners = harbourPart.coordinates[0] as Place[];
  await until('only its area', () => corners.every(isInView) && !isInView(marseille));
  await map.getByRole('button', { name: 'Close Report' }).click();
  await until('the area of before', () => isInView(marseille));
});

it('goes to the area instead if another one is active since', async () => {
  await harness.editor.run('swath.openReport');
  await until('the report', () => !isInView(marseille));
  const { document: other } = await harness.editor.openFile(join(harness.folder, 'harbour.aoi.geojson'), 1);
  await harness.editor.pressLens(other, 'Search Images');
  await until('the harbor', () => isInView(rotterdam));
  await map.getByRole('tab', { name: 'Report' }).click();
  await map.locator('.map').press('+');
  await map.locator('.map').press('+');
  await map.getByRole('button', { name: 'Close Report' }).click();
  await until('all of the harbor', () => isInView(rotterdam) && (view()[2] ?? 0) - (view()[0] ?? 0) > 0.05);
  expect(await offer().count()).toBe(0);
});
