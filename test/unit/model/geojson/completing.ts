import { applyEdits, type TextEdit } from '../../../../src/model/edits/geojsonEdit.ts';
import {
  completeGeojson,
  type CompletionRequest,
  type GeojsonCompletion,
} from '../../../../src/model/geojson/geojsonCompletion.ts';

const extent = [5, 43, 6, 44] as const;

/** What is proposed at the `|` of a text. */
export function proposed(marked: string, request: Partial<CompletionRequest> = {}): GeojsonCompletion[] {
  return completeGeojson(marked.replace('|', ''), {
    offset: marked.indexOf('|'),
    isGeojson: true,
    extent,
    ...request,
  });
}

export function labels(marked: string, request: Partial<CompletionRequest> = {}): string[] {
  return proposed(marked, request).map(({ label }) => label);
}

/** The text after the proposal with this label is taken, its stops filled with their examples. */
export function taken(marked: string, label: string, request: Partial<CompletionRequest> = {}): string {
  const found = proposed(marked, request).find(one => one.label === label);
  if (!found) throw new Error(`No "${label}" among ${labels(marked, request).join(', ')}`);
  const examples = new Map(
    [...found.snippet.matchAll(/\$\{(\d):([^}]*)\}/g)].map(([, stop, example]) => [stop, example]),
  );
  const text = found.snippet
    .replace(/\$\{(\d):[^}]*\}|(?<!\\)\$(\d)/g, (_all, a?: string, b?: string) => examples.get(a ?? b) ?? '')
    .replace(/\\([\\$}])/g, '$1');
  const edits: TextEdit[] = [{ ...found.range, text }];
  if (found.commaAt !== undefined) edits.unshift({ offset: found.commaAt, length: 0, text: ',' });
  return applyEdits(marked.replace('|', ''), edits);
}

export const ofExtent = 'AOI: map extent';
export const ofCentre = 'AOI: box around the map center, 5 km';
export const template = 'AOI: template';
export const all = [ofExtent, ofCentre, template];
