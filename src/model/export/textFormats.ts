import { toKML } from '@placemarkio/tokml';
import type { Feature, Geometry } from 'geojson';
import { centerOf } from '../geometry/center.ts';
import { compactJson } from '../json/exactJson.ts';
import { csvLine } from '../words/csvField.ts';
import { exportMark } from './exportMark.ts';
import {
  dateOf,
  type ExportFeature,
  type ExportTable,
  fieldOf,
  freeName,
  hasHeight,
  rowOf,
} from './exportTable.ts';

/** A FeatureCollection with everything as it was received, one feature per line. */
export function geojsonPieces(table: ExportTable): AsyncGenerator<string> {
  return collectionPieces(table, ({ id, properties, geometry }) => ({
    type: 'Feature',
    id,
    properties,
    geometry,
  }));
}

export function stacPieces(table: ExportTable): AsyncGenerator<string> {
  return collectionPieces(table, ({ item }) => item?.() ?? []);
}

/** @param memberOf an empty list leaves the feature out */
async function* collectionPieces(
  { features }: ExportTable,
  memberOf: (feature: ExportFeature) => object,
): AsyncGenerator<string> {
  yield `{"type":"FeatureCollection",${exportMark},"features":[`;
  let before = '\n';
  for await (const some of features()) {
    const lines = some.flatMap(memberOf).map(member => compactJson(member));
    if (lines.length === 0) continue;
    yield before + lines.join(',\n');
    before = ',\n';
  }
  yield '\n]}\n';
}

export async function* idPieces({ features }: ExportTable): AsyncGenerator<string> {
  for await (const some of features()) yield some.map(({ id }) => `${id}\n`).join('');
}

/** RFC 4180 with a header. Unless the columns say where a feature is, its center and its shape (WKT) come last. */
export async function* csvPieces(table: ExportTable): AsyncGenerator<string> {
  const names = table.columns.map(({ name }) => name);
  const taken = new Set(names);
  const hasWkt = table.geometryTypes.some(type => type !== 'Point');
  const places = table.hasPlaces ? [] : ['longitude', 'latitude', ...(hasWkt ? ['wkt'] : [])];
  yield csvLine([...names, ...places.map(name => freeName(name, taken))]);
  for await (const some of table.features()) {
    const rows = some.map(feature => rowOf(table, feature));
    const lines = rows.map(({ shape, values }) => {
      const [longitude, latitude] = centerOf(shape) ?? [];
      const place = [longitude, latitude, shape && wktOf(shape)].slice(0, places.length);
      return csvLine([...values.map(fieldOf), ...place]);
    });
    yield lines.join('');
  }
}

function wktOf(shape: Geometry): string {
  const tag = wktTagOf(shape);
  if (shape.type === 'GeometryCollection') return `${tag} (${shape.geometries.map(wktOf).join(', ')})`;
  if (shape.type === 'Point') return `${tag} ${wktPart([shape.coordinates])}`;
  if (shape.type === 'MultiPoint') return `${tag} ${wktPart(shape.coordinates.map(position => [position]))}`;
  return `${tag} ${wktPart(shape.coordinates)}`;
}

function wktTagOf(shape: Geometry): string {
  return `${shape.type.toUpperCase()}${hasHeight(shape) ? ' Z' : ''}`;
}

function wktPart(part: readonly unknown[]): string {
  if (typeof part[0] === 'number') return part.join(' ');
  return `(${(part as unknown[][]).map(wktPart).join(', ')})`;
}

/** Columns that name a feature, the best one first. */
const naming = ['name', 'title', 'label', 'id', 'class'];
/** Properties that KML shows as something else than data: a description as a page, for example. */
const ownElements = ['name', 'description', 'visibility'];

/** What no XML document may contain, not even escaped (XML 1.0, 2.2). */
const notInXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Cs}]/gu;

function xmlText(text: string): string {
  return text.replaceAll(notInXml, '');
}

/** Placemarks with a name, a time, and the values, which Google Earth shows as a table. */
export async function* kmlPieces(table: ExportTable): AsyncGenerator<string> {
  const names = table.columns.map(({ name }) => name);
  const nameAt = names.indexOf(naming.find(name => names.includes(name)) ?? '');
  const taken = new Set([...names, ...ownElements]);
  const dataNames = names.map(name => {
    const free = ownElements.includes(name) ? freeName(name, taken) : name;
    taken.add(free);
    return free;
  });
  const timeAt = table.columns.findIndex(({ type }) => type === 'time');
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>';
  for await (const some of table.features()) {
    const rows = some.map(feature => rowOf(table, feature));
    const features = rows.map(({ shape = null, values }): Feature<Geometry | null> => {
      const data = dataNames.flatMap((name, at) => {
        const value = fieldOf(values[at]);
        if (value === undefined) return [];
        const isText = typeof value === 'string' || typeof value === 'bigint';
        return [[xmlText(name), isText ? xmlText(String(value)) : value] as const];
      });
      const properties = {
        ...Object.fromEntries(data),
        name: xmlText(String(fieldOf(values[nameAt]) ?? '')),
      };
      return { type: 'Feature', geometry: shape && heightsForKml(shape), properties };
    });
    const [, placemarks = ''] = toKML({ type: 'FeatureCollection', features }).split(/<\/?Document>/);
    // The library writes no times. They belong before the data, which each feature has once: texts are escaped.
    const times = rows.map(({ values }) => values[timeAt]).values();
    // The library doesn't escape this end of a CDATA section, which no text may contain (XML 1.0, 2.4).
    yield placemarks.replaceAll(']]>', ']]&gt;').replaceAll('<ExtendedData>', data => {
      const time = dateOf(times.next().value)?.toISOString();
      return time === undefined ? data : `<TimeStamp><when>${time}</when></TimeStamp>${data}`;
    });
  }
  yield '\n</Document></kml>\n';
}

/** The library writes longitude and latitude only, as they are: a height is written with the latitude. */
function heightsForKml(shape: Geometry): Geometry {
  const inner = (part: unknown): unknown => {
    if (!Array.isArray(part)) return part;
    if (typeof part[0] !== 'number') return part.map(inner);
    const [longitude, ...others] = part as number[];
    return [longitude, others.join(',')];
  };
  if (!hasHeight(shape)) return shape;
  if (shape.type === 'GeometryCollection')
    return { ...shape, geometries: shape.geometries.map(heightsForKml) };
  return { ...shape, coordinates: inner(shape.coordinates) } as Geometry;
}
