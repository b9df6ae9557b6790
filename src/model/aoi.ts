import * as l10n from '@vscode/l10n';
import type { Polygon, Position } from 'geojson';
import type { Problem } from './problem.ts';

/**
 * What would keep the service from taking this geometry as an AOI: a GeoJSON Polygon of closed rings of
 * [longitude, latitude] in degrees (specification: Analytic order body, `aoi`). An empty list means that it can be sent.
 */
export function checkAoi(geometry: unknown): Problem[] {
  if (!isRecord(geometry)) {
    return [error('aoi-missing', l10n.t('The AOI must be a GeoJSON Polygon.'), [])];
  }
  if (geometry.type !== 'Polygon') {
    return [
      error(
        'aoi-not-polygon',
        l10n.t('The AOI must be a Polygon, but it is {0}.', describeType(geometry.type)),
        ['type'],
      ),
    ];
  }
  if (!Array.isArray(geometry.coordinates) || geometry.coordinates.length === 0) {
    return [error('aoi-no-rings', l10n.t('The Polygon has no ring of coordinates.'), ['coordinates'])];
  }
  return geometry.coordinates.flatMap((ring: unknown, index) => checkRing(ring, ['coordinates', index]));
}

/** Whether {@link checkAoi} has no error against it. */
export function isPolygon(geometry: unknown): geometry is Polygon {
  return checkAoi(geometry).every(problem => problem.severity !== 'error');
}

/** The same area with positions of [longitude, latitude] alone, the form that the service takes. */
export function withoutAltitude(polygon: Polygon): Polygon {
  const flat = polygon.coordinates.map(ring =>
    ring.map(([longitude = 0, latitude = 0]) => [longitude, latitude]),
  );
  return { type: 'Polygon', coordinates: flat };
}

function checkRing(ring: unknown, path: (string | number)[]): Problem[] {
  if (!Array.isArray(ring))
    return [error('ring-not-array', l10n.t('A ring must be an array of positions.'), path)];
  const problems = ring.flatMap((position: unknown, index) => checkPosition(position, [...path, index]));
  if (problems.some(problem => problem.severity === 'error')) return problems;
  const positions = ring as Position[];
  if (positions.length < 4) {
    return [
      error(
        'ring-too-short',
        l10n.t(
          'A ring needs at least four positions, the last equal to the first; this one has {0}.',
          positions.length,
        ),
        path,
      ),
    ];
  }
  const first = positions[0];
  const last = positions.at(-1);
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) {
    return [
      error('ring-not-closed', l10n.t('The ring is not closed: the last position must repeat the first.'), [
        ...path,
        positions.length - 1,
      ]),
    ];
  }
  return problems;
}

function checkPosition(position: unknown, path: (string | number)[]): Problem[] {
  if (!Array.isArray(position) || position.length < 2 || !position.every(Number.isFinite)) {
    return [
      error('position-not-numbers', l10n.t('A position must be [longitude, latitude] in degrees.'), path),
    ];
  }
  const [longitude, latitude] = position as [number, number];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
    return [
      error(
        'position-outside',
        l10n.t('{0}, {1} is outside ±180 longitude and ±90 latitude.', longitude, latitude),
        path,
      ),
    ];
  }
  if (position.length > 2) {
    const message = l10n.t(
      'The position has more than longitude and latitude: the service takes pairs alone.',
    );
    return [{ code: 'position-altitude', message, severity: 'warning', path }];
  }
  return [];
}

function describeType(type: unknown): string {
  return typeof type === 'string' ? type : l10n.t('without a type');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function error(code: string, message: string, path: (string | number)[]): Problem {
  return { code, message, severity: 'error', path };
}
