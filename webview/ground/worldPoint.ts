/** Coordinates in the Web Mercator world, which is 1 wide and 1 high, and the position of canvases in it. */
import { shiftToward } from '../../src/geo/antimeridian.ts';

/** Web Mercator is square between these latitudes, degrees. */
const mercatorLimit = 85.0511287798;

export type WorldBox = readonly [west: number, north: number, east: number, south: number];

/** Position of a canvas in the world: `scale` CSS pixels to the whole world, its top left corner and size in them. */
export interface CanvasFrame {
  scale: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** @returns x in the world: 0 at 180° west, 1 at 180° east, continuing beyond them */
export function worldX(longitude: number): number {
  return longitude / 360 + 0.5;
}

/** @returns y in the world, from 0 in the north to 1 in the south */
export function worldY(latitude: number): number {
  const sine = Math.sin((Math.max(-mercatorLimit, Math.min(mercatorLimit, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** @param x in the world @returns longitude, degrees; beyond ±180 in other copies of the world */
export function worldLongitude(x: number): number {
  return (x - 0.5) * 360;
}

/** @param y in the world. @returns latitude, degrees */
export function worldLatitude(y: number): number {
  return (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
}

/** The part of the world that a canvas shows, and a little more. @param margin CSS pixels */
export function canvasWorldBox({ scale, left, top, width, height }: CanvasFrame, margin: number): WorldBox {
  return [
    (left - margin) / scale,
    (top - margin) / scale,
    (left + width + margin) / scale,
    (top + height + margin) / scale,
  ];
}

/**
 * Everything is drawn in the copy of the world nearest to the area of interest, so that it stays together.
 *
 * @param x center of an item; may be NaN
 * @param home a longitude, degrees
 * @returns what to add to move it there; a copy of the world is 1 wide
 */
export function worldShift(x: number, home: number): number {
  return Number.isFinite(x) ? shiftToward(worldLongitude(x), home) / 360 : 0;
}
