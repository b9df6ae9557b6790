import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Harness } from './harness.ts';
import { until } from './mapPage.ts';
import { startSearched } from './searched.ts';

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startSearched({ scale: 1, hasLand: true }));
});
afterAll(() => harness.stop());

const names = () => map.locator('.place-name');

async function goTo(place: string): Promise<void> {
  await map.locator('.map').focus();
  await harness.page.keyboard.press('/');
  await map.getByRole('combobox', { name: 'Go to place' }).fill(place);
  await map.getByRole('listbox', { name: 'Go to place' }).getByRole('option').first().waitFor();
  await harness.page.keyboard.press('Enter');
}

/** What the base map paints in the center of the map. */
function groundInCenter(): Promise<'land' | 'sea' | 'line'> {
  return map.evaluate(() => {
    const colorOf = (name: string) => {
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('There is no canvas.');
      context.fillStyle = getComputedStyle(document.body).getPropertyValue(name).trim();
      context.fillRect(0, 0, 1, 1);
      return context.getImageData(0, 0, 1, 1).data.join();
    };
    const box = document.querySelector('.map')?.getBoundingClientRect();
    if (!box) throw new Error('There is no map.');
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.leaflet-tile-pane canvas')) {
      const { left, top, right, bottom, width } = canvas.getBoundingClientRect();
      if (x < left || x >= right || y < top || y >= bottom) continue;
      const density = canvas.width / width;
      const across = Math.floor((x - left) * density);
      const down = Math.floor((y - top) * density);
      const color = canvas.getContext('2d')?.getImageData(across, down, 1, 1).data.join();
      if (color === colorOf('--swath-land')) return 'land';
      if (color === colorOf('--swath-sea')) return 'sea';
    }
    return 'line';
  });
}

async function zoomOut(steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) await map.getByRole('button', { name: 'Zoom out' }).click();
}

describe('the built-in base map', () => {
  it.each([
    ['the sample harbor', '51.953, 4.04', 'land'],
    ['the North Sea beside it', '52.02, 3.95', 'sea'],
    ['Manhattan', '40.78, -73.97', 'land'],
    ['Upper Bay', '40.66, -74.05', 'sea'],
  ])('paints %s as it is', async (_name, place, ground) => {
    await goTo(place);
    await until(`${ground} in the center of the map`, async () => (await groundInCenter()) === ground);
    expect(harness.problems).toEqual([]);
  });

  it('names the largest places in view, and smaller ones in close-up', async () => {
    await goTo('40.73, -73.99');
    await map.locator('.place-note', { hasText: '40.73000° N' }).waitFor();
    await zoomOut(3);
    await names().filter({ hasText: 'Brooklyn' }).waitFor();
    await zoomOut(4);
    await names().filter({ hasText: 'New York City' }).waitFor();
    await until('fewer names', async () => !(await names().allInnerTexts()).includes('Brooklyn'));
  });

  it('lets no name cover another one or the name of an area', async () => {
    const boxes = await map.locator('.place-name span, .area-name span').evaluateAll(labels =>
      labels.map(label => {
        const { left, top, right, bottom } = label.getBoundingClientRect();
        return { left, top, right, bottom };
      }),
    );
    expect(boxes.length).toBeGreaterThan(3);
    for (const [index, a] of boxes.entries()) {
      for (const b of boxes.slice(index + 1)) {
        const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        expect(isApart).toBe(true);
      }
    }
    expect(harness.problems).toEqual([]);
  });

  it('leaves the names to a background that has its own', async () => {
    harness.editor.set({ 'swath.map.tileUrl': `${harness.origin}/{z}/{x}/{y}.png` });
    map = await harness.map();
    await until('a map without them', async () => (await names().count()) === 0);
  });
});
