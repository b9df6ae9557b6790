import type { SessionOwner } from '../account/session.ts';
import type { Host } from '../editor/host.ts';
import { slotOf } from '../editor/storage.ts';
import { createCatalog, type Catalog } from './catalog.ts';
import { createImageFigures, type ImageFigures } from './imageFigures.ts';
import { createSeenMemory } from './seenImages.ts';
import { registerSearchDiagnostics } from './ui/searchDiagnostics.ts';
import { registerSearchLenses } from './ui/searchLenses.ts';
import { searchPageSize } from './ui/searchSettings.ts';

export interface ImagesFeature {
  catalog: Catalog;
  /** Figures of images with the area in hand. */
  figures: ImageFigures;
}

/** Searches and their images: kept as files, chosen by figures, exported. */
export function activateImages(
  { context, storagePath, onError, own, commands }: Host,
  session: SessionOwner,
): ImagesFeature {
  const catalog = createCatalog(session, slotOf(context.workspaceState, 'swath.catalog'), searchPageSize);
  const seen = createSeenMemory(storagePath('seen'));
  const figures = createImageFigures(catalog);
  own(figures, registerSearchLenses(), registerSearchDiagnostics(onError));
  commands({
    'swath.saveSearch': async () => (await import('./ui/savedSearch.ts')).saveSearch(catalog),
    'swath.runSearch': async given =>
      (await import('./ui/savedSearch.ts')).runSearch(session, catalog, given),
    'swath.searchNew': async given =>
      (await import('./ui/savedSearch.ts')).searchNew({ session, catalog, seen }, given),
    'swath.chooseImages': async given =>
      (await import('./ui/chooseImages.ts')).chooseImages(session, catalog, given),
    'swath.exportImages': async given => (await import('./ui/exportImages.ts')).exportImages(catalog, given),
  });
  return { catalog, figures };
}
