import type { Position } from 'geojson';
import type { JsonPath } from '../problem.ts';
import type { TextEdit } from './geojsonEdit.ts';

/** Closed rings of [longitude, latitude] in degrees, the outer one first. */
export type AreaRings = readonly (readonly Position[])[];

/** A change of the areas of a document, as a person makes it on the map. */
export type AreaChange =
  | { kind: 'reshape'; path: JsonPath; rings: AreaRings }
  | { kind: 'remove'; path: JsonPath }
  | { kind: 'add'; rings: AreaRings };

export type AreaEdits =
  /** `path` says where the area stands after the edits; `undefined` when it is gone. */
  | { kind: 'edits'; edits: TextEdit[]; path: JsonPath | undefined }
  /** In a full sentence, with the way out. */
  | { kind: 'refused'; reason: string };
