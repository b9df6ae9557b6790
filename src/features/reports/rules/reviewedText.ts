import { applyEdits, modify } from 'jsonc-parser';
import { isRecord } from '../../../base/fields.ts';
import { parseWithNaN } from '../../../base/json/nonFinite.ts';
import { ownProperties } from './ownProperties.ts';
import { placeSize } from './reportFeature.ts';
import type { Decision } from './review.ts';

/**
 * The text of a report after its review: only the accepted features, or all, with decisions as `swath:review` and notes
 * as `swath:note`. Features keep their exact text.
 *
 * @param text without a byte order mark
 * @param places of its drawn features, see `ReportIndex.places`
 */
export function reviewedText(
  text: string,
  places: Uint32Array,
  decisions: readonly Decision[],
  onlyAccepted: boolean,
): string {
  const parts: string[] = [];
  let kept = 0;
  for (const { feature, decision, note } of decisions.toSorted((a, b) => a.feature - b.feature)) {
    const [start = 0, end = 0] = places.subarray(feature * placeSize + 2);
    if (end === 0 || (onlyAccepted && decision !== 'accepted')) continue;
    const json = text.slice(start, end);
    if (onlyAccepted) parts.push(json);
    else
      parts.push(
        text.slice(kept, start),
        marked(json, { [ownProperties.review]: decision, [ownProperties.note]: note }),
      );
    kept = end;
  }
  if (!onlyAccepted) return parts.join('') + text.slice(kept);
  const { features: _all, ...others } = parseWithNaN(text) as Record<string, unknown>;
  return `${JSON.stringify(others).slice(0, -1)},"features":[\n${parts.join(',\n')}\n]}\n`;
}

function marked(feature: string, marks: object): string {
  const { properties } = parseWithNaN(feature) as { properties?: unknown };
  if (!isRecord(properties)) return applyEdits(feature, modify(feature, ['properties'], marks, {}));
  const mark = (text: string, [name, value]: [string, unknown]) =>
    value === undefined ? text : applyEdits(text, modify(text, ['properties', name], value, {}));
  return Object.entries(marks).reduce(mark, feature);
}
