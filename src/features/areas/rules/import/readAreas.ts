/** Imports areas: the entry point to the readers of all formats. */
import { pipeline } from 'node:stream/promises';
import * as l10n from '@vscode/l10n';
import type { ZipFile } from 'yauzl';
import { plainJson } from '../../../../base/json/jsoncText.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import { checked, zipEntries, type ZipEntry, zipIn } from '../../../../base/zip.ts';
import { type AreasInShapes, areasInShapes, type ImportedArea } from './areasInShapes.ts';
import { crsOfEpsg, rounding, wgs84 } from './crs.ts';
import { isTopology, jsonSequence, parseJsonText, readGeoJson, readTopoJson } from './geojson.ts';
import { markupFormat, readMarkup } from './markup.ts';
import { NeedsProjection, type Shape, tooLarge, Unreadable } from './shape.ts';
import { isShp, readShapefiles } from './shapefile.ts';
import { decoded } from './textBytes.ts';
import { areaOfBounds, type Bounds, type TypedArea, typedArea } from './typedArea.ts';
import { looksLikeWkt, readWkt } from './wkt.ts';

export type AreaFormat =
  | 'WKT'
  | 'box'
  | 'circle'
  | 'GeoJSON'
  | 'TopoJSON'
  | 'KML'
  | 'KMZ'
  | 'GPX'
  | 'Shapefile';

/** The areas, or why there are none: a message with the source, the place and how to fix it. */
export type AreasRead =
  | {
      kind: 'areas';
      format: AreaFormat;
      areas: ImportedArea[];
      leftOut: readonly string[];
      /** What could be read in another way than it was meant, each as a sentence. */
      notes?: readonly string[];
      transformedFrom: string[];
      /** Names of layers that were left out because they have no projection. */
      withoutProjection?: readonly string[];
    }
  | {
      kind: 'unreadable';
      problem: string;
      withoutProjection?: readonly string[];
    };

/** A file with its companion files: for a .shp, its .prj, .dbf and .cpg. */
export interface AreaFile {
  name: string;
  bytes: Uint8Array;
  beside?: ReadonlyMap<string, Uint8Array>;
  /** EPSG code of layers without a projection, named by the user. */
  epsg?: number;
}

export function readAreasOfText(text: string): AreasRead {
  return attempt(() => shapesOfText(text));
}

/** Areas of a file, identified by its content, not its name. */
export async function readAreasOfFile(file: AreaFile): Promise<AreasRead> {
  const archive = isZip(file.bytes) ? await unpacked(file.bytes) : undefined;
  const read = attempt(() => (archive ? shapesOfZip(archive, file.epsg) : shapesOfFile(file)));
  return read.kind === 'areas' ? read : { ...read, problem: `${safeLine(file.name)}: ${read.problem}` };
}

/** The visible area of a map: two areas if it crosses the antimeridian. */
export function readAreasOfBounds(bounds: Bounds): AreasRead {
  return attempt(() => typedShapes(areaOfBounds(bounds)));
}

interface ShapesRead {
  format: AreaFormat;
  shapes: Shape[];
  /** What isn't a shape, and why. */
  leftOut?: readonly string[];
  notes?: readonly string[];
  withoutProjection?: readonly string[];
}

function attempt(read: () => ShapesRead): AreasRead {
  try {
    const { format, shapes, leftOut = [], notes = [], withoutProjection = [] } = read();
    const ofShapes = areasInShapes(shapes);
    const found: AreasInShapes = { ...ofShapes, leftOut: [...ofShapes.leftOut, ...leftOut] };
    if (found.areas.length === 0) throw noArea(format, found);
    const systems = shapes.map(({ crs }) => crs.name).filter(name => name !== wgs84.name);
    const transformedFrom = [...new Set(systems)];
    return {
      kind: 'areas',
      format,
      ...found,
      notes: [...notes, ...found.notes],
      transformedFrom,
      withoutProjection,
    };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const withoutProjection = error instanceof NeedsProjection ? error.layers : [];
    return { kind: 'unreadable', problem: error.message, withoutProjection };
  }
}

const maxNamed = 3;

function noArea(format: AreaFormat, { leftOut }: AreasInShapes): Unreadable {
  if (leftOut.length === 0) return new Unreadable(l10n.t('The {0} is empty.', format));
  const named = leftOut.slice(0, maxNamed).join('; ') + (leftOut.length > maxNamed ? '; …' : '');
  return new Unreadable(l10n.t('The {0} contains no area. {1}.', format, named));
}

