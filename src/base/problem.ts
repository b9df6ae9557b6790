import type { ProblemCode } from './problemCodes.ts';

/** A path in a JSON document: member names and array indexes, as in `['features', 0, 'geometry']`. */
export type JsonPath = readonly (string | number)[];

export function samePath(a: JsonPath, b: JsonPath): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}

/** A problem of a user's document: what, where, how severe. */
export interface Problem {
  /** Stable and machine-readable, such as `aoi-too-small`. */
  code: ProblemCode;
  message: string;
  severity: 'error' | 'warning';
  /** Path relative to the checked value. */
  path: JsonPath;
  /** The value that was probably meant. */
  meant?: unknown;
  /** Other places involved, such as the second of two edges that cross. */
  related?: readonly RelatedPlace[];
}

/** Another place involved in a problem, relative to the same value, and its role. */
export interface RelatedPlace {
  message: string;
  path: JsonPath;
}

export function error(code: ProblemCode, message: string, path: JsonPath): Problem {
  return { code, message, severity: 'error', path };
}

export function warning(code: ProblemCode, message: string, path: JsonPath): Problem {
  return { code, message, severity: 'warning', path };
}

/** Moves a problem of a value to the document that contains the value at a path. */
export function placedBelow<P extends Omit<Problem, 'severity'>>(problem: P, path: JsonPath): P {
  const { related } = problem;
  const placed = { ...problem, path: [...path, ...problem.path] };
  if (!related) return placed;
  return { ...placed, related: related.map(place => ({ ...place, path: [...path, ...place.path] })) };
}
