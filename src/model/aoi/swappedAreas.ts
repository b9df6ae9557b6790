import { itemAt } from '../itemAt.ts';

/** Of the outer rings of an area, degrees. */
export type Centre = readonly [longitude: number, latitude: number];

/** As near as the swapped area must be to all others, degrees. */
const near = 10;
/** Farther than this the area must be from all others as it is written, degrees. */
const far = 30;
/** Fewer others tell nothing. */
const fewestOthers = 2;

/** The middle of a Polygon or MultiPolygon; `undefined` where its positions cannot be read, or are none on Earth. */
export function centreOf({ type, coordinates }: Record<string, unknown>): Centre | undefined {
  if (!Array.isArray(coordinates)) return undefined;
  const polygons: unknown[] = type === 'Polygon' ? [coordinates] : coordinates;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const rings of polygons) {
    const outer: unknown = Array.isArray(rings) ? rings[0] : undefined;
    if (!Array.isArray(outer)) return undefined;
    for (const position of outer as unknown[]) {
      if (!Array.isArray(position)) return undefined;
      const [x, y] = position as unknown[];
      if (typeof x !== 'number' || typeof y !== 'number') return undefined;
      [west, south] = [Math.min(west, x), Math.min(south, y)];
      [east, north] = [Math.max(east, x), Math.max(north, y)];
    }
  }
  if (!(west >= -180 && east <= 180 && south >= -90 && north <= 90)) return undefined;
  return [(west + east) / 2, (south + north) / 2];
}

/**
 * Which areas of a document perhaps have longitude and latitude swapped: far from all others as they are written, and
 * near all of them when swapped.
 *
 * @param centres of the areas, degrees; `undefined` for those without one
 */
export function swappedAreas(centres: readonly (Centre | undefined)[]): number[] {
  const known = centres.flatMap((centre, index) => (centre ? [{ index, centre }] : []));
  if (known.length <= fewestOthers) return [];
  const extents = ([0, 1] as const).map(axis => {
    const sorted = known.map(({ centre }) => centre[axis]).toSorted((a, b) => a - b);
    return { low: sorted.slice(0, 2), high: sorted.slice(-2).toReversed() };
  });
  /** Whether the extent of all others allows that they are near a place: cheap, where a comparison with each is not. */
  const canBeNear = (place: Centre, centre: Centre) =>
    extents.every(({ low, high }, axis) => {
      const [least = 0, next = 0] = low;
      const [most = 0, before = 0] = high;
      const at = itemAt(place, axis);
      const own = centre[axis];
      return at - (own === least ? next : least) <= near && (own === most ? before : most) - at <= near;
    });
  return known.flatMap(({ index, centre }) => {
    const swapped = [centre[1], centre[0]] as const;
    if (Math.abs(swapped[1]) > 90 || !canBeNear(swapped, centre)) return [];
    const holdsForOthers = (holds: (other: Centre) => boolean) =>
      known.every(one => one.index === index || holds(one.centre));
    // Seldom far from any: this is found out soon.
    const isOdd =
      holdsForOthers(other => distance(other, centre) > far) &&
      holdsForOthers(other => distance(other, swapped) <= near);
    return isOdd ? [index] : [];
  });
}

function distance([ax, ay]: Centre, [bx, by]: Centre): number {
  return Math.hypot(ax - bx, ay - by);
}
