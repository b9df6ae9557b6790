/** Problems of the AOIs in a text, with the places to underline. */
import type { AoiProblem, AoiUse } from './geojsonCheck.ts';
import { checkGeojson } from './geojsonCheck.ts';
import { rangesAbove, readJson, type TextRange } from './geojsonSource.ts';
import type { JsonPath } from '../problem.ts';

export interface PlacedProblem extends AoiProblem {
  range: TextRange;
  /** In the order of `related`. */
  relatedRanges: readonly TextRange[];
}

/** Problems about edges: underlined from one position to the end of the next. */
const ofEdges: readonly string[] = ['ring-crosses', 'ring-touches', 'hole-crosses', 'crosses-antimeridian'];

/**
 * What is wrong with the AOIs of a document, each at its place. Broken JSON is judged as far as it can be read; that it
 * is broken is said by the editor's own JSON support.
 */
export function diagnoseAois(text: string, use: AoiUse): PlacedProblem[] {
  const json = readJson(text);
  if (!json) return [];
  const problems = checkGeojson(json.value, use);
  if (problems.length === 0) return [];
  const places = problems.flatMap(problem => [
    ...placesOf(problem, problem.path),
    ...(problem.related ?? []).flatMap(({ path }) => placesOf(problem, path)),
  ]);
  // Two for every place: its beginning and its end.
  const ranges = json.rangesOf(places);
  const missing = places.filter((_path, index) => index % 2 === 0 && !ranges[index]);
  const above = rangesAbove(json, missing).values();
  let next = 0;
  const takeRange = (): TextRange => {
    const [first, last] = [ranges[next], ranges[next + 1]];
    next += 2;
    const start = first ?? above.next().value ?? { offset: 0, length: 0 };
    return last && first ? { offset: start.offset, length: last.offset + last.length - start.offset } : start;
  };
  return problems.map(problem => ({
    ...problem,
    range: takeRange(),
    relatedRanges: (problem.related ?? []).map(takeRange),
  }));
}

function placesOf({ code }: AoiProblem, path: JsonPath): [JsonPath, JsonPath] {
  const last = path.at(-1);
  const isEdge = ofEdges.includes(code) && typeof last === 'number';
  return [path, isEdge ? [...path.slice(0, -1), last + 1] : path];
}
