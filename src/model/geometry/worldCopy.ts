import type { Position } from 'geojson';
import type { AreaRings } from '../edits/areaChange.ts';
import { plainNumber } from '../words/plainNumber.ts';
import { decimalsOf } from '../edits/ringText.ts';

const halfTurn = 180;
const turn = 360;

/**
 * Rings as [longitude, latitude] with longitudes within ±180°, moved by whole turns where they were drawn in another
 * copy of the world; `undefined` when they lie across the antimeridian.
 */
export function inFirstWorld(rings: AreaRings): Position[][] | undefined {
  let [west, east] = [Infinity, -Infinity];
  for (const [x = 0] of rings.flat()) [west, east] = [Math.min(west, x), Math.max(east, x)];
  const isNumbers = Number.isFinite(west) && Number.isFinite(east);
  const turns = isNumbers && (west < -halfTurn || east > halfTurn) ? Math.round((west + east) / 2 / turn) : 0;
  const by = turns * turn;
  if (isNumbers && (west - by < -halfTurn || east - by > halfTurn)) return undefined;
  return rings.map(ring => ring.map(([x = 0, y = 0]) => [by === 0 ? x : movedWest(x, by), y]));
}

/** With no more digits after the point than before: the difference of two doubles has many. */
function movedWest(longitude: number, degrees: number): number {
  return Number((longitude - degrees).toFixed(Math.min(decimalsOf(plainNumber(longitude)), 15)));
}
