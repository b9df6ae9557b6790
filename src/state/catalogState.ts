/** The search in hand, as all see it. */
import type { Polygon } from 'geojson';
import type { Image } from '../model/images/imagery.ts';
import type { SearchCriteria } from '../model/images/searchQuery.ts';
import type { JsonPath } from '../model/problem.ts';
import type { Narrowed, Suggestion } from './searchResults.ts';

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
