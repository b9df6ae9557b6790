/** Which area of a document a person means, also where it cannot be used as an AOI yet. */
import { readJson, type TextRange } from './geojsonSource.ts';
import { samePath, type JsonPath } from '../problem.ts';
import { isRecord } from '../fields.ts';

/** A Polygon or MultiPolygon that is written in a text, with a fault or without. */
export interface AreaHere {
  /** Of the geometry. */
  path: JsonPath;
  type: 'Polygon' | 'MultiPolygon';
  /** Where the geometry itself is written. */
  geometry: TextRange;
  /** Of a MultiPolygon; 1 of a Polygon. */
  polygons: number;
  /** Over all rings, ends counted twice. */
  positions: number;
  rings: number;
}

export interface AreasHere {
  area: AreaHere | undefined;
  /** Polygons in the FeatureCollection that the document is, those of a MultiPolygon each; 0 when it is none. */
  inCollection: number;
}

interface Found {
  path: JsonPath;
  /** Of the feature around it, or of the geometry. */
  owner: JsonPath;
  type: AreaHere['type'];
  coordinates: unknown[];
}

/** Deeper nesting is not GeoJSON that somebody wrote. */
const deepest = 32;

/**
 * The area at a place: by its path, or the innermost one that an offset of the text lies in, its feature included.
 *
 * @param place path of a Polygon or MultiPolygon, or an offset in UTF-16 units
 */
export function areaHere(text: string, place: JsonPath | number): AreasHere {
  const json = readJson(text);
  if (!json) return { area: undefined, inCollection: 0 };
  const found: Found[] = [];
  visit(json.value, [], undefined, found);
  const isCollection = isRecord(json.value) && json.value.type === 'FeatureCollection';
  const inCollection = isCollection
    ? found.filter(({ path }) => path[0] === 'features').reduce((sum, one) => sum + polygonsOf(one).length, 0)
    : 0;
  const one =
    typeof place === 'number'
      ? (atOffset(found, json.rangesOf(found.map(({ path }) => path)), place) ??
        atOffset(found, json.rangesOf(found.map(({ owner }) => owner)), place))
      : found.find(({ path }) => samePath(path, place));
  const [geometry] = one ? json.rangesOf([one.path]) : [];
  return { area: one && geometry && toArea(one, geometry), inCollection };
}

/** The one with the smallest range around an offset. */
function atOffset(
  found: readonly Found[],
  ranges: readonly (TextRange | undefined)[],
  offset: number,
): Found | undefined {
  let best: { one: Found; length: number } | undefined;
  found.forEach((one, index) => {
    const range = ranges[index];
    if (!range || offset < range.offset || offset > range.offset + range.length) return;
    if (!best || range.length < best.length) best = { one, length: range.length };
  });
  return best?.one;
}

function visit(value: unknown, path: JsonPath, feature: JsonPath | undefined, found: Found[]): void {
  if (path.length > deepest) return;
  if (Array.isArray(value)) {
    // A list of numbers holds no object, and can be long.
    if (typeof value[0] !== 'object') return;
    value.forEach((child, index) => visit(child, [...path, index], feature, found));
  } else if (isRecord(value)) {
    const { type, coordinates } = value;
    if ((type === 'Polygon' || type === 'MultiPolygon') && Array.isArray(coordinates)) {
      found.push({ path, owner: feature ?? path, type, coordinates });
      return;
    }
    const inFeature = type === 'Feature' ? path : feature;
    for (const key of Object.keys(value)) visit(value[key], [...path, key], inFeature, found);
  }
}

function polygonsOf({ type, coordinates }: Found): unknown[] {
  return type === 'Polygon' ? [coordinates] : coordinates;
}

function toArea(found: Found, geometry: TextRange): AreaHere {
  const polygons = polygonsOf(found);
  const rings = polygons.flatMap(one => (Array.isArray(one) ? (one as unknown[]) : []));
  const positions = rings.reduce<number>((sum, ring) => sum + (Array.isArray(ring) ? ring.length : 0), 0);
  const { path, type } = found;
  return { path, type, geometry, polygons: polygons.length, positions, rings: rings.length };
}
