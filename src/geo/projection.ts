/** Projections of products (specification: Product order body, Projections), by their EPSG codes. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { boundingBox } from './box.ts';
import { geometryCenter } from './center.ts';
import { wrappedLongitude } from './sphere.ts';

/** WGS 84 in degrees: geodetic, equirectangular. */
export const geodetic = 4326;

/** WGS 84 / UTM: 32601 to 32660 north of the equator, 32701 to 32760 south of it. */
const utmNorth = 32600;
const utmSouth = 32700;

/** Latitudes between which UTM is defined, degrees. */
const utmReach = { south: -80, north: 84 } as const;

/** Maximum useful distance from a zone's central meridian, degrees: the widest zone extends this far. */
const farthestFromMeridian = 6;

/** UTM zones on other datums, and the code on WGS 84 of the first one. */
const otherUtm = [
  { first: 25828, last: 25838, is: 32628 },
  { first: 23028, last: 23038, is: 32628 },
  { first: 26901, last: 26923, is: 32601 },
  { first: 32201, last: 32260, is: 32601 },
  { first: 32301, last: 32360, is: 32701 },
] as const;

const form = /^urn:ogc:def:crs:EPSG::([1-9]\d*)$/;

export const allowedCodes = '4326, 32601–32660, 32701–32760';

export function isAllowedEpsg(epsg: number): boolean {
  return epsg === geodetic || utmZone(epsg) !== undefined;
}

/** An EPSG code in the form used by orders (specification: Product order body, `crsCode`). */
export function toCrsCode(epsg: number | string): string {
  return `urn:ogc:def:crs:EPSG::${epsg}`;
}

/** The EPSG code of a `crsCode` in the form used by orders; not necessarily an allowed one. */
export function parseCrsCode(crsCode: string): number | undefined {
  const digits = form.exec(crsCode)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The allowed EPSG code that was probably meant by `EPSG:32631`, `32631` or another form. */
export function meantEpsg(written: unknown): number | undefined {
  if (typeof written !== 'string' && typeof written !== 'number') return undefined;
  const digits = String(written).match(/\d+/g)?.at(-1);
  return digits !== undefined && isAllowedEpsg(Number(digits)) ? Number(digits) : undefined;
}

/**
 * The allowed EPSG code of the UTM zone that a code is of on ETRS89 (25828 to 25838), ED50 (23028 to 23038), NAD83
 * (26901 to 26923) or WGS 72 (32201 to 32260, 32301 to 32360), by the EPSG registry.
 */
export function nearEpsg(written: string): number | undefined {
  const code = Number(written.match(/\d+/g)?.at(-1));
  const series = otherUtm.find(({ first, last }) => code >= first && code <= last);
  return series && series.is + code - series.first;
}

/** Display name of a projection, for example `WGS 84 / UTM zone 31N`. */
export function crsName(epsg: number): string {
  if (epsg === geodetic) return l10n.t('WGS 84, longitude and latitude');
  const zone = utmZone(epsg);
  return zone ? `WGS 84 / UTM zone ${zone.number}${zone.isNorth ? 'N' : 'S'}` : `EPSG:${epsg}`;
}

/**
 * EPSG code of the UTM zone at the center of an area; `undefined` beyond 84° north and 80° south, where UTM isn't
 * defined. Zones are 6° wide, but zone 32 extends west to 3° between 56° and 64° north (southwest Norway), and between
 * 72° and 84° north (Svalbard) zones 31, 33, 35 and 37 replace 32, 34 and 36. Source: NGA.SIG.0012, 7-4.
 */
export function utmEpsg(polygon: Polygon): number | undefined {
  const [longitude = NaN, latitude = NaN] = geometryCenter(polygon) ?? [];
  if (!(latitude >= utmReach.south && latitude <= utmReach.north)) return undefined;
  return (latitude < 0 ? utmSouth : utmNorth) + zoneAt(longitude, latitude);
}

/**
 * Whether a projection distorts an area: more than 6° of longitude from the zone's central meridian, entirely in the
 * other hemisphere, or outside the latitudes of UTM. Never for a projection that isn't a UTM zone.
 */
export function isFarFrom(epsg: number, polygon: Polygon): boolean {
  const zone = utmZone(epsg);
  if (!zone) return false;
  const [longitude] = geometryCenter(polygon) ?? [];
  if (longitude === undefined || utmEpsg(polygon) === undefined) return true;
  const [, south, , north] = boundingBox(polygon);
  if (zone.isNorth ? north < 0 : south > 0) return true;
  const away = wrappedLongitude(longitude - (zone.number * 6 - 183));
  return Math.abs(away) > farthestFromMeridian;
}

function utmZone(epsg: number): { number: number; isNorth: boolean } | undefined {
  const isNorth = epsg < utmSouth;
  const number = epsg - (isNorth ? utmNorth : utmSouth);
  return Number.isInteger(number) && number >= 1 && number <= 60 ? { number, isNorth } : undefined;
}

function zoneAt(longitude: number, latitude: number): number {
  if (latitude >= 56 && latitude < 64 && longitude >= 3 && longitude < 12) return 32;
  if (latitude >= 72 && longitude >= 0 && longitude < 42) {
    if (longitude < 9) return 31;
    if (longitude < 21) return 33;
    return longitude < 33 ? 35 : 37;
  }
  return Math.floor((longitude + 180) / 6) + 1;
}
