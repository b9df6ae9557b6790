/** Small Shapefiles and dBASE tables, byte by byte. */
const fileHeader = 100;
const recordHeader = 8;

/**
 * A .shp of polygons.
 *
 * @param shapes positions of the rings of each
 * @param records contents of further records
 */
export function polygonShp(
  shapes: readonly (readonly (readonly number[])[])[][],
  records: readonly Uint8Array[] = [],
): Uint8Array<ArrayBuffer> {
  const all = [...shapes.map(polygonRecord), ...records];
  const length = all.reduce((sum, record) => sum + recordHeader + record.length, fileHeader);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 9994);
  view.setInt32(24, length / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, 5, true);
  let at = fileHeader;
  for (const [index, record] of all.entries()) {
    view.setInt32(at, index + 1);
    view.setInt32(at + 4, record.length / 2);
    bytes.set(record, at + recordHeader);
    at += recordHeader + record.length;
  }
  return bytes;
}

/** The contents of the records of a .shp. */
export function recordsShp(shp: Uint8Array): Uint8Array[] {
  const view = new DataView(shp.buffer, shp.byteOffset);
  const records: Uint8Array[] = [];
  for (let at = fileHeader; at < shp.length;) {
    const length = view.getInt32(at + 4) * 2;
    records.push(shp.subarray(at + recordHeader, at + recordHeader + length));
    at += recordHeader + length;
  }
  return records;
}

function polygonRecord(rings: readonly (readonly (readonly number[])[])[]): Uint8Array {
  const positions = rings.flat();
  const firstPoint = 44 + 4 * rings.length;
  const bytes = new Uint8Array(firstPoint + 16 * positions.length);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 5, true);
  view.setInt32(36, rings.length, true);
  view.setInt32(40, positions.length, true);
  let first = 0;
  for (const [index, ring] of rings.entries()) {
    view.setInt32(44 + 4 * index, first, true);
    first += ring.length;
  }
  for (const [index, [x = 0, y = 0]] of positions.entries()) {
    view.setFloat64(firstPoint + 16 * index, x, true);
    view.setFloat64(firstPoint + 16 * index + 8, y, true);
  }
  return bytes;
}

export type Column = [name: string, type: string, length: number];

/**
 * A dBASE III table.
 *
 * @param rows bytes as characters, starting with the deletion mark
 * @param driver the language driver, byte 29 of the header
 */
export function dbfOf(columns: readonly Column[], rows: readonly string[], driver = 0): Uint8Array {
  const fields = columns.map(([name, type, length]) =>
    `${name.padEnd(11, '\0')}${type}\0\0\0\0${String.fromCharCode(length)}`.padEnd(32, '\0'),
  );
  const header = `${'\0'.repeat(32)}${fields.join('')}\r`;
  const bytes = Uint8Array.from(`${header}${rows.join('')}\u001a`, character => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  view.setUint32(4, rows.length, true);
  view.setUint16(8, header.length, true);
  view.setUint16(10, rows[0]?.length ?? 0, true);
  view.setUint8(29, driver);
  return bytes;
}
