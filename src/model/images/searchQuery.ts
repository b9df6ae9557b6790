import type { Polygon } from 'geojson';
import type { Constellation } from './imagery.ts';

/** Limits of one search request (specification: Limits). */
export const searchLimits = { defaultPageSize: 50, maximumPageSize: 500, reachable: 10_000 } as const;

/** Whether a total is where the service stops counting, and not a count. */
export function isCap(total: number): boolean {
  return total === searchLimits.reachable;
}

/** How a footprint lies to the polygon; `contains` finds images that cover all of it. */
export type Relation = 'intersects' | 'contains' | 'within' | 'disjoint';

export interface Circle {
  /** Degrees. */
  longitude: number;
  /** Degrees. */
  latitude: number;
  /** Metres. */
  radius: number;
}

/** West, south, east, north, degrees. West lies east of east where the box crosses the antimeridian. */
export type Bounds = readonly [number, number, number, number];

/**
 * What a person set; a criterion that is not set is not sent. Criteria that contradict each other, such as two kinds
 * of area, are refused by `searchParameters` and never dropped.
 */
export interface SearchCriteria {
  /** The images with these ids, which hold no comma. Not in the specification; deployed services know it. */
  ids?: readonly string[];
  /** Images whose footprint lies to this polygon as `relation` says. */
  aoi?: Polygon;
  /** Only with `aoi`. The specification knows `intersects`, the default; deployed services know all four. */
  relation?: Relation;
  /** Images whose footprint intersects this circle; in place of `aoi`. */
  circle?: Circle;
  /** Images whose footprint intersects this box; in place of `aoi`. */
  bounds?: Bounds;
  /** First day of acquisition, `YYYY-MM-DD`, UTC. */
  acquiredFrom?: string;
  /** Last day of acquisition, `YYYY-MM-DD`, UTC, inclusive. */
  acquiredTo?: string;
  /** First moment of acquisition, ISO 8601 with a zone, inclusive, to the millisecond; in place of `acquiredFrom`. */
  acquiredAfter?: string;
  /** Last moment of acquisition, ISO 8601 with a zone, inclusive, to the millisecond; in place of `acquiredTo`. */
  acquiredBefore?: string;
  /** Lowest cloud cover of the acquisition, percent. */
  minCloudCover?: number;
  /** Highest cloud cover of the acquisition, percent. */
  maxCloudCover?: number;
  constellation?: Constellation;
  processingLevel?: 'SENSOR' | 'ALBUM';
  /** As the catalogue spells it, or a comma list. `mono` leaves stereo out; deployed services need `bundle,mono`. */
  productType?: string;
  /** `public` is the 0.5 m and 1.5 m catalogue, `public-pneo` the 0.3 m one; unset is both and the private workspace. */
  workspace?: 'public' | 'public-pneo';
  /** Of the private workspace to search: `workspaceId` of the contract. */
  workspaceId?: string;
  /** Names of fields, with commas between them; `-` before a name turns its order around. Default: newest first. */
  sortBy?: string;
}
