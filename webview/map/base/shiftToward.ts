import { worldLongitude } from './worldPoint.ts';

/**
 * Near the antimeridian the same place has two spellings, 179.9 and −180.1. Everything is drawn in the copy of the
 * world that lies nearest to the area of interest, so that it comes together.
 *
 * @returns the multiple of 360 to add, degrees
 */
export function shiftToward(longitude: number, home: number): number {
  return Math.round((home - longitude) / 360) * 360;
}

/** The same in the world of Web Mercator, where a copy is 1 wide. @param x of the middle of a thing, if it is anywhere */
export function worldShift(x: number, home: number): number {
  return Number.isFinite(x) ? shiftToward(worldLongitude(x), home) / 360 : 0;
}
