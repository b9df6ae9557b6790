import proj4 from 'proj4';
import { safeLine } from '../../../../base/words/safeText.ts';
import { roundedDegrees } from '../../../../geo/sphere.ts';
import { degreesCodes, epsgIn, isDegreesCrs } from '../text/writtenCrs.ts';
import { type Prj, readPrj, UnknownPrj } from './prj.ts';
import { type Crs, unknownProjection, type Unreadable } from './shape.ts';

/** WGS 84, longitude first: used by GeoJSON, KML and GPX. */
export const wgs84: Crs = { name: 'WGS 84', isGeographic: true, toDegrees: position => position };

const webMercator = new Set([3857, 3785, 900913, 102100, 102113]);
const projected = new Map([
  [2154, '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80 +units=m'],
  [3035, '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +units=m'],
  [3395, '+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m'],
]);

/** Families of UTM zones: the code of zone 0, the zones that have a code, and the rest of the definition. */
const utmFamilies = [
  { zero: 32600, first: 1, last: 60, rest: '+datum=WGS84' },
  { zero: 32700, first: 1, last: 60, rest: '+south +datum=WGS84' },
  { zero: 25800, first: 28, last: 38, rest: '+ellps=GRS80' },
  { zero: 26900, first: 1, last: 23, rest: '+ellps=GRS80' },
  { zero: 28300, first: 48, last: 58, rest: '+south +ellps=GRS80' },
];

/** The system of an EPSG code. Throws {@link Unreadable} for an unknown one. */
export function crsOfEpsg(code: number): Crs {
  const name = `EPSG:${code}`;
  if (degreesCodes.has(code)) return code === 4326 ? wgs84 : { ...wgs84, name };
  const definition = crsDefinition(code);
  if (definition !== undefined) return toCrs(name, proj4.Proj(definition));
  throw unknownProjection(name);
}

/** For proj4; `undefined` for an unknown code. */
export function crsDefinition(code: number): string | undefined {
  if (degreesCodes.has(code)) return '+proj=longlat +datum=WGS84 +no_defs';
  if (webMercator.has(code)) return '+proj=merc +a=6378137 +b=6378137 +nadgrids=@null +units=m +no_defs';
  const family = utmFamilies.find(({ zero, first, last }) => code >= zero + first && code <= zero + last);
  return family ? `+proj=utm +zone=${code - family.zero} ${family.rest} +units=m` : projected.get(code);
}

/** Whether EPSG has the latitude or the northing first. Of the projections that are known, one has. */
export function isNorthFirst(code: number): boolean {
  return degreesCodes.has(code) || code === 3035;
}

/** The system that GeoJSON of 2008 names in its `crs`, as `EPSG:32631`, as a URN, or as a URL. */
export function crsOfName(name: string): Crs {
  const code = epsgIn(name);
  if (code !== undefined) return crsOfEpsg(code);
  if (isDegreesCrs(name)) return wgs84;
  throw unknownProjection(`"${safeLine(name)}"`);
}

/** The system that the text of a .prj file describes. Throws {@link Unreadable} if positions would be wrong. */
export function crsOfPrj(text: string, file: string): Crs {
  const prj = readPrjFile(text.replace(/^\uFEFF/, ''), file);
  const projection = toProjection(prj, file);
  // With an unknown datum, positions could be off by hundreds of meters.
  if (!prj.isWebMercator && !hasKnownDatum(projectionDetails(projection)))
    throw unknownIn(file, prj.name, 'DATUM');
  const { toDegrees, ...crs } = toCrs(safeLine(prj.name), projection);
  const { factor } = prj;
  return {
    ...crs,
    toDegrees: ([x, y]) => toDegrees([x * factor, y * factor]),
  };
}

function readPrjFile(text: string, file: string): Prj {
  try {
    return readPrj(text);
  } catch (error) {
    if (!(error instanceof UnknownPrj)) throw error;
    throw unknownIn(file, error.system ?? text.trim().slice(0, 40), error.message);
  }
}

function toProjection({ definition, name }: Prj, file: string): Projection {
  try {
    return proj4.Proj(definition);
  } catch {
    throw unknownIn(file, name, 'PROJECTION');
  }
}

type Projection = ReturnType<typeof proj4.Proj>;

/** Fields of the library's projections that its types don't declare. */
interface Details {
  projName: string;
  datum_params?: unknown;
  /** Of the ellipsoid: the semi-major axis in meters, and 1 / flattening. */
  a: number;
  rf?: number;
}

function projectionDetails(projection: Projection): Details {
  return projection as unknown as Details;
}

/** @param reason the part of the text that isn't supported */
function unknownIn(file: string, name: string, reason = ''): Unreadable {
  const place = reason === '' ? safeLine(file) : `${safeLine(file)}: ${safeLine(reason)}`;
  return unknownProjection(`"${safeLine(name)}" (${place})`);
}

/** With a shift to WGS 84, or on its ellipsoid (GRS 80 differs by a tenth of a millimeter). */
function hasKnownDatum({ datum_params: shift, a, rf = 0 }: Details): boolean {
  return (
    (shift !== undefined && shift !== null) ||
    (Math.abs(a - 6_378_137) < 0.01 && Math.abs(rf - 298.257223) < 1e-4)
  );
}

function toCrs(name: string, projection: Projection): Crs {
  const way = proj4(projection, proj4.WGS84);
  const isGeographic = projectionDetails(projection).projName === 'longlat';
  return {
    name,
    isGeographic,
    toDegrees([x, y]) {
      const [longitude = Number.NaN, latitude = Number.NaN] = forward(way, [x, y]);
      return [roundedDegrees(longitude), roundedDegrees(latitude)];
    },
  };
}

/** Without numbers where the library throws: for values that aren't finite, and on an ellipsoid that can't be. */
function forward(way: { forward: (position: number[]) => number[] }, position: number[]): number[] {
  try {
    return way.forward(position);
  } catch {
    return [];
  }
}

/** The same system, with computed positions rounded: without meaningless digits. */
export function rounding(crs: Crs): Crs {
  return {
    ...crs,
    toDegrees(position) {
      const [longitude, latitude] = crs.toDegrees(position);
      return [roundedDegrees(longitude), roundedDegrees(latitude)];
    },
  };
}
