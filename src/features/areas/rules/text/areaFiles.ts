/** Splits the areas of a document into files of one area each. */
import { isRecord } from '../../../../base/fields.ts';
import { stringifyExact } from '../../../../base/json/exactJson.ts';
import type { JsonPath } from '../../../../base/problem.ts';
import { readExactJson, valueAt } from '../../../../geo/text/geojsonSource.ts';
import { featureName } from './geojsonText.ts';

/** A document of one Feature with one Polygon. */
export interface SplitFile {
  name: string | undefined;
  text: string;
}

export interface AreaFiles {
  files: SplitFile[];
  /** Number of features that aren't areas. */
  leftOut: number;
}

/**
 * One file per polygon: of a MultiPolygon, with the properties of its feature, or of all features of a
 * FeatureCollection.
 *
 * @param path of the MultiPolygon or Polygon; empty for a document that is a FeatureCollection
 */
export function areaFiles(text: string, path: JsonPath): AreaFiles {
  const root: unknown = readExactJson(text);
  // Without it, coordinates in another system would be misread.
  const crs = isRecord(root) && 'crs' in root ? { crs: root.crs } : {};
  if (isRecord(root) && root.type === 'FeatureCollection' && path.length === 0) {
    const features: unknown[] = Array.isArray(root.features) ? root.features : [];
    const made = features.map(feature => featureFiles(feature, crs));
    return { files: made.flat(), leftOut: made.filter(files => files.length === 0).length };
  }
  const isInFeature = path.at(-1) === 'geometry';
  const owner = valueAt(root, isInFeature ? path.slice(0, -1) : path);
  const isFeature = isInFeature && isRecord(owner) && owner.type === 'Feature';
  const bare = { type: 'Feature', properties: {}, geometry: valueAt(root, path) };
  return { files: featureFiles(isFeature ? owner : bare, crs), leftOut: 0 };
}

function featureFiles(feature: unknown, crs: object): SplitFile[] {
  if (!isRecord(feature) || !isRecord(feature.geometry)) return [];
  const { geometry, id, ...others } = feature;
  const { type, coordinates, ...inGeometry } = geometry;
  if (!Array.isArray(coordinates) || (type !== 'Polygon' && type !== 'MultiPolygon')) return [];
  const polygons = type === 'Polygon' ? [coordinates] : (coordinates as unknown[]);
  // The bbox covers all parts together.
  delete others.bbox;
  delete inGeometry.bbox;
  return polygons.map((part, index) => ({
    name: featureName(feature),
    text: `${stringifyExact({
      ...others,
      ...('crs' in others ? {} : crs),
      // Ids are unique: only one part can keep it.
      id: index === 0 ? id : undefined,
      geometry: { type: 'Polygon', ...inGeometry, coordinates: part },
    })}\n`,
  }));
}
