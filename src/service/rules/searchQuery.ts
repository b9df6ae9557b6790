import type { Polygon } from 'geojson';
import type { Constellation } from './imagery.ts';

/** Limits of one search request (specification: Limits). */
export const searchLimits = { defaultPageSize: 50, maximumPageSize: 500, reachable: 10_000 } as const;

/** Whether a total is the cap at which the service stops counting. */
export function isCap(total: number): boolean {
  return total === searchLimits.reachable;
}

/** How a footprint relates to the polygon; `contains` finds images that cover all of it. */
export type Relation = 'intersects' | 'contains' | 'within' | 'disjoint';

export interface Circle {
  /** Degrees. */
  longitude: number;
  /** Degrees. */
  latitude: number;
  /** Meters. */
  radius: number;
}

/** West, south, east, north, degrees. West is greater than east if the box crosses the antimeridian. */
export type Bounds = readonly [number, number, number, number];

/**
 * The criteria that the user set; others aren't sent. Criteria that contradict each other, such as two kinds of area,
 * are refused by `searchParameters` and never dropped.
 */
export interface SearchCriteria {
  /** The images with these ids, which contain no comma. Not in the specification; deployed services support it. */
  ids?: readonly string[];
  /** Images whose footprint relates to this polygon as `relation` specifies. */
  aoi?: Polygon;
  /** Only with `aoi`. The specification has `intersects`, the default; deployed services support all four. */
  relation?: Relation;
  /** Images whose footprint intersects this circle; instead of `aoi`. */
  circle?: Circle;
  /** Images whose footprint intersects this box; instead of `aoi`. */
  bounds?: Bounds;
  /** First day of acquisition, `YYYY-MM-DD`, UTC. */
  acquiredFrom?: string;
  /** Last day of acquisition, `YYYY-MM-DD`, UTC, inclusive. */
  acquiredTo?: string;
  /** Earliest time of acquisition, ISO 8601 with a zone, inclusive, to the millisecond; instead of `acquiredFrom`. */
  acquiredAfter?: string;
  /** Latest time of acquisition, ISO 8601 with a zone, inclusive, to the millisecond; instead of `acquiredTo`. */
  acquiredBefore?: string;
  /** Minimum cloud cover of the acquisition, percent. */
  minCloudCover?: number;
  /** Maximum cloud cover of the acquisition, percent. */
  maxCloudCover?: number;
  constellation?: Constellation;
  processingLevel?: 'SENSOR' | 'ALBUM';
  /**
   * As spelled by the catalog, or a comma-separated list. `mono` excludes stereo; deployed services need `bundle,mono`.
   */
  productType?: string;
  /** `public` is the 0.5 m and 1.5 m catalog, `public-pneo` the 0.3 m one; if unset, both and the private workspace. */
  workspace?: 'public' | 'public-pneo';
  /** The private workspace to search: `workspaceId` of the contract. */
  workspaceId?: string;
  /** Comma-separated names of fields; `-` before a name reverses its order. Default: newest first. */
  sortBy?: string;
}
