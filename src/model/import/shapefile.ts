/** ESRI Shapefile Technical Description, July 1998: a .shp with .prj, .dbf and .cpg files of the same name. */
import * as l10n from '@vscode/l10n';
import type { GeoJsonProperties } from 'geojson';
import { parseDbf, parseShp } from 'shpjs';
import { crsOfPrj } from './crs.ts';
import { damaged, nameAmong, Unreadable, type Shape } from './shape.ts';

const fileCode = [0x00, 0x00, 0x27, 0x0a];

export function isShp(bytes: Uint8Array): boolean {
  return fileCode.every((byte, index) => bytes[index] === byte);
}

/**
 * The shapes of every .shp among files, found by name, ignoring case. Throws {@link Unreadable} for one without a
 * projection: coordinates of an unknown system are never returned.
 */
export function readShapefiles(files: ReadonlyMap<string, Uint8Array>): Shape[] {
  const byName = new Map([...files].map(([name, bytes]) => [name.toLowerCase(), bytes]));
  const layers = [...files.keys()].filter(name => /\.shp$/i.test(name));
  return layers.flatMap(name => {
    const beside = (ending: string) => byName.get(name.toLowerCase().replace(/shp$/, ending));
    const prj = beside('prj');
    const prjName = name.replace(/shp$/i, 'prj');
    if (!prj)
      throw new Unreadable(
        l10n.t('{0} needs its projection: add {1}, or export it as GeoJSON.', name, prjName),
      );
    const crs = crsOfPrj(new TextDecoder().decode(prj), prjName);
    const rows = rowsOf(name.replace(/shp$/i, 'dbf'), beside('dbf'), beside('cpg'));
    return geometriesOf(name, files.get(name) ?? new Uint8Array()).map((geometry, index): Shape => {
      const properties = rows[index] ?? null;
      return {
        place: `${name} ${index + 1}`,
        name: nameAmong(properties),
        geometry,
        properties,
        crs,
        closesLines: false,
      };
    });
  });
}

function geometriesOf(name: string, bytes: Uint8Array): unknown[] {
  // The header gives the total length in 16-bit words.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWhole = isShp(bytes) && bytes.length >= 100 && view.getInt32(24) * 2 <= bytes.length;
  const geometries = isWhole ? unlessThrown(() => parseShp(bytes)) : undefined;
  if (geometries) return geometries;
  throw damaged(name);
}

/** For truncated or damaged files, the library reads beyond the end and throws various errors. */
function unlessThrown<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

/** An area without attributes is still an area, but the user decides whether to import it without them. */
function rowsOf(name: string, dbf: Uint8Array | undefined, cpg: Uint8Array | undefined): GeoJsonProperties[] {
  if (!dbf) return [];
  const rows = isWholeDbf(dbf) ? unlessThrown(() => parseDbf(dbf, cpg).map(plain)) : undefined;
  if (rows) return rows;
  throw new Unreadable(
    l10n.t('{0} is damaged. Export it again, or remove it to import the areas without names.', name),
  );
}

/**
 * Whether all records announced in the header are there (dBASE III: their number, the header length and the record
 * length).
 */
function isWholeDbf(dbf: Uint8Array): boolean {
  if (dbf.length < 32) return false;
  const view = new DataView(dbf.buffer, dbf.byteOffset, dbf.byteLength);
  const length = view.getUint16(10, true);
  return length > 0 && view.getUint16(8, true) + view.getUint32(4, true) * length <= dbf.length;
}

/** Attributes as JSON values: dates as written, and missing numbers left out. */
function plain(row: GeoJsonProperties): GeoJsonProperties {
  const values = Object.entries(row ?? {}).map(([name, value]: [string, unknown]) => [
    name,
    plainValue(value),
  ]);
  return Object.fromEntries(values) as GeoJsonProperties;
}

function plainValue(value: unknown): unknown {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return null;
    // The library turns the date into local midnight.
    const digits = (part: number) => String(part).padStart(2, '0');
    return `${value.getFullYear()}-${digits(value.getMonth() + 1)}-${digits(value.getDate())}`;
  }
  return typeof value === 'number' && !Number.isFinite(value) ? null : value;
}
