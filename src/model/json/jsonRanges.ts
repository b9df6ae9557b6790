import { readJson, type TextRange } from '../geojson/geojsonSource.ts';
import type { JsonPath } from '../problem.ts';

/**
 * Where the values at some paths are written, in the order of the paths: of what is not written, the nearest value
 * around it. `undefined` where the text is no JSON.
 */
export function jsonRanges(text: string, paths: readonly JsonPath[]): (TextRange | undefined)[] {
  const read = readJson(text);
  if (!read) return paths.map(() => undefined);
  return paths.map(path => {
    const outwards = Array.from({ length: path.length + 1 }, (_, up) => path.slice(0, path.length - up));
    return read.rangesOf(outwards).find(range => range !== undefined);
  });
}
