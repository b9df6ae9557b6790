/** Degrees as people type them: read here for every place that can be typed, alone or as part of an area. */
import * as l10n from '@vscode/l10n';
import { displayLanguage } from '../../../../base/words/displayLanguage.ts';
import { safeLine } from '../../../../base/words/safeText.ts';

export interface Angle {
  /** Degrees. */
  value: number;
  axis: 'latitude' | 'longitude' | undefined;
  text: string;
}

export interface Unread {
  problem: string;
}

/** With single blanks, and without the marks that copying from a text of another direction adds. */
export function plainBlanks(written: string): string {
  return written
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
}

/** With a semicolon for what people write between two corners: "to", "bis" or a dash. @param text with single blanks */
export function withSemicolon(text: string): string {
  const plain = text.replace(/ (?:to|bis) /i, '; ');
  if (!/[a-z]/i.test(plain)) return plain.replace(/(\d) [−–—-] (?=[\d+-])/, '$1; ');
  // A dash that can't be the sign of a number: letters come after the numbers, or before them.
  if (/^[a-z]/i.test(plain)) return plain.replace(/([\d°'"]) ?[−–—-] ?(?=[NSEWOL])/i, '$1; ');
  // Without latitudes, it can be an exponent.
  return /[NS]/i.test(plain) ? plain.replace(/([NSEWO]) ?[−–—-] ?(?=\d)/i, '$1; ') : plain;
}

/** With plain signs, and X and Y for "longitude" and "latitude"; `undefined` for a text with other words. */
export function plainDegrees(text: string): string | undefined {
  const plain = text
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/[º˚]/g, '°')
    .replaceAll(/[’′ʹ]/g, "'")
    .replaceAll(/[”“″ʺ]|''/g, '"')
    .replaceAll(/\blat(?:itude)?\b[:=]? ?/gi, 'Y')
    .replaceAll(/\b(?:lon(?:gitude)?|lng|long)\b[:=]? ?/gi, 'X');
  return /[^\d\s.,;:°'"+NSEWOXY-]/i.test(plain) ? undefined : plain;
}

const directionMarks = (plain: string) => plain.match(/[NSEWOXY]/gi) ?? [];

/**
 * Angles with letters, which say the axis of each, whatever their order; `undefined` for a text without letters.
 *
 * @param plain from {@link plainDegrees}
 */
export function letteredAngles(plain: string): readonly Angle[] | Unread | undefined {
  const marks = directionMarks(plain);
  if (marks.length === 0) return undefined;
  if (marks.some(mark => /o/i.test(mark)) && !isGerman())
    return { problem: l10n.t('O is east in German and west in French: use E or W.') };
  const text = plain.trim();
  const pieces = text.split(/^[NSEWOXY]/i.test(text) ? /(?=[NSEWOXY])/i : /(?<=[NSEWOXY])/i);
  if (pieces.length !== marks.length) return unreadable(withWords(text));
  const angles: Angle[] = [];
  for (const piece of pieces) {
    // A comma between digits is decimal.
    const parts = piece.split(/[\s;]|,(?!\d)|(?<!\d),/);
    const angle = parseAngle(parts.filter(part => part !== '').join(' '));
    if ('problem' in angle) return angle;
    const isOnEarth = angle.axis === 'latitude' ? isLatitude(angle.value) : isLongitude(angle.value);
    if (!isOnEarth) return outOfRange(angle);
    angles.push(angle);
  }
  return angles;
}

/** Latitude and longitude of two angles with letters. */
export function anglePosition(angles: readonly Angle[]): { latitude: number; longitude: number } | undefined {
  const [latitude, ...latitudes] = angles.filter(({ axis }) => axis === 'latitude');
  const [longitude, ...longitudes] = angles.filter(({ axis }) => axis === 'longitude');
  if (!latitude || !longitude || latitudes.length + longitudes.length > 0) return undefined;
  return { latitude: latitude.value, longitude: longitude.value };
}

/**
 * West, south, east, north of two opposite corners, whichever they are: the shorter way around the Earth, so that east can
 * be beyond 180°. `undefined` for other angles, and if they enclose nothing.
 */
export function cornerBounds(angles: readonly Angle[]): [number, number, number, number] | undefined {
  const axisValues = (of: Angle['axis']) =>
    angles.flatMap(({ axis, value }) => (axis === of ? [value] : [])).sort((a, b) => a - b);
  const [south, north, ...latitudes] = axisValues('latitude');
  const [west, east, ...longitudes] = axisValues('longitude');
  if (south === undefined || north === undefined || west === undefined || east === undefined)
    return undefined;
  if (latitudes.length + longitudes.length > 0 || south === north || west === east) return undefined;
  // All around it is no shorter way.
  return east - west <= 180 || east - west === 360
    ? [west, south, east, north]
    : [east, south, west + 360, north];
}

/** What may follow degrees, minutes and seconds. */
const unitSigns = ['°:', "':", '"'] as const;

/** One angle, with a letter or without. */
export function parseAngle(text: string): Angle | Unread {
  const wrong = unreadable(withWords(text));
  const [mark = ''] = directionMarks(text);
  const letter = mark.toUpperCase().replace('O', 'E');
  const body = text.replace(mark, '').trim();
  // What divides angles isn't in one of them.
  const rest = body.includes('.') ? body : body.replaceAll(/(\d),(\d)/g, '$1.$2');
  const sign = /^[+-]/.exec(rest)?.[0] ?? '';
  const numbers: string[] = [];
  for (const token of rest.slice(sign.length).match(/\d+(?:\.\d+)?|\S/g) ?? []) {
    if (/^\d/.test(token)) numbers.push(token);
    else if (unitSigns[numbers.length - 1]?.includes(token) !== true) return wrong;
  }
  if (numbers.length === 0 || numbers.length > unitSigns.length) return wrong;
  const [degrees = 0, minutes = 0, seconds = 0] = numbers.map(Number);
  const isWhole = numbers.slice(0, -1).every(part => !part.includes('.'));
  if (!isWhole || minutes >= 60 || seconds >= 60 || (sign !== '' && /[NSEW]/.test(letter))) return wrong;
  const isNegative = sign === '-' || letter === 'S' || letter === 'W';
  const axis = letter === '' ? undefined : /[NSY]/.test(letter) ? 'latitude' : 'longitude';
  const value = degrees + minutes / 60 + seconds / 3600;
  return { value: isNegative ? -value : value, axis, text };
}

export const isLatitude = (value: number) => Math.abs(value) <= 90;
export const isLongitude = (value: number) => Math.abs(value) <= 180;

export function unreadable(text: string): Unread {
  return {
    problem: l10n.t("Can't read {0} as coordinates. Enter them as in 43.3 N, 5.37 E.", safeLine(text)),
  };
}

/** With words for the letters of {@link plainDegrees}. */
function withWords(plain: string): string {
  return plain.replaceAll('X', 'lon ').replaceAll('Y', 'lat ');
}

export function outOfRange({ text }: Pick<Angle, 'text'>): Unread {
  return {
    problem: l10n.t(
      '{0} is out of range: latitude is at most 90°, longitude at most 180°.',
      safeLine(withWords(text)),
    ),
  };
}

/** Of letters that say another number of axes than a place has, or of corners that are on one line. */
export function axesNeeded(text: string, angles: readonly Angle[]): Unread {
  const latitudes = angles.filter(({ axis }) => axis === 'latitude').length;
  return {
    problem:
      latitudes === 2 && angles.length === 4
        ? l10n.t('The two corners in "{0}" enclose no area.', safeLine(text))
        : l10n.t('{0} needs a latitude with N or S, and a longitude with E or W.', safeLine(text)),
  };
}

/** Where Swath itself writes O for east. */
function isGerman(): boolean {
  return displayLanguage().startsWith('de');
}
