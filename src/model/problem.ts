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
  /** What the person probably meant to write there. */
  meant?: unknown;
  /** Other places that the problem is about, such as the second of two edges that cross. */
  related?: readonly RelatedPlace[];
}

/** A place beside that of the problem, relative to the same value, and its part in the problem. */
export interface RelatedPlace {
  message: string;
  path: JsonPath;
}

export function error(code: string, message: string, path: JsonPath): Problem {
  return { code, message, severity: 'error', path };
}

export function warning(code: string, message: string, path: JsonPath): Problem {
  return { code, message, severity: 'warning', path };
}

/** A problem of a value, as one of the document in which the value stands at a path. */
export function placedBelow<P extends Omit<Problem, 'severity'>>(problem: P, path: JsonPath): P {
  const { related } = problem;
  const placed = { ...problem, path: [...path, ...problem.path] };
  if (!related) return placed;
  return { ...placed, related: related.map(one => ({ ...one, path: [...path, ...one.path] })) };
}
