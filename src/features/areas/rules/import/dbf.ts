/** dBASE III tables as Shapefiles have them: one record per shape, in the same order. */
import type { GeoJsonProperties } from 'geojson';
import { type Decoder, decoderOfCpg, decoderOfDriver } from './codePage.ts';
import { decoded } from './textBytes.ts';

export interface Table {
  /** Number of records. */
  length: number;
  isDeleted: (record: number) => boolean;
  /** JSON values: dates as `2026-01-05`, missing values as `null`. Integers beyond 2^53 remain texts. */
  row: (record: number) => GeoJsonProperties;
  /** Names of columns whose type can't be read, such as memos. */
  unreadColumns: string[];
  encoding: string;
  /** Whether neither the .cpg file nor the header says how texts are encoded. */
  isEncodingAssumed: boolean;
  /** Whether a text that was read so far contains bytes that its encoding doesn't have. */
  hasBrokenText: () => boolean;
  /** Whether a text that was read so far contains other characters than ASCII. */
  hasForeignText: () => boolean;
}

interface Column {
  name: string;
  type: string;
  /** Of its bytes in a record. */
  start: number;
  length: number;
}

const headerLength = 32;
const columnLength = 32;
const endOfColumns = 0x0d;
const deletedMark = 0x2a;

/** `undefined` if it is damaged, or has fewer records than its header announces. */
export function readDbf(bytes: Uint8Array, cpg: Uint8Array | undefined): Table | undefined {
  if (bytes.length < headerLength) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records = view.getUint32(4, true);
  const start = view.getUint16(8, true);
  const recordLength = view.getUint16(10, true);
  if (recordLength === 0 || start + records * recordLength > bytes.length) return undefined;
  const { decoder, isAssumed } = dbfDecoder(bytes, start, cpg);
  let isBroken = false;
  let isForeign = false;
  const decodeText = (field: Uint8Array): string => {
    // Some programs end texts with a zero byte, and leave what was there before.
    const end = field.indexOf(0);
    const text = decoder.decode(end === -1 ? field : field.subarray(0, end)).trim();
    isBroken ||= text.includes('\uFFFD');
    isForeign ||= /[^\0-\x7f]/.test(text);
    return text;
  };
  const columns = dbfColumns(bytes.subarray(0, start), decodeText);
  const readable = columns.filter(
    column => isReadable(column) && column.start + column.length <= recordLength,
  );
  return {
    length: records,
    isDeleted: record => bytes[start + record * recordLength] === deletedMark,
    row(record) {
      const at = start + record * recordLength;
      const values = readable.map((column): [string, unknown] => {
        const field = bytes.subarray(at + column.start, at + column.start + column.length);
        return [column.name, fieldValue(column, field, decodeText)];
      });
      return Object.fromEntries(values);
    },
    unreadColumns: columns.filter(column => !readable.includes(column)).map(({ name }) => name),
    encoding: decoder.name,
    isEncodingAssumed: isAssumed,
    hasBrokenText: () => isBroken,
    hasForeignText: () => isForeign,
  };
}

const utf8: Decoder = { name: 'UTF-8', decode: bytes => new TextDecoder().decode(bytes) };
const windows1252: Decoder = {
  name: 'Windows-1252',
  decode: bytes => new TextDecoder('windows-1252').decode(bytes),
};

/** Maximum length of the part by which an encoding is recognized, in bytes. */
const maxSampled = 1_000_000;

function dbfDecoder(bytes: Uint8Array, start: number, cpg: Uint8Array | undefined) {
  const driver = bytes[29] ?? 0;
  const declared = (cpg && decoderOfCpg(decoded(cpg).text)) ?? decoderOfDriver(driver);
  if (declared) return { decoder: declared, isAssumed: false };
  const names = columnNames(bytes.subarray(0, start)).map(name => utf8.decode(name));
  const sample = names.join(' ') + utf8.decode(bytes.subarray(start, start + maxSampled));
  const broken = sample.match(/\uFFFD/g)?.length ?? 0;
  const foreign = sample.match(/[^\0-\x7f]/g)?.length ?? 0;
  // Programs cut long texts in the middle of a letter.
  const isUtf8 = broken === 0 || broken * 10 < foreign;
  return { decoder: isUtf8 ? utf8 : windows1252, isAssumed: !isUtf8 };
}

function columnNames(header: Uint8Array): Uint8Array[] {
  const names: Uint8Array[] = [];
  for (let at = headerLength; at + columnLength <= header.length; at += columnLength) {
    if (header[at] === endOfColumns) break;
    const name = header.subarray(at, at + 11);
    const end = name.indexOf(0);
    names.push(end === -1 ? name : name.subarray(0, end));
  }
  return names;
}

function dbfColumns(header: Uint8Array, decode: (bytes: Uint8Array) => string): Column[] {
  const taken = new Set<string>();
  // The first byte of a record is the deletion mark.
  let start = 1;
  return columnNames(header).map((bytes, index) => {
    const at = headerLength + index * columnLength;
    const type = String.fromCharCode(header[at + 11] ?? 0);
    const [low = 0, high = 0] = header.subarray(at + 16, at + 18);
    const column = {
      name: freeName(decode(bytes), taken),
      type,
      start,
      // For texts, the byte of the decimals extends the length.
      length: type === 'C' ? low + 256 * high : low,
    };
    taken.add(column.name);
    start += column.length;
    return column;
  });
}

/** Names have ten bytes at most, so two columns can have the same one. */
function freeName(written: string, taken: ReadonlySet<string>): string {
  const name = written === '' ? 'field' : written;
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}_${number}`)) number++;
  return `${name}_${number}`;
}

function isReadable({ type, length }: Column): boolean {
  if (type === 'I') return length === 4;
  if (type === 'B' || type === 'O') return length === 8;
  return 'CNFDL'.includes(type);
}

function fieldValue(
  { type }: Column,
  field: Uint8Array,
  toText: (bytes: Uint8Array) => string,
): string | number | boolean | null {
  const view = new DataView(field.buffer, field.byteOffset, field.byteLength);
  switch (type) {
    case 'I':
      return view.getInt32(0, true);
    case 'B':
    case 'O':
      return finite(view.getFloat64(0, true));
    case 'N':
    case 'F':
      return dbfNumber(toText(field));
    case 'D':
      return dbfDate(toText(field));
    case 'L':
      return dbfLogical(toText(field));
    default:
      return toText(field);
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** A number that doesn't fit its column is written as asterisks. */
function dbfNumber(text: string): string | number | null {
  if (text === '') return null;
  // Some programs write the separator of their language.
  const value = Number(text.replace(/^([-+]?\d*),(\d*)$/, '$1.$2'));
  if (!Number.isFinite(value)) return null;
  // JSON readers would change the last digits.
  return /^[-+]?\d+$/.test(text) && !Number.isSafeInteger(value) ? text : value;
}

function dbfDate(text: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year !== undefined && year !== '0000') return `${year}-${month}-${day}`;
  return /^0*$/.test(text) ? null : text;
}

function dbfLogical(text: string): boolean | null {
  if (/^[YT]$/i.test(text)) return true;
  return /^[NF]$/i.test(text) ? false : null;
}
