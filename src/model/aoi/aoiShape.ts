/** The first half of the judgement of an AOI: whether it is a Polygon of closed rings of degrees at all. */
import * as l10n from '@vscode/l10n';
import type { Polygon, Position } from 'geojson';
import { error, type JsonPath, type Problem } from '../problem.ts';
import { itemAt } from '../itemAt.ts';
import { isRecord } from '../fields.ts';

/** Least positions of a ring, the last equal to the first (RFC 7946, 3.1.6). */
const fewestPositions = 4;

/** What keeps a value from being a Polygon; an empty list, or warnings alone, mean that its rings can be looked at. */
export function checkShape(geometry: unknown): Problem[] {
  if (!isRecord(geometry)) {
    return [error('aoi-missing', l10n.t('The AOI must be a GeoJSON Polygon.'), [])];
  }
  if (geometry.type !== 'Polygon') return [error('aoi-not-polygon', describeOther(geometry), ['type'])];
  return checkCoordinates(geometry.coordinates, ['coordinates']);
}

/** Whether a value is a Polygon that can be drawn and measured, also where its rings cross. */
export function isPolygon(geometry: unknown): geometry is Polygon {
  return checkShape(geometry).every(({ severity }) => severity !== 'error');
}

/** The same for the coordinates of a Polygon, or of one of those in a MultiPolygon, at their path. */
export function checkCoordinates(rings: unknown, path: JsonPath): Problem[] {
  if (!Array.isArray(rings) || rings.length === 0) {
    const message = l10n.t('The Polygon has no ring. Write its vertices as [longitude, latitude].');
    return [error('aoi-no-rings', message, path)];
  }
  const problems = rings.flatMap((ring: unknown, index) => checkRing(ring, [...path, index]));
  if (!problems.some(({ code }) => code === 'position-outside')) return problems;
  const whole = checkUnits(rings, path);
  return whole ? [whole, ...problems.filter(({ code }) => code !== 'position-outside')] : problems;
}

/** Position by longitude and latitude alone. */
export function isSamePlace(one: Position | undefined, other: Position | undefined): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1];
}

function checkRing(ring: unknown, path: JsonPath): Problem[] {
  if (!Array.isArray(ring))
    return [error('ring-not-array', l10n.t('A ring must be an array of positions.'), path)];
  const problems = ring.flatMap((position: unknown, index) => checkPosition(position, path, index));
  if (problems.length > 0) return problems;
  const positions = ring as Position[];
  const altitudes = checkAltitudes(positions, path);
  const different = positions.filter((position, index) => !isSamePlace(position, positions[index - 1]));
  if (different.length < fewestPositions) {
    const message = l10n.t(
      'A ring needs at least four positions, with the last equal to the first; this one has {0}.',
      different.length < positions.length
        ? l10n.t('{0} that differ from the previous one', different.length)
        : positions.length,
    );
    return [error('ring-too-short', message, path), ...altitudes];
  }
  if (!isSamePlace(positions[0], positions.at(-1))) {
    const message = l10n.t('The ring is not closed: the last position must repeat the first.');
    return [error('ring-not-closed', message, [...path, positions.length - 1]), ...altitudes];
  }
  return altitudes;
}

function checkPosition(position: unknown, ring: JsonPath, index: number): Problem[] {
  if (!Array.isArray(position) || position.length < 2 || !position.every(Number.isFinite)) {
    const message = l10n.t('A position must be [longitude, latitude] in degrees, as numbers without quotes.');
    return [error('position-not-numbers', message, [...ring, index])];
  }
  const [longitude, latitude] = position as [number, number];
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return [];
  const message = l10n.t('{0}, {1} is outside ±180 longitude and ±90 latitude.', longitude, latitude);
  const isBeyond = Math.abs(latitude) <= 90 && Math.abs(longitude) < 540;
  const wayOut = l10n.t(
    'Longitude {0} is {1} on the other side of the antimeridian. Cut the Polygon there.',
    longitude,
    longitude - Math.sign(longitude) * 360,
  );
  return [error('position-outside', isBeyond ? `${message} ${wayOut}` : message, [...ring, index])];
}

/** One warning a ring: files with altitudes have them at every position. */
function checkAltitudes(ring: readonly Position[], path: JsonPath): Problem[] {
  const first = ring.findIndex(position => position.length > 2);
  if (first < 0) return [];
  const message = l10n.t(
    'The position has more than longitude and latitude. Remove the altitude: the service takes pairs only.',
  );
  return [{ code: 'position-altitude', message, severity: 'warning', path: [...path, first] }];
}

/** What explains coordinates outside the degrees of the Earth all at once; a stray position explains nothing. */
function checkUnits(rings: readonly unknown[], path: JsonPath): Problem | undefined {
  const all = rings.flat().filter(isNumbers);
  const beyondAnyDegrees = all.filter(([x, y]) => Math.abs(x) > 540 || Math.abs(y) > 540);
  if (beyondAnyDegrees.length * 2 > all.length) {
    const [x, y] = itemAt(all, 0);
    const message = l10n.t(
      '{0}, {1} look like meters, not degrees. Export the file in WGS 84 (EPSG:4326).',
      x,
      y,
    );
    return error('aoi-projected', message, path);
  }
  const polar = all.filter(([, y]) => Math.abs(y) > 90);
  const canBeSwapped = all.every(([x, y]) => Math.abs(x) <= 90 && Math.abs(y) <= 180);
  if (!canBeSwapped || polar.length * 2 <= all.length) return undefined;
  const [x, y] = itemAt(polar, 0);
  const message = l10n.t(
    'Longitude and latitude are probably swapped: {0}, {1} is not a position, {1}, {0} is. GeoJSON puts longitude first.',
    x,
    y,
  );
  return error('axes-swapped', message, path);
}

function isNumbers(position: unknown): position is [number, number] {
  return Array.isArray(position) && position.length >= 2 && position.every(Number.isFinite);
}

function describeOther(geometry: Record<string, unknown>): string {
  const { type } = geometry;
  if (typeof type !== 'string') return l10n.t('The AOI must be a Polygon, but it has no type.');
  const wayOut = waysOut()[type];
  const message = l10n.t('The AOI must be a Polygon, but it is {0}.', type);
  if (wayOut !== undefined) return `${message} ${wayOut}`;
  return type.toLowerCase() === 'polygon' ? `${message} ${l10n.t('Write "Polygon".')}` : message;
}

/** What makes an area of each other type of GeoJSON. */
function waysOut(): Partial<Record<string, string>> {
  const line = l10n.t('A closed line can become the ring of a Polygon.');
  const point = l10n.t('Draw a Polygon around it.');
  return {
    MultiPolygon: l10n.t('Split it: each of its polygons can be an AOI.'),
    Point: point,
    MultiPoint: point,
    LineString: line,
    MultiLineString: line,
    GeometryCollection: l10n.t('Use one Polygon of its "geometries".'),
    Feature: l10n.t('Use only its "geometry".'),
    FeatureCollection: l10n.t('Use the "geometry" of one of its features.'),
  };
}
