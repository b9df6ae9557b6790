import * as vscode from 'vscode';
import type { Host } from '../../platform/host/host.ts';
import { loadOnce } from '../../platform/host/loadOnce.ts';
import { contextKey, onChange } from '../../platform/host/onChange.ts';
import { storageSlot } from '../../platform/host/storage.ts';
import type { ServiceClock } from '../../session/serviceClock.ts';
import type { SessionOwner } from '../../session/session.ts';
import { createCatalog, type RememberedSearch } from './imageCatalog.ts';
import type { Pin, Shortlist } from './shortlist.ts';
import type { MonthEstimates } from './ui/searchLenses.ts';
import { searchPageSize } from './ui/searchSettings.ts';

/** Sets up searches and their images: keeping them as files, choosing by figures, and exporting. */
export function createImagesFeature(
  { context, storagePath, onError, register, withFirstJson }: Host,
  session: SessionOwner,
  clock: ServiceClock,
  estimates: MonthEstimates,
) {
  const searchMemory = storageSlot<RememberedSearch>(context.workspaceState, 'swath.catalog');
  const catalog = createCatalog(session, searchMemory, searchPageSize, clock);
  /** Loaded with the first map. */
  const figures = loadOnce(async () => {
    const made = (await import('./imageFigures.ts')).createImageFigures(catalog);
    register(made);
    return made;
  });
  const shortlist = loadOnce(async (): Promise<Shortlist> => {
    const slot = (connection: string) =>
      storageSlot<readonly Pin[]>(context.workspaceState, `swath.shortlist/${connection}`);
    return (await import('./shortlist.ts')).createShortlist(session, catalog, slot, onError);
  });
  const hasSearched = contextKey('swath.hasSearched');
  /** Until the first search, the side bar offers the next step. */
  const isNew = contextKey('swath.isNew');
  const searched = storageSlot<boolean>(context.globalState, 'swath.searched');
  isNew(searched.read() !== true);
  if (searched.read() === true) hasSearched(true);
  register(
    onChange([catalog.current], () => {
      if (catalog.current.value.phase.kind !== 'done') return;
      hasSearched(true);
      if (searched.read() === true) return;
      isNew(false);
      searched.write(true).catch(onError);
    }),
  );
  withFirstJson(async () => {
    const [{ registerSearchLenses }, { registerSearchDiagnostics }] = await Promise.all([
      import('./ui/searchLenses.ts'),
      import('./ui/searchDiagnostics.ts'),
    ]);
    return vscode.Disposable.from(
      registerSearchLenses({ session, estimates, seenPath: storagePath('seen') }),
      registerSearchDiagnostics(onError),
    );
  });
  const commands = async () => {
    const [{ imageCommands }, loaded] = await Promise.all([import('./ui/commands.ts'), shortlist()]);
    return imageCommands({ session, catalog, shortlist: loaded, seenPath: storagePath('seen') });
  };
  return { catalog, figures, shortlist, commands };
}
