import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Document } from '../fake/documents.ts';
import { type Harness, startHarness } from './harness.ts';
import { resultRows, until } from './mapPage.ts';
import { signIn } from './searched.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
  await signIn(harness);
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

async function openAreas(name: string, text: string): Promise<{ map: Frame; document: Document }> {
  const { editor, folder } = harness;
  editor.closeTexts();
  await writeFile(join(folder, name), text);
  const { document } = await editor.openFile(join(folder, name), 1);
  await editor.pressLens(document, '$(map)');
  return { map: await harness.map(), document };
}

const polygonText = (ring: string) => `{ "type": "Polygon", "coordinates": [[${ring}]] }`;
/** A field near Chartres, written with its latitude first. */
const field = polygonText('[48.20, 1.5], [48.20, 1.6], [48.30, 1.6], [48.30, 1.5], [48.20, 1.5]');

const fault = (map: Frame) => map.locator('.area-fault');
const header = (map: Frame) => map.locator('.aoi .warning');

describe('an area in open sea that is on land once swapped', () => {
  it('is marked on the map, and fixed there by an edit that can be undone', async () => {
    const { map, document } = await openAreas('field.aoi.geojson', field);
    await fault(map).filter({ hasText: 'In open sea' }).waitFor();
    expect(await map.locator('.aoi').getAttribute('title')).toMatch(/^In open sea/);
    await header(map).waitFor();
    await fault(map).getByRole('button', { name: 'Swap longitude and latitude' }).click();
    await until('swapped axes', () => document.getText().includes('[1.5, 48.20]'));
    await fault(map).waitFor({ state: 'detached' });
    expect(await header(map).count()).toBe(0);
    await map.locator('.map').press('Control+z');
    await until('the text as it was', () => document.getText() === field);
    await fault(map).waitFor();
  });

  it("isn't ordered with images that don't show it, and the bar says why", async () => {
    const { map, document } = await openAreas('order.aoi.geojson', field);
    await fault(map).getByRole('button', { name: 'Swap longitude and latitude' }).click();
    await fault(map).waitFor({ state: 'detached' });
    await harness.editor.pressLens(document, 'Search Images');
    await resultRows(map).first().click();
    const draft = map.locator('vscode-button', { hasText: 'Draft Order' });
    await map.locator('.selection-bar', { hasText: 'covers' }).waitFor();
    await draft.and(map.locator('[appearance=primary]')).waitFor();
    await map.locator('.map').press('Control+z');
    await map.locator('.selection-bar', { hasText: "The selected images don't show the area." }).waitFor();
    await draft.and(map.locator('[appearance=secondary][disabled]')).waitFor();
  });
});

describe('an area that crosses itself', () => {
  it('shows no size until two of its positions are exchanged', async () => {
    const { map, document } = await openAreas(
      'bow.aoi.geojson',
      polygonText('[5.3, 43.2], [5.4, 43.3], [5.4, 43.2], [5.3, 43.35], [5.3, 43.2]'),
    );
    await fault(map).filter({ hasText: 'Exchange positions 2 and 3.' }).waitFor();
    expect(await map.locator('.aoi-area').count()).toBe(0);
    await map.locator('.map').hover();
    expect(await map.locator('.area-tooltip').innerText()).toBe('bow.aoi.geojson');
    await fault(map).getByRole('button', { name: 'Exchange two positions of the ring' }).click();
    await fault(map).waitFor({ state: 'detached' });
    await map.locator('.aoi-area', { hasText: 'km²' }).waitFor();
    expect(document.getText()).toContain('[5.3, 43.2], [5.4, 43.2], [5.4, 43.3], [5.3, 43.35]');
  });
});

describe('another problem of an area', () => {
  it('that only its author can solve leads to the tool for it', async () => {
    const { map } = await openAreas(
      'bow.aoi.geojson',
      polygonText(
        '[5.3, 43.2], [5.4, 43.3], [5.5, 43.2], [5.5, 43.4], [5.4, 43.3], [5.3, 43.4], [5.3, 43.2]',
      ),
    );
    await fault(map).filter({ hasText: 'The ring touches itself' }).waitFor();
    await fault(map).getByRole('button', { name: 'Reshape area' }).click();
    await map.locator('.tool-hint', { hasText: 'Drag a vertex' }).waitFor();
    await fault(map).waitFor({ state: 'detached' });
    await map.locator('.map').press('Escape');
    await fault(map).waitFor();
  });

  it('that keeps it from being drawn is shown with its name while another one is active', async () => {
    const feature = (name: string, geometry: string) =>
      `{ "type": "Feature", "properties": { "name": "${name}" },\n"geometry": ${geometry} }`;
    const beyond = polygonText('[5, 101], [5, 102], [6, 102], [6, 101], [5, 101]');
    const near = polygonText('[5, 43], [5.1, 43], [5.1, 43.1], [5, 43.1], [5, 43]');
    const text = `{ "type": "FeatureCollection", "features": [\n${feature('Dam', near)},\n${feature('Port', beyond)}\n] }`;
    const { map } = await openAreas('two.aoi.geojson', text);
    await fault(map).filter({ hasText: 'Port: Longitude and latitude are probably swapped' }).waitFor();
    expect(await header(map).count()).toBe(0);
    await fault(map).getByRole('button', { name: 'Swap longitude and latitude' }).click();
    await map.locator('.area-place', { hasText: 'of 2' }).waitFor();
    await fault(map).waitFor({ state: 'detached' });
  });
});
