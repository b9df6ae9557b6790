/** What comes of a search, and what is made of it. */
import type { Polygon } from 'geojson';
import type { SearchPage } from '../api/catalog.ts';
import { sameCoordinates } from '../model/geometry/sameCoordinates.ts';
import type { Image } from '../model/images/imagery.ts';
import { searchLimits } from '../model/images/searchQuery.ts';

/** What the user is told of a choice that was made for them. */
export interface Suggestion {
  title: string;
  reasons: readonly string[];
}

/** Some of the images of a search. */
export interface Narrowed {
  /** What they have in common, for the user. */
  label: string;
  ids: readonly string[];
}

/**
 * A service may put less on a page than was asked: then the total tells of more.
 *
 * @param received on all pages up to this one
 */
export function isMoreToCome(page: SearchPage, received: number, itemsPerPage: number): boolean {
  if (page.received === 0 || received >= searchLimits.reachable) return false;
  return page.total === undefined ? page.received >= itemsPerPage : received < page.total;
}

/** Each image once: a catalogue that grows between two pages sends an image twice. */
export function joinedImages(before: readonly Image[], images: readonly Image[]): Image[] {
  const byId = new Map(before.map(image => [image.id, image]));
  for (const image of images) if (!byId.has(image.id)) byId.set(image.id, image);
  return [...byId.values()];
}

/** Those of the ids, in their order. */
export function selectedImages(images: readonly Image[], ids: readonly string[]): Image[] {
  if (ids.length === 0) return [];
  const byId = new Map(images.map(image => [image.id, image]));
  return ids.flatMap(id => byId.get(id) ?? []);
}

/** @param only what is looked at alone */
export function shownImages(images: readonly Image[], only: Narrowed | undefined): readonly Image[] {
  if (!only) return images;
  const wanted = new Set(only.ids);
  return images.filter(({ id }) => wanted.has(id));
}

export function isSameArea(one: Polygon, other: Polygon): boolean {
  return sameCoordinates(one.coordinates, other.coordinates);
}

/** Before the first answer of a search. */
export const noResults = {
  images: [],
  total: undefined,
  unreadable: 0,
  hasMore: false,
  selected: [],
  suggestion: undefined,
  only: undefined,
  fresh: [],
} as const;
