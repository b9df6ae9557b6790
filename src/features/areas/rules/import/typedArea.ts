/** Areas that users type: the bounds of a box, or a place and a radius. */
import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import { positionText } from '../../../../base/words/positionText.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import { typedNumber } from '../../../../base/words/typedNumber.ts';
import { halfTurn } from '../../../../geo/antimeridian.ts';
import { circleRing } from '../../../../geo/circle.ts';
import { cutAtAntimeridian } from '../../../../geo/overlap.ts';
import { Unreadable } from './shape.ts';

export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** Longer texts aren't a few typed numbers. Characters. */
const longestTyped = 400;

const number = String.raw`([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)`;
const separator = String.raw`(?:\s*[,;]\s*|\s+)`;
const three = `${number}${separator}${number}${separator}${number}`;

const box = new RegExp(String.raw`^\s*(?:\[\s*)?${three}${separator}${number}\s*(?:\]\s*)?$`, 'i');
const point = new RegExp(String.raw`^\s*(?:\[\s*)?${number}${separator}${number}\s*(?:\]\s*)?$`, 'i');
const circle = new RegExp(String.raw`^\s*(?:\[\s*)?${three}\s*(?:(km|m)\s*)?(?:\]\s*)?$`, 'i');

function matchTyped(text: string, pattern: RegExp): RegExpExecArray | null {
  return text.length > longestTyped ? null : pattern.exec(text);
}

/**
 * The rings of `west,south,east,north` in degrees: one, or two if the box crosses the antimeridian, when west is
 * greater than east (RFC 7946, 5.2). `undefined` for other texts. Throws {@link Unreadable}.
 */
export function boxRings(text: string): Position[][] | undefined {
  const parts = matchTyped(text, box);
  if (!parts) return undefined;
  const [west = NaN, south = NaN, east = NaN, north = NaN] = parts.slice(1).map(Number);
  // The end of a radius with a thousands separator.
  if (/^\d{3}$/.test(parts[4] ?? '')) throw unclearRadius(`${parts[3]},${parts[4]}`);
  const isOnEarth = [west, east].every(x => Math.abs(x) <= 180) && south >= -90 && north <= 90;
  // No one means the long way around the Earth.
  const isMeant = south < north && (west < east || (west > east && east - west + 360 < 180));
  if (isOnEarth && isMeant) return ringsOfBounds([west, south, east > west ? east : east + 360, north]);
  throw new Unreadable(
    l10n.t(
      '"{0}" isn\'t a box. Enter west, south, east, north in degrees: longitudes from -180 to 180, west less than east, south less than north.',
      safeLine(text, 40),
    ),
  );
}

/**
 * The rings of bounds whose longitudes may extend beyond ±180°, as on a map that goes around the Earth: one ring, or
 * two if they cross the antimeridian.
 */
export function ringsOfBounds([west, south, east, north]: Bounds): Position[][] {
  const [left, right] = east - west >= 360 ? [-180, 180] : [west, east];
  const bottom = Math.max(south, -90);
  const top = Math.min(north, 90);
  const turns = Math.floor((left + 180) / 360) * 360;
  return [-turns, -turns - 360]
    .map(shift => [Math.max(left + shift, -180), Math.min(right + shift, 180)] as const)
    .filter(([from, to]) => from < to)
    .map(([from, to]) => {
      // A longer step means the shorter way across the antimeridian.
      const middle = to - from > halfTurn ? [(from + to) / 2] : [];
      return [
        ...[from, ...middle, to].map((x): Position => [x, bottom]),
        ...[to, ...middle, from].map((x): Position => [x, top]),
        [from, bottom],
      ];
    });
}

/** @param text such as `1.000` or `1,000` */
function unclearRadius(text: string): Unreadable {
  return new Unreadable(
    l10n.t(
      'It isn\'t clear what radius "{0}" is. Enter it without a thousands separator.',
      safeLine(text, 40),
    ),
  );
}

/** Says where a bare point is, which shows whether its coordinates are swapped. Throws {@link Unreadable}. */
export function refusePoint(text: string): void {
  const [, first, second] = matchTyped(text, point) ?? [];
  if (first === undefined || second === undefined) return;
  const longitude = Number(first);
  const latitude = Number(second);
  const example = `${first}, ${second}, 5 km`;
  throw new Unreadable(
    Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
      ? l10n.t(
          '{0} is a point, not an area. Add a radius, such as {1}.',
          positionText([longitude, latitude], 3),
          example,
        )
      : notACircle(text),
  );
}

function notACircle(text: string): string {
  return l10n.t(
    '"{0}" isn\'t a circle. Enter longitude and latitude in degrees and a radius of at most {1} km, such as 5.37, 43.3, 2 km.',
    safeLine(text, 40),
    largestRadius / 1000,
  );
}

/** Meters. */
const largestRadius = 2_000_000;

/**
 * The rings of `longitude, latitude, radius`: the longitude first, as in a box and in WKT; the radius with its unit, `m` or
 * `km`. 64 vertices at the same distance on the sphere; two rings if it crosses the antimeridian. Throws {@link
 * Unreadable}.
 */
export function circleRings(text: string): Position[][] | undefined {
  const parts = matchTyped(text, circle);
  if (!parts) return undefined;
  const [, first, second, third, unit] = parts;
  const longitude = Number(first);
  const latitude = Number(second);
  const size = typedNumber(third ?? '');
  if (size === undefined) throw unclearRadius(third ?? '');
  if (unit === undefined)
    throw new Unreadable(l10n.t('Add the unit of the radius, m or km, such as 5.37, 43.3, 2 km.'));
  const radius = size * (unit.toLowerCase() === 'km' ? 1000 : 1);
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  if (!isOnEarth || !(radius > 0 && radius <= largestRadius)) {
    throw new Unreadable(notACircle(text));
  }
  const ring = circleRing([longitude, latitude], radius);
  if (!ring) throw new Unreadable(l10n.t('The circle contains a pole. Make it smaller.'));
  if (ring.every(([x]) => Math.abs(x) <= 180)) return [ring];
  return cutAtAntimeridian([ring])?.flat() ?? [ring];
}
