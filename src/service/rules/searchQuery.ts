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
