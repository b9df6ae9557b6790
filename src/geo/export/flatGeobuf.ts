import { Builder } from 'flatbuffers';
import Flatbush from 'flatbush';
import { magicbytes } from 'flatgeobuf/lib/mjs/constants.js';
import { Column as WireColumn } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js';
import { ColumnType as WireType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { Crs } from 'flatgeobuf/lib/mjs/flat-geobuf/crs.js';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
import { buildFeature } from 'flatgeobuf/lib/mjs/generic/feature.js';
import { toGeometryType } from 'flatgeobuf/lib/mjs/generic/geometry.js';
import { parseGC, parseGeometry } from 'flatgeobuf/lib/mjs/geojson/geometry.js';
import type { HeaderMeta } from 'flatgeobuf/lib/mjs/header-meta.js';
import { itemAt, noItem } from '../../base/itemAt.ts';
import { boundingBox } from '../box.ts';
import { cellDate, type ColumnType, exportRow, type ExportTable, type Value } from './exportTable.ts';

const wireTypes: Readonly<Record<ColumnType, WireType>> = {
  boolean: WireType.Bool,
  integer: WireType.Int,
  long: WireType.Long,
  number: WireType.Double,
  time: WireType.DateTime,
  text: WireType.String,
};

const wgs84 = 4326;
/** Children of a node of the index: what readers assume. */
const nodeSize = 16;
/** Of 8 bytes: a box, and the address of a feature or a node. */
const nodeSlots = 5;

/** FlatGeobuf with a spatial index, which has no place for features without a geometry: they are left out. */
export async function* flatGeobufPieces(table: ExportTable, layer: string): AsyncGenerator<Uint8Array> {
  const { columns, geometryTypes, placed } = table;
  const hasHeights = table.heights !== undefined;
  const types = new Set(geometryTypes.map(type => type.replace(' Z', '')));
  const meta = {
    geometryType: toGeometryType(types.size === 1 ? [...types][0] : undefined),
    columns: columns.map(({ name, type }) => ({ name, type: wireTypes[type] })),
    featuresCount: placed,
  } as HeaderMeta;
  const index = new Flatbush(Math.max(1, placed), nodeSize);
  const written: Uint8Array[] = [];
  for await (const some of table.features()) {
    for (const feature of some) {
      const { shape, values } = exportRow(table, feature, hasHeights);
      if (!shape) continue;
      const fields = columns.map(({ name, type }, at) => {
        return [name, fieldFor(type, values[at]) ?? null] as const;
      });
      const parsed = shape.type === 'GeometryCollection' ? parseGC(shape) : parseGeometry(shape);
      written.push(buildFeature(parsed, Object.fromEntries(fields), meta));
      index.add(...boundingBox(shape));
    }
  }
  if (placed > 0) index.finish();
  yield magicbytes;
  yield flatGeobufHeader(meta, hasHeights, layer);
  if (placed === 0) return;
  const sorted = Array.from(index._indices.subarray(0, placed), at => itemAt(written, at));
  yield indexTree(index, sorted);
  for (let from = 0; from < placed; from += 500) yield Buffer.concat(sorted.slice(from, from + 500));
}

/** The library takes integers of any length as texts. */
function fieldFor(type: ColumnType, value: Value): boolean | number | string | undefined {
  if (type === 'time') return cellDate(value)?.toISOString();
  return typeof value === 'bigint' ? String(value) : value;
}

/** The library's headers have neither a name, an index nor heights. */
function flatGeobufHeader(
  { geometryType, columns, featuresCount }: HeaderMeta,
  hasHeights: boolean,
  layer: string,
): Uint8Array {
  const builder = new Builder();
  const layerAt = builder.createString(layer);
  const offsets = (columns ?? []).map(({ name, type }) => {
    const nameAt = builder.createString(name);
    WireColumn.startColumn(builder);
    WireColumn.addName(builder, nameAt);
    WireColumn.addType(builder, type);
    return WireColumn.endColumn(builder);
  });
  const columnsAt = Header.createColumnsVector(builder, offsets);
  Crs.startCrs(builder);
  Crs.addCode(builder, wgs84);
  const crsAt = Crs.endCrs(builder);
  Header.startHeader(builder);
  Header.addName(builder, layerAt);
  Header.addGeometryType(builder, geometryType);
  Header.addHasZ(builder, hasHeights);
  Header.addColumns(builder, columnsAt);
  Header.addFeaturesCount(builder, BigInt(featuresCount));
  Header.addIndexNodeSize(builder, featuresCount > 0 ? nodeSize : 0);
  Header.addCrs(builder, crsAt);
  builder.finishSizePrefixed(Header.endHeader(builder));
  return builder.asUint8Array();
}

/** Flatbush packs the same tree, but begins with the leaves. @param features in the order of the leaves */
function indexTree(index: Flatbush, features: readonly Uint8Array[]): Uint8Array {
  const { _boxes: boxes, _levelBounds: ends } = index;
  const nodes = boxes.length / 4;
  const tree = new Float64Array(nodes * nodeSlots);
  const addresses = new BigUint64Array(tree.buffer);
  let address = 0;
  let from = 0;
  for (const end of ends) {
    const to = end / 4;
    for (let node = from; node < to; node++) {
      const slot = (nodes - to + node - from) * nodeSlots;
      for (let side = 0; side < 4; side++)
        tree[slot + side] = boxes[node * 4 + side] ?? noItem(boxes, node * 4 + side);
      const firstChild = nodes - from + (node - from) * nodeSize;
      addresses[slot + 4] = BigInt(from === 0 ? address : firstChild);
      address += features[node]?.length ?? 0;
    }
    from = to;
  }
  return new Uint8Array(tree.buffer);
}
