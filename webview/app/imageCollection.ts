import type { ImageRow, MapState, ToPage } from '../../src/shared/protocol.ts';

export interface ImageCollection {
  searchId: number | undefined;
  rows: readonly ImageRow[];
}

export const noImages: ImageCollection = { searchId: undefined, rows: [] };

/** Puts a chunk at its place; a chunk sent twice lands where it was. Chunks of an older search are dropped. */
export function withChunk(
  collection: ImageCollection,
  chunk: Extract<ToPage, { kind: 'images' }>,
  currentSearch: number | undefined,
): ImageCollection {
  if (chunk.searchId !== currentSearch) return collection;
  const rows = collection.searchId === chunk.searchId ? collection.rows : [];
  const { from, images } = chunk;
  // The list may be long, and chunks are many: one that comes next is put behind it in one go.
  const next =
    from >= rows.length
      ? rows.concat(images)
      : [...rows.slice(0, from), ...images, ...rows.slice(from + images.length)];
  return { searchId: chunk.searchId, rows: next };
}

/**
 * Images of the last search stay on screen, dimmed, while the next one runs; they go as soon as the state says that
 * nothing takes their place.
 */
export function afterState(collection: ImageCollection, state: MapState): ImageCollection {
  if (collection.searchId === undefined) return collection;
  const stale = isStale(collection, state);
  switch (state.phase.kind) {
    case 'idle':
      return noImages;
    case 'failed':
      return stale ? noImages : collection;
    case 'done':
      return state.imageCount === 0 ? noImages : collection;
    case 'searching':
      return collection;
  }
}

export function isStale(collection: ImageCollection, state: MapState): boolean {
  return collection.searchId !== undefined && collection.searchId !== state.searchId;
}
