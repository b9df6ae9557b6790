import { noItem } from '../itemAt.ts';

/** Coordinates of a GeoJSON geometry of any type: positions, or lists of them at any depth. */
type Coordinates = number | readonly Coordinates[];

/** Whether two geometries have exactly the same positions in the same order; stops at the first difference. */
export function sameCoordinates(one: Coordinates, other: Coordinates): boolean {
  if (one === other) return true;
  if (typeof one === 'number' || typeof other === 'number' || one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) {
    if (!sameCoordinates(one[at] ?? noItem(one, at), other[at] ?? noItem(other, at))) return false;
  }
  return true;
}
