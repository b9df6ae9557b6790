/** The ground from above, without weather: what grows, flows and is built at a place, as colours. */
import { cellNoise, layered } from './noise.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/**
 * Kilometres at the equator on the Mercator plane: round shapes stay round at every latitude. The pixel is the
 * size of what a picture can show, in the same units.
 */
export interface Spot {
  x: number;
  y: number;
  latitude: number;
  pixel: number;
}

const water: Colour = [14, 38, 66];
const shallows: Colour = [44, 104, 112];
const forest: Colour = [36, 58, 34];
const grass: Colour = [92, 108, 58];
const sand: Colour = [196, 170, 126];
const tundra: Colour = [112, 106, 86];
const rock: Colour = [124, 116, 108];
const asphalt: Colour = [112, 112, 114];
const roofs: readonly Colour[] = [
  [168, 158, 148],
  [150, 104, 84],
  [192, 190, 186],
  [126, 124, 122],
  [176, 140, 112],
];
const crops: readonly Colour[] = [
  [104, 132, 62],
  [150, 146, 84],
  [178, 160, 104],
  [80, 112, 54],
  [132, 108, 76],
];

export function mix(a: Colour, b: Colour, share: number): Colour {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

function step(from: number, to: number, value: number): number {
  const share = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

/** Height of the land, 0 to 1. */
export function heightAt(seed: number, { x, y, pixel }: Spot): number {
  return layered(seed ^ 0x1e1e, x, y, 26, pixel);
}

/** The sea, lighter where the shore is near (`shore` 0 to 1). */
export function seaColour(seed: number, { x, y, pixel }: Spot, shore: number): Colour {
  const swell = layered(seed ^ 0x5ea, x, y, 3, pixel) - 0.5;
  const [red, green, blue] = mix(water, shallows, shore * (0.7 + swell));
  return [red + 14 * swell, green + 16 * swell, blue + 18 * swell];
}

export function landColour(seed: number, spot: Spot, height: number): Colour {
  const { x, y, latitude, pixel } = spot;
  const cold = step(52, 68, Math.abs(latitude) + 18 * (height - 0.5));
  const belt = Math.exp(-(((Math.abs(latitude) - 24) / 10) ** 2));
  const wet = Math.max(
    0,
    Math.min(1, layered(seed ^ 0x3e7, x, y, 240, Math.max(pixel, 4)) + 0.12 - 0.62 * belt),
  );

  // Their edges need no more detail than this to look drawn by nature.
  const finest = Math.max(pixel, 0.012);
  if (wet > 0.25 && height < 0.6 && Math.abs(layered(seed ^ 0x21f, x, y, 34, finest) - 0.5) < 0.006)
    return water;

  const leaf = mix(grass, forest, step(0.42, 0.6, layered(seed ^ 0xf0e, x, y, 5, finest) * 0.6 + wet * 0.5));
  let colour = mix(mix(sand, leaf, step(0.18, 0.42, wet)), tundra, cold);
  colour = mix(colour, rock, step(0.68, 0.86, height));

  const settled = layered(seed ^ 0xc17, x, y, 15, Math.max(pixel, 0.2));
  const farmed =
    step(0.46, 0.54, settled) * step(0.24, 0.36, wet) * (1 - cold) * (1 - step(0.55, 0.66, height));
  if (farmed > 0) colour = mix(colour, fieldColour(seed, spot), 0.85 * farmed);
  const built =
    step(0.66, 0.73, settled) * step(0.14, 0.3, wet) * (1 - step(0.6, 0.7, height)) * (1 - 0.8 * cold);
  if (built > 0) colour = mix(colour, townColour(seed, spot), 0.9 * built);
  return colour;
}

/** Fields some hundred metres wide, ploughed in a direction of their own region. */
function fieldColour(seed: number, spot: Spot): Colour {
  const [u, v] = turned(seed ^ 0x71e, spot, 6);
  if (spot.pixel > 0.5) return [124, 126, 78];
  const kind = cellNoise(seed ^ 0xcb, u / 0.42, v / 0.27);
  const colour = pick(crops, kind);
  const furrow = spot.pixel < 0.008 ? 6 * Math.sin((v / 0.012) * 2 * Math.PI) : 0;
  return [colour[0] + furrow, colour[1] + furrow, colour[2] + furrow];
}

/** Blocks of houses between streets. */
function townColour(seed: number, spot: Spot): Colour {
  // Where a pixel holds a street and a house, only the density of the quarter shows.
  if (spot.pixel > 0.03) {
    const quarter = 16 * (cellNoise(seed ^ 0x9a4, spot.x / 0.3, spot.y / 0.3) - 0.5);
    return [140 + quarter, 132 + quarter, 124 + quarter];
  }
  const [u, v] = turned(seed ^ 0x70b, spot, 4);
  const [along, across] = [u / 0.14, v / 0.09];
  const street = Math.min(along - Math.floor(along), across - Math.floor(across));
  if (street < 0.11) return asphalt;
  if (cellNoise(seed ^ 0x9a4, along, across) < 0.12) return grass;
  return pick(roofs, cellNoise(seed ^ 0x4a1, along * 4, across * 3));
}

/** Coordinates turned by the angle of their region, which is `size` wide. */
function turned(seed: number, { x, y }: Spot, size: number): [number, number] {
  const angle = cellNoise(seed, x / size, y / size) * Math.PI;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

function pick(colours: readonly Colour[], share: number): Colour {
  return colours[Math.floor(share * colours.length)] ?? grass;
}
