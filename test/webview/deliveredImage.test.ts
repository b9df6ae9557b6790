import { link, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { isFull } from '../randomRuns.ts';
import { writeTiff } from '../unit/webview/features/products/madeTiff.ts';
import { type Harness, startHarness } from './harness.ts';
import { announced, questionsOf, until } from './mapPage.ts';
import { signIn } from './searched.ts';

let harness: Harness;
let map: Frame;
let path: string;

/** Red grows to the east, green to the south; the near infrared is bright where they are dark. */
const values = [
  (column: number) => 200 + Math.round(column / 5),
  (_column: number, row: number) => 300 + Math.round(row / 5),
  () => 250,
  (column: number) => 2000 - Math.round(column / 5),
];

beforeAll(async () => {
  harness = await startHarness({ size: { width: 1000, height: 800 }, scale: 1 });
  await signIn(harness);
  path = join(harness.folder, 'image.tif');
  const size = { width: 5000, height: 5000, overviews: 5, isSparse: true, isDeflated: false };
  await writeTiff(path, { ...size, value: (column, row, band) => values[band]?.(column, row) ?? 0 });
});
afterAll(() => harness.stop());

const card = () => map.locator('.mode-bar');
const show = async (file: string) => {
  await harness.editor.run('swath.showImage', vscode.Uri.file(file));
  map = await harness.map();
};

/** Mean red, green and blue of what is painted, and its share of the map. */
async function painted(): Promise<number[]> {
  return map.locator('.leaflet-product-pane').evaluate(pane => {
    const sums = [0, 0, 0, 0];
    for (const canvas of pane.querySelectorAll('canvas')) {
      const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
      for (let at = 0; at < data.length; at += 4)
        if (data[at + 3])
          for (const color of [0, 1, 2, 3]) sums[color] = (sums[color] ?? 0) + (data[at + color] ?? 0);
    }
    const count = (sums[3] ?? 0) / 255 || 1;
    return sums.map(sum => Math.round(sum / count));
  });
}
const isPainted = (matches: (colors: number[]) => boolean) =>
  until('the image', async () => {
    if ((await map.locator('.leaflet-product-pane canvas:not(.leaflet-tile-loaded)').count()) > 0)
      return false;
    const colors = await painted();
    return (colors[3] ?? 0) > 0 && matches(colors);
  });

describe('a delivered image of 283 MB', () => {
  it('is painted from a few MB of it', async () => {
    expect((await stat(path)).size).toBeGreaterThan(200e6);
    await show(path);
    await card().getByText('5,000 × 5,000 px · 0.5 m · bands: 4').waitFor();
    await isPainted(([red = 0, , blue]) => red > 100 && red < 160 && blue === 0);
    const requests = questionsOf(harness.messages.fromPage, 'productBytes').flat();
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(8e6);
    expect(harness.messages.toPage.join('').includes(harness.folder)).toBe(false);
  });

  it('shows the bands and the contrast that are chosen', async () => {
    await card().getByLabel('Bands').selectOption('Near infrared (false color)');
    await isPainted(([, , blue = 0]) => blue > 100);
    await card().getByLabel('Bands').selectOption('Band 2');
    await isPainted(([red, green, blue]) => red === green && green === blue);
    await card().getByLabel('Contrast').selectOption('Minimum and maximum');
    await card().getByLabel('Maximum').fill('100000');
    await card().getByLabel('Maximum').press('Enter');
    await isPainted(([red = 0]) => red < 20);
  });

  it('fades, and ends at a line that the keys move', async () => {
    const pane = map.locator('.leaflet-product-pane');
    await card().getByLabel('Opacity of image.tif').fill('40');
    expect(await pane.evaluate(element => getComputedStyle(element).opacity)).toBe('0.4');
    await card().getByRole('button', { name: 'Swipe' }).click();
    const divider = map.getByRole('separator', {
      name: 'Divider between Map on the left and image.tif on the right',
    });
    const clip = () => pane.evaluate(element => element.style.clipPath);
    const before = await clip();
    await divider.press('ArrowLeft');
    await until('the line to move', async () => (await clip()) !== before);
  });

  it.runIf(isFull)(
    'is shown again with the same look when the page was hidden, and after a reload',
    async () => {
      await harness.hidePage();
      await harness.showPage();
      map = await harness.map();
      await isPainted(([red = 0]) => red < 20);
      expect(await card().getByLabel('Contrast').inputValue()).toBe('range');
      await harness.reload();
      map = await harness.map();
      await isPainted(([red = 0]) => red > 100);
      expect(await card().getByLabel('Contrast').inputValue()).toBe('view');
    },
  );

  it('says when it was acquired, and its name ends before the buttons of the map', async () => {
    const folder = join(harness.folder, 'delivered');
    await mkdir(folder);
    const name = 'IMG_PNEO3_202611201042137_MS-FS_ORT_PWOI_000112345_1_1_F_1_R1C1.TIF';
    await link(path, join(folder, name));
    const strip = '<Strip_Source><IMAGING_DATE>2026-11-20</IMAGING_DATE></Strip_Source>';
    await writeFile(join(folder, 'DIM_PNEO3_202611201042137.XML'), strip);
    await show(folder);
    await card()
      .getByText(/^acquired 2026-11-20 · 283 MB · 5,000 × 5,000 px/)
      .waitFor();
    await isPainted(([red = 0]) => red > 0);
    await card().getByRole('button', { name: 'Swipe' }).click();
    const right = await map.locator('.swipe-name', { hasText: name }).boundingBox();
    const button = await map.locator('.map-corner.top-right button').first().boundingBox();
    expect((right?.x ?? NaN) + (right?.width ?? NaN)).toBeLessThan(button?.x ?? NaN);
  });

  it('is removed', async () => {
    await card().getByRole('button', { name: 'Close Delivered image' }).click();
    await card().waitFor({ state: 'detached' });
    expect(await map.locator('.leaflet-product-pane canvas').count()).toBe(0);
  });
});

describe('other files', () => {
  const folder = join(import.meta.dirname, '../data/images');
  it.each(['lzw-uint16-2-big', 'jpeg-ycbcr'])('of GDAL are painted: %s', async name => {
    await show(join(folder, `${name}.tif`));
    await card().getByText('75 × 53 px').waitFor();
    await isPainted(([red = 0, green = 0]) => red > 20 && green > 20);
    expect(harness.problems).toEqual([]);
  });

  it('are JPEG 2000: four bands in tiles', async () => {
    await show(join(folder, 'jp2-uint16-4.jp2'));
    await card().getByText('75 × 53 px').waitFor();
    await isPainted(([red = 0, green = 0]) => red > 20 && green > 20);
    expect(harness.problems).toEqual([]);
  });

  it('in a form that is not shown name it, and the way out', async () => {
    await show(join(folder, 'lerc-uint8.tif'));
    await card()
      .getByText("lerc-uint8.tif is stored in a form that Swath doesn't show (LERC). Use Open in QGIS.")
      .waitFor();
  });

  it('that cannot be read say why', async () => {
    const broken = join(harness.folder, 'broken.tif');
    await writeTiff(broken, { width: 300, height: 300, tags: { 34735: undefined } });
    await show(broken);
    const text = "broken.tif has no georeference, so it can't be placed. Georeference it in a GIS.";
    await card().getByText(text).waitFor();
    await announced(map, text);
  });

  it('have their preview shown', async () => {
    const folder = join(harness.folder, 'product');
    await mkdir(folder);
    const picture = await harness.page.evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.width = 100;
      canvas.height = 50;
      const context = canvas.getContext('2d');
      if (context) context.fillStyle = 'rgb(200, 100, 50)';
      context?.fillRect(0, 0, 60, 50);
      if (context) context.fillStyle = 'rgb(0, 0, 255)';
      context?.fillRect(60, 0, 40, 50);
      return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length);
    });
    await writeFile(join(folder, 'a.ntf'), '');
    await writeFile(join(folder, 'a.png'), Buffer.from(picture, 'base64'));
    await writeFile(join(folder, 'a.pgw'), '0.001\n0\n0\n-0.001\n5.3\n43.3');
    await show(folder);
    await isPainted(([red = 0, , blue = 0]) => Math.abs(red - 120) < 3 && Math.abs(blue - 132) < 3);
    const sides = await map.locator('.leaflet-product-pane canvas').evaluateAll(tiles => {
      const blue: number[] = [];
      const orange: number[] = [];
      for (const tile of tiles as HTMLCanvasElement[]) {
        const { data = [] } = tile.getContext('2d')?.getImageData(0, 0, tile.width, tile.height) ?? {};
        const { left } = tile.getBoundingClientRect();
        for (let at = 0; at < data.length; at += 4)
          if (data[at + 3]) (data[at] === 0 ? blue : orange).push(left + ((at / 4) % tile.width));
      }
      return [Math.max(...new Set(orange)), Math.min(...new Set(blue))] as const;
    });
    expect(sides[1] - sides[0]).toBe(1);
    expect(await card().innerText()).toContain('100 × 50 px');
    expect(harness.problems).toEqual([]);
  });
});
