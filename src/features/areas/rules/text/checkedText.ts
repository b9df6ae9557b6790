/** The check of a text, read once for the two that need it. */
import { readJson } from '../../../../geo/text/geojsonSource.ts';
import { type AoiProblem, type AoiUse, checkGeojson } from './geojsonCheck.ts';

interface Checked {
  json: NonNullable<ReturnType<typeof readJson>>;
  problems: readonly AoiProblem[];
}

/** What it is read for: the problems of a document, or the faults of the areas that the map follows. */
type Reader = 'problems' | 'faults';

let last: (Checked & { text: string; use: AoiUse; reader: Reader }) | undefined;

/**
 * After each edit of the document that the map follows, both readers ask for the same text, one shortly after the other: the
 * second takes what the first has read, which isn't kept any longer. `undefined` if it isn't JSON.
 */
export function checkedText(text: string, use: AoiUse, reader: Reader): Checked | undefined {
  const before = last;
  last = undefined;
  if (before && before.reader !== reader && before.use === use && before.text === text) return before;
  const json = readJson(text);
  if (!json) return undefined;
  last = { json, problems: checkGeojson(json.value, use), text, use, reader };
  return last;
}
