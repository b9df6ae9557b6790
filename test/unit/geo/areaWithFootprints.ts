import fc from 'fast-check';
import type { Polygon, Position } from 'geojson';
import { anyPolygon, polygon } from './polygons.ts';

const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** Closed rings around [0, 0] within a circle of radius 1: round ones are convex, others mostly aren't. */
const ring = (isRound: boolean): fc.Arbitrary<Position[]> =>
  fc.array(fc.tuple(unit, unit), { minLength: 4, maxLength: isRound ? 8 : 14 }).map(corners => {
    const open = corners.map(([turn, reach], index): Position => {
      const angle = (2 * Math.PI * (index + turn * 0.8)) / corners.length;
      const distance = isRound ? 1 : 0.3 + 0.7 * reach;
      return [distance * Math.cos(angle), distance * Math.sin(angle)];
    });
    return [...open, ...open.slice(0, 1)];
  });

/** Footprints around an AOI, in any copy of the world. */
const footprintsAbout = (aoi: Polygon, size: number, turns = 0): fc.Arbitrary<Polygon[]> => {
  const [x = 0, y = 0] = aoi.coordinates[0]?.[0] ?? [];
  const footprint = fc
    .record({
      shape: fc.oneof(ring(true), ring(false)),
      x: unit,
      y: unit,
      size: unit,
      isTurned: fc.boolean(),
    })
    .map(({ shape, x: right, y: up, size: part, isTurned }) => {
      const scale = size * (0.2 + 1.5 * part);
      const placed = shape.map(([dx, dy]): Position => [
        x + (right * 2 - 1) * size + dx * scale + turns * 360,
        y + (up * 2 - 1) * size + dy * scale,
      ]);
      return polygon(isTurned ? placed.toReversed() : placed);
    });
  return fc.array(footprint, { minLength: 1, maxLength: 6 });
};

/** Degrees from west to east. */
export const aoiSize = ({ coordinates: [outer = []] }: Polygon): number => {
  const xs = outer.map(([x]) => x);
  return Math.max(...xs) - Math.min(...xs);
};

/** An area anywhere, and footprints about it in one copy of the world. */
export const areaWithFootprints = fc
  .tuple(anyPolygon, fc.integer({ min: -2, max: 2 }))
  .chain(([aoi, turns]) => fc.tuple(fc.constant(aoi), footprintsAbout(aoi, aoiSize(aoi), turns)));
