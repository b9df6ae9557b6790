import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Host } from '../../platform/host/host.ts';
import { contextKey, onChange } from '../../platform/host/onChange.ts';
import { storageSlot } from '../../platform/host/storage.ts';
import type { SessionOwner } from '../../session/session.ts';
import type { Catalog } from '../images/index.ts';
import { createKeptAreas } from './keptAreas.ts';
import type { Bounds } from './rules/import/typedArea.ts';
import type { FollowedAreas } from './ui/areaEditing.ts';

/**
 * Areas of interest in documents: editor features, and the document that the map follows.
 *
 * @param extent the map extent, in degrees; `undefined` while there is no map
 * @param isMapOpen whether this window has a map
 */
export function createAreasFeature(
  { context, onError, register, lazy, withFirstJson }: Host,
  session: SessionOwner,
  catalog: Catalog,
  extent: () => Bounds | undefined,
  isMapOpen: ReadonlySignal<boolean>,
) {
  const isSignedIn = computed(() => session.current.value.kind === 'signedIn');
  const kept = createKeptAreas(storageSlot(context.workspaceState, 'swath.areaFiles'), isMapOpen, isSignedIn);
  /** The document that the map follows. */
  const followed: () => Promise<FollowedAreas> = lazy(async () =>
    (await import('./ui/areaEditing.ts')).followAreas(catalog, kept, onError),
  );
  const listed = contextKey('swath.areaFiles');
  const opened = contextKey('swath.mapOpen');
  register(
    onChange([kept.uris], () => listed([...kept.uris.peek()])),
    onChange([isMapOpen], () => opened(isMapOpen.peek())),
  );
  register({
    dispose: catalog.current.subscribe(({ aoi }) => {
      if (!aoi) return;
      kept.keep(aoi.uri);
      void followed().catch(onError);
    }),
  });
  withFirstJson(async () =>
    (await import('./ui/areaLanguage.ts')).registerAreaLanguage(catalog, kept, onError, extent),
  );
  const commands = async () =>
    (await import('./ui/commands.ts')).areaCommands({ context, session, catalog, extent });
  return { followed, commands };
}
