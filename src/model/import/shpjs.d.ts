// The package has no types, and those in @types are for an older version.
declare module 'shpjs' {
  import type { GeoJsonProperties } from 'geojson';

  /** Geometries in the file's own coordinates; `null` for a null shape. */
  export function parseShp(shp: Uint8Array): unknown[];
  export function parseDbf(dbf: Uint8Array, cpg?: Uint8Array): GeoJsonProperties[];
}
