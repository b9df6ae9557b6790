/** A way into a JSON document: member names and array indices, as in `['features', 0, 'geometry']`. */
export type JsonPath = readonly (string | number)[];

export function samePath(a: JsonPath, b: JsonPath): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}

/** Something wrong with a document a person wrote: what, where, how bad. */
export interface Problem {
  /** Stable and machine-readable, such as `aoi-too-small`. */
  code: string;
  message: string;
  severity: 'error' | 'warning';
  /** Where in the document, relative to the value that was checked. */
  path: JsonPath;
}
