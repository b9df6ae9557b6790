/** The coordinate reference system that GeoJSON of 2008 names in its `crs`. RFC 7946 has none: WGS 84 in degrees. */
import { isRecord } from '../../../../base/fields.ts';

/** EPSG codes of systems in degrees that are WGS 84, or on the ellipsoid GRS 80, within about two meters of it. */
export const degreesCodes: ReadonlySet<number> = new Set([4258, 4269, 4283, 4326, 4979]);

/**
 * Its name, such as `EPSG:32631`, from the forms that programs write: by name, by code, as a bare text or number, or as
 * the id of PROJJSON. `undefined` if it has none.
 */
export function writtenCrs(crs: unknown): string | undefined {
  if (!isRecord(crs)) return nameOrCode(crs);
  const { properties, id, name, code } = crs;
  const { name: named, code: coded, href } = isRecord(properties) ? properties : { name: properties };
  const { code: registered } = isRecord(id) ? id : {};
  const all = [named, coded, href, registered, name, code].map(nameOrCode);
  return all.find(text => text !== undefined);
}

function nameOrCode(value: unknown): string | undefined {
  if (typeof value === 'string') return /^\d{4,6}$/.test(value) ? `EPSG:${value}` : value;
  return typeof value === 'number' || typeof value === 'bigint' ? `EPSG:${value}` : undefined;
}

/** Longer names are ignored. */
const longestName = 200;

/** `EPSG:32631`, `urn:ogc:def:crs:EPSG:6.9:32631`, `http://www.opengis.net/def/crs/EPSG/0/32631`: the last number. */
export function epsgIn(name: string): number | undefined {
  if (name.length > longestName) return undefined;
  const digits = /EPSG\b\D*(?:\d[\d.]*[:/])?(\d+)$/i.exec(name.replace(/\.(?:xml|json|gml)$/i, ''))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether it is longitude and latitude in degrees of WGS 84, as in RFC 7946. */
export function isDegreesCrs(name: string): boolean {
  if (/CRS:?84h?$/i.test(name) || /^(?:GCS_)?WGS[ _-]?(?:19)?84$/i.test(name)) return true;
  return degreesCodes.has(epsgIn(name) ?? Number.NaN);
}
