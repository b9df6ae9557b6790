import Flatbush from 'flatbush';
import { ColumnType as WireType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { magicbytes } from 'flatgeobuf/lib/mjs/constants.js';
import { buildFeature } from 'flatgeobuf/lib/mjs/generic/feature.js';
import { buildHeader } from 'flatgeobuf/lib/mjs/generic/featurecollection.js';
import { toGeometryType } from 'flatgeobuf/lib/mjs/generic/geometry.js';
import { parseGC, parseGeometry } from 'flatgeobuf/lib/mjs/geojson/geometry.js';
import type { HeaderMeta } from 'flatgeobuf/lib/mjs/header-meta.js';
import { itemAt, noItem } from '../itemAt.ts';
import { boxOf } from '../geometry/box.ts';
import { dateOf, rowOf, type ColumnType, type ExportTable } from './exportTable.ts';

const wireTypes: Readonly<Record<ColumnType, WireType>> = {
  boolean: WireType.Bool,
  integer: WireType.Int,
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
export async function* flatGeobufPieces(table: ExportTable): AsyncGenerator<Uint8Array> {
  const { columns, geometryTypes, placed } = table;
  const meta = {
    geometryType: toGeometryType(geometryTypes.length === 1 ? geometryTypes[0] : undefined),
    columns: columns.map(({ name, type }) => ({ name, type: wireTypes[type] })),
    featuresCount: placed,
  } as HeaderMeta;
  const index = new Flatbush(Math.max(1, placed), nodeSize);
  const written: Uint8Array[] = [];
  for await (const some of table.features()) {
    for (const feature of some) {
      const { shape, values } = rowOf(table, feature);
      if (!shape) continue;
      const fields = columns.map(({ name, type }, at) => {
        const value = type === 'time' ? dateOf(values[at])?.toISOString() : values[at];
        return [name, value ?? null] as const;
      });
      const parsed = shape.type === 'GeometryCollection' ? parseGC(shape) : parseGeometry(shape);
      written.push(buildFeature(parsed, Object.fromEntries(fields), meta));
      index.add(...boxOf(shape));
    }
  }
  if (placed > 0) index.finish();
  yield magicbytes;
  yield headerOf(meta);
  if (placed === 0) return;
  const sorted = Array.from(index._indices.subarray(0, placed), at => itemAt(written, at));
  yield treeOf(index, sorted);
  for (let from = 0; from < placed; from += 500) yield Buffer.concat(sorted.slice(from, from + 500));
}

/** The library writes headers without an index: its node size is the tenth field of the FlatBuffers table. */
function headerOf(meta: HeaderMeta): Uint8Array {
  const header = buildHeader(meta, wgs84);
  const view = new DataView(header.buffer, header.byteOffset);
  const table = 4 + view.getUint32(4, true);
  const fields = table - view.getInt32(table, true) + 4;
  if (meta.featuresCount > 0) view.setUint16(table + view.getUint16(fields + 9 * 2, true), nodeSize, true);
  return header;
}

/** Flatbush packs the same tree, but begins with the leaves. @param features in the order of the leaves */
function treeOf(index: Flatbush, features: readonly Uint8Array[]): Uint8Array {
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
