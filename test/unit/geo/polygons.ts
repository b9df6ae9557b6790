import fc from 'fast-check';
import type { Polygon, Position } from 'geojson';

/** A closed ring around a box, counterclockwise. */
export function box(west: number, south: number, east: number, north: number): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** `0 0, 1 0, 1 1`: longitude and latitude of one position after another. */
export function positions(written: string): [number, number][] {
  return written.split(', ').map(pair => {
    const [x = NaN, y = NaN] = pair.split(' ').map(Number);
    return [x, y];
  });
}

export function polygon(...rings: Position[][]): Polygon {
  return { type: 'Polygon', coordinates: rings };
}

/** Ten polygons with a hole, from the equator to 80° north, with the latitude of each. */
export const fromEquatorTo80 = [0, 10, 20, 30, 40, 50, 60, 70, 75, 79].map((south): [number, Polygon] => [
  south,
  polygon(
    positions(`5 ${south}, 5.9 ${south + 0.1}, 5.6 ${south + 1}, 5.1 ${south + 0.6}, 5 ${south}`),
    positions(`5.3 ${south + 0.2}, 5.4 ${south + 0.5}, 5.5 ${south + 0.2}, 5.3 ${south + 0.2}`),
  ),
]);

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/**
 * Offsets from a center, one after another around it: a ring that doesn't cross itself, with radii between 0.5 and 1.
 */
const star = fc.array(fc.tuple(share, share), { minLength: 5, maxLength: 12 }).map(corners =>
  corners.map(([turn, reach], index): Position => {
    const angle = (2 * Math.PI * (index + turn / 2)) / corners.length;
    const distance = 0.5 + reach / 2;
    return [distance * Math.cos(angle), distance * Math.sin(angle)];
  }),
);

/** Valid polygons anywhere on Earth, from one meter to ten degrees, with or without a hole. */
export const anyPolygon: fc.Arbitrary<Polygon> = fc
  .record({
    longitude: fc.double({ min: -170, max: 170, noNaN: true }),
    latitude: fc.double({ min: -80, max: 80, noNaN: true }),
    size: fc.double({ min: 1e-5, max: 10, noNaN: true }),
    outer: star,
    hole: fc.option(star),
  })
  .map(({ longitude, latitude, size, outer, hole }) => {
    const placed = (offsets: Position[], scale: number): Position[] => {
      const open = offsets.map(([x, y]): Position => [longitude + x * scale, latitude + y * scale]);
      return [...open, ...open.slice(0, 1)];
    };
    // With five or more vertices, a circle of more than a quarter is free inside.
    return polygon(placed(outer, size), ...(hole ? [placed(hole, size / 4)] : []));
  });
