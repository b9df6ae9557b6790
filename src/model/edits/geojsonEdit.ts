import type { JsonText } from '../geojson/geojsonSource.ts';
import { itemAt } from '../itemAt.ts';
import type { JsonPath } from '../problem.ts';

/** A stretch of a text, in UTF-16 units, and what takes its place. */
export interface TextEdit {
  offset: number;
  length: number;
  text: string;
}

/** The text after edits that do not overlap, given in any order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.offset - b.offset)) {
    parts.push(text.slice(at, edit.offset), edit.text);
    at = edit.offset + edit.length;
  }
  return parts.join('') + text.slice(at);
}

export function shifted(edits: readonly TextEdit[], by: number): TextEdit[] {
  return edits.map(edit => ({ ...edit, offset: edit.offset + by }));
}

/** What is to stand at a path. */
export interface Rewriting {
  path: JsonPath;
  text: string;
}

/** Writes other texts where values stand; all places are found in one pass. */
export function rewritten(json: JsonText, rewritings: readonly Rewriting[]): TextEdit[] {
  if (rewritings.length === 0) return [];
  return json
    .rangesOf(rewritings.map(({ path }) => path))
    .flatMap((range, index) => (range ? [{ ...range, text: itemAt(rewritings, index).text }] : []));
}
