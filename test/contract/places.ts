import type { Polygon } from 'geojson';
import type { SearchCriteria } from '../../src/service/rules/searchCriteria.ts';

export function box(west: number, south: number, east: number, north: number): Polygon {
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}

/** Of the harbour: west, south, east, north. */
export const harbourBox = [5.3, 43.27, 5.37, 43.32] as const;

/** A harbour of about 30 km². */
export const harbour = box(...harbourBox);

/** A quay inside it of less than a quarter of a square kilometre. */
export const quay = box(5.33, 43.29, 5.335, 43.293);

/** A year that is over, so that what is found in it stays the same. */
export const year = { acquiredFrom: '2024-01-01', acquiredTo: '2024-12-31' } as const;

/** Images of the harbour, fewer than fit on a page. */
export const ofHarbour: SearchCriteria = { ...year, aoi: harbour };

/** Three degrees by three: west, south, east, north. */
export const regionBox = [4, 42, 7, 45] as const;

/** More images than one search reaches. */
export const region: SearchCriteria = { bounds: regionBox, constellation: 'PHR' };
