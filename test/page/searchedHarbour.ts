import type { Frame, Locator } from 'playwright-core';
import type { SandboxRequest } from '../../src/sandbox/sandbox.ts';
import { openFile } from '../editor/workbench.ts';
import {
  clickLens,
  lens,
  mapPage,
  openFilters,
  resultRows,
  signInToLocal,
  startProduct,
  until,
  type Product,
  type ProductOptions,
} from './product.ts';

export interface Searched {
  product: Product;
  map: Frame;
}

/** The product with the images of the harbour listed: those of "Local", or of the built-in sandbox where it starts in that. */
export async function startSearched(options: ProductOptions = {}): Promise<Searched> {
  const product = await startProduct(options);
  if (!options.startInSandbox) await signInToLocal(product);
  return { product, map: await searchedHarbour(product) };
}

/** The same in a window for results, when all is known of the list: how many images are twins is told last. */
export async function startListed(options: ProductOptions = {}): Promise<Searched> {
  const searched = await startSearched({ ...options, size: { width: 1500, height: 1000 } });
  await resultsStatus(searched.map, /ALBUM twins?$/).waitFor();
  return searched;
}

/** A part of the line that tells what is listed. */
export function resultsStatus(map: Frame, text: string | RegExp): Locator {
  return map.locator('.results-status .quiet', { hasText: text });
}

/** Searches from the lens above the polygon of a file; resolves with the map page when its list holds images. */
export async function searchFile({ page }: Product, name: string): Promise<Frame> {
  // A file opens in the group that has the focus, which can be that of the map.
  await page.keyboard.press('ControlOrMeta+1');
  await openFile(page, name);
  await page.locator('.editor-group-container').first().locator('.tab.active', { hasText: name }).waitFor();
  // The editor gives up the lenses of a text that loses the focus before it asked for them.
  await lens(page, 'Search Images').waitFor();
  await clickLens(page, 'Search Images');
  const map = await mapPage(page);
  await resultRows(map).first().waitFor();
  return map;
}

export function searchedHarbour(product: Product): Promise<Frame> {
  return searchFile(product, 'harbour.geojson');
}

/** The searches that the service saw, oldest first. */
export function searchesSent({ service }: Product): readonly SandboxRequest[] {
  return service.sandbox.requests.filter(({ path }) => path === '/api/v2/opensearch');
}

export async function chooseFromMenu(map: Frame, menu: string, entry: string | RegExp): Promise<void> {
  await map.getByRole('button', { name: menu }).click();
  await map.getByRole('menuitem', { name: entry }).first().click();
}

/** Searches for one processing level alone; resolves when the list holds nothing else. */
export async function searchLevel(map: Frame, level: 'SENSOR' | 'ALBUM' | 'Any'): Promise<void> {
  await openFilters(map);
  await map.getByLabel('Processing level').click();
  await map.getByRole('option', { name: level, exact: true }).click();
  await map.getByRole('button', { name: 'Search', exact: true }).click();
  await map.getByRole('button', { name: /^Filters/ }).click();
  await until(`images of level ${level} alone`, async () => {
    const rows = await resultRows(map).allInnerTexts();
    return rows.length > 0 && (level === 'Any' || rows.every(row => row.includes(level)));
  });
}

/** Opens a part above the list that can be folded away. */
export async function unfold(map: Frame, part: string): Promise<void> {
  const toggle = map.getByRole('button', { name: part });
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
}

/** How many images the list shows, most of which have no row on screen. */
export async function listedCount(map: Frame): Promise<number> {
  const [size] = await resultRows(map).evaluateAll(rows => rows.map(row => row.getAttribute('aria-setsize')));
  return Number(size ?? 0);
}

/** Waits until a screen reader was told this. */
export async function said(map: Frame, words: string | RegExp): Promise<void> {
  await map.locator('[role=status]', { hasText: words }).first().waitFor({ state: 'attached' });
}
