import { noItem } from '../base/itemAt.ts';

/** Coordinates of a GeoJSON geometry of any type: positions, or lists of them at any depth. */
type Coordinates = number | readonly Coordinates[];

/** Whether two geometries have exactly the same positions in the same order; stops at the first difference. */
export function sameCoordinates(a: Coordinates, b: Coordinates): boolean {
  if (a === b) return true;
  if (typeof a === 'number' || typeof b === 'number' || a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) {
    if (!sameCoordinates(a[at] ?? noItem(a, at), b[at] ?? noItem(b, at))) return false;
  }
  return true;
}
