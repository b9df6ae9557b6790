import type { Geometry } from 'geojson';

/** The geometry of a feature of a report, if there is something to draw: reports are foreign data. */
export function drawnGeometry(feature: unknown): Geometry | undefined {
  const { geometry } = (feature ?? {}) as { geometry?: unknown };
  const { type, coordinates, geometries } = (geometry ?? {}) as Readonly<Record<string, unknown>>;
  const isDrawn = typeof type === 'string' && (Array.isArray(coordinates) || Array.isArray(geometries));
  return isDrawn ? (geometry as Geometry) : undefined;
}
