/**
 * Near the antimeridian the same place has two spellings, 179.9 and −180.1. Everything is drawn in the copy of the
 * world that lies nearest to the area of interest, so that it comes together.
 *
 * @returns the multiple of 360 to add, degrees
 */
export function shiftToward(longitude: number, home: number): number {
  return Math.round((home - longitude) / 360) * 360;
}
