import * as l10n from '@vscode/l10n';
import type { Geometry } from 'geojson';
import { isRecord } from '../../src/base/fields.ts';
import { isDeeperThan } from '../../src/base/json/nesting.ts';
import { parseWithNaN } from '../../src/base/json/nonFinite.ts';
import { safeLine } from '../../src/base/words/safeText.ts';
import { eastward } from '../../src/geo/antimeridian.ts';
import { boundingBox, type Box } from '../../src/geo/box.ts';
import { swappedText } from '../../src/geo/swappedText.ts';
import { isDegreesCrs, writtenCrs } from '../../src/features/areas/rules/index.ts';
import { type ReportFeature, toReportFeature } from '../../src/features/reports/rules/index.ts';

export interface OutputFeatures {
  features: readonly ReportFeature[];
  /** All features of the output, also those that aren't drawn. */
  count: number;
  /** Longitude of their center, degrees. */
  home: number;
}

/** Greatest number of features that are drawn. */
export const maxFeatures = 100_000;
/** Coordinates beyond this are no degrees, even if lines continue past ±180°. */
const maxDegrees = 540;

/** @returns a text if there is nothing to show */
export function outputFeatures(json: string): OutputFeatures | string {
  // It would be walked, which takes seconds, before the stack ends.
  if (isDeeperThan(json)) return invalidText();
  try {
    const value: unknown = parseWithNaN(json);
    // `GeoDataFrame.to_json()` is a text, which a kernel can send as such.
    return typeof value === 'string' ? outputFeatures(value) : featuresIn(value);
  } catch {
    return invalidText();
  }
}

function invalidText(): string {
  return l10n.t("This output isn't valid GeoJSON.");
}

/** @throws TypeError if it isn't GeoJSON */
function featuresIn(value: unknown): OutputFeatures | string {
  // A list of features, or of geometries, without a collection around it.
  if (Array.isArray(value)) {
    const features = value.map((item: unknown) =>
      isRecord(item) && item.type === 'Feature' ? item : { geometry: item },
    );
    if (features.length === 0 || !features.some(item => toReportFeature(item)))
      throw new TypeError('no features');
    return featuresIn({ type: 'FeatureCollection', features });
  }
  const { type, features: list, crs } = value as Readonly<Record<string, unknown>>;
  const isBare = type !== 'FeatureCollection' && type !== 'Feature';
  const all = type === 'FeatureCollection' ? list : [isBare ? { geometry: value } : value];
  if (!Array.isArray(all)) throw new TypeError('no features');
  const known = all.flatMap(item => toReportFeature(item) ?? []);
  if (isBare && known.length === 0) throw new TypeError('no geometry');
  // Older files have a coordinate reference system.
  const name = writtenCrs(crs);
  if (name !== undefined && !isDegreesCrs(name))
    return l10n.t(
      'This output is in {0}. Convert it to WGS 84 (EPSG:4326) to show it on a map.',
      safeLine(name),
    );

  const placed = known.filter(({ geometry }) => boundingBox(geometry)[0] < Infinity);
  if (!placed[0]) return l10n.t('No features with a location');
  const features = placed.filter(({ geometry }) => isInDegrees(boundingBox(geometry))).slice(0, maxFeatures);
  if (features.length === 0) {
    const [x, y] = boundingBox(placed[0].geometry);
    if (Math.abs(x) <= 90 && Math.abs(y) <= 180) return swappedText();
    return l10n.t('{0}, {1} look like meters, not degrees. Export it in WGS 84 (EPSG:4326).', x, y);
  }
  const [west, , east] = boundingBox(features.map(({ geometry }) => geometry));
  const asSent = { features, count: all.length, home: (west + east) / 2 };
  if (east - west <= 180) return asSent;
  // On both sides of the antimeridian, in parts or in one.
  const moved = features.map(feature => ({ ...feature, geometry: eastward(feature.geometry) as Geometry }));
  const [start, , end] = boundingBox(moved.map(({ geometry }) => geometry));
  return end - start < 180 ? { ...asSent, features: moved, home: (start + end) / 2 } : asSent;
}

function isInDegrees([west, south, east, north]: Box): boolean {
  return Math.max(-west, east) <= maxDegrees && Math.max(-south, north) <= 90;
}
