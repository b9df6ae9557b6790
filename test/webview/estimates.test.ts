import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Feature } from 'geojson';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Uri } from '../fake/values.ts';
import type { Harness } from './harness.ts';
import { resultRows, sortBy, until } from './mapPage.ts';
import { startListed } from './searched.ts';

let harness: Harness;
let map: Frame;
/** Ids of images of one constellation that cover all of the harbor. */
let images: string[];

beforeAll(async () => {
  // So high that many images are in view, whichever the day has: those that cover the area come first.
  ({ harness, map } = await startListed({ size: { width: 1000, height: 2400 } }));
  await sortBy(map, 'AOI covered');
  const found = await resultRows(map).evaluateAll(rows =>
    rows
      .filter(row => /PHR[\s\S]*100 %/.test((row as HTMLElement).innerText))
      .map(row => row.getAttribute('data-image-id') ?? ''),
  );
  images = found.slice(0, 5);
  expect(images).toHaveLength(5);
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

const row = (id: string | undefined) => map.locator(`.row[data-image-id="${id}"]`);
const priceRequests = () =>
  harness.service.sandbox.requests.filter(({ path }) => path === '/api/v1/prices').length;

async function draftOf(id: string | undefined, imageFormat = 'image/jp2'): Promise<string> {
  const { geometry } = JSON.parse(
    await readFile(join(harness.folder, 'harbour.aoi.geojson'), 'utf8'),
  ) as Feature;
  const product = {
    id,
    productType: 'pansharpened',
    radiometricProcessing: 'REFLECTANCE',
    imageFormat,
    crsCode: 'urn:ogc:def:crs:EPSG::4326',
    aoi: geometry,
  };
  const path = join(harness.folder, `${id}-${imageFormat.slice(6)}.order.json`);
  await writeFile(path, JSON.stringify({ kind: 'order.data.product', products: [product] }, undefined, 2));
  return path;
}

async function requestPrice(...draft: Parameters<typeof draftOf>): Promise<void> {
  await harness.editor.run('swath.priceOrder', Uri.file(await draftOf(...draft)));
}

describe('the price of images before it is requested', () => {
  const estimate = /^Image product: about (\d+) credits, from 5 prices \([\d-]{10}\)$/;

  it('can be requested while none is known, and is estimated from one price on', async () => {
    await row(images[0]).click();
    await map.getByText('1 selected').waitFor();
    await map.locator('.selection-estimate', { hasText: /^Image product: no price for \w+ yet/ }).waitFor();
    expect(await map.getByRole('region', { name: 'Image' }).getByText('price').count()).toBe(0);
    await map.getByRole('button', { name: 'Ask for a Price' }).click();
    await map.locator('.selection-estimate', { hasText: /^Image product: \d+ credits, priced / }).waitFor();
    await row(images[4]).click();
    await map
      .locator('.selection-bar')
      .getByText(/^Image product: about [\d–]+ credits, from one price \([\d-]{10}\)$/)
      .waitFor();
    for (const id of images.slice(1, 4)) await requestPrice(id);
  });

  it('is estimated from the prices of this machine, for the selection and in the open row', async () => {
    // Another product of the same image.
    await requestPrice(images[0], 'image/geotiff');
    const requests = priceRequests();
    const line = map.locator('.selection-bar').getByText(estimate);
    await line.waitFor();
    const [, credits] = estimate.exec(await line.innerText()) ?? [];
    await map.getByRole('region', { name: 'Image' }).getByText(estimate).waitFor();
    await row(images[3]).click({ modifiers: ['Control'] });
    await map
      .locator('.selection-bar')
      .getByText(`Image product: about ${2 * Number(credits)} credits, from 5 prices (`)
      .waitFor();
    expect(priceRequests()).toBe(requests);
  });

  it.each([360, 510, 700, 1000])('is whole on a page of %i px', async width => {
    await harness.page.setViewportSize({ width, height: 860 });
    const line = map.locator('.selection-estimate.quiet');
    await until('a line that fits', () =>
      line.evaluate(
        ({ scrollWidth, clientWidth }, pageWidth) =>
          window.innerWidth === pageWidth && clientWidth > 0 && scrollWidth <= clientWidth,
        width,
      ),
    );
  });

  it('stands above a draft until the price is known', async () => {
    const { editor } = harness;
    const { document } = await editor.openFile(await draftOf(images[4]));
    await editor.lensOf(document, /about \d+ credits, from 5 prices/);
    await editor.pressLens(document, 'Price');
    await editor.lensOf(document, /\d+ credits ·/);
    const titles = (await editor.lenses(document)).map(({ command }) => command?.title);
    expect(titles.filter(title => title?.includes('about'))).toEqual([]);
  });
});
