import * as l10n from '@vscode/l10n';
import { isRecord } from '../../src/model/fields.ts';
import { featureOf, type ReportFeature } from '../../src/model/report/reportFeature.ts';

/** The features of a notebook's output that a map can show. */
export interface OutputFeatures {
  features: readonly ReportFeature[];
  /** All features of the output, also those that aren't drawn. */
  count: number;
  /** Longitude of their center, degrees. */
  home: number;
}

/** Greatest number of features that are drawn. */
export const mostFeatures = 100_000;

/** Coordinates beyond this are no degrees, even if lines continue past ±180°. */
const mostDegrees = 540;

/** Greatest nesting: coordinates of a MultiPolygon in a few geometry collections. */
const deepest = 16;

const geometryTypes: readonly unknown[] = [
  ...['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'],
  'GeometryCollection',
];

/** @returns why there is nothing to show, if it is a text */
export function outputFeatures(json: string): OutputFeatures | string {
  const value = parsed(json);
  const all = value === undefined ? undefined : featuresIn(value);
  if (value === undefined || !all) return l10n.t("This output isn't valid GeoJSON.");
  const crs = foreignCrs(value);
  if (crs !== undefined)
    return l10n.t('This output is in {0}. Convert it to WGS 84 (EPSG:4326) to show it on a map.', crs);

  const features: ReportFeature[] = [];
  let outside: readonly number[] | undefined;
  const extent = { west: Infinity, east: -Infinity, westOfZero: -Infinity, eastOfZero: Infinity };
  for (const item of all) {
    const feature = featureOf(item);
    if (!feature || features.length === mostFeatures) continue;
    const positions = positionsOf(feature.geometry);
    const foreign = positions.find(position => !isInDegrees(position));
    outside ??= foreign;
    if (foreign || positions.length === 0) continue;
    features.push(feature);
    for (const [longitude = 0] of positions) {
      extent.west = Math.min(extent.west, longitude);
      extent.east = Math.max(extent.east, longitude);
      if (longitude < 0) extent.westOfZero = Math.max(extent.westOfZero, longitude);
      else extent.eastOfZero = Math.min(extent.eastOfZero, longitude);
    }
  }
  if (features.length === 0) {
    if (!outside) return l10n.t('No features with a location');
    return l10n.t(
      '{0}, {1} look like meters, not degrees. Export the file in WGS 84 (EPSG:4326).',
      ...outside,
    );
  }

  let { west, east } = extent;
  // On both sides of the antimeridian, whether in parts or in one piece: continued past 180°.
  if (east - west > 180 && extent.westOfZero + 360 - extent.eastOfZero < 180) {
    for (const position of features.flatMap(({ geometry }) => positionsOf(geometry)))
      if ((position[0] ?? 0) < 0) position[0] = (position[0] ?? 0) + 360;
    [west, east] = [extent.eastOfZero, extent.westOfZero + 360];
  }
  return { features, count: all.length, home: (west + east) / 2 };
}

function parsed(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    // `GeoDataFrame.to_json()` is a text, which a kernel can send as such.
    if (typeof value === 'string') return parsed(value);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function featuresIn(value: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  if (value.type === 'FeatureCollection')
    return Array.isArray(value.features) ? (value.features as readonly unknown[]) : undefined;
  if (value.type === 'Feature') return [value];
  return geometryTypes.includes(value.type) ? [{ geometry: value, properties: {} }] : undefined;
}

/** The name of a coordinate reference system other than WGS 84, as older files have it. */
function foreignCrs({ crs }: Readonly<Record<string, unknown>>): string | undefined {
  const { name } = (isRecord(crs) && isRecord(crs.properties) ? crs.properties : {}) as { name?: unknown };
  if (typeof name !== 'string' || /CRS:?84$|EPSG:.*\b4326$/i.test(name)) return undefined;
  return name.slice(0, 60);
}

/** All positions of a geometry; anything else in it is skipped, as on the map. */
function positionsOf(part: unknown, found: number[][] = [], depth = 0): number[][] {
  if (Array.isArray(part)) {
    if (typeof part[0] === 'number' && typeof part[1] === 'number') found.push(part as number[]);
    else if (depth < deepest) for (const one of part) positionsOf(one, found, depth + 1);
  } else if (isRecord(part)) {
    positionsOf(part.coordinates, found, depth + 1);
    positionsOf(part.geometries, found, depth + 1);
  }
  return found;
}

function isInDegrees([longitude = NaN, latitude = NaN]: readonly number[]): boolean {
  return Math.abs(longitude) <= mostDegrees && Math.abs(latitude) <= 90;
}
