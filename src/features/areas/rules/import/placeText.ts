import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import proj4 from 'proj4';
import { utmZoneOf } from '../../../../geo/projection.ts';

/** A place that a text can mean. Degrees; the bounds are west, south, east, north. */
export interface Place {
  latitude: number;
  longitude: number;
  bounds?: readonly [number, number, number, number];
}

/** What a text means: several places if it can be read in several ways; `undefined` if it contains no coordinates. */
export type PlaceReading = { places: readonly Place[] } | { problem: string } | undefined;

/** Longer texts are no coordinates. */
const longest = 120;

/** Reads coordinates in the common notations: degrees in any form, UTM, MGRS, or a bounding box. */
export function readPlace(written: string): PlaceReading {
  const text = written.trim().replaceAll(/\s+/g, ' ');
  if (!/\d/.test(text) || text.length > longest) return undefined;
  return readMgrs(text) ?? readUtm(text) ?? readDegrees(text);
}

/** Such as `31U 448252 5411955`; `undefined` where UTM isn't defined. */
export function utmText({ longitude, latitude }: Place): string | undefined {
  const at: Position = [longitude, latitude];
  const epsg = utmZoneOf({ type: 'Polygon', coordinates: [[at, at, at, at]] });
  if (epsg === undefined) return undefined;
  const zone = epsg % 100;
  const isNorth = latitude >= 0;
  const [easting, northing] = utm(zone, isNorth).forward(at);
  return `${zone}${isNorth ? 'N' : 'S'} ${Math.round(easting)} ${Math.round(northing)}`;
}

function utm(zone: number, isNorth: boolean) {
  return proj4(`+proj=utm +zone=${zone} ${isNorth ? '' : '+south '}+datum=WGS84 +units=m +no_defs`);
}

/** Such as `31UDQ4825111932`, with 0 to 5 digits for each direction. */
function readMgrs(text: string): PlaceReading {
  const [, zone = '', letters, digits = ''] =
    /^(\d{1,2}) ?([C-HJ-NP-X] ?[A-HJ-NP-Z][A-HJ-NP-V])((?: ?\d)*)$/i.exec(text) ?? [];
  if (letters === undefined) return undefined;
  const figures = digits.replaceAll(' ', '');
  const wrong = unreadable(text);
  if (figures.length % 2 === 1 || figures.length > 10 || !isZone(zone)) return wrong;
  try {
    const square = zone + letters.replace(' ', '').toUpperCase();
    // Without digits, from the first to the last part of the square of 100 km.
    const [west, south] = proj4.mgrs.inverse(square + (figures || '00'));
    const [, , east, north] = proj4.mgrs.inverse(square + (figures || '99'));
    const bounds = [west, south, east, north] as const;
    if (!bounds.every(Number.isFinite)) return wrong;
    return { places: [{ longitude: (west + east) / 2, latitude: (south + north) / 2, bounds }] };
  } catch {
    // The library throws texts.
    return wrong;
  }
}

function unreadable(text: string): { problem: string } {
  return { problem: l10n.t("Can't read {0} as coordinates.", text) };
}

function isZone(zone: string): boolean {
  return Number(zone) >= 1 && Number(zone) <= 60;
}

/** Such as `31N 500000 4649776`: zone with hemisphere or latitude band, easting, northing; meters. */
function readUtm(text: string): PlaceReading {
  const [, zone, band = '', easting, northing] =
    /^(?:utm )?(?:zone )?(\d{1,2}) ?([A-Z]),? (\d{6}(?:[.,]\d+)?)(?: ?m)?(?: ?E)?,? (\d{1,8}(?:[.,]\d+)?)(?: ?m)?(?: ?N)?$/i.exec(
      text,
    ) ?? [];
  if (zone === undefined) return undefined;
  const letter = band.toUpperCase();
  if (!isZone(zone) || !/[C-HJ-NP-X]/.test(letter)) return unreadable(zone + band);
  const meters = [easting, northing].map(part => Number(part?.replace(',', '.')));
  // S is the southern hemisphere, and the band from 32° to 40° north.
  const hemispheres = letter === 'S' ? [false, true] : [letter >= 'N'];
  const places = hemispheres.flatMap(isNorth => {
    const [longitude = NaN, latitude = NaN] = utm(Number(zone), isNorth).inverse(meters);
    const isInBand = !isNorth || letter !== 'S' || (latitude >= 32 && latitude <= 40);
    return isInBand && isLatitude(latitude) && isLongitude(longitude) ? [{ latitude, longitude }] : [];
  });
  if (places.length > 0) return { places };
  return unreadable(text);
}

interface Angle {
  value: number;
  axis: 'latitude' | 'longitude' | undefined;
  text: string;
}

