import type { Geometry } from 'geojson';

/** Numbers of a place: begin and end of a feature in bytes, and in UTF-16 units without a byte order mark. */
export const placeSize = 4;

/** A feature of a report. Reports are foreign data: nothing in a geometry is sure. */
export interface ReportFeature {
  geometry: Geometry;
  /** Not documented by the service: opaque, shown as they come. */
  properties: Readonly<Record<string, unknown>>;
}

/** The geometry of a feature of a report, if there is something to draw: reports are foreign data. */
export function drawnGeometry(feature: unknown): Geometry | undefined {
  const { geometry } = (feature ?? {}) as { geometry?: unknown };
  const { type, coordinates, geometries } = (geometry ?? {}) as Readonly<Record<string, unknown>>;
  const isDrawn = typeof type === 'string' && (Array.isArray(coordinates) || Array.isArray(geometries));
  return isDrawn ? (geometry as Geometry) : undefined;
}

export function featureOf(value: unknown): ReportFeature | undefined {
  const geometry = drawnGeometry(value);
  if (!geometry) return undefined;
  const { properties } = value as { properties?: unknown };
  const isMembers = typeof properties === 'object' && properties !== null;
  return { geometry, properties: isMembers ? (properties as ReportFeature['properties']) : {} };
}
