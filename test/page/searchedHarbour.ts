import type { Frame } from 'playwright-core';
import type { SandboxRequest } from '../../src/sandbox/sandbox.ts';
import { openFile } from '../editor/workbench.ts';
import {
  clickLens,
  lens,
  mapPage,
  signInToLocal,
  startProduct,
  type Product,
  type ProductOptions,
} from './product.ts';
import { resultRows, resultsStatus } from '../webview/mapPage.ts';

export interface Searched {
  product: Product;
  map: Frame;
}

/** The product with the listed images of the harbor: from "Local", or from the built-in sandbox if it starts in it. */
export async function startSearched(options: ProductOptions = {}): Promise<Searched> {
  const product = await startProduct(options);
  if (!options.startInSandbox) await signInToLocal(product);
  return { product, map: await searchedHarbour(product) };
}

/** The same in a window for results, after the list is complete: the number of duplicates is reported last. */
export async function startListed(options: ProductOptions = {}): Promise<Searched> {
  const searched = await startSearched({ ...options, size: { width: 1500, height: 1000 } });
  await resultsStatus(searched.map, /ALBUM duplicates: \d+$/).waitFor();
  return searched;
}

/** Searches from the lens above the polygon in a file. Resolves to the map page when its list contains images. */
export async function searchFile({ page }: Product, name: string): Promise<Frame> {
  // A file opens in the focused group, which may be that of the map.
  await page.keyboard.press('ControlOrMeta+1');
  await openFile(page, name);
  await page.locator('.editor-group-container').first().locator('.tab.active', { hasText: name }).waitFor();
  // VS Code drops the lenses of a text that loses focus before they were requested.
  await lens(page, 'Search Images').waitFor();
  await clickLens(page, 'Search Images');
  const map = await mapPage(page);
  await resultRows(map).first().waitFor();
  return map;
}

export function searchedHarbour(product: Product): Promise<Frame> {
  return searchFile(product, 'harbour.aoi.geojson');
}

/** The searches that the service received, oldest first. */
export function searchesSent({ service }: Product): readonly SandboxRequest[] {
  return service.sandbox.requests.filter(({ path }) => path === '/api/v2/opensearch');
}
