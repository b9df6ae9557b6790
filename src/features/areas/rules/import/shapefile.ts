/** ESRI Shapefile Technical Description, July 1998: a .shp with .prj, .dbf and .cpg files of the same name. */
import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import { safeLine } from '../../../../base/words/safeText.ts';
import { closed } from '../../../../geo/ring.ts';
import { crsOfPrj } from './crs.ts';
import { readDbf, type Table } from './dbf.ts';
import { nestedRings } from './nestedRings.ts';
import { type Crs, damaged, nameAmong, NeedsProjection, type Shape, Unreadable } from './shape.ts';
import { decoded } from './textBytes.ts';

const fileCode = [0x00, 0x00, 0x27, 0x0a];

export function isShp(bytes: Uint8Array): boolean {
  return fileCode.every((byte, index) => bytes[index] === byte);
}

export interface Layers {
  shapes: Shape[];
  /** Layers and shapes that aren't among the shapes, each with the reason. */
  leftOut: string[];
  /** What could be read in another way than it was meant, each as a sentence. */
  notes: string[];
  /** Names of layers without a .prj. */
  withoutProjection: string[];
}

/**
 * The shapes of every .shp among files, found by name, ignoring case. A layer that can't be read is left out. Throws
 * {@link Unreadable} if none can be read: coordinates of an unknown system are never returned.
 *
 * @param fallback the system of layers without a .prj
 */
export function readShapefiles(files: ReadonlyMap<string, Uint8Array>, fallback?: Crs): Layers {
  const byName = new Map([...files].map(([name, bytes]) => [name.toLowerCase(), bytes]));
  const layers: Layer[] = [];
  const problems: string[] = [];
  const withoutProjection: string[] = [];
  for (const [name, bytes] of files) {
    if (!/\.shp$/i.test(name)) continue;
    // Two layers can differ by case only.
    const sameCase = (ending: string) => files.get(name.replace(/shp$/i, ending));
    const beside = (ending: string) =>
      sameCase(ending) ?? byName.get(name.toLowerCase().replace(/shp$/, ending));
    try {
      const crs = crsOfLayer(name, beside('prj'), fallback);
      const table = attributeTable(name.replace(/shp$/i, 'dbf'), beside('dbf'), beside('cpg'));
      layers.push(shapefileLayer(name, bytes, crs, table));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (error instanceof NeedsProjection) withoutProjection.push(...error.layers);
      problems.push(error.message);
    }
  }
  if (layers.length === 0) {
    const problem = problems.join(' ');
    throw withoutProjection.length > 0
      ? new NeedsProjection(problem, withoutProjection)
      : new Unreadable(problem);
  }
  return {
    shapes: layers.flatMap(({ shapes }) => shapes),
    leftOut: [...problems.map(withoutPeriod), ...layers.flatMap(({ leftOut }) => leftOut)],
    notes: layers.flatMap(({ notes }) => notes),
    withoutProjection,
  };
}

