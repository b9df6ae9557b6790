import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Feature, Polygon } from 'geojson';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Uri } from '../fake/values.ts';
import { analyticOrder, harnessOf } from '../unit/sandbox/harness.ts';
import type { Harness } from './harness.ts';
import { resultRows, searchLevel, until } from './mapPage.ts';
import { startListed } from './searched.ts';

let harness: Harness;
let map: Frame;
let imageId: string;
let draft: Uri;

beforeAll(async () => {
  ({ harness, map } = await startListed({
    time: { productionSeconds: 0 },
    size: { width: 1000, height: 860 },
  }));
  await searchLevel(map, 'SENSOR');
  const image = resultRows(map).filter({ hasText: /PHR/ }).first();
  imageId = (await image.getAttribute('data-image-id')) ?? '';
  const { geometry } = JSON.parse(
    await readFile(join(harness.folder, 'harbour.aoi.geojson'), 'utf8'),
  ) as Feature;
  const product = {
    id: imageId,
    productType: 'pansharpened',
    radiometricProcessing: 'REFLECTANCE',
    imageFormat: 'image/geotiff',
    crsCode: 'urn:ogc:def:crs:EPSG::4326',
    aoi: geometry,
  };
  const path = join(harness.folder, 'quay.order.json');
  await writeFile(path, JSON.stringify({ kind: 'order.data.product', products: [product] }));
  draft = Uri.file(path);
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

const row = () => map.locator(`.row[data-image-id="${imageId}"]`);
/** How much is drawn of the part that the account already has: the canvas above that of the gap. */
const hatchedPixels = () =>
  map
    .locator('.leaflet-gap-pane canvas')
    .last()
    .evaluate((canvas: HTMLCanvasElement) => {
      if (canvas.hidden) return 0;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      return data.filter((value, index) => index % 4 === 3 && value > 0).length;
    });
const ordersSent = () =>
  harness.service.sandbox.requests.filter(
    ({ method, path }) => method === 'POST' && path === '/api/v1/orders',
  );

/** Presses Order, and answers the dialog. */
async function placeOrder(button: RegExp | undefined): Promise<string> {
  const { editor } = harness;
  const done = editor.run('swath.placeOrder', draft);
  const dialog = await editor.message(/^Order "quay/);
  const { detail } = dialog;
  if (button) dialog.press(button);
  else dialog.close();
  await done;
  return detail;
}

describe('an image that was ordered before', () => {
  it('is not marked before it is ordered, and the dialog says nothing of it', async () => {
    expect(await row().getByText('Owned').count()).toBe(0);
    await harness.editor.run('swath.priceOrder', draft);
    expect(await placeOrder(/^Order for/)).not.toContain('You already');
  });

  it('is marked in the list, and its open row says what it is', async () => {
    await row().getByText('Owned').waitFor();
    await row().click();
    const line = /^You already (ordered|have) this image: [\d.]+ % of the area, (ordered|delivered) 2\d{3}/;
    const details = map.getByRole('region', { name: 'Image' });
    await details.getByText(line).waitFor();
    await until('hatching on the map', async () => (await hatchedPixels()) > 1000);
    let opened: unknown;
    harness.editor.standIn('swath.openOrder', id => void (opened = id));
    await details.getByText('Show Order').click();
    await until('the order', () => typeof opened === 'string');
  });

  it('is no longer hatched once its row is closed', async () => {
    await map.getByRole('region', { name: 'Image' }).getByRole('button', { name: 'Close' }).click();
    await until('a map without hatching', async () => (await hatchedPixels()) === 0);
    await row().click();
  });

  it('is the first thing that the next order dialog says, before anything is sent', async () => {
    const detail = await placeOrder(undefined);
    expect(detail.split('\n').slice(0, 2).join('\n')).toMatch(
      /⚠ You already (ordered|have) this image: [\d.]+ % of the area/,
    );
    expect(ordersSent()).toHaveLength(1);
  });
});

describe('a selection of which something is delivered', () => {
  const button = (name: string) => map.locator('.selection-bar').getByRole('button', { name, exact: true });

  const results = () => map.locator('.selection-bar vscode-button[appearance=primary]').allInnerTexts();

  it('leads to the image that was delivered', async () => {
    const { editor } = harness;
    await map.locator(`.row[data-image-id="${imageId}"][aria-selected=true]`).waitFor();
    await editor.run('swath.refresh');
    let orderId: unknown;
    editor.standIn('swath.showImage', id => void (orderId = id));
    await button('Show Image').click();
    await until('the image', () => typeof orderId === 'string');
    expect(await results()).toEqual(['Show Image']);
    expect(await button('Open Report').count()).toBe(0);
  });

  it('leads to its report once that is the latest', async () => {
    const { editor, service } = harness;
    const there = harnessOf(service.sandbox);
    const { geometry } = JSON.parse(
      await readFile(join(harness.folder, 'harbour.aoi.geojson'), 'utf8'),
    ) as Feature<Polygon>;
    const order = analyticOrder([], { title: 'Quay cars', imageIds: [imageId], aoi: geometry });
    const { status } = await there.call('POST', '/api/v1/orders', order);
    expect(status).toBe(201);
    await editor.wait('the delivery', async () => {
      const { body } = await there.call<{ items: { status: string }[] }>('GET', '/api/v1/orders');
      return body.items.every(({ status: state }) => state === 'delivered') || undefined;
    });
    await editor.run('swath.refresh');
    await button('Open Report').waitFor();
    expect(await results()).toEqual(['Open Report']);
    await button('Open Report').click();
    await map.locator('.report-legend', { hasText: 'features' }).waitFor();
  });
});