function readDegrees(text: string): PlaceReading {
  const plain = text
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/[º˚]/g, '°')
    .replaceAll(/[’′ʹ]/g, "'")
    .replaceAll(/[”“″ʺ]|''/g, '"')
    .replaceAll(/\blat(?:itude)?\b[:=]? ?/gi, 'Y')
    .replaceAll(/\b(?:lon(?:gitude)?|lng|long)\b[:=]? ?/gi, 'X');
  // Words are names of places.
  if (/[^\d\s.,;:°'"+NSEWXY-]/i.test(plain)) return undefined;
  const numbers = withPoints(plain);
  const four = numbers.match(/[+-]?\d+(?:\.\d+)?/g) ?? [];
  const box = four.length === 4 && /^[\d\s.,;+-]+$/.test(numbers) ? boxPlaces(four.map(Number)) : [];
  const angles = halfAngles(numbers);
  const points = angles ? pointPlaces(angles) : undefined;
  if (box.length > 0) return { places: [...box, ...(points && 'places' in points ? points.places : [])] };
  return points ?? unreadable(text);
}

/** With decimal commas replaced: where there are no points, a comma between digits is one if two numbers remain. */
function withPoints(text: string): string {
  if (text.includes('.') || /^[+-]?\d+(?:,[+-]?\d+){3}$/.test(text)) return text;
  const changed = text.replaceAll(/(\d),(\d)/g, '$1.$2');
  return (changed.match(/\d+(?:\.\d+)?/g) ?? []).length >= 2 ? changed : text;
}

function boxPlaces([west = NaN, south = NaN, east = NaN, north = NaN]: readonly number[]): Place[] {
  const isBox =
    west < east && south < north && [west, east].every(isLongitude) && [south, north].every(isLatitude);
  if (!isBox) return [];
  return [
    { longitude: (west + east) / 2, latitude: (south + north) / 2, bounds: [west, south, east, north] },
  ];
}

const isLatitude = (value: number) => Math.abs(value) <= 90;
const isLongitude = (value: number) => Math.abs(value) <= 180;

/** The two halves of the text; `undefined` if it has no two, and a text is the angle that is wrong. */
function halfAngles(text: string): (Angle | string)[] | undefined {
  const halves = textHalves(text);
  return halves?.map(half => parseAngle(half.replaceAll(/[,;]/g, ' ').trim()));
}

function textHalves(text: string): string[] | undefined {
  const marks = text.match(/[NSEWXY]/gi) ?? [];
  if (marks.length > 0) {
    const halves = text.trim().split(/^[NSEWXY]/i.test(text.trim()) ? /(?=[NSEWXY])/i : /(?<=[NSEWXY])/i);
    return halves.length === 2 && marks.length === 2 ? halves : undefined;
  }
  const parts = text.split(/[,;]/);
  if (parts.length === 2) return parts;
  if (parts.length > 2) return undefined;
  // Half of the numbers each, with the signs that follow them.
  const numbers = text.match(/[+-]?\d+(?:\.\d+)?[°'":]?/g) ?? [];
  if (numbers.length % 2 === 1) return undefined;
  return [numbers.slice(0, numbers.length / 2), numbers.slice(numbers.length / 2)].map(half =>
    half.join(' '),
  );
}

/** What may follow degrees, minutes and seconds. */
const unitSigns = ['°:', "':", '"'] as const;

/** @returns the text if it isn't an angle */
function parseAngle(text: string): Angle | string {
  const [mark = ''] = text.match(/[NSEWXY]/i) ?? [];
  const letter = mark.toUpperCase();
  const rest = text.replace(mark, '').trim();
  const sign = /^[+-]/.exec(rest)?.[0] ?? '';
  const numbers: string[] = [];
  for (const token of rest.slice(sign.length).match(/\d+(?:\.\d+)?|\S/g) ?? []) {
    if (/^\d/.test(token)) numbers.push(token);
    else if (unitSigns[numbers.length - 1]?.includes(token) !== true) return text;
  }
  if (numbers.length === 0 || numbers.length > unitSigns.length) return text;
  const [degrees = 0, minutes = 0, seconds = 0] = numbers.map(Number);
  const isWhole = numbers.slice(0, -1).every(part => !part.includes('.'));
  if (!isWhole || minutes >= 60 || seconds >= 60 || (sign !== '' && /[NSEW]/.test(letter))) return text;
  const isNegative = sign === '-' || letter === 'S' || letter === 'W';
  const axis = letter === '' ? undefined : /[NSY]/.test(letter) ? 'latitude' : 'longitude';
  const value = degrees + minutes / 60 + seconds / 3600;
  return { value: isNegative ? -value : value, axis, text };
}

/** Without letters, both orders that are possible; latitude first is the more common one. */
function pointPlaces(angles: readonly (Angle | string)[]): PlaceReading {
  const wrong = angles.find(angle => typeof angle === 'string');
  if (wrong !== undefined) return unreadable(wrong);
  const [first, second] = angles as readonly Angle[];
  if (!first || !second) return undefined;
  const orders = [
    [first, second],
    [second, first],
  ] as const;
  const fitting = orders.filter(
    ([latitude, longitude]) => latitude.axis !== 'longitude' && longitude.axis !== 'latitude',
  );
  const places = fitting
    .filter(([latitude, longitude]) => isLatitude(latitude.value) && isLongitude(longitude.value))
    .map(([latitude, longitude]) => ({ latitude: latitude.value, longitude: longitude.value }));
  if (places.length > 0) return { places: first.value === second.value ? places.slice(0, 1) : places };
  const beyond = [first, second].toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))[0] ?? first;
  return {
    problem: l10n.t('{0} is out of range: latitude is at most 90°, longitude at most 180°.', beyond.text),
  };
}
