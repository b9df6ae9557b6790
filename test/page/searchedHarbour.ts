import type { Frame } from 'playwright-core';
import type { SandboxRequest } from '../../src/sandbox/sandbox.ts';
import { openFile } from '../editor/workbench.ts';
import { resultRows } from '../webview/mapPage.ts';
import { clickLens, lens, mapPage, type Product } from './product.ts';

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
