/** The types of GeoJSON that have coordinates of their own. */
export const geometryTypes: readonly unknown[] = [
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
];

/** Whether it is a geometry of any type. Other JSON has members called `type` too. */
export function isGeometryObject(value: Record<string, unknown>): boolean {
  return value.type === 'GeometryCollection'
    ? Array.isArray(value.geometries)
    : geometryTypes.includes(value.type) && 'coordinates' in value;
}
