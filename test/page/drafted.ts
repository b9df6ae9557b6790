import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quay } from '../contract/places.ts';
import type { Frame } from 'playwright-core';
import { openFile, pick, typeInput } from '../editor/workbench.ts';
import { analyticOrder, harnessOf, imageOf } from '../unit/sandbox/harness.ts';
import { answerDialog, clickLens, dialog, dialogOpens, lens, pressInToast, type Product } from './product.ts';

type Window = Pick<Product, 'page'>;

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

/** Drafts an order of a report from the choice on the map, in a file that is in front then. */
export async function draftReport(
  { page }: Window,
  map: Frame,
  { analytic, title }: { analytic: string; title: string },
): Promise<void> {
  await map.getByRole('button', { name: 'Draft Order' }).click();
  await pick(page, analytic);
  await typeInput(page, title);
  await lens(page, 'Price').waitFor();
}

/** Prices the order file in front, and says yes to the dialog. */
export async function priceAndPlace(window: Window): Promise<void> {
  await clickLens(window.page, 'Price');
  await placePriced(window);
}

/** Says yes to the dialog for the order file in front, which has its price or is about to get it. */
export async function placePriced(window: Window): Promise<void> {
  await askToPlace(window);
  await answerDialog(window.page, /^Order for/);
}

/** Brings up the dialog for the order file in front, which has its price or is about to get it. */
export async function askToPlace({ page }: Window): Promise<void> {
  await lens(page, 'Order…').waitFor();
  await clickLens(page, 'Order…');
  await dialogOpens(page);
  await dialog(page)
    .getByRole('button', { name: /^Order for/ })
    .waitFor();
}

/** Opens the report from the notification that tells of its delivery. */
export async function openDelivered({ page }: Window): Promise<void> {
  await pressInToast(page, 'Open Report');
}
