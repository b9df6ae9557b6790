import type { Polygon } from 'geojson';
import type { ImageRow } from '../../../../src/shared/protocol.ts';

/** An image as the host sends it. */
export function resultRow(id: string, known: Partial<ImageRow> = {}): ImageRow {
  return { id, footprint: box(0, 0, 1, 1), whyNo: {}, ...known };
}

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
