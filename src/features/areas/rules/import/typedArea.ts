/** Areas that users type: the bounds of a box, or a place and a radius. */
import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import { numberText } from '../../../../base/words/displayLanguage.ts';
import { metersText } from '../../../../base/words/figureText.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import { typedNumber } from '../../../../base/words/typedNumber.ts';
import { halfTurn } from '../../../../geo/antimeridian.ts';
import { circleRing } from '../../../../geo/circle.ts';
import { cutAtAntimeridian } from '../../../../geo/overlap.ts';
import { cornersText, positionText } from '../../../../geo/positionText.ts';
import { Unreadable } from './shape.ts';
import {
  anglePosition,
  axesNeeded,
  cornerBounds,
  letteredAngles,
  plainBlanks,
  plainDegrees,
  withSemicolon,
} from './typedDegrees.ts';

export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** Longer texts aren't a few typed numbers. Characters. */
const longestTyped = 400;

const number = String.raw`([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)`;
const separator = '(?: ?[,;] ?| )';
const three = `${number}${separator}${number}${separator}${number}`;

const box = new RegExp(`^${three}${separator}${number}$`, 'i');
const point = new RegExp(`^${number}${separator}${number}$`, 'i');
const circle = new RegExp(`^${three} ?(km|m)?$`, 'i');

/** What a text that was typed means. */
export interface TypedArea {
  format: 'box' | 'circle';
  /** What it is, in words. */
  name: string;
  rings: Position[][];
}

/** As Swath names a circle, "2 km around 43.30° N, 5.36° E", in English or German. */
const sizeFirst = /^(\d[\d.,]* ?k?m) (?:around|um) (.+)$/i;

/**
 * A box or a circle: in degrees with letters in any order, or in numbers with the longitude first. `undefined` for other
 * texts. Throws {@link Unreadable}, also for a point and for commas that can be decimal or not.
 */
export function typedArea(written: string): TypedArea | undefined {
  if (written.length > longestTyped) return undefined;
  const plain = plainBlanks(written).replace(/^\[ ?/, '').replace(/ ?\]$/, '');
  const text = withSemicolon(plain).replace(sizeFirst, '$2; $1');
  const lettered = letteredArea(text, plain);
  if (lettered) return lettered;
  const numbers = withDecimalPoints(text.replaceAll('\u2212', '-'), plain);
  const bounds = boxBounds(numbers);
  if (bounds) return areaOfBounds(bounds);
  refusePoint(numbers);
  return circleArea(numbers);
}

/** A box; its longitudes may extend beyond ±180°. */
export function areaOfBounds(bounds: Bounds): TypedArea {
  return { format: 'box', name: cornersText(bounds, digitsOf(bounds)), rings: ringsOfBounds(bounds) };
}

/** The decimals of the most precise number, at most 5: about a meter. */
function digitsOf(degrees: readonly number[]): number {
  const decimals = degrees.map(value => String(Number(value.toFixed(5))).split('.')[1]?.length ?? 0);
  return Math.max(...decimals);
}

/** The radius at the end of a circle, in which a comma can be decimal. */
const radiusEnd = /^(.*[\dNSEWO°'"])(?: ?[,;] |;| |(?<=[NSEWO]),)(\d[\d.,']*) ?(km|m)$/i;

