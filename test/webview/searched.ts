import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import type { SandboxRequest } from '../../src/sandbox/sandbox.ts';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';
import { resultRows, resultsStatus } from './mapPage.ts';

/** Signs in to "Local", as a user does. */
export async function signIn({ editor, service }: Harness): Promise<void> {
  const done = editor.run('swath.signIn');
  await editor.pick('Local');
  await editor.enter(service.sandbox.apiKey);
  await done;
  await editor.wait('the balance', () => editor.statusBar.find(text => text.includes('credits')));
}

export interface Searched {
  harness: Harness;
  map: Frame;
}

/** The page with the images of the harbor listed. */
export async function startSearched(options: HarnessOptions = {}): Promise<Searched> {
  const harness = await startHarness(options);
  await signIn(harness);
  return { harness, map: await searchFile(harness, 'harbour.aoi.geojson') };
}

/** The same in a small window with pages of 20 images. */
export function startPaged(): Promise<Searched> {
  const settings = { 'swath.search.pageSize': 20 };
  return startSearched({ size: { width: 1000, height: 800 }, scale: 1, settings });
}

/** The same once the list is complete: the number of duplicates is announced last. */
export async function startListed(options: HarnessOptions = {}): Promise<Searched> {
  const searched = await startSearched(options);
  await resultsStatus(searched.map, /ALBUM duplicates? not shown$/).waitFor();
  return searched;
}

/** Searches from the code lens above the polygon of a file; resolves with the map page when its list has images. */
export async function searchFile(harness: Harness, name: string): Promise<Frame> {
  const { editor, folder } = harness;
  const { document } = await editor.openFile(join(folder, name), 1);
  await editor.pressLens(document, 'Search Images');
  const page = await harness.map();
  await resultRows(page).first().waitFor();
  return page;
}

/** The searches that the service received, oldest first. */
export function searchesSent({ service }: Harness): readonly SandboxRequest[] {
  return service.sandbox.requests.filter(({ path }) => path === '/api/v2/opensearch');
}
