import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Harness } from './harness.ts';
import { until } from './mapPage.ts';
import { startSearched } from './searched.ts';

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startSearched({ scale: 1 }));
});
afterAll(() => harness.stop());

const names = () => map.locator('.place-name');

async function goTo(place: string): Promise<void> {
  await map.locator('.map').focus();
  await harness.page.keyboard.press('/');
  await map.getByRole('combobox', { name: 'Go to place' }).fill(place);
  await map.getByRole('listbox', { name: 'Go to place' }).getByRole('option').first().waitFor();
  await harness.page.keyboard.press('Enter');
  await map.locator('.place-note').waitFor();
}

async function zoomOut(steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) await map.getByRole('button', { name: 'Zoom out' }).click();
}

it('names the largest places in view, and smaller ones in close-up', async () => {
  await goTo('40.73, -73.99');
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
