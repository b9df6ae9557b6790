import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultRows } from '../webview/mapPage.ts';
import { countPresses, pressesIn } from './byKeys.ts';
import { mapPage, type Product, startProduct } from './product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

it('leads from an empty window to images with four clicks', async () => {
  const { page } = product;
  await countPresses(page);
  await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
  await page.getByRole('button', { name: 'Use the Sandbox' }).click();
  await page.getByRole('button', { name: 'Open Map' }).click();
  const map = await mapPage(page);
  await countPresses(map);
  await map.getByRole('button', { name: 'Search Here' }).click();
  await resultRows(map).first().waitFor();
  // Each click is a pointerdown and a mousedown.
  expect([await pressesIn(page), await pressesIn(map)]).toEqual([6, 2]);
});
