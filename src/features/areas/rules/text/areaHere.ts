/** Finds the area of a document that the user means, even if it can't be used as an AOI yet. */
import { isRecord } from '../../../../base/fields.ts';
import { type JsonPath, samePath } from '../../../../base/problem.ts';
import { uncheckedPolygons } from '../../../../geo/geometryTypes.ts';
import { readJson, type TextRange } from '../../../../geo/text/geojsonSource.ts';
import { type AreaPlace, everyArea } from './geojsonText.ts';

/** A Polygon or MultiPolygon written in a text, valid or not. */
export interface AreaHere {
  path: JsonPath;
  type: 'Polygon' | 'MultiPolygon';
  geometry: TextRange;
  /** Number of polygons: 1 for a Polygon. */
  polygons: number;
  /** Over all rings, closing positions included. */
  positions: number;
  rings: number;
}

export interface AreasHere {
  area: AreaHere | undefined;
  /**
   * Number of polygons in the document's FeatureCollection, counting those in MultiPolygons separately; 0 if it isn't
   * one.
   */
  inCollection: number;
}

type Found = ReturnType<typeof everyArea>[number];

/**
 * The area at a place: by its path, or the innermost one at an offset of the text, including its feature; or the only
 * one of the text.
 *
 * @param place path of a Polygon or MultiPolygon, or an offset in UTF-16 units
 */
export function areaHere(text: string, place: JsonPath | number): AreasHere {
  const json = readJson(text);
  if (!json) return { area: undefined, inCollection: 0 };
  const found = everyArea(json).filter(({ geometry }) => Array.isArray(geometry.coordinates));
  const isCollection = isRecord(json.value) && json.value.type === 'FeatureCollection';
  const inCollection = isCollection
    ? found.reduce(
        (sum, hit) => sum + (hit.place.path[0] === 'features' ? uncheckedPolygons(hit.geometry).length : 0),
        0,
      )
    : 0;
  const only = found.length === 1 ? found[0] : undefined;
  const match =
    typeof place === 'number'
      ? (innermost(found, place, area => area.geometry) ?? innermost(found, place, area => area) ?? only)
      : found.find(({ place: { path } }) => samePath(path, place));
  return { area: match && toArea(match), inCollection };
}

function innermost(
  found: readonly Found[],
  offset: number,
  placeRange: (place: AreaPlace) => TextRange,
): Found | undefined {
  return found
    .map(hit => ({ hit, range: placeRange(hit.place) }))
    .filter(({ range }) => range.offset <= offset && offset <= range.offset + range.length)
    .toSorted((a, b) => a.range.length - b.range.length)[0]?.hit;
}

function toArea({ place: { path, geometry }, geometry: { type, coordinates } }: Found): AreaHere {
  const polygons = uncheckedPolygons({ type, coordinates });
  const rings = polygons.flatMap(polygon =>
    Array.isArray(polygon.coordinates) ? (polygon.coordinates as unknown[]) : [],
  );
  const positions = rings.reduce<number>((sum, ring) => sum + (Array.isArray(ring) ? ring.length : 0), 0);
  const kind = type === 'Polygon' ? type : 'MultiPolygon';
  return { path, type: kind, geometry, polygons: polygons.length, positions, rings: rings.length };
}
