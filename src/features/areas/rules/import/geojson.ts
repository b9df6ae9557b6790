import * as l10n from '@vscode/l10n';
import { parse, type ParseError } from 'jsonc-parser';
import { feature as topojsonFeature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import { isFeatureId, isRecord } from '../../../../base/fields.ts';
import { compactJson, parseExact } from '../../../../base/json/exactJson.ts';
import { plainJson } from '../../../../base/json/jsoncText.ts';
import { isDeeperThan } from '../../../../base/json/nesting.ts';
import { withoutNaN } from '../../../../base/json/nonFinite.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import { geometryTypes } from '../../../../geo/geometryTypes.ts';
import { writtenCrs } from '../text/writtenCrs.ts';
import { crsOfName, rounding, wgs84 } from './crs.ts';
import {
  type Crs,
  damaged,
  invalid,
  nameAmong,
  placeAt,
  type Shape,
  tooLarge,
  unknownProjection,
  Unreadable,
} from './shape.ts';

/**
 * Parses a JSON text, which may have comments and trailing commas. Throws {@link Unreadable} with the place, but never
 * with the text itself: it may be anything from the clipboard.
 */
export function parseJsonText(text: string): unknown {
  if (isDeeperThan(text)) throw tooLarge();
  try {
    return parseExact(text);
  } catch {
    const plain = withoutNaN(text);
    return parseLenientJson(plain !== undefined && isJson(plain) ? plain : text);
  }
}

function parseLenientJson(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) throw invalid('JSON', ...placeAt(text, first.offset));
  try {
    return parseExact(plainJson(text).text ?? text);
  } catch {
    return value;
  }
}

/** In front of each record of a text sequence (RFC 7464). */
const separator = '\u001E';

/**
 * The values of newline-delimited GeoJSON, or of a GeoJSON text sequence (RFC 8142); `undefined` for a single JSON text.
 * What can't be parsed is left out and named.
 */
export function jsonSequence(
  text: string,
): { values: { value: unknown; place: string }[]; leftOut: string[] } | undefined {
  const isMarked = text.startsWith(separator);
  const end = text.indexOf('\n');
  // A long text on one line isn't parsed twice.
  if (!isMarked && (end < 0 || !isJson(text.slice(0, end)))) return undefined;
  const parts = isMarked ? text.split(separator).slice(1) : text.split('\n');
  const filled = parts
    .map((part, index) => ({
      part: part.trim(),
      place: isMarked ? l10n.t('record {0}', index + 1) : l10n.t('line {0}', index + 1),
    }))
    .filter(({ part }) => part !== '');
  if (!isMarked && filled.length < 2) return undefined;
  const values: { value: unknown; place: string }[] = [];
  const leftOut: string[] = [];
  for (const { part, place } of filled) {
    try {
      values.push({ value: parseJsonText(part), place });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      leftOut.push(l10n.t('{0}: invalid JSON', place));
    }
  }
  return { values, leftOut };
}

function isJson(line: string): boolean {
  if (isDeeperThan(line)) return false;
  try {
    return isRecord(JSON.parse(line));
  } catch {
    return false;
  }
}

export function isTopology(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && value.type === 'Topology';
}

/** The shapes of GeoJSON: collection, feature or geometry (RFC 7946), or GeoJSON of 2008 with its own `crs`. */
export function readGeoJson(value: unknown): Shape[] {
  // Programs print a list of features without a collection around it.
  if (Array.isArray(value) && value.length > 0 && value.every(isFeature))
    return readGeoJson({ type: 'FeatureCollection', features: value as unknown[] });
  if (!isRecord(value)) throw notGeoJson();
  const crs = crsIn(value);
  if (value.type === 'FeatureCollection') {
    if (!Array.isArray(value.features)) throw damaged('GeoJSON');
    return value.features.map((feature, index) =>
      importedShape(feature, l10n.t('feature {0}', index + 1), crs),
    );
  }
  if (value.type === 'Feature') return [importedShape(value, l10n.t('feature {0}', 1), crs)];
  if (value.type !== 'GeometryCollection' && !geometryTypes.includes(value.type)) throw notGeoJson();
  const place = l10n.t('geometry {0}', 1);
  return [{ place, name: undefined, geometry: value, properties: null, crs, closesLines: false }];
}

/** Shared arcs are copied to each object that uses them: a short text can expand beyond the available memory. */
const maxPositions = 5_000_000;

export function readTopoJson(topology: Record<string, unknown>): Shape[] {
  const { objects, arcs } = topology;
  if (!isRecord(objects) || !Array.isArray(arcs)) throw damaged('TopoJSON');
  if (arcPositionCount(objects, arcs) > maxPositions) throw tooLarge();
  const crs = rounding(crsIn(topology));
  return Object.entries(objects).flatMap(([name, object]) => {
    const value = unfolded(topology, object);
    const features =
      isRecord(value) && Array.isArray(value.features) ? (value.features as unknown[]) : [value];
    return features.map((feature, index) => {
      return importedShape(feature, features.length === 1 ? name : `${name} ${index + 1}`, crs);
    });
  });
}

/** Number of positions in all arcs that objects refer to; `~index` is a reversed arc (TopoJSON 1.0, 2.1.4). */
function arcPositionCount(objects: Record<string, unknown>, arcs: readonly unknown[]): number {
  const left: unknown[] = Object.values(objects);
  let positions = 0;
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'number') {
      const arc = arcs[value < 0 ? ~value : value];
      if (Array.isArray(arc)) positions += arc.length;
    } else if (Array.isArray(value)) for (const item of value as unknown[]) left.push(item ?? null);
    else if (isRecord(value)) left.push(value.arcs ?? null, value.geometries ?? null);
  }
  return positions;
}

function unfolded(topology: Record<string, unknown>, object: unknown): unknown {
  try {
    return topojsonFeature(topology as unknown as Topology, object as Topology['objects'][string]);
  } catch {
    // Whatever the library throws, an arc or a type is invalid.
    throw damaged('TopoJSON');
  }
}

function importedShape(feature: unknown, place: string, crs: Crs): Shape {
  const { geometry, properties, id } = isRecord(feature) ? feature : {};
  const kept = isRecord(properties) ? properties : null;
  return {
    place,
    id: isFeatureId(id) ? id : undefined,
    name: nameAmong(kept) ?? nameAmong({ id: typeof id === 'bigint' ? String(id) : id }),
    geometry,
    properties: kept,
    crs,
    closesLines: false,
  };
}

function crsIn({ crs }: Record<string, unknown>): Crs {
  if (crs === undefined || crs === null) return wgs84;
  const written = writtenCrs(crs);
  if (written !== undefined) return crsOfName(written);
  throw unknownProjection(safeLine(compactJson(crs), 40));
}

function isFeature(value: unknown): boolean {
  return isRecord(value) && value.type === 'Feature';
}

function notGeoJson(): Unreadable {
  return new Unreadable(l10n.t('The JSON is not GeoJSON: its "type" must be of a feature or geometry.'));
}
