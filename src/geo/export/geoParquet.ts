import { ByteWriter, geojsonToWkb, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { eastward, halfTurn, turn } from '../antimeridian.ts';
import { type Box, emptyBox, growBox } from '../box.ts';
import {
  cellDate,
  type ColumnType,
  exportedGeometry,
  type ExportFeature,
  exportRow,
  type ExportTable,
  freeName,
  type Value,
} from './exportTable.ts';

const basicTypes = {
  boolean: 'BOOLEAN',
  integer: 'INT32',
  long: 'INT64',
  number: 'DOUBLE',
  time: 'TIMESTAMP',
  text: 'STRING',
} as const satisfies Record<ColumnType, string>;

/** A group has at least this many rows, and at most twice as many: they are encoded without a pause. */
const rowsPerGroup = 4000;

/** GeoParquet 1.1 with WKB. Without a `crs`, its metadata mean OGC:CRS84. */
export async function* geoParquetPieces(table: ExportTable): AsyncGenerator<Uint8Array> {
  const { columns, geometryTypes, box, heights, placed } = table;
  const geometry = freeName('geometry', new Set(columns.map(({ name }) => name)));
  const columnData = (features: readonly ExportFeature[]) => {
    const rows = features.map(feature => exportRow(table, feature));
    const shapes = rows.map(({ shape }) => shape && geojsonToWkb(shape));
    return [
      ...columns.map(({ name, type }, at) => {
        const values = rows.map(row => row.values[at]);
        return { name, type: basicTypes[type], data: values.map(value => dataFor(type, value)) };
      }),
      { name: geometry, type: 'BYTE_ARRAY' as const, data: shapes },
    ];
  };
  const [west, south, east, north] = placed > 0 ? await extentWithin(table) : box;
  const bbox = heights ? [west, south, heights[0], east, north, heights[1]] : [west, south, east, north];
  const column = {
    encoding: 'WKB',
    geometry_types: geometryTypes,
    bbox: placed > 0 ? bbox : undefined,
  };
  const geo = { version: '1.1.0', primary_column: geometry, columns: { [geometry]: column } };
  const writer = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: columnData([]) });
  const kvMetadata = [{ key: 'geo', value: JSON.stringify(geo) }];
  const parquet = new ParquetWriter({ writer, schema, kvMetadata, createdBy: 'Swath' });
  const takeBytes = () => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  let waiting: ExportFeature[] = [];
  const write = () => parquet.write({ columnData: columnData(waiting), rowGroupSize: 2 * rowsPerGroup });
  for await (const some of table.features()) {
    waiting.push(...some);
    if (waiting.length < rowsPerGroup) continue;
    await write();
    waiting = [];
    yield takeBytes();
  }
  if (waiting.length > 0) await write();
  await parquet.finish();
  yield takeBytes();
}

/** West greater than east where the features are on both sides of the antimeridian (GeoParquet 1.1, bbox). */
async function extentWithin({ box, features }: ExportTable): Promise<Box> {
  if (box[0] > -halfTurn || box[2] < halfTurn) return box;
  const onward = emptyBox();
  for await (const some of features())
    for (const { geometry } of some) growBox(onward, eastward(exportedGeometry(geometry).shape));
  const [west, south, east, north] = onward;
  return east - west < halfTurn ? [west, south, Number((east - turn).toFixed(12)), north] : box;
}

function dataFor(type: ColumnType, value: Value): Value | Date {
  if (type === 'time') return cellDate(value);
  if (type === 'long' && value !== undefined) return BigInt(value);
  return value;
}
