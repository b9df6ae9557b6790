import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quay } from '../contract/places.ts';
import { openFile } from '../editor/workbench.ts';
import { analyticOrder, harnessOf, imageOf } from '../unit/sandbox/harness.ts';
import { answerDialog, clickLens, lens, type Product } from './product.ts';

/** Writes an order of a report on the quay to a file of the folder, and opens it. Resolves with its name. */
export async function openOrderFile({ page, folder, service }: Product, title: string): Promise<string> {
  const there = harnessOf(service.sandbox);
  const body = analyticOrder([await imageOf(there, 'PHR')], { title, aoi: quay });
  const name = `${title.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}.order.json`;
  await writeFile(join(folder, name), `${JSON.stringify(body, undefined, 2)}\n`);
  await openFile(page, name);
  await lens(page, 'Price').waitFor();
  return name;
}

/** Prices the order file in front, and says yes to the dialog. */
export async function priceAndPlace(product: Product): Promise<void> {
  await clickLens(product.page, 'Price');
  await placePriced(product);
}

/** Says yes to the dialog for the order file in front, which has its price or is about to get it. */
export async function placePriced({ page }: Product): Promise<void> {
  await lens(page, 'Order…').waitFor();
  await clickLens(page, 'Order…');
  await answerDialog(page, /^Order for/);
}
