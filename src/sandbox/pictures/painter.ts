/**
 * Paints an image of the catalog, or a part of it, on any grid of pixels: sea and land where they are, with plants by
 * latitude and height, the image's own snow, clouds and light. The same place looks alike in every image and at every scale.
 */
import { itemAt } from '../../base/itemAt.ts';
import { degree } from '../../geo/sphere.ts';
import { type Capture, captureFootprint } from '../catalogue/capture.ts';
import { isLandIn, type LandRaster, landRaster } from '../catalogue/land.ts';
import { type Box, footprintCorners, type Position } from '../catalogue/shapes.ts';
import { runAtOnce } from '../http/longWork.ts';

/** A grid of pixels and where each lies; column and row can be fractions. */
export interface View {
  width: number;
  height: number;
  placeAt: (column: number, row: number) => Position;
}

type Color = readonly [red: number, green: number, blue: number];

/**
 * A place on the Mercator plane, kilometers at the equator: round shapes stay round at every latitude. `pixel` is the
 * size of what the picture can show, in the same units.
 */
interface Spot {
  x: number;
  y: number;
  latitude: number;
  pixel: number;
}

/** Kilometers in a degree of longitude at the equator. */
const perDegree = 111.32;
/** The 1:50 million shoreline is bent by noise up to this far, so that it looks like a shore; kilometers. */
const shoreBend = 0.9;
/** The largest and the finest shapes of clouds, kilometers. */
const clouds = { size: 11, finest: 0.03 } as const;

const water: Color = [14, 38, 66];
const forest: Color = [36, 58, 34];
const grass: Color = [92, 108, 58];
const sand: Color = [196, 170, 126];
const tundra: Color = [112, 106, 86];
const rock: Color = [124, 116, 108];
const white: Color = [242, 245, 250];

/** RGBA, row by row from the top, opaque. A step is a row. */
export function* paintRows(
  seed: number,
  capture: Capture,
  view: View,
): Generator<undefined, Uint8Array<ArrayBuffer>> {
  const { width, height, placeAt } = view;
  const a = noiseSpot(placeAt(width / 2, height / 2), 0);
  const b = noiseSpot(placeAt(width / 2, height / 2 + 1), 0);
  const pixel = Math.max(1e-5, Math.hypot(a.x - b.x, a.y - b.y));
  const isOnLand = landAround(seed, view, capture);
  const cloudIn = cloudNoise(seed, capture);
  const light = 0.72 + 0.38 * Math.sin(capture.sun.elevation * degree);
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    if (at % width === 0) yield;
    const place = placeAt((at % width) + 0.5, Math.floor(at / width) + 0.5);
    const spot = noiseSpot(place, pixel);
    const ground = isOnLand(place, spot)
      ? landColor(seed, spot, capture.snow)
      : shaded(water, 1 + 0.4 * (layered(seed ^ 0x5ea, spot, 3) - 0.5));
    // Haze is blue.
    const lit: Color = [ground[0] * light + 6, ground[1] * light + 8, ground[2] * light + 14];
    const color = mix(lit, white, cloudIn(spot));
    for (let band = 0; band < 3; band++)
      data[at * 4 + band] = Math.max(0, Math.min(255, itemAt(color, band)));
    data[at * 4 + 3] = 255;
  }
  return data;
}

/** The same without a pause. */
export function paint(seed: number, capture: Capture, view: View): Uint8Array<ArrayBuffer> {
  return runAtOnce(paintRows(seed, capture, view));
}

function noiseSpot([longitude, latitude]: Position, pixel: number): Spot {
  const limited = Math.max(-88, Math.min(88, latitude)) * degree;
  const x = ((((longitude + 180) % 360) + 360) % 360) - 180;
  const y = Math.log(Math.tan(Math.PI / 4 + limited / 2)) / degree;
  return { x: x * perDegree, y: y * perDegree, latitude, pixel };
}

function rasterAround({ width, height, placeAt }: View, { center }: Capture): LandRaster {
  const corners = [placeAt(0, 0), placeAt(width, 0), placeAt(width, height), placeAt(0, height)];
  const marginY = (3 * shoreBend) / perDegree;
  const marginX = marginY / Math.max(0.05, Math.cos(center[1] * degree));
  const box = {
    west: Math.min(...corners.map(([x]) => x)) - marginX,
    east: Math.max(...corners.map(([x]) => x)) + marginX,
    south: Math.min(...corners.map(([, y]) => y)) - marginY,
    north: Math.max(...corners.map(([, y]) => y)) + marginY,
  };
  return landRaster(box, 512, 512);
}

/** Tells whether the pictures of an image show land at a place in a box. */
export function landOver(seed: number, capture: Capture, box: Box): (place: Position) => boolean {
  const { west, south, east, north } = box;
  const placeAt = (x: number, y: number): Position => [west + (east - west) * x, north - (north - south) * y];
  const isOnLand = landAround(seed, { width: 1, height: 1, placeAt }, capture);
  return place => isOnLand(place, noiseSpot(place, clouds.finest));
}

function landAround(seed: number, view: View, capture: Capture): (place: Position, spot: Spot) => boolean {
  const land = rasterAround(view, capture);
  const [first] = land.cells;
  // Most views have no shore that could be bent.
  if (land.cells.every(cell => cell === first)) return () => first === 1;
  return ([longitude, latitude], spot) => {
    const bend = (salt: number): number =>
      ((layered(seed ^ salt, spot, 2.5) - 0.5) * 2 * shoreBend) / perDegree;
    // A kilometer on the Mercator plane is less of a degree to the north, the farther from the equator.
    return isLandIn(land, longitude + bend(0xaa1), latitude + bend(0xbb2) * Math.cos(latitude * degree));
  };
}

