import { ByteWriter, geojsonToWkb, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import {
  type ColumnType,
  dateOf,
  type ExportFeature,
  type ExportTable,
  freeName,
  rowOf,
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
  const dataOf = (features: readonly ExportFeature[]) => {
    const rows = features.map(feature => rowOf(table, feature));
    const shapes = rows.map(({ shape }) => shape && geojsonToWkb(shape));
    return [
      ...columns.map(({ name, type }, at) => {
        const values = rows.map(row => row.values[at]);
        return { name, type: basicTypes[type], data: values.map(value => dataFor(type, value)) };
      }),
      { name: geometry, type: 'BYTE_ARRAY' as const, data: shapes },
    ];
  };
  const [west, south, east, north] = box;
  const bbox = heights ? [west, south, heights[0], east, north, heights[1]] : box;
  const column = {
    encoding: 'WKB',
    geometry_types: geometryTypes,
    bbox: placed > 0 ? bbox : undefined,
  };
  const geo = { version: '1.1.0', primary_column: geometry, columns: { [geometry]: column } };
  const writer = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: dataOf([]) });
  const kvMetadata = [{ key: 'geo', value: JSON.stringify(geo) }];
  const parquet = new ParquetWriter({ writer, schema, kvMetadata, createdBy: 'Swath' });
  const takeBytes = () => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  let waiting: ExportFeature[] = [];
  const write = () => parquet.write({ columnData: dataOf(waiting), rowGroupSize: 2 * rowsPerGroup });
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

function dataFor(type: ColumnType, value: Value): Value | Date {
  if (type === 'time') return dateOf(value);
  if (type === 'long' && value !== undefined) return BigInt(value);
  return value;
}
