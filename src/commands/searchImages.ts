import { runCommand } from '../platform/commands.ts';
import type { Catalog } from '../state/catalog.ts';
import type { SessionOwner } from '../state/session.ts';
import { chooseSearchArea } from './orderArea.ts';
import { signedInFirst } from './signedInFirst.ts';

/** Searches the catalogue for images of an area, and shows them on the map. Offers to sign in first where needed. */
export async function searchImages(session: SessionOwner, catalog: Catalog, given: unknown): Promise<void> {
  const aoi = await chooseSearchArea(given);
  if (!aoi || !(await signedInFirst(session))) return;
  const searching = catalog.search({ aoi });
  await runCommand('swath.openMap', { show: 'aoi' });
  await searching;
}
