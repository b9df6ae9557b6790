import { hash, unit } from '../http/random.ts';
import type { Position } from './shapes.ts';
import { dayOfYear } from './sun.ts';
import { groundAt } from './land.ts';

const dayMs = 86_400_000;

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}

/** Smooth noise in [0, 1) over a lattice of whole numbers, three axes. */
function noise(seed: number, x: number, y: number, z: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const iz = Math.floor(z);
  const fx = ease(x - ix);
  const fy = ease(y - iy);
  const fz = ease(z - iz);
  const row = (dy: number, dz: number): number =>
    hash(seed, ix, iy + dy, iz + dz) * (1 - fx) + hash(seed, ix + 1, iy + dy, iz + dz) * fx;
  const layer = (dz: number): number => row(0, dz) * (1 - fy) + row(1, dz) * fy;
  return unit(layer(0) * (1 - fz) + layer(1) * fz);
}

/** How far into its summer a hemisphere is: 1 at its midsummer, -1 at its midwinter. */
function summer(latitude: number, time: number): number {
  const north = Math.cos(((dayOfYear(time) - 196) / 365.25) * 2 * Math.PI);
  return latitude >= 0 ? north : -north;
}

function bell(x: number, centre: number, width: number): number {
  return Math.exp(-(((x - centre) / width) ** 2));
}

/** Mean share of cloud, 0 to 1: a belt near the equator that follows the sun, dry subtropics, cloudy westerlies. */
function meanCloud([, latitude]: Position, time: number): number {
  const northSummer = summer(1, time);
  const belt = 0.42 * bell(latitude, 6 * northSummer, 11);
  const dry = 0.26 * (bell(latitude, 24, 9) + bell(latitude, -24, 9));
  const westerlies = 0.14 * bell(Math.abs(latitude), 56, 14) * (1 - 0.6 * summer(latitude, time));
  return Math.min(0.85, Math.max(0.1, 0.42 + belt - dry + westerlies));
}

/**
 * Cloud cover in percent of one acquisition. Neighbours of the same day share their weather; `luck` in
 * [0, 1) is the acquisition's own. Operators wait for good forecasts, so skies are clearer than the climate.
 */
export function cloudCover(seed: number, place: Position, time: number, luck: number): number {
  const [longitude, latitude] = place;
  const weather = noise(seed ^ 0x51ed, longitude / 6, latitude / 5, time / (3 * dayMs));
  const drawn = Math.min(0.999, 0.65 * luck + 0.35 * (weather * 1.6 - 0.3));
  const mean = 0.72 * meanCloud(place, time);
  const share = Math.max(0, drawn) ** ((1 - mean) / mean);
  return Math.round(share * 1000) / 10;
}

/** Snow cover in percent of one acquisition, by latitude, season and land. */
export function snowCover(seed: number, place: Position, time: number, luck: number): number {
  const [longitude, latitude] = place;
  if (latitude < -62) return groundAt(place) === 'sea' ? Math.round(luck * 40) : 100;
  const ground = groundAt(place);
  if (ground === 'sea') return 0;
  const winter = -summer(latitude, time);
  const line =
    56 - 16 * winter + 10 * (noise(seed ^ 0x5709, longitude / 8, latitude / 8, time / (20 * dayMs)) - 0.5);
  const depth = (Math.abs(latitude) - line) / 9;
  if (depth <= 0) return 0;
  const share = Math.min(1, depth * (0.6 + 0.8 * luck)) * (ground === 'coast' ? 0.7 : 1);
  return Math.round(share * 1000) / 10;
}
