/** Well-known text of OGC Simple Features 1.2.1, and PostGIS's EWKT with an `SRID=…;` prefix. */
import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import { itemAt } from '../../../../base/itemAt.ts';
import { crsOfEpsg, wgs84 } from './crs.ts';
import { invalid, placeAt, type Shape, tooLarge, Unreadable } from './shape.ts';

type Nested = Position | Nested[];
interface Geometry {
  type: string;
  coordinates?: Nested | undefined;
  geometries?: Geometry[];
}

/** The GeoJSON name of each type, and the nesting depth of its positions. */
const types = new Map([
  ['POINT', { type: 'Point', depth: 0 }],
  ['LINESTRING', { type: 'LineString', depth: 1 }],
  ['POLYGON', { type: 'Polygon', depth: 2 }],
  ['MULTIPOINT', { type: 'MultiPoint', depth: 1 }],
  ['MULTILINESTRING', { type: 'MultiLineString', depth: 2 }],
  ['MULTIPOLYGON', { type: 'MultiPolygon', depth: 3 }],
]);

const curved = '(?:CIRCULAR|COMPOUND|CURVE|MULTICURVE|MULTISURFACE|POLYHEDRAL|TIN|TRIANGLE|SURFACE)';
const beginning = new RegExp(
  `^[\\s"']*(?:SRID\\s*=\\s*\\d{1,9}\\s*;\\s*)?(?:(?:MULTI)?(?:POINT|LINESTRING|POLYGON)|GEOMETRYCOLLECTION|${curved}\\w*)\\s*(?:(?:ZM|Z|M)\\s*)?(?:\\(|EMPTY|$)`,
  'i',
);

export function looksLikeWkt(text: string): boolean {
  return beginning.test(text);
}

/** Hand-written collections are never nested deeper. */
const deepestCollection = 32;

/**
 * Reads every geometry of a text, with or without `SRID`, in one pass. Throws {@link Unreadable} with line and column.
 */
export function readWkt(text: string): Shape[] {
  const scanner = wktScanner(withoutQuotes(text));
  const shapes: Shape[] = [];
  while (!scanner.isAtEnd()) {
    const srid = scanner.take(/SRID\s*=\s*(\d{1,9})\s*;/iy);
    const crs = srid === undefined ? wgs84 : crsOfEpsg(Number(srid));
    const place = l10n.t('geometry {0}', shapes.length + 1);
    const geometry = geometryAt(scanner, 0);
    shapes.push({ place, name: undefined, geometry, properties: null, crs, closesLines: false });
    scanner.take(/[;,]/y);
  }
  return shapes;
}

/** Spreadsheets and databases quote texts that contain commas. The places of errors stay the same. */
function withoutQuotes(text: string): string {
  return text.replaceAll(/["']/g, ' ');
}

function geometryAt(scanner: Scanner, depth: number): Geometry | null {
  const start = scanner.here();
  const word = scanner.take(/[a-z]{1,40}/iy)?.toUpperCase();
  if (word === undefined) throw scanner.wrong();
  const name = types.has(word) ? word : word.replace(/(?:ZM|Z|M)$/, '');
  const known = types.get(name);
  if (!known && name !== 'GEOMETRYCOLLECTION') {
    throw new Unreadable(
      l10n.t(
        'Can\'t import "{0}" at line {1}, column {2}. Use POLYGON or MULTIPOLYGON; PostGIS converts curves with ST_CurveToLine.',
        word,
        ...placeAt(scanner.text, start),
      ),
    );
  }
  scanner.take(/(?:ZM|Z|M)\b/iy);
  if (scanner.take(/EMPTY\b/iy) !== undefined) return null;
  if (known) {
    const coordinates = nestedAt(scanner, known.depth);
    const isMany = known.type === 'MultiPolygon' || known.type === 'MultiLineString';
    return {
      type: known.type,
      coordinates: isMany ? (coordinates as Nested[]).filter(isFilled) : coordinates,
    };
  }
  if (depth >= deepestCollection) throw tooLarge();
  const geometries = listAt(scanner, () => geometryAt(scanner, depth + 1));
  return { type: 'GeometryCollection', geometries: geometries.filter(geometry => geometry !== null) };
}

function isFilled(part: Nested): boolean {
  return part.length > 0;
}

function nestedAt(scanner: Scanner, depth: number): Nested {
  if (scanner.take(/EMPTY\b/iy) !== undefined) return [];
  if (depth > 0) {
    // Points of a MULTIPOINT may have their own parentheses.
    return listAt(scanner, () =>
      depth === 1 && !scanner.sees('(') && !scanner.sees('E') && !scanner.sees('e')
        ? positionAt(scanner)
        : nestedAt(scanner, depth - 1),
    );
  }
  const positions = listAt(scanner, () => positionAt(scanner));
  return itemAt(positions, 0);
}

function listAt<T>(scanner: Scanner, item: () => T): T[] {
  if (scanner.take(/\(/y) === undefined) throw scanner.wrong();
  const items = [item()];
  while (scanner.take(/,/y) !== undefined) items.push(item());
  if (scanner.take(/\)/y) === undefined) throw scanner.wrong();
  return items;
}

/** Longer numbers aren't coordinates: 1e308 is written with 309 digits. NaN stands for a missing altitude. */
const number =
  /[+-]?(?:nan|inf(?:inity)?|\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:e[+-]?\d{1,9})?(?=[\s,()]|$)/iy;

/** Two coordinates; skips Z and M, which an AOI doesn't have. */
function positionAt(scanner: Scanner): Position {
  const ordinates: number[] = [];
  for (let text = scanner.take(number); text !== undefined; text = scanner.take(number)) {
    ordinates.push(/n/i.test(text) ? Number.NaN : Number(text));
  }
  const [x, y] = ordinates;
  if (x === undefined || y === undefined || ordinates.length > 4) {
    throw scanner.wrong();
  }
  return [x, y];
}

type Scanner = ReturnType<typeof wktScanner>;

function wktScanner(text: string) {
  let offset = 0;
  const skipSpace = () => {
    const space = /\s*/y;
    space.lastIndex = offset;
    space.test(text);
    offset = space.lastIndex;
  };
  return {
    text,
    isAtEnd() {
      skipSpace();
      return offset >= text.length;
    },
    sees(character: string) {
      skipSpace();
      return text[offset] === character;
    },
    /**
     * Matches a sticky pattern at the current place: returns its first group, or the whole match. With `undefined`, the
     * place stays.
     */
    take(pattern: RegExp): string | undefined {
      skipSpace();
      pattern.lastIndex = offset;
      const found = pattern.exec(text);
      if (!found) return undefined;
      offset = pattern.lastIndex;
      return found[1] ?? found[0];
    },
    here() {
      skipSpace();
      return offset;
    },
    /** The error that something else was expected here. */
    wrong(): Unreadable {
      skipSpace();
      return invalid('WKT', ...placeAt(text, offset));
    },
  };
}