/** For a list of what was left out, which ends with a period itself. */
function withoutPeriod(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

function crsOfLayer(name: string, prj: Uint8Array | undefined, fallback: Crs | undefined): Crs {
  const prjName = name.replace(/shp$/i, 'prj');
  if (prj) return crsOfPrj(decoded(prj).text, prjName);
  if (fallback) return fallback;
  throw new NeedsProjection(
    l10n.t('{0} needs its projection: add {1}, or export it as GeoJSON.', safeLine(name), safeLine(prjName)),
    [name],
  );
}

/** An area without attributes is still an area, but the user decides whether to import it without them. */
function attributeTable(
  name: string,
  dbf: Uint8Array | undefined,
  cpg: Uint8Array | undefined,
): Table | undefined {
  const table = dbf && readDbf(dbf, cpg);
  if (table || !dbf) return table;
  throw new Unreadable(
    l10n.t(
      '{0} is damaged. Export it again, or remove it to import the areas without names.',
      safeLine(name),
    ),
  );
}

/** Maximum number of shapes to read from a layer: more than anyone can choose from. */
const maxShapes = 100_000;

type Layer = Pick<Layers, 'shapes' | 'leftOut' | 'notes'>;

function shapefileLayer(name: string, bytes: Uint8Array, crs: Crs, table: Table | undefined): Layer {
  const layer: Layer = { shapes: [], leftOut: [], notes: [] };
  const records = shpRecords(name, bytes);
  for (const [index, record] of records.slice(0, maxShapes).entries()) {
    const place = `${name} ${index + 1}`;
    const hasRow = table !== undefined && index < table.length;
    if (hasRow && table.isDeleted(index)) {
      layer.leftOut.push(l10n.t('{0}: deleted in its table', place));
      continue;
    }
    const properties = hasRow ? table.row(index) : null;
    const { geometry, notes } = recordGeometry(name, record, place);
    layer.shapes.push({
      place,
      name: nameAmong(properties),
      geometry,
      properties,
      crs,
      closesLines: false,
    });
    layer.notes.push(...notes);
  }
  if (records.length > maxShapes) {
    layer.leftOut.push(l10n.t('{0}: only the first {1} shapes are read', safeLine(name), maxShapes));
  }
  if (table) layer.notes.push(...tableNotes(name.replace(/shp$/i, 'dbf'), table, records.length));
  return layer;
}

/** What of a table is missing or may be wrong. */
function tableNotes(name: string, table: Table, shapes: number): string[] {
  const label = safeLine(name);
  const notes: string[] = [];
  if (table.hasBrokenText())
    notes.push(l10n.t("{0} contains text that isn't {1}: correct its .cpg file.", label, table.encoding));
  else if (table.isEncodingAssumed && table.hasForeignText())
    notes.push(
      l10n.t(
        "{0} doesn't name its encoding and was read as {1}: if letters are wrong, add a .cpg file.",
        label,
        table.encoding,
      ),
    );
  if (table.unreadColumns.length > 0)
    notes.push(
      l10n.t('Columns of {0} that were left out: {1}.', label, safeLine(table.unreadColumns.join(', '))),
    );
  if (table.length < shapes)
    notes.push(l10n.t('{0} has {1} rows for {2} shapes.', label, table.length, shapes));
  return notes;
}

/** Header of the file, and of each record, in bytes. */
const fileHeader = 100;
const recordHeader = 8;

/**
 * The contents of the records, in order. The length of the file and of each record is given in 16-bit words. Throws
 * {@link Unreadable} unless all of them are whole.
 */
function shpRecords(name: string, bytes: Uint8Array): DataView[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isShp(bytes) || bytes.length < fileHeader) throw damaged(safeLine(name));
  const end = view.getInt32(24) * 2;
  if (end > bytes.length) throw damaged(safeLine(name));
  const records: DataView[] = [];
  let at = fileHeader;
  while (at + recordHeader <= bytes.length) {
    const number = view.getInt32(at);
    // Some programs don't correct the length of the file when they add records; others fill it up.
    if (at >= end && number !== records.length + 1) break;
    const length = view.getInt32(at + 4) * 2;
    if (length < 0 || at + recordHeader + length > bytes.length) throw damaged(safeLine(name));
    records.push(new DataView(view.buffer, view.byteOffset + at + recordHeader, length));
    at += recordHeader + length;
  }
  if (at < end) throw damaged(safeLine(name));
  return records;
}

/** Types with Z or M values are 10 or 20 higher. */
const otherTypes = new Map([
  [1, 'Point'],
  [3, 'LineString'],
  [8, 'MultiPoint'],
]);
const polygonTypes = [5, 15, 25];
const multiPatch = 31;

interface RecordRead {
  geometry: unknown;
  notes: string[];
}

function recordGeometry(name: string, record: DataView, place: string): RecordRead {
  const type = record.byteLength < 4 ? 0 : record.getInt32(0, true);
  if (type === 0) return { geometry: null, notes: [] };
  if (polygonTypes.includes(type)) return recordPolygons(recordRings(name, record), place);
  const typeName = type === multiPatch ? 'MultiPatch' : otherTypes.get(type % 10);
  return { geometry: { type: typeName ?? `type ${type}` }, notes: [] };
}

function recordPolygons(rings: Position[][], place: string): RecordRead {
  if (rings.length === 0) return { geometry: null, notes: [] };
  const { polygons, overlaps, doubtful } = nestedRings(rings);
  const notes = [
    ...doubtful.map(([ring, around]) =>
      l10n.t(
        '{0}: ring {1} in ring {2} has the direction of an area, and was read as a hole.',
        place,
        ring + 1,
        around + 1,
      ),
    ),
    ...overlaps.map(([ring, second]) =>
      l10n.t('{0}: rings {1} and {2} overlap.', place, ring + 1, second + 1),
    ),
  ];
  return { geometry: { type: 'MultiPolygon', coordinates: polygons }, notes };
}

/** Bounds, number of rings, number of points, the first point of each ring, points. */
function recordRings(name: string, record: DataView): Position[][] {
  const starts = 44;
  if (record.byteLength < starts) throw damaged(safeLine(name));
  const count = record.getInt32(36, true);
  const points = record.getInt32(40, true);
  const firstPoint = starts + 4 * count;
  if (count < 0 || points < 0 || firstPoint + 16 * points > record.byteLength) throw damaged(safeLine(name));
  const firsts = Array.from({ length: count }, (_none, ring) => record.getInt32(starts + 4 * ring, true));
  return firsts.map((first, ring) => {
    const next = firsts[ring + 1] ?? points;
    if (first < 0 || next < first || next > points || (ring === 0 && first !== 0))
      throw damaged(safeLine(name));
    const positions: Position[] = [];
    for (let point = first; point < next; point++) {
      const at = firstPoint + 16 * point;
      positions.push([record.getFloat64(at, true), record.getFloat64(at + 8, true)]);
    }
    return closed(positions);
  });
}
