import { type ReadonlySignal, signal } from '@preact/signals-core';
import { isAreaFile } from '../../platform/documents/areaFile.ts';
import type { Slot } from '../../platform/host/storage.ts';

/** More aren't remembered; the oldest are forgotten. */
const maxKept = 200;

/** What of an editor's document decides. */
interface AnyDocument {
  uri: { path: string; toString: () => string };
  languageId: string;
}

/** The documents whose polygons are areas of interest: other GeoJSON isn't touched. */
export interface KeptDocuments {
  /**
   * Whether a person keeps areas in the document: by its name, because an area of it was used here before, or, for any
   * GeoJSON, while the map is open.
   */
  has(document: AnyDocument): boolean;
  /** Whether an area of it may be used for the first time: any GeoJSON, while a person is signed in. */
  isOffered(document: AnyDocument): boolean;
  /** What the answers change with: the remembered documents, an open map, a session. */
  causes: readonly ReadonlySignal<unknown>[];
}

export interface KeptAreas extends KeptDocuments {
  uris: ReadonlySignal<ReadonlySet<string>>;
  /** An area of the document is used. */
  keep(uri: string): void;
}

/**
 * @param memory URIs of this workspace, in the order of their first use
 * @param isMapOpen whether this window has a map
 */
export function createKeptAreas(
  memory: Slot<string[]>,
  isMapOpen: ReadonlySignal<boolean>,
  isSignedIn: ReadonlySignal<boolean>,
): KeptAreas {
  const stored = memory.read();
  const kept = signal<ReadonlySet<string>>(
    new Set(Array.isArray(stored) ? stored.filter(uri => typeof uri === 'string') : []),
  );
  return {
    uris: kept,
    causes: [kept, isMapOpen, isSignedIn],
    has: document =>
      isAreaFile(document.uri.path) ||
      kept.peek().has(document.uri.toString()) ||
      (isMapOpen.peek() && isGeojson(document)),
    isOffered: document => isSignedIn.peek() && isGeojson(document),
    keep(uri) {
      const before = kept.peek();
      if (before.has(uri)) return;
      const uris = [...before, uri].slice(-maxKept);
      kept.value = new Set(uris);
      void memory.write(uris);
    },
  };
}

function isGeojson({ uri, languageId }: AnyDocument): boolean {
  return languageId === 'geojson' || /\.geojson$/i.test(uri.path);
}
