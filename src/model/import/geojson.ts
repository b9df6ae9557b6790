import * as l10n from '@vscode/l10n';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { feature as featureOf } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import { crsOfName, rounding, wgs84 } from './crs.ts';
import { geometryTypes } from '../geometry/geometryTypes.ts';
import { isDeeperThan } from '../json/nesting.ts';
import { shownLine } from '../words/shownText.ts';
import { nameAmong, tooLarge, Unreadable, type Crs, type Shape } from './shape.ts';
import { itemAt } from '../itemAt.ts';
import { isRecord } from '../fields.ts';

/**
 * A JSON value from a text, with comments and trailing commas if it has them. Throws {@link Unreadable} with the place,
 * and never with the text itself: whatever is on the clipboard can come here.
 */
export function jsonOf(text: string): unknown {
  if (isDeeperThan(text)) throw tooLarge('JSON');
  try {
    return JSON.parse(text);
  } catch {
    return lenientJsonOf(text);
  }
}

function lenientJsonOf(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (!first) return value;
  const before = text.slice(0, first.offset).split('\n');
  throw new Unreadable(
    l10n.t(
      'Invalid JSON at line {0}, column {1} ({2}).',
      before.length,
      itemAt(before, before.length - 1).length + 1,
      printParseErrorCode(first.error),
    ),
  );
}

/** Whether a JSON value is TopoJSON. */
export function isTopology(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && value.type === 'Topology';
}

/** The shapes of GeoJSON: collection, feature or geometry (RFC 7946), or GeoJSON of 2008 with a `crs` of its own. */
export function readGeoJson(value: unknown): Shape[] {
  if (!isRecord(value)) throw notGeoJson({});
  const crs = crsIn(value);
  if (value.type === 'FeatureCollection') {
    if (!Array.isArray(value.features))
      throw new Unreadable(l10n.t('The FeatureCollection has no list of features.'));
    return value.features.map((feature: unknown, index) =>
      shapeOf(feature, l10n.t('feature {0}', index + 1), crs),
    );
  }
  if (value.type === 'Feature') return [shapeOf(value, l10n.t('the feature'), crs)];
  if (value.type === 'GeometryCollection' || geometryTypes.includes(value.type)) {
    const place = l10n.t('the geometry');
    return [{ place, name: undefined, geometry: value, properties: null, crs, closesLines: false }];
  }
  throw notGeoJson(value);
}

/** Arcs that are shared are written out for each that has them: a short text can stand for more than memory has. */
const mostPositions = 5_000_000;

/** The shapes of TopoJSON: its arcs are put together again. */
export function readTopoJson(topology: Record<string, unknown>): Shape[] {
  const { objects, arcs } = topology;
  if (!isRecord(objects) || !Array.isArray(arcs)) throw brokenTopology();
  if (positionsOf(objects, arcs) > mostPositions) throw tooLarge('TopoJSON');
  const crs = rounding(crsIn(topology));
  return Object.entries(objects).flatMap(([name, object]) => {
    const value = unfolded(topology, object);
    const features =
      isRecord(value) && Array.isArray(value.features) ? (value.features as unknown[]) : [value];
    return features.map((feature, index) => {
      const place = features.length === 1 ? name : l10n.t('{0}, feature {1}', name, index + 1);
      return shapeOf(feature, place, crs);
    });
  });
}

/** Of all the arcs that objects refer to, `~index` for one that is turned around (TopoJSON 1.0, 2.1.4). */
function positionsOf(objects: Record<string, unknown>, arcs: readonly unknown[]): number {
  const left: unknown[] = Object.values(objects);
  let positions = 0;
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'number') {
      const arc = arcs[value < 0 ? ~value : value];
      if (Array.isArray(arc)) positions += arc.length;
    } else if (Array.isArray(value)) for (const one of value as unknown[]) left.push(one ?? null);
    else if (isRecord(value)) left.push(value.arcs ?? null, value.geometries ?? null);
  }
  return positions;
}

function unfolded(topology: Record<string, unknown>, object: unknown): unknown {
  try {
    return featureOf(topology as unknown as Topology, object as Topology['objects'][string]);
  } catch {
    // Whatever the library stumbles over, an arc or a type is not what it should be.
    throw brokenTopology();
  }
}

function brokenTopology(): Unreadable {
  return new Unreadable(
    l10n.t('The TopoJSON lacks objects, or arcs that they refer to. Save it again from its source.'),
  );
}

function shapeOf(feature: unknown, place: string, crs: Crs): Shape {
  const { geometry, properties, id } = isRecord(feature) ? feature : {};
  const kept = isRecord(properties) ? properties : null;
  return {
    place,
    name: nameAmong(kept) ?? nameAmong({ id }),
    geometry,
    properties: kept,
    crs,
    closesLines: false,
  };
}

function crsIn({ crs }: Record<string, unknown>): Crs {
  if (crs === undefined || crs === null) return wgs84;
  const { properties } = isRecord(crs) ? crs : {};
  const { name, code } = isRecord(properties) ? properties : {};
  const written = name ?? code;
  if (typeof written === 'string') return crsOfName(written);
  if (typeof written === 'number') return crsOfName(`EPSG:${written}`);
  throw new Unreadable(l10n.t('Can\'t read the projection in "crs". Save the data in EPSG:4326.'));
}

function notGeoJson({ type }: { type?: unknown }): Unreadable {
  return new Unreadable(
    typeof type === 'string'
      ? l10n.t(
          'The JSON has type "{0}". GeoJSON is a Feature, a FeatureCollection or a geometry.',
          shownLine(type),
        )
      : l10n.t('The JSON is not GeoJSON: it has no "type" such as FeatureCollection or Polygon.'),
  );
}
