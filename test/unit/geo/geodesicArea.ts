import geographiclib from 'geographiclib-geodesic';
import type { Polygon, Position } from 'geojson';
import { itemAt } from '../../../src/base/itemAt.ts';

/** Pieces of an edge: GeographicLib joins their ends by geodesics, which are straight in degrees over such lengths. */
const pieces = 500;

/** Area on the ellipsoid of WGS 84 in km², by GeographicLib; edges are straight in degrees. */
export function geodesicAreaKm2({ coordinates }: Polygon): number {
  return coordinates.reduce((sum, ring, index) => sum + (index === 0 ? 1 : -1) * ringAreaKm2(ring), 0);
}

function ringAreaKm2(ring: readonly Position[]): number {
  const outline = geographiclib.Geodesic.WGS84.Polygon(false);
  ring.slice(1).forEach(([x, y], index) => {
    const [fromX, fromY] = itemAt(ring, index);
    for (let piece = 0; piece < pieces; piece++)
      outline.AddPoint(fromY + ((y - fromY) * piece) / pieces, fromX + ((x - fromX) * piece) / pieces);
  });
  return Math.abs(outline.Compute(false, true).area ?? NaN) / 1e6;
}
