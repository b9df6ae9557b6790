import type { CatalogState } from './catalogState.ts';
import type { Narrowed } from './searchResults.ts';

/** What the next window takes up again: the search is sent anew, its results are not kept. */
export interface RememberedSearch extends Pick<CatalogState, 'aoi' | 'filters' | 'selected'> {
  /** How many images had come. */
  loaded?: number;
  only?: Narrowed;
  fresh?: readonly string[];
}

export interface CatalogMemory {
  read(): RememberedSearch | undefined;
  write(value: RememberedSearch): void;
}

export function rememberedOf({
  aoi,
  filters,
  selected,
  images,
  only,
  fresh,
}: CatalogState): RememberedSearch {
  return {
    ...{ aoi, filters, selected, loaded: images.length },
    ...(only ? { only } : {}),
    ...(fresh.length > 0 ? { fresh } : {}),
  };
}

/** Whether further pages may hold images that are remembered: of those that had come, and no others. */
export function isMissingSome(
  { selected, fresh = [], loaded = 0 }: RememberedSearch,
  { images, hasMore, phase }: CatalogState,
): boolean {
  if (!hasMore || phase.kind !== 'done' || images.length >= loaded) return false;
  const found = new Set(images.map(({ id }) => id));
  return ![...selected, ...fresh].every(id => found.has(id));
}

/** What of the results is remembered, as far as it was found again. */
export function foundAgain(
  { selected, only, fresh = [] }: RememberedSearch,
  { images, searchId }: CatalogState,
): Pick<CatalogState, 'selected' | 'only' | 'fresh' | 'searchId'> {
  const found = new Set(images.map(({ id }) => id));
  const isFound = (id: string) => found.has(id);
  const ids = only?.ids.filter(isFound) ?? [];
  return {
    selected: selected.filter(isFound),
    only: only && ids.length > 0 ? { label: only.label, ids } : undefined,
    fresh: fresh.filter(isFound),
    // Who draws the images takes another part of them for another search.
    searchId: fresh.some(isFound) ? searchId + 1 : searchId,
  };
}
