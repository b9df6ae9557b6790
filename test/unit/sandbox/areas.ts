import fc from 'fast-check';
import { areaOfBox, areaOfRings, type Area, type Ring } from '../../../src/sandbox/catalogue/shapes.ts';

/** Numbers spread evenly over a range: nearly all of `fc.double` are tiny, and many of `fc.integer` are at the ends. */
export function uniform(min: number, max: number): fc.Arbitrary<number> {
  const steps = 1_000_000;
  return fc.noBias(fc.integer({ min: 0, max: steps })).map(step => min + ((max - min) * step) / steps);
}

/** A star whose outline runs out and in between so many points; its width and height are in degrees. */
export function star(x: number, y: number, width: number, height: number, points: number): Ring {
  return Array.from({ length: points + 1 }, (_, at) => {
    const angle = ((at % points) / points) * 2 * Math.PI;
    const far = (at % points) % 2 === 0 ? 0.5 : 0.3;
    const latitude = y + height * far * Math.sin(angle);
    return [x + width * far * Math.cos(angle), Math.max(-90, Math.min(90, latitude))];
  });
}

/** Sizes in degrees, of which as many are small as large. */
function sizes(least: number, most: number): fc.Arbitrary<number> {
  return uniform(Math.log(least), Math.log(most)).map(Math.exp);
}

/** Boxes and stars anywhere, some of them with more edges than their outline is looked at for. */
export const anyAreas: fc.Arbitrary<Area> = fc
  .record({
    x: uniform(-185, 185),
    y: uniform(-88, 88),
    width: sizes(0.1, 170),
    height: sizes(0.1, 80),
    points: fc.constantFrom(0, 4, 7, 12, 150),
  })
  .map(({ x, y, width, height, points }) =>
    points === 0
      ? areaOfBox({
          west: x - width / 2,
          east: x + width / 2,
          south: Math.max(-90, y - height / 2),
          north: Math.min(90, y + height / 2),
        })
      : areaOfRings([star(x, y, width, height, points)]),
  );
