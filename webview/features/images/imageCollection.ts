import type { ImageRow, MapState, OwnedMark, PinShown, ToPage } from '../../../src/protocol/protocol.ts';

export interface ImageCollection {
  searchId: number | undefined;
  rows: readonly ImageRow[];
}

export const noImages: ImageCollection = { searchId: undefined, rows: [] };

/** Puts a chunk in place; a chunk sent twice replaces itself. Chunks of an older search are dropped. */
export function withChunk(
  collection: ImageCollection,
  chunk: Extract<ToPage, { kind: 'images' }>,
  currentSearch: number | undefined,
): ImageCollection {
  if (chunk.searchId !== currentSearch) return collection;
  const rows = collection.searchId === chunk.searchId ? collection.rows : [];
  const { from, images } = chunk;
  // The list can be long and chunks many, so the next chunk in order is appended in one step.
  const next =
    from >= rows.length
      ? rows.concat(images)
      : [...rows.slice(0, from), ...images, ...rows.slice(from + images.length)];
  return { searchId: chunk.searchId, rows: next };
}

/**
 * The rows with their pins; if the shortlist is shown, only those that are pinned: the host sends no new rows when one
 * is unpinned.
 */
export function withPins(
  collection: ImageCollection,
  pins: ReadonlyMap<string, PinShown>,
  isShortlist: boolean,
): ImageCollection {
  if (pins.size === 0) return collection;
  const rows = collection.rows.map(row => {
    const pin = pins.get(row.id);
    return pin ? { ...row, pin } : row;
  });
  return { ...collection, rows: isShortlist ? rows.filter(({ pin }) => pin) : rows };
}

/** The rows with what the account ordered, by id. */
export function withOwned(
  collection: ImageCollection,
  marks: ReadonlyMap<string, OwnedMark>,
): ImageCollection {
  if (marks.size === 0) return collection;
  const rows = collection.rows.map(row => {
    const owned = marks.get(row.id);
    return owned === undefined ? row : { ...row, owned };
  });
  return { ...collection, rows };
}

/** The same rows, with the duplicates that became known after they were sent. */
export function withDuplicates(
  collection: ImageCollection,
  { searchId, of }: Extract<ToPage, { kind: 'duplicates' }>,
): ImageCollection {
  if (collection.searchId !== searchId) return collection;
  const betterById = new Map(of);
  const rows = collection.rows.map(row => {
    const duplicateOf = betterById.get(row.id);
    if (duplicateOf === row.duplicateOf) return row;
    const { duplicateOf: _previous, ...bare } = row;
    return duplicateOf === undefined ? bare : { ...bare, duplicateOf };
  });
  return { searchId, rows };
}

/**
 * Images of the last search stay on screen, dimmed, while the next one runs; they are removed as soon as the state says
 * that nothing replaces them.
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
