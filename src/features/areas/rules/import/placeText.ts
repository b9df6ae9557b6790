import type { Position } from 'geojson';
import proj4 from 'proj4';
import { utmEpsg } from '../../../../geo/projection.ts';
import { wrappedLongitude } from '../../../../geo/sphere.ts';
import {
  type Angle,
  anglePosition,
  axesNeeded,
  cornerBounds,
  isLatitude,
  isLongitude,
  letteredAngles,
  outOfRange,
  parseAngle,
  plainBlanks,
  plainDegrees,
  type Unread,
  unreadable,
  withSemicolon,
} from './typedDegrees.ts';

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
  const text = plainBlanks(written);
  if (!/\d/.test(text) || text.length > longest) return undefined;
  return readMgrs(text) ?? readUtm(text) ?? readDegrees(text);
}

/** Such as `31U 448252 5411955`; `undefined` where UTM isn't defined. */
export function utmText({ longitude, latitude }: Place): string | undefined {
  const at: Position = [longitude, latitude];
  const epsg = utmEpsg({ type: 'Polygon', coordinates: [[at, at, at, at]] });
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

function readDegrees(text: string): PlaceReading {
  const plain = plainDegrees(withSemicolon(text));
  // Words are names of places.
  if (plain === undefined) return undefined;
  const lettered = letteredAngles(plain);
  if (lettered)
    return 'problem' in lettered ? lettered : (lettersPlace(lettered) ?? axesNeeded(text, lettered));
  const numbers = withPoints(plain);
  const four = numbers.match(/[+-]?\d+(?:\.\d+)?/g) ?? [];
  const box = four.length === 4 && /^[\d\s.,;+-]+$/.test(numbers) ? boxPlaces(four.map(Number)) : [];
  const angles = textHalves(numbers)?.map(half => parseAngle(half.replaceAll(/[,;]/g, ' ').trim()));
  const points = angles && pointPlaces(angles);
  if (box.length > 0) return { places: [...box, ...(points && 'places' in points ? points.places : [])] };
  return points ?? unreadable(text);
}

/** Of a position, or of two corners. */
function lettersPlace(angles: readonly Angle[]): PlaceReading {
  const position = anglePosition(angles);
  const bounds = cornerBounds(angles);
  if (!bounds) return position && { places: [position] };
  const [west, south, east, north] = bounds;
  const longitude = wrappedLongitude((west + east) / 2);
  return { places: [{ longitude, latitude: (south + north) / 2, bounds }] };
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

/** The two halves of a text without letters; `undefined` if it has no two. */
function textHalves(text: string): string[] | undefined {
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

/** Without letters, both orders that are possible; latitude first is the more common one. */
function pointPlaces(angles: readonly (Angle | Unread)[]): PlaceReading {
  const wrong = angles.find(angle => 'problem' in angle);
  if (wrong) return wrong;
  const [first, second] = angles.filter(angle => 'value' in angle);
  if (!first || !second) return undefined;
  const places = [
    { latitude: first.value, longitude: second.value },
    { latitude: second.value, longitude: first.value },
  ].filter(({ latitude, longitude }) => isLatitude(latitude) && isLongitude(longitude));
  if (places.length > 0) return { places: first.value === second.value ? places.slice(0, 1) : places };
  return outOfRange(Math.abs(second.value) > Math.abs(first.value) ? second : first);
}
