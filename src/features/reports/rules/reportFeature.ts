import type { Geometry } from 'geojson';

/** Numbers per place: start and end of a feature in bytes, and in UTF-16 units without a byte order mark. */
export const placeSize = 4;

/** How many features the map shows. @param places of them, see `ReportIndex` */
export function drawnCount(places: Uint32Array): number {
  return places.length / placeSize;
}

/** A feature of a report. Reports are external data: any geometry may be invalid. */
export interface ReportFeature {
  id?: string | number;
  geometry: Geometry;
  /** Not documented by the service: opaque, shown as received. */
  properties: Readonly<Record<string, unknown>>;
}

/** The geometry of a feature of a report, if it can be drawn: reports are external data. */
export function drawnGeometry(feature: unknown): Geometry | undefined {
  const { geometry } = (feature ?? {}) as { geometry?: unknown };
  const { type, coordinates, geometries } = (geometry ?? {}) as Readonly<Record<string, unknown>>;
  const isDrawn = typeof type === 'string' && (Array.isArray(coordinates) || Array.isArray(geometries));
  return isDrawn ? (geometry as Geometry) : undefined;
}

export function toReportFeature(value: unknown): ReportFeature | undefined {
  const geometry = drawnGeometry(value);
  if (!geometry) return undefined;
  const { id, properties } = value as { id?: unknown; properties?: unknown };
  const isMembers = typeof properties === 'object' && properties !== null;
  return {
    id: typeof id === 'string' || typeof id === 'number' ? id : undefined,
    geometry,
    properties: isMembers ? (properties as ReportFeature['properties']) : {},
  };
}
