import type { Position } from 'geojson';
import type { JsonPath } from '../problem.ts';

/** Closed rings of [longitude, latitude] in degrees, the outer one first. */
export type AreaRings = readonly (readonly Position[])[];

/** A change of the areas of a document, as a person makes it on the map. */
export type AreaChange =
  | { kind: 'reshape'; path: JsonPath; rings: AreaRings }
  | { kind: 'remove'; path: JsonPath }
  | { kind: 'add'; rings: AreaRings };
