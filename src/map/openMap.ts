import type { MapTarget } from '../shared/protocol.ts';
import { isAoiTarget, resolveAoi } from '../platform/aoiDocument.ts';
import type { Catalog } from '../state/catalog.ts';
import type { MapPanels } from './mapPanel.ts';

/**
 * Opens the map. Given a polygon of a document, that becomes the area in hand; given `{ show }`, the map goes there;
 * from the palette it opens as it is.
 */
export async function openMap(panels: MapPanels, catalog: Catalog, given: unknown): Promise<void> {
  if (isAoiTarget(given)) {
    const aoi = await resolveAoi(given);
    if (aoi) catalog.lookAt(aoi);
    panels.show({ kind: 'aoi' });
    return;
  }
  panels.show(targetOf(given));
}

function targetOf(given: unknown): MapTarget | undefined {
  const show = (given as { show?: unknown } | null | undefined)?.show;
  return show === 'aoi' || show === 'report' ? { kind: show } : undefined;
}
