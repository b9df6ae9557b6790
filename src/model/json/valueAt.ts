import type { JsonPath } from '../problem.ts';

/** What stands at a path of a JSON value; `undefined` where nothing does. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  let inner = value;
  for (const part of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, part)) return undefined;
    inner = (inner as Record<string | number, unknown>)[part];
  }
  return inner;
}
