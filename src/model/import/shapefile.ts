/** ESRI Shapefile Technical Description, July 1998: .shp with .prj, .dbf and .cpg of the same name beside it. */
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
 * The shapes of every .shp among files, which are found by name in any case. Throws {@link Unreadable} for one without
 * its projection: coordinates that nobody knows how to read are never passed on.
 */
export function readShapefiles(files: ReadonlyMap<string, Uint8Array>): Shape[] {
  const byName = new Map([...files].map(([name, bytes]) => [name.toLowerCase(), bytes]));
  const layers = [...files.keys()].filter(name => /\.shp$/i.test(name));
  return layers.flatMap(name => {
    const beside = (ending: string) => byName.get(name.toLowerCase().replace(/shp$/, ending));
    const prj = beside('prj');
    const prjName = name.replace(/shp$/i, 'prj');
    if (!prj) {
      throw new Unreadable(
        l10n.t(
          '{0} has no {1}, so its projection is unknown. Add that file, or save the data as GeoJSON in EPSG:4326.',
          name,
          prjName,
        ),
      );
    }
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
  // The header tells the whole length in words of 16 bits.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWhole = isShp(bytes) && bytes.length >= 100 && view.getInt32(24) * 2 <= bytes.length;
  const geometries = isWhole ? unlessThrown(() => parseShp(bytes)) : undefined;
  if (geometries) return geometries;
  throw damaged(name);
}

/** The library runs over the end of what is cut off or damaged, with an error of its own kind each time. */
function unlessThrown<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

/** An area without attributes is still an area, but whether to go without them is for people to say. */
function rowsOf(name: string, dbf: Uint8Array | undefined, cpg: Uint8Array | undefined): GeoJsonProperties[] {
  if (!dbf) return [];
  const rows = isWholeDbf(dbf) ? unlessThrown(() => parseDbf(dbf, cpg).map(plain)) : undefined;
  if (rows) return rows;
  throw new Unreadable(
    l10n.t('{0} is damaged. Export it again, or remove it to import the areas without names.', name),
  );
}

/** Whether all the records are there that the header tells of (dBASE III: their number, its length and theirs). */
function isWholeDbf(dbf: Uint8Array): boolean {
  if (dbf.length < 32) return false;
  const view = new DataView(dbf.buffer, dbf.byteOffset, dbf.byteLength);
  const length = view.getUint16(10, true);
  return length > 0 && view.getUint16(8, true) + view.getUint32(4, true) * length <= dbf.length;
}

/** Attributes as JSON has them: days as they are written, and nothing where there is no number. */
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
    // The library makes midnight of this machine from the day.
    const digits = (part: number) => String(part).padStart(2, '0');
    return `${value.getFullYear()}-${digits(value.getMonth() + 1)}-${digits(value.getDate())}`;
  }
  return typeof value === 'number' && !Number.isFinite(value) ? null : value;
}