/** Two corners, or a position and a radius. @param typed what errors quote */
function letteredArea(text: string, typed: string): TypedArea | undefined {
  const [, place = text, size, unit] = radiusEnd.exec(text) ?? [];
  const plain = plainDegrees(place);
  // A single number isn't a place, and could be a secret in the clipboard.
  if (plain === undefined || (plain.match(/\d+/g) ?? []).length < 2) return undefined;
  // A number can have an exponent.
  if (!/[NSEWOXY]/i.test(plain.replaceAll(/(\d)e[+-]?\d/gi, '$1'))) {
    if (!/[°'"]/.test(plain)) return undefined;
    throw new Unreadable(l10n.t('Add N or S, and E or W, to the degrees in "{0}".', safeLine(typed, 40)));
  }
  const angles = letteredAngles(plain);
  if (!angles) return undefined;
  if ('problem' in angles) throw new Unreadable(angles.problem);
  const position = anglePosition(angles);
  if (size !== undefined) {
    if (!position) throw new Unreadable(axesNeeded(typed, angles).problem);
    const { longitude, latitude } = position;
    return areaAround([longitude, latitude], parseRadius(size, unit), typed);
  }
  if (position) throw aPoint([position.longitude, position.latitude], typed);
  const bounds = cornerBounds(angles);
  if (!bounds) throw new Unreadable(axesNeeded(typed, angles).problem);
  return areaOfBounds(bounds);
}

/** Only numbers, and the unit of a radius. */
const onlyNumbers = /^[ \d.,;+e-]*(?:km|m)?$/i;
const commaInNumber = /(\d),(?=\d)/g;

/** Decimal points for decimal commas. Throws {@link Unreadable} if commas can be that or between numbers. @param typed quoted then */
function withDecimalPoints(text: string, typed: string): string {
  const commas = text.match(commaInNumber)?.length ?? 0;
  if (commas === 0 || !onlyNumbers.test(text)) return text;
  const changed = text.replaceAll(commaInNumber, '$1.');
  // Semicolons are between numbers, so commas are in them.
  const parts = changed.split(';');
  if (parts.length > 1 && parts.every(part => onePart.test(part.trim()))) return changed;
  const isRadius = commas === 1 && /\d,\d{3} ?(?:km|m)?$/i.test(text);
  const hasBlanks = /\d ?[,;] [+-]?\d|\d [+-]?\d|;/.test(text);
  if (!hasBlanks || text.includes('.') || isRadius) return text;
  throw new Unreadable(
    l10n.t(
      'It isn\'t clear which commas in "{0}" are decimal. Enter decimal points, or semicolons between the numbers.',
      safeLine(typed, 40),
    ),
  );
}

/** A number with at most one point, and the unit of a radius. */
const onePart = /^[+-]?\d+(?:\.\d+)? ?(?:km|m)?$/i;

/**
 * The bounds of `west,south,east,north` in degrees: the east is beyond 180° if the box crosses the antimeridian, when west is
 * greater than east (RFC 7946, 5.2). `undefined` for other texts. Throws {@link Unreadable}.
 */
function boxBounds(text: string): Bounds | undefined {
  const parts = box.exec(text);
  if (!parts) return undefined;
  const [west = NaN, south = NaN, east = NaN, north = NaN] = parts.slice(1).map(Number);
  // The end of a radius with a thousands separator.
  if (/^\d{3}$/.test(parts[4] ?? '')) throw unclearRadius(`${parts[3]},${parts[4]}`);
  const isThere = [west, east].every(x => Math.abs(x) <= 180) && south >= -90 && north <= 90;
  // No one means the long way around the Earth.
  const isMeant = south < north && (west < east || (west > east && east - west + 360 < 180));
  if (isThere && isMeant) return [west, south, east > west ? east : east + 360, north];
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
function refusePoint(text: string): void {
  const [, first, second] = point.exec(text) ?? [];
  if (first === undefined || second === undefined) return;
  const position = [Number(first), Number(second)] as const;
  throw isOnEarth(position) ? aPoint(position, `${first}, ${second}`) : notACircle(text);
}

/** @param text the position as it was typed */
function aPoint(position: readonly [number, number], text: string): Unreadable {
  const where = positionText([...position], 3);
  const circle = safeLine(`${text}, 5 km`);
  // Most maps copy the latitude first.
  const [latitude, longitude] = position;
  return new Unreadable(
    isOnEarth([longitude, latitude]) && !/[NSEW]/i.test(text)
      ? l10n.t(
          '{0} is a point, not an area. Add a radius, such as {1}. If the latitude is first: {2}.',
          where,
          circle,
          `${Math.abs(latitude)} ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)} ${longitude < 0 ? 'W' : 'E'}, 5 km`,
        )
      : l10n.t('{0} is a point, not an area. Add a radius, such as {1}.', where, circle),
  );
}

function isOnEarth([longitude, latitude]: readonly [number, number]): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

function notACircle(text: string): Unreadable {
  return new Unreadable(
    l10n.t(
      '"{0}" isn\'t a circle. Enter longitude and latitude in degrees and a radius of at most {1} km, such as 5.37, 43.3, 2 km.',
      safeLine(text, 40),
      largestRadius / 1000,
    ),
  );
}

/** Meters. */
const largestRadius = 2_000_000;

/**
 * `longitude, latitude, radius`: the longitude first, as in a box and in WKT; the radius with its unit, `m` or `km`. 64
 * vertices at the same distance on the sphere; two rings if it crosses the antimeridian. Throws {@link Unreadable}.
 */
function circleArea(text: string): TypedArea | undefined {
  const parts = circle.exec(text);
  if (!parts) return undefined;
  const [, first, second, third, unit] = parts;
  return areaAround([Number(first), Number(second)], parseRadius(third ?? '', unit), text);
}

/** Meters. */
function parseRadius(size: string, unit: string | undefined): number {
  const value = typedNumber(size);
  if (value === undefined) throw unclearRadius(size);
  if (unit === undefined)
    throw new Unreadable(l10n.t('Add the unit of the radius, m or km, such as 5.37, 43.3, 2 km.'));
  return value * (unit.toLowerCase() === 'km' ? 1000 : 1);
}

/** @param radius meters */
function areaAround(center: readonly [number, number], radius: number, text: string): TypedArea {
  if (!isOnEarth(center) || !(radius > 0 && radius <= largestRadius)) throw notACircle(text);
  const ring = circleRing(center, radius);
  if (!ring) throw new Unreadable(l10n.t('The circle contains a pole. Make it smaller.'));
  const isWhole = ring.every(([x]) => Math.abs(x) <= 180);
  const size =
    radius < 1000
      ? metersText(radius)
      : l10n.t('{0} km', numberText(radius / 1000, { maximumFractionDigits: 6 }));
  const name = l10n.t('{0} around {1}', size, positionText([...center], digitsOf(center)));
  return { format: 'circle', name, rings: isWhole ? [ring] : (cutAtAntimeridian([ring])?.flat() ?? [ring]) };
}
