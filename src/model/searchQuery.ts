import type { Polygon } from 'geojson';
import type { Constellation } from './imagery.ts';

/** Limits of one search request (specification: Limits). */
export const searchLimits = { defaultPageSize: 50, maximumPageSize: 500, reachable: 10_000 } as const;

/** What a person set; a criterion that is not set is not sent. */
export interface SearchCriteria {
  /** Images whose footprint intersects this polygon. */
  aoi?: Polygon;
  /** First day of acquisition, `YYYY-MM-DD`, UTC. */
  acquiredFrom?: string;
  /** Last day of acquisition, `YYYY-MM-DD`, UTC, inclusive. */
  acquiredTo?: string;
  /** Highest cloud cover of the acquisition, percent. */
  maxCloudCover?: number;
  constellation?: Constellation;
  processingLevel?: 'SENSOR' | 'ALBUM';
}
