/** The pictures that the service hands out: whole images as JPEG, tiles of them as PNG. */
import { Buffer } from 'node:buffer';
import { encode as encodePng } from 'fast-png';
import { encode as encodeJpeg } from 'jpeg-js';
import { degree } from '../../model/geometry/sphere.ts';
import { type Capture, footprintOf } from '../catalogue/capture.ts';
import { type Position, areaOfBox, cornersOf, holds, meets, type Box } from '../catalogue/shapes.ts';
import { paint, type View } from './painter.ts';
const jpegQuality = 82;

/** The image on its corners, not georeferenced: `width` pixels wide, and as high as its shape on the ground asks for. */
export function pictureOf(seed: number, capture: Capture, width: number): Uint8Array {
  const [nw, sw, se, ne] = cornersOf(footprintOf(capture));
  const length = (a: Position, b: Position): number =>
    Math.hypot((a[0] - b[0]) * Math.cos(a[1] * degree), a[1] - b[1]);
  const height = Math.max(16, Math.min(4 * width, Math.round((width * length(nw, sw)) / length(nw, ne))));
  const mix = (axis: 0 | 1, right: number, down: number): number =>
    (nw[axis] * (1 - right) + ne[axis] * right) * (1 - down) +
    (sw[axis] * (1 - right) + se[axis] * right) * down;
  return jpegOf(seed, capture, {
    width,
    height,
    placeAt: (column, row) => [mix(0, column / width, row / height), mix(1, column / width, row / height)],
  });
}

/** A part of an image with north at the top and equal degrees per pixel. */
export function cutOf(
  seed: number,
  capture: Capture,
  box: Box,
  width: number,
): { jpeg: Uint8Array; height: number } {
  const height = Math.max(
    16,
    Math.min(4 * width, Math.round((width * (box.north - box.south)) / (box.east - box.west))),
  );
  const view: View = {
    width,
    height,
    placeAt: (column, row) => [
      box.west + ((box.east - box.west) * column) / width,
      box.north - ((box.north - box.south) * row) / height,
    ],
  };
  return { jpeg: jpegOf(seed, capture, view), height };
}

function jpegOf(seed: number, capture: Capture, view: View): Uint8Array {
  const data = Buffer.from(paint(seed, capture, view).buffer);
  return encodeJpeg({ data, width: view.width, height: view.height }, jpegQuality).data;
}

const tileSize = 256;

/** A tile of the Web Mercator grid, transparent outside the image; undefined if it shows nothing of it. */
export function tileOf(
  seed: number,
  capture: Capture,
  z: number,
  x: number,
  y: number,
): Uint8Array | undefined {
  const count = 2 ** z;
  const latitudeAt = (row: number): number =>
    Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / count))) / degree;
  const west = (x / count) * 360 - 180;
  const width = 360 / count;
  const footprint = footprintOf(capture);
  const box: Box = { west, east: west + width, south: latitudeAt(y + 1), north: latitudeAt(y) };
  if (!meets(footprint, areaOfBox(box))) return undefined;
  // Footprints can run beyond ±180: the tile is moved to their side.
  const turn = Math.round((capture.center[0] - (west + width / 2)) / 360) * 360;
  const placeAt = (column: number, row: number): Position => [
    west + turn + (width * column) / tileSize,
    latitudeAt(y + row / tileSize),
  ];
  const data = paint(seed, capture, { width: tileSize, height: tileSize, placeAt });
  for (let row = 0; row < tileSize; row++) {
    for (let column = 0; column < tileSize; column++) {
      if (!holds(footprint, placeAt(column + 0.5, row + 0.5))) data[(row * tileSize + column) * 4 + 3] = 0;
    }
  }
  return encodePng({ width: tileSize, height: tileSize, data, channels: 4, depth: 8 });
}
