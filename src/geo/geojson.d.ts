/**
 * GeoJSON as Swath has it: a position always has its two numbers, so nothing that calculates has to say what a missing
 * one would be. Readers of text check that (`isPosition`, `checkShape`) before they return any of these types.
 */
declare module 'geojson' {
  export interface GeoJsonObject {
    type: GeoJsonTypes;
    bbox?: BBox | undefined;
  }
  export type GeoJsonTypes = GeoJSON['type'];
  export type GeoJsonGeometryTypes = Geometry['type'];
  export type BBox = number[];

  /** Degrees, WGS 84. */
  export type Position = [longitude: number, latitude: number, ...rest: number[]];

  export interface Point extends GeoJsonObject {
    type: 'Point';
    coordinates: Position;
  }
  export interface MultiPoint extends GeoJsonObject {
    type: 'MultiPoint';
    coordinates: Position[];
  }
  export interface LineString extends GeoJsonObject {
    type: 'LineString';
    coordinates: Position[];
  }
  export interface MultiLineString extends GeoJsonObject {
    type: 'MultiLineString';
    coordinates: Position[][];
  }
  export interface Polygon extends GeoJsonObject {
    type: 'Polygon';
    coordinates: Position[][];
  }
  export interface MultiPolygon extends GeoJsonObject {
    type: 'MultiPolygon';
    coordinates: Position[][][];
  }
  export interface GeometryCollection<G extends Geometry = Geometry> extends GeoJsonObject {
    type: 'GeometryCollection';
    geometries: G[];
  }
  export type Geometry =
    | Point
    | MultiPoint
    | LineString
    | MultiLineString
    | Polygon
    | MultiPolygon
    | GeometryCollection;

  export type GeometryObject = Geometry;
  export type GeoJSON = Geometry | Feature | FeatureCollection;

  export type GeoJsonProperties = Record<string, unknown> | null;

  export interface Feature<
    G extends Geometry | null = Geometry,
    P = GeoJsonProperties,
  > extends GeoJsonObject {
    type: 'Feature';
    id?: string | number | undefined;
    geometry: G;
    properties: P;
  }
  export interface FeatureCollection<
    G extends Geometry | null = Geometry,
    P = GeoJsonProperties,
  > extends GeoJsonObject {
    type: 'FeatureCollection';
    features: Feature<G, P>[];
  }
}
