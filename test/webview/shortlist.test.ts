import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Feature, FeatureCollection } from 'geojson';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Uri } from '../fake/values.ts';
import type { Harness } from './harness.ts';
import { resultRows, until } from './mapPage.ts';
import { searchFile, startPaged } from './searched.ts';

let harness: Harness;
let map: Frame;
/** The pinned images, newest first. */
let pinned: string[];

beforeAll(async () => {
  ({ harness, map } = await startPaged());
});
afterAll(() => harness.stop());

const list = () => map.getByRole('listbox', { name: 'Images' });
const item = (name: string) => map.getByRole('menu').getByRole('menuitem', { name });
const chip = (count: number) => map.getByRole('button', { name: `Shortlist (${count})` });
const row = (id: string | undefined) => map.locator(`.row[data-image-id="${id}"]`);
const note = () => row(pinned[1]).locator('.row-pin', { hasText: 'Quay is clear, low tide' });
const shownIds = () =>
  resultRows(map).evaluateAll(rows => rows.map(element => element.getAttribute('data-image-id') ?? ''));
const isShown = async (ids: readonly string[]) => (await shownIds()).join() === ids.join();

it('pins images with P, from the menu and on the card, and keeps a note', async () => {
  pinned = (await shownIds()).slice(0, 3);
  await list().focus();
  await list().press('Home');
  await list().press('p');
  await chip(1).waitFor();
  await row(pinned[1]).click({ button: 'right' });
  await item('Add to Shortlist').click();
  await chip(2).waitFor();
  await row(pinned[2]).click();
  await map.getByRole('region', { name: 'Image' }).getByRole('button', { name: 'Shortlist' }).click();
  await chip(3).waitFor();
  await row(pinned[1]).click({ button: 'right' });
  await item('Edit Note…').click();
  await harness.editor.enter('Quay is clear, low tide');
  await note().waitFor();
});

it('takes all selected images with P, and removes them if all are there', async () => {
  const ids = (await shownIds()).slice(3, 5);
  await row(ids[0]).click();
  await row(ids[1]).click({ modifiers: ['ControlOrMeta'] });
  await list().press('p');
  await chip(5).waitFor();
  await row(ids[0]).click({ button: 'right' });
  await item('Remove from Shortlist (2 images)').click();
  await chip(3).waitFor();
});

it('shows what a clear km² of them costs, once an order of one image for the area is priced', async () => {
  const { editor, folder } = harness;
  const { geometry } = JSON.parse(await readFile(join(folder, 'harbour.aoi.geojson'), 'utf8')) as Feature;
  const isPneo = (await row(pinned[1]).innerText()).includes('PNEO');
  const productType = isPneo ? 'pansharpened-fs' : 'pansharpened';
  const product = {
    id: pinned[1],
    productType,
    radiometricProcessing: 'REFLECTANCE',
    imageFormat: 'image/jp2',
    crsCode: 'urn:ogc:def:crs:EPSG::4326',
    aoi: geometry,
  };
  const path = join(folder, 'quay.order.json');
  await writeFile(path, JSON.stringify({ kind: 'order.data.product', products: [product] }));
  await editor.run('swath.priceOrder', Uri.file(path));
  await row(pinned[1])
    .getByText(/^[\d.,]+ credits\/clear km² · Quay is clear, low tide$/)
    .waitFor();
  await row(pinned[1])
    .getByTitle(/^Image product \(pansharpened.*\): [\d.,]+ credits\/clear km²$/m)
    .waitFor();
  expect(await row(pinned[0]).getByText('credits/clear').count()).toBe(0);
});

it('shows them with their pictures when another search does not contain them', async () => {
  await searchFile(harness, 'airport.aoi.geojson');
  await until('other images', async () => !(await shownIds()).includes(pinned[0] ?? ''));
  await chip(3).click();
  await until('the pinned images', () => isShown(pinned));
  await row(pinned[0]).locator('.thumbnail img').waitFor();
  await chip(3).click();
  await until('the search again', async () => !(await shownIds()).includes(pinned[0] ?? ''));
});

it('forgets none of them in a new window', async () => {
  await harness.reload();
  map = await harness.map();
  await chip(3).click();
  await until('the pinned images', () => isShown(pinned));
  await note().waitFor();
});

it('removes one from the list without moving the others', async () => {
  await list().focus();
  await list().press('Home');
  await list().press('p');
  await chip(2).waitFor();
  await until('the others', () => isShown(pinned.slice(1)));
});

it('saves them as a file and takes them from it', async () => {
  const { editor, folder } = harness;
  const path = join(folder, 'quay.shortlist.geojson');
  editor.fileAnswers.push(path);
  await map.getByRole('button', { name: 'Shortlist actions' }).click();
  await item('Save Shortlist…').click();
  await editor.message('Saved the shortlist (2) to quay.shortlist.geojson.');
  const { features } = JSON.parse(await readFile(path, 'utf8')) as FeatureCollection;
  expect(features.map(({ id }) => id)).toEqual(pinned.slice(1));
  expect(features[0]?.properties).toMatchObject({ note: 'Quay is clear, low tide', id: pinned[1] });
  void editor.start('swath.clearShortlist');
  await chip(2).waitFor({ state: 'detached' });
  const { document } = await editor.openFile(path, 1);
  await editor.pressLens(document, 'Open Shortlist (2)');
  await until('the images of the file', () => isShown(pinned.slice(1)));
  await note().waitFor();
});
