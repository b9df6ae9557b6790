import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { quay } from '../contract/places.ts';
import { openFile, pick, typeInput } from '../editor/workbench.ts';
import { patient } from '../runSpeed.ts';
import { analyticOrder, harnessOf, imageOf } from '../unit/sandbox/harness.ts';
import { listSorted, until, walkToRow } from '../webview/mapPage.ts';
import {
  answerDialog,
  clickLens,
  dialog,
  dialogOpens,
  lens,
  mapPage,
  pressInNotification,
  type Product,
  typeToConfirm,
} from './product.ts';

type Window = Pick<Product, 'page'>;

/** Writes an order for a report on the quay to a file in the folder, and opens it. Resolves to its name. */
export async function openOrderFile(
  { page, folder, service }: Pick<Product, 'page' | 'folder' | 'service'>,
  title: string,
): Promise<string> {
  const there = harnessOf(service.sandbox);
  const body = analyticOrder([await imageOf(there, 'PHR')], { title, aoi: quay });
  const name = `${title.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}.order.json`;
  await writeFile(join(folder, name), `${JSON.stringify(body, undefined, 2)}\n`);
  await openFile(page, name);
  await lens(page, 'Price').waitFor();
  return name;
}

/** Sets the open filters so that the images are recommended and clear, and selects one that covers the area. */
export async function selectClearImage(map: Frame): Promise<void> {
  await map.getByRole('combobox', { name: 'Product type' }).selectOption('mono');
  await map.getByLabel('Cloud %: Maximum').fill('10');
  await map.getByLabel('Cloud %: Maximum').press('Enter');
  await map.getByText('cloud up to 10 %').waitFor();
  await listSorted(map);
  // The images that come take the selection along.
  await until('a selected image', async () => {
    await walkToRow(map, 'PHR 0.5 m', '100 %');
    await map.getByRole('listbox', { name: /images/i }).press('Space');
    const selected = map.getByText('1 selected').waitFor({ timeout: patient(5000) });
    return selected.then(
      () => true,
      () => false,
    );
  });
}

/** Drafts an order for a report from the images selected on the map, in a file that becomes the active one. */
export async function draftReport(
  { page }: Window,
  map: Frame,
  { analytic, title }: { analytic: string; title: string },
): Promise<void> {
  await map.getByRole('button', { name: 'Draft Order' }).click();
  await pick(page, 'Analytic report');
  await pick(page, analytic);
  await typeInput(page, title);
  await lens(page, 'Price').waitFor();
}

/** Prices the active order file, and confirms the dialog. */
export async function priceAndPlace(window: Window): Promise<void> {
  await clickLens(window.page, 'Price');
  await placePriced(window);
}

/** Confirms the dialog for the active order file, which is priced or being priced. */
export async function placePriced(window: Window): Promise<void> {
  await askToPlace(window);
  await answerDialog(window.page, /^Order for/);
}

/** Like `priceAndPlace`, for what was ordered before: the amount, such as `1`, is typed. */
export async function priceAndPlaceAgain(window: Window, amount: string): Promise<void> {
  await clickLens(window.page, 'Price');
  await openOrderDialog(window);
  await answerDialog(window.page, 'Type the Amount…');
  await typeToConfirm(window.page, amount);
}

/** Opens the dialog for the active order file, which is priced or being priced. */
export async function askToPlace(window: Window): Promise<void> {
  await openOrderDialog(window);
  await dialog(window.page)
    .getByRole('button', { name: /^Order for/ })
    .waitFor();
}

async function openOrderDialog({ page }: Window): Promise<void> {
  await lens(page, 'Order…').waitFor();
  await clickLens(page, 'Order…');
  await dialogOpens(page);
}

/** Opens the report from the notification about its delivery, and then its text. */
export async function openDelivered({ page }: Window): Promise<void> {
  await pressInNotification(page, 'Open Report');
  const map = await mapPage(page);
  await map.getByRole('button', { name: 'Open Text' }).click();
}
