import { isRecord } from '../base/fields.ts';
import { isPosition } from './geometryTypes.ts';

/** West, south, east, north, degrees. */
export type Box = [west: number, south: number, east: number, north: number];

/** An empty box: its west is east of its east. */
export function emptyBox(): Box {
  return [Infinity, Infinity, -Infinity, -Infinity];
}

/** Extends a box by all positions of a geometry, at any nesting depth. Returns their number. */
export function growBox(box: Box, part: unknown): number {
  if (isRecord(part)) return growBox(box, part.coordinates) + growBox(box, part.geometries);
  if (!Array.isArray(part)) return 0;
  if (!isPosition(part)) {
    let positions = 0;
    for (let at = 0; at < part.length; at++) positions += growBox(box, part[at]);
    return positions;
  }
  // Destructuring would create an iterator for each position.
  const longitude = part[0];
  const latitude = part[1];
  if (longitude < box[0]) box[0] = longitude;
  if (latitude < box[1]) box[1] = latitude;
  if (longitude > box[2]) box[2] = longitude;
  if (latitude > box[3]) box[3] = latitude;
  return 1;
}

/** The box around all positions of a geometry, or of a list of anything that contains some; empty without any. */
export function boundingBox(part: unknown): Box {
  const box = emptyBox();
  growBox(box, part);
  return box;
}
