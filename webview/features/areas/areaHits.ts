import { itemAt } from '../../../src/base/itemAt.ts';
import type { AreaRow } from '../../../src/protocol/protocol.ts';
import { worldX, worldY } from '../../ground/worldPoint.ts';
import { WorldShapes } from '../../ground/worldShapes.ts';
import type { MapPlace } from './areaRings.ts';

export interface AreaHit {
  row: AreaRow;
  part: 'outline' | 'inside';
}

/** An outline reacts to the pointer within this distance, CSS pixels. */
const nearby = 6;

/**
 * Finds the area at a position: the nearest outline, or else the smallest area that contains it.
 *
 * @param home longitude that the areas are drawn nearest to, degrees
 */
export function createAreaHits(
  rows: readonly AreaRow[],
  home: number,
): (place: MapPlace, zoom: number) => AreaHit | undefined {
  const outlines = new WorldShapes();
  const areas = new WorldShapes();
  for (const { polygon } of rows) {
    outlines.add({ type: 'MultiLineString', coordinates: polygon.coordinates }, home);
    areas.add(polygon, home);
  }
  return (place, zoom) => {
    const x = worldX(place.lng);
    const y = worldY(place.lat);
    const reach = nearby / (256 * 2 ** zoom);
    const around = outlines.meeting([x - reach, y - reach, x + reach, y + reach]);
    const near = minBy(around, index => outlines.distance(index, x, y));
    if (near !== undefined && outlines.distance(near, x, y) <= reach)
      return { row: itemAt(rows, near), part: 'outline' };
    const inside = around.filter(index => areas.distance(index, x, y) === 0);
    const smallest = minBy(inside, index => itemAt(rows, index).areaKm2);
    return smallest === undefined ? undefined : { row: itemAt(rows, smallest), part: 'inside' };
  };
}

function minBy(indexes: readonly number[], measure: (index: number) => number): number | undefined {
  let best: { index: number; size: number } | undefined;
  for (const index of indexes) {
    const size = measure(index);
    if (!best || size < best.size) best = { index, size };
  }
  return best?.index;
}
