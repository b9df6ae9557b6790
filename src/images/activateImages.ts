import * as vscode from 'vscode';
import type { SessionOwner } from '../account/session.ts';
import type { Host } from '../editor/host.ts';
import { contextKey, onChange } from '../editor/onChange.ts';
import { slotOf } from '../editor/storage.ts';
import { createCatalog, type Catalog } from './catalog.ts';
import { createImageFigures, type ImageFigures } from './imageFigures.ts';
import type { Pin, Shortlist } from './shortlist.ts';
import { searchPageSize } from './ui/searchSettings.ts';

interface ImagesFeature {
  catalog: Catalog;
  figures: ImageFigures;
  shortlist: () => Promise<Shortlist>;
}

/** Sets up searches and their images: keeping them as files, choosing by figures, and exporting. */
export function activateImages(
  { context, storagePath, onError, own, withFirstJson, commands }: Host,
  session: SessionOwner,
): ImagesFeature {
  const catalog = createCatalog(session, slotOf(context.workspaceState, 'swath.catalog'), searchPageSize);
  const figures = createImageFigures(catalog);
  const loadShortlist = async () => {
    const slot = (connection: string) =>
      slotOf<readonly Pin[]>(context.workspaceState, `swath.shortlist/${connection}`);
    return (await import('./shortlist.ts')).createShortlist(session, catalog, slot, onError);
  };
  let loading: Promise<Shortlist> | undefined;
  const shortlist = () => (loading ??= loadShortlist());
  const shortlistFile = () => import('./ui/shortlistFile.ts');
  const hasSearched = contextKey('swath.hasSearched');
  own(
    figures,
    onChange([catalog.current], () => {
      if (catalog.current.value.phase.kind === 'done') hasSearched(true);
    }),
  );
  withFirstJson(async () => {
    const [{ registerSearchLenses }, { registerSearchDiagnostics }] = await Promise.all([
      import('./ui/searchLenses.ts'),
      import('./ui/searchDiagnostics.ts'),
    ]);
    return vscode.Disposable.from(registerSearchLenses(), registerSearchDiagnostics(onError));
  });
  commands({
    'swath.saveSearch': async () => (await import('./ui/savedSearch.ts')).saveSearch(catalog),
    'swath.runSearch': async given =>
      (await import('./ui/savedSearch.ts')).runSearch(session, catalog, given),
    'swath.searchNew': async given => {
      const [{ searchNew }, { createSeenMemory }] = await Promise.all([
        import('./ui/savedSearch.ts'),
        import('./seenImages.ts'),
      ]);
      await searchNew({ session, catalog, seen: createSeenMemory(storagePath('seen')) }, given);
    },
    'swath.chooseImages': async given =>
      (await import('./ui/chooseImages.ts')).chooseImages(session, catalog, given),
    'swath.showShortlist': async () => (await shortlistFile()).showShortlist(session, await shortlist()),
    'swath.saveShortlist': async () => (await shortlistFile()).saveShortlist(session, await shortlist()),
    'swath.openShortlist': async given =>
      (await shortlistFile()).openShortlist(session, await shortlist(), given),
    'swath.clearShortlist': async () => (await shortlistFile()).clearShortlist(session, await shortlist()),
    'swath.exportImages': async given =>
      (await import('./ui/exportImages.ts')).exportImages(catalog, await shortlist(), given),
  });
  return { catalog, figures, shortlist };
}
