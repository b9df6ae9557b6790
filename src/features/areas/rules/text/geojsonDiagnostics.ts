/** Problems of the AOIs in a text, with their ranges. */
import { itemAt } from '../../../../base/itemAt.ts';
import type { JsonPath } from '../../../../base/problem.ts';
import { areaCode } from '../../../../base/problemCodes.ts';
import { nearestRanges, type TextRange } from '../../../../geo/text/geojsonSource.ts';
import { checkedText } from './checkedText.ts';
import type { AoiProblem, AoiUse } from './geojsonCheck.ts';

export interface PlacedProblem extends AoiProblem {
  range: TextRange;
  /** In the order of `related`. */
  relatedRanges: readonly TextRange[];
}

/**
 * Problems of the AOIs of a document, with their ranges. Broken JSON is checked as far as it can be read; the editor's
 * own JSON support reports that it is broken.
 */
export function diagnoseAois(text: string, use: AoiUse): PlacedProblem[] {
  const checked = checkedText(text, use, 'problems');
  if (!checked || checked.problems.length === 0) return [];
  const { json, problems } = checked;
  // Two for each range: its start and its end.
  const ranges = nearestRanges(
    json,
    problems.flatMap(problem =>
      [problem, ...(problem.related ?? [])].flatMap(({ path }) => problemPaths(problem, path)),
    ),
  );
  let next = 0;
  const takeRange = (): TextRange => {
    const { offset } = itemAt(ranges, next);
    const last = itemAt(ranges, next + 1);
    next += 2;
    return { offset, length: last.offset + last.length - offset };
  };
  return problems.map(problem => ({
    ...problem,
    range: takeRange(),
    relatedRanges: (problem.related ?? []).map(takeRange),
  }));
}

function problemPaths({ code }: AoiProblem, path: JsonPath): [JsonPath, JsonPath] {
  const last = path.at(-1);
  const isEdge = areaCode(code)?.underlined === 'edge' && typeof last === 'number';
  return [path, isEdge ? [...path.slice(0, -1), last + 1] : path];
}
