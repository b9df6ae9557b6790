import { compactJson } from '../../base/json/exactJson.ts';
import { csvLine } from '../../base/words/csvField.ts';
import { geometryCenter } from '../center.ts';
import { wktText } from '../wkt.ts';
import { exportMark } from './exportMark.ts';
import {
  cellDate,
  exportedField,
  type ExportFeature,
  exportRow,
  type ExportTable,
  freeName,
} from './exportTable.ts';
import { kmlGeometry, xmlElement, xmlText } from './kml.ts';

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

/** @param toMember an empty list leaves the feature out */
async function* collectionPieces(
  { features }: ExportTable,
  toMember: (feature: ExportFeature) => object,
): AsyncGenerator<string> {
  yield `{"type":"FeatureCollection",${exportMark},"features":[`;
  let before = '\n';
  for await (const some of features()) {
    const lines = some.flatMap(toMember).map(member => compactJson(member));
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
    const rows = some.map(feature => exportRow(table, feature));
    const lines = rows.map(({ shape, values }) => {
      const [longitude, latitude] = geometryCenter(shape) ?? [];
      const place = [longitude, latitude, shape && wktText(shape)].slice(0, places.length);
      return csvLine([...values.map(exportedField), ...place]);
    });
    yield lines.join('');
  }
}

/** Columns that name a feature, the best one first. */
const naming = ['name', 'title', 'label', 'id', 'class'];
/** Programs read a property of such a name as the element of the placemark. */
const ownElements = ['name', 'description', 'visibility'];

/** Placemarks with a name, a time, and the values, which Google Earth shows as a table. */
export async function* kmlPieces(table: ExportTable): AsyncGenerator<string> {
  const names = table.columns.map(({ name }) => name);
  const nameAt = names.indexOf(naming.find(name => names.includes(name)) ?? '');
  const taken = new Set([...names, ...ownElements]);
  const dataNames = names.map(name => {
    const free = ownElements.includes(name) ? freeName(name, taken) : name;
    taken.add(free);
    return xmlText(free);
  });
  const timeAt = table.columns.findIndex(({ type }) => type === 'time');
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>';
  for await (const some of table.features()) {
    const placemarks = some.map(feature => {
      const { shape, values } = exportRow(table, feature);
      const data = dataNames.flatMap((name, at) => {
        const value = exportedField(values[at]);
        return value === undefined
          ? []
          : `\n<Data name="${name}"><value>${xmlText(String(value))}</value></Data>`;
      });
      // In the order of the schema.
      const members = [
        xmlElement('name', xmlText(String(exportedField(values[nameAt]) ?? ''))),
        xmlElement('TimeStamp', xmlElement('when', cellDate(values[timeAt])?.toISOString() ?? '')),
        xmlElement('ExtendedData', data.join('')),
        shape ? kmlGeometry(shape) : '',
      ];
      return `\n<Placemark>${members.join('')}</Placemark>`;
    });
    yield placemarks.join('');
  }
  yield '\n</Document></kml>\n';
}
