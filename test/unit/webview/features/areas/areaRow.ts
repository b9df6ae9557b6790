import type { Position } from 'geojson';
import type { AreaRow } from '../../../../../src/protocol/protocol.ts';

/** An area of the document at an index, as the host sends it. */
export function areaRow(index: number, ring: Position[], ...holes: Position[][]): AreaRow {
  return {
    key: `["features",${index},"geometry"]`,
    name: `Area ${index + 1}`,
    polygon: { type: 'Polygon', coordinates: [ring, ...holes] },
    areaKm2: Math.abs(ring.reduce((sum, [x], at) => sum + x * ((ring[at + 1] ?? ring[0])?.[1] ?? 0), 0)),
  };
}

export function square(west: number, south: number, size = 1): Position[] {
  return [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ];
}