function landColor(seed: number, spot: Spot, snow: number): Color {
  const latitude = Math.abs(spot.latitude);
  const height = layered(seed ^ 0x1e1e, spot, 26);
  const cold = step(52, 68, latitude + 18 * (height - 0.5));
  const desert = Math.exp(-(((latitude - 24) / 10) ** 2));
  const wet = layered(seed ^ 0x3e7, { ...spot, pixel: Math.max(spot.pixel, 4) }, 240) + 0.12 - 0.62 * desert;
  const leaf = mix(grass, forest, step(0.42, 0.6, layered(seed ^ 0xf0e, spot, 5) * 0.6 + wet * 0.5));
  const bare = mix(mix(mix(sand, leaf, step(0.18, 0.42, wet)), tundra, cold), rock, step(0.68, 0.86, height));
  const isSnowy = snow > 0 && 1 - height * 0.7 < (snow / 100) * 1.25;
  return shaded(isSnowy ? mix(bare, white, 0.88) : bare, 0.75 + 0.5 * height);
}

/** How dense the clouds of an image are at a place, 0 to 1; from a half on, it counts as cloud. */
export function cloudsOver(seed: number, capture: Capture): (place: Position) => number {
  const cloudIn = cloudNoise(seed, capture);
  return place => cloudIn(noiseSpot(place, clouds.finest));
}

/** From nothing to dense, as a difference of the noise. */
const cloudEdge = 1 / 9;

function cloudNoise(seed: number, capture: Capture): (spot: Spot) => number {
  const { cloud, time } = capture;
  if (cloud <= 0) return () => 0;
  const salt = seed ^ Math.floor(time / 60_000);
  const noiseIn = (spot: Spot): number => layered(salt, spot, clouds.size);
  // The level that leaves exactly the image's share of cloud above it.
  const noise = noiseSpots(capture)
    .map(noiseIn)
    .sort((a, b) => a - b);
  const first = Math.floor(noise.length * (1 - cloud / 100));
  const level = (noise[Math.min(first, noise.length - 1)] ?? 1) - cloudEdge / 2;
  return spot => {
    const density = noiseIn(spot.pixel < clouds.finest ? { ...spot, pixel: clouds.finest } : spot);
    return Math.max(0, Math.min(1, (density - level) / cloudEdge));
  };
}

/** Where shares of an image's width and height are, from its northwest corner. */
export function imagePositions(capture: Capture): (right: number, down: number) => Position {
  const [nw, sw, se, ne] = footprintCorners(captureFootprint(capture));
  const along = (axis: 0 | 1, right: number, down: number): number =>
    (nw[axis] * (1 - right) + ne[axis] * right) * (1 - down) +
    (sw[axis] * (1 - right) + se[axis] * right) * down;
  return (right, down) => [along(0, right, down), along(1, right, down)];
}

/** Places all over an image, at equal distances. */
function noiseSpots(capture: Capture): Spot[] {
  const placeIn = imagePositions(capture);
  const columns = 36;
  const rows = 96;
  return Array.from({ length: columns * rows }, (_, at) => {
    const right = ((at % columns) + 0.5) / columns;
    const down = (Math.floor(at / columns) + 0.5) / rows;
    return noiseSpot(placeIn(right, down), clouds.finest);
  });
}

function mix(a: Color, b: Color, share: number): Color {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

function shaded([red, green, blue]: Color, light: number): Color {
  return [red * light, green * light, blue * light];
}

function step(from: number, to: number, value: number): number {
  return fade(Math.max(0, Math.min(1, (value - from) / (to - from))));
}

function fade(share: number): number {
  return share * share * (3 - 2 * share);
}

/**
 * Layered noise in [0, 1] with a mean of a half. Its largest features are `size` kilometers wide, the finest as a pixel.
 * Left-out layers count as their mean, so that a coarse picture is the fine one blurred.
 */
function layered(seed: number, { x, y, pixel }: Spot, size: number): number {
  let sum = 0.5;
  let weight = 0.5;
  let scale = size;
  for (let layer = 0; layer < 14 && scale > pixel; layer++) {
    sum += weight * (smooth(seed + layer * 0x9e37, x / scale, y / scale) - 0.5);
    weight *= 0.5;
    scale *= 0.5;
  }
  // The layers' spread is small: stretched, the noise uses most of its range and seldom meets an end.
  return Math.max(0, Math.min(1, 0.5 + (sum - 0.5) * 1.65));
}

function smooth(seed: number, x: number, y: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = fade(x - ix);
  const fy = fade(y - iy);
  const south = corner(seed, ix, iy) * (1 - fx) + corner(seed, ix + 1, iy) * fx;
  const north = corner(seed, ix, iy + 1) * (1 - fx) + corner(seed, ix + 1, iy + 1) * fx;
  return (south * (1 - fy) + north * fy) / 0x1_0000_0000;
}

/** 32 bits for a point of the whole-number lattice. */
function corner(seed: number, x: number, y: number): number {
  let h = seed ^ Math.imul(x, 0x165667b1) ^ Math.imul(y, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
