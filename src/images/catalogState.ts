/** The search in hand, as all see it. */
import type { Polygon } from 'geojson';
import type { Image } from '../model/images/imagery.ts';
import { type SearchCriteria, searchLimits } from '../model/images/searchQuery.ts';
import type { JsonPath } from '../model/problem.ts';
import type { SearchPage } from '../api/catalog.ts';
import { sameCoordinates } from '../model/geometry/sameCoordinates.ts';

// What comes of a search, and what is made of it.

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

/** An AOI and where it is written. Bound to the document, never to whatever editor is active. */
export interface AoiSource {
  /** Of the document, as text. */
  uri: string;
  /** Of the Polygon inside the document. */
  path: JsonPath;
  name: string;
  polygon: Polygon;
  areaKm2: number;
}

export type Filters = Omit<SearchCriteria, 'aoi'>;

export type SearchPhase =
  | { kind: 'idle' }
  /** `covered`: while all matches are fetched, the part of the acquisition interval that was read, 0 to 1. */
  | { kind: 'searching'; covered?: number }
  | { kind: 'done' }
  | { kind: 'failed'; error: unknown };

export interface CatalogState {
  aoi: AoiSource | undefined;
  /** Whether the AOI has another shape by now than the one that was searched. */
  aoiChanged: boolean;
  filters: Filters;
  phase: SearchPhase;
  /** Grows with every new search. */
  searchId: number;
  images: readonly Image[];
  /** `undefined` when the service does not say. At `searchLimits.reachable` it is a cap and not a count. */
  total: number | undefined;
  /** Features that the service sent and that are no images: counted by `total`, and told in the log alone. */
  unreadable: number;
  hasMore: boolean;
  /** Ids of the chosen images, in the order in which they were chosen. */
  selected: readonly string[];
  /** Why these images were chosen, when Swath chose them. */
  suggestion: Suggestion | undefined;
  /** When set, only these of the images are looked at. */
  only: Narrowed | undefined;
  /** Ids of those that were looked at alone: among all images again, they can still be told. */
  fresh: readonly string[];
}