function shapesOfText(written: string): ShapesRead {
  const text = written.replace(/^\uFEFF/, '').trim();
  if (text === '') throw new Unreadable(l10n.t('Copy an area first.'));
  const typed = typedArea(text);
  if (typed) return typedShapes(typed);
  if (looksLikeWkt(text)) return { format: 'WKT', shapes: readWkt(text) };
  if (/^[{[\u001E]/.test(text) || isCommentedJson(text)) return shapesOfJson(text);
  const markup = text.startsWith('<') ? markupFormat(text) : undefined;
  if (markup) return { format: markup === 'kml' ? 'KML' : 'GPX', ...readMarkup(text, markup) };
  throw unknownFormat(text);
}

/** JSON below comments, as people write it. */
function isCommentedJson(text: string): boolean {
  return /^\/[/*]/.test(text) && /^\s*[{[]/.test(plainJson(text).text ?? '');
}

function shapesOfJson(text: string): ShapesRead {
  const sequence = jsonSequence(text);
  if (sequence) return shapesOfSequence(sequence);
  const value = parseJsonText(text);
  return isTopology(value)
    ? { format: 'TopoJSON', shapes: readTopoJson(value) }
    : { format: 'GeoJSON', shapes: readGeoJson(value) };
}

/** Each value can be of any type of GeoJSON. What isn't GeoJSON is left out and named. */
function shapesOfSequence({ values, leftOut }: NonNullable<ReturnType<typeof jsonSequence>>): ShapesRead {
  const shapes: Shape[] = [];
  const problems = [...leftOut];
  for (const { value, place } of values) {
    try {
      const read = readGeoJson(value);
      shapes.push(
        ...read.map(shape => ({ ...shape, place: read.length === 1 ? place : `${place}, ${shape.place}` })),
      );
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.push(`${place}: ${error.message}`);
    }
  }
  return { format: 'GeoJSON', shapes, leftOut: problems };
}

function unknownFormat(text: string): Unreadable {
  if (/^(?:GEO|PROJ|COMPD|COMPOUND|BOUND|VERT|GEOD)[A-Z]{0,9}CR?S\s{0,9}\[/i.test(text)) {
    return new Unreadable(
      l10n.t(
        'The text describes a coordinate reference system, not an area. Import the file that it belongs to.',
      ),
    );
  }
  if (/^[0-9a-f]{40,}$/i.test(text)) {
    return new Unreadable(l10n.t('The text is hexadecimal WKB. Export it as text with ST_AsEWKT(geometry).'));
  }
  // Not quoted: the clipboard can contain a secret.
  return new Unreadable(
    l10n.t(
      "Can't find an area in the text. Supported: WKT, GeoJSON, TopoJSON, KML, GPX, a box or a circle, longitude first or with letters: 43.3 N, 5.37 E, 2 km.",
    ),
  );
}

function shapesOfFile({ name, bytes, beside = new Map(), epsg }: AreaFile): ShapesRead {
  if (isShp(bytes)) return shapesOfLayers(new Map([[name, bytes], ...beside]), epsg);
  const { text, isDamaged, encoding } = decoded(bytes);
  if (text.trim() === '') throw new Unreadable(l10n.t('The file is empty.'));
  const read = shapesOfText(text);
  return isDamaged ? { ...read, leftOut: [...(read.leftOut ?? []), undecodable(encoding)] } : read;
}

function undecodable(encoding: string): string {
  return l10n.t("letters that aren't {0}. Save the text as UTF-8", encoding.toUpperCase());
}

function shapesOfLayers(files: ReadonlyMap<string, Uint8Array>, epsg: number | undefined): ShapesRead {
  const fallback = epsg === undefined ? undefined : crsOfEpsg(epsg);
  return { format: 'Shapefile', ...readShapefiles(files, fallback) };
}

function shapesOfZip(archive: Unpacked | Unreadable, epsg: number | undefined): ShapesRead {
  if (archive instanceof Unreadable) throw archive;
  const read = shapesOfFiles(archive.files, epsg);
  return { ...read, leftOut: [...(read.leftOut ?? []), ...archive.repeated.map(repeatedText)] };
}

function repeatedText(name: string): string {
  return l10n.t('{0}: the archive contains it several times, only the last one is read', safeLine(name));
}

function shapesOfFiles(files: ReadonlyMap<string, Uint8Array>, epsg: number | undefined): ShapesRead {
  const names = [...files.keys()];
  if (names.some(name => /\.shp$/i.test(name))) return shapesOfLayers(files, epsg);
  const kmls = names.filter(name => /\.kml$/i.test(name));
  if (kmls.length > 0) return shapesOfKmz(files, kmls);
  throw new Unreadable(
    l10n.t('The archive contains no Shapefile (.shp) or KML (.kml). Import the file inside it.'),
  );
}

/** The areas of all KML files: by convention doc.kml is the first one. A damaged one is left out and named. */
function shapesOfKmz(files: ReadonlyMap<string, Uint8Array>, names: readonly string[]): ShapesRead {
  const ordered = [...names.filter(isMain), ...names.filter(name => !isMain(name))];
  const shapes: Shape[] = [];
  const leftOut: string[] = [];
  for (const name of ordered) {
    const inFile = (text: string) => (names.length === 1 ? text : `${safeLine(name)}: ${text}`);
    try {
      const { text, isDamaged, encoding } = decoded(files.get(name) ?? new Uint8Array());
      // Links lead from file to file.
      const read = readMarkup(text, 'kml', href =>
        names.some(file => file === href || file.endsWith(`/${href}`)),
      );
      shapes.push(...read.shapes.map(shape => ({ ...shape, place: inFile(shape.place) })));
      leftOut.push(...read.leftOut.map(inFile));
      if (isDamaged) leftOut.push(inFile(undecodable(encoding)));
    } catch (error) {
      if (!(error instanceof Unreadable) || names.length === 1) throw error;
      leftOut.push(inFile(error.message));
    }
  }
  return { format: 'KMZ', shapes, leftOut };
}

function isMain(name: string): boolean {
  return /^doc\.kml$/i.test(name);
}

function typedShapes({ format, name, rings }: TypedArea): ShapesRead {
  const geometry = { type: 'MultiPolygon', coordinates: rings.map(ring => [ring]) };
  // The host has these words in areaFormats.ts, which goes into a bundle that a thread can't load.
  const place = format === 'box' ? l10n.t('box') : l10n.t('circle');
  return {
    format,
    shapes: [{ place, name, geometry, properties: null, crs: rounding(wgs84), closesLines: false }],
  };
}

/** Maximum unpacked bytes of one archive: small archives can contain very much. */
const maxUnpacked = 200_000_000;
/** ZIP64 archives can claim billions of entries, which would be searched one after another. */
const maxEntries = 65_535;

const readableFile = /\.(?:shp|dbf|prj|cpg|kml)$/i;

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

interface Unpacked {
  files: Map<string, Uint8Array>;
  /** Names that the archive has several times. */
  repeated: string[];
}

/**
 * The files of a ZIP that areas can be read from, by path, unpacked in memory. A file that unpacks to another size than
 * the archive claims is refused, and each counts with the larger of its two sizes, even if entries share their bytes.
 */
async function unpacked(bytes: Uint8Array): Promise<Unpacked | Unreadable> {
  try {
    const archive = await zipIn(bytes);
    const items = await readableEntries(archive);
    const files = new Map<string, Uint8Array>();
    const repeated = new Set<string>();
    for (const item of items) {
      if (files.has(item.name)) repeated.add(item.name);
      files.set(item.name, await unpackedEntry(archive, item));
    }
    return { files, repeated: [...repeated] };
  } catch (error) {
    if (error instanceof Unreadable) return error;
    const reason = error instanceof Error ? error.message : String(error);
    return new Unreadable(l10n.t("Can't unpack the archive ({0}): it is damaged or has a password.", reason));
  }
}

/** Checks what the archive claims before anything is unpacked. */
async function readableEntries(archive: ZipFile): Promise<ZipEntry[]> {
  if (archive.entryCount > maxEntries) throw tooLarge();
  const readable: ZipEntry[] = [];
  let total = 0;
  for await (const item of zipEntries(archive)) {
    if (!isReadable(item)) continue;
    readable.push(item);
    total += Math.max(item.entry.compressedSize, item.entry.uncompressedSize);
    if (total > maxUnpacked) throw tooLarge();
  }
  return readable;
}

async function unpackedEntry(archive: ZipFile, item: ZipEntry): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  await pipeline(
    await archive.openReadStreamPromise(item.entry),
    checked(item, () => undefined),
    async (unpacking: AsyncIterable<Buffer>) => {
      for await (const chunk of unpacking) chunks.push(chunk);
    },
  );
  return Buffer.concat(chunks);
}

/** Without the companion files of macOS, whose names start with `._`. */
function isReadable({ name }: ZipEntry): boolean {
  return readableFile.test(name) && !/^__MACOSX\/|(?:^|\/)\._[^/]*$/.test(name);
}
