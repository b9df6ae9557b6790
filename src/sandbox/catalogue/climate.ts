/** Sun, clouds and snow over a place, by short formulas that look right on a map. */
import { dayMs } from '../../model/words/moment.ts';
import { hash, unit } from '../http/random.ts';
import { groundAt } from './land.ts';
import { degree } from '../../model/geometry/sphere.ts';
import type { Position } from './shapes.ts';

export interface SunDirection {
  /** Degrees above the horizon. */
  elevation: number;
  /** Degrees clockwise from north. */
  azimuth: number;
}

/** Days since New Year, in years of mean length: at most a day off. */
function dayOfYear(time: number): number {
  return ((time - Date.UTC(2000, 0, 1)) / dayMs) % 365.2425;
}

/** The direction of the sun from its declination and the local solar time, good to a few degrees. */
export function sunOver([longitude, latitude]: Position, time: number): SunDirection {
  const sun = -23.44 * degree * Math.cos(((dayOfYear(time) + 10) / 365.2425) * 2 * Math.PI);
  const place = latitude * degree;
  const hourAngle = ((time / dayMs) * 360 + longitude - 180) * degree;
  const height = Math.sin(place) * Math.sin(sun) + Math.cos(place) * Math.cos(sun) * Math.cos(hourAngle);
  const azimuth = Math.atan2(
    -Math.cos(sun) * Math.sin(hourAngle),
    Math.sin(sun) * Math.cos(place) - Math.cos(sun) * Math.sin(place) * Math.cos(hourAngle),
  );
  return { elevation: Math.asin(Math.min(1, height)) / degree, azimuth: (azimuth / degree + 360) % 360 };
}

/** The season of a hemisphere: 1 at its midsummer, -1 at its midwinter. */
function summer(latitude: number, time: number): number {
  const north = Math.cos(((dayOfYear(time) - 196) / 365.2425) * 2 * Math.PI);
  return latitude >= 0 ? north : -north;
}

function bell(x: number, center: number, width: number): number {
  return Math.exp(-(((x - center) / width) ** 2));
}

/** Mean share of cloud, 0 to 1: a belt near the equator that follows the sun, dry subtropics, cloudy westerlies. */
function meanCloud(latitude: number, time: number): number {
  const belt = 0.42 * bell(latitude, 6 * summer(1, time), 11);
  const dry = 0.26 * bell(Math.abs(latitude), 24, 9);
  const westerlies = 0.14 * bell(Math.abs(latitude), 56, 14) * (1 - 0.6 * summer(latitude, time));
  return 0.42 + belt - dry + westerlies;
}

/**
 * Cloud cover of an acquisition, percent. Acquisitions near each other share their weather for some days; `luck` in
 * [0, 1) is the acquisition's own. Operators wait for good forecasts, so that skies are clearer than the climate.
 */
export function cloudCover(
  seed: number,
  [longitude, latitude]: Position,
  time: number,
  luck: number,
): number {
  const [x, y, days] = [Math.floor(longitude / 6), Math.floor(latitude / 5), Math.floor(time / (3 * dayMs))];
  const weather = unit(hash(seed ^ 0x51ed, x, y, days));
  const drawn = Math.max(0, 0.7 * luck + 0.4 * weather - 0.1);
  const mean = 0.72 * meanCloud(latitude, time);
  return Math.round(Math.min(0.999, drawn) ** ((1 - mean) / mean) * 1000) / 10;
}

/** Snow cover of an acquisition, percent, by latitude, season and land. */
export function snowCover(place: Position, time: number, luck: number): number {
  const [, latitude] = place;
  const ground = groundAt(place);
  if (latitude < -62) return ground === 'sea' ? Math.round(luck * 40) : 100;
  if (ground === 'sea') return 0;
  const depth = (Math.abs(latitude) - 58 - 13 * summer(latitude, time)) / 9;
  const share = Math.min(1, Math.max(0, depth) * (0.6 + 0.8 * luck)) * (ground === 'coast' ? 0.7 : 1);
  return Math.round(share * 1000) / 10;
}
