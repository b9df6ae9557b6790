import type { Polygon, Position } from 'geojson';
import { placedBelow, type Problem } from '../base/problem.ts';
import { checkRings, checkShape } from './aoiRings.ts';

/**
 * What would keep the service from taking this geometry as an AOI: a GeoJSON Polygon of closed rings of
 * [longitude, latitude] in degrees (specification: Analytic order body, `aoi`), whose rings enclose an area without
 * doubt. Without an error it can be sent.
 */
export function checkAoi(geometry: unknown): Problem[] {
  const shape = checkShape(geometry);
  if (shape.some(({ severity }) => severity === 'error')) return shape;
  return [...shape, ...checkRings((geometry as Polygon).coordinates, ['coordinates'])];
}

/**
 * The same for the AOI of an order, at its path in the body, and the AOI if it has no errors. Altitudes are refused
 * there: the service takes pairs.
 */
export function readOrderAoi(aoi: unknown): { ofAoi: Problem[]; aoi: Polygon | undefined } {
  const ofAoi = checkAoi(aoi).map((problem): Problem => ({
    ...placedBelow(problem, ['aoi']),
    severity: problem.code === 'position-altitude' ? 'error' : problem.severity,
  }));
  const isSound = ofAoi.every(({ severity }) => severity !== 'error');
  return { ofAoi, aoi: isSound ? (aoi as Polygon) : undefined };
}

/** The same area with positions of only [longitude, latitude], the form that the service takes. */
export function withoutAltitude(polygon: Polygon): Polygon {
  const flat = polygon.coordinates.map(ring =>
    ring.map(([longitude, latitude]): Position => [longitude, latitude]),
  );
  return { type: 'Polygon', coordinates: flat };
}
