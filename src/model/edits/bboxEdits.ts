/** Edits that keep every bbox true, or make it so. */
import { parseTree } from 'jsonc-parser';
import { isRecord } from '../fields.ts';
import { boxFault, boxFaults, type BoxFault } from '../geometry/bbox.ts';
import {
  applyEdits,
  rewritten,
  shifted,
  type Rewriting,
  type TextEdit,
  memberRemoval,
} from './geojsonEdit.ts';
import { readJson, type JsonText, valueAt } from '../geojson/geojsonSource.ts';
import { plainNumber } from '../words/plainNumber.ts';
import type { JsonPath } from '../problem.ts';

/** The objects whose boxes a path speaks of: of a `bbox` its owner, of an area all that it stands in too. */
export function boxOwners(path: JsonPath): JsonPath[] {
  if (path.at(-1) === 'bbox') return [path.slice(0, -1)];
  return [...path.map((_part, index) => path.slice(0, index)), path];
}

/** Brings the boxes of objects up to date. In broken JSON nobody knows the extent: nothing is done there. */
export function updateBoxes(json: JsonText, owners: readonly JsonPath[]): TextEdit[] {
  if (json.isBroken) return [];
  const rewritings = owners.flatMap(path => {
    const owner = valueAt(json.value, path);
    const fault = isRecord(owner) ? boxFault(owner) : undefined;
    return fault ? rewriting(path, fault) : [];
  });
  return rewritten(json, rewritings);
}

/** Of what is off alone: the layout of the list stays. */
function rewriting(owner: JsonPath, fault: BoxFault): Rewriting[] {
  const path = [...owner, 'bbox'];
  if (fault.kind === 'off')
    return fault.numbers.map(({ index, value }) => ({ path: [...path, index], text: plainNumber(value) }));
  if (fault.kind === 'empty' || !fault.extent) return [];
  const { west, south, east, north } = fault.extent;
  return [{ path, text: `[${[west, south, east, north].map(plainNumber).join(', ')}]` }];
}

/**
 * Edits of a text together with those of each bbox that was right before and would not be right after. One of an object
 * that no longer has coordinates goes. Boxes in text that the edits bring are made right in any case.
 */
export function withTrueBoxes(text: string, edits: readonly TextEdit[]): TextEdit[] {
  if (edits.length === 0 || !text.includes('"bbox"')) return [...edits];
  const changed = applyEdits(text, edits);
  const after = readJson(changed);
  if (!after || after.isBroken) return [...edits];
  const faults = boxFaults(after.value).filter(({ fault }) => fault.kind !== 'malformed');
  if (faults.length === 0) return [...edits];
  const places = placesAfter(edits);
  const before = readJson(text);
  const wrongBefore = new Set(
    before
      ?.rangesOf(boxFaults(before.value).map(({ path }) => [...path, 'bbox']))
      .map(range => range?.offset),
  );
  const ranges = after.rangesOf(faults.map(({ path }) => [...path, 'bbox']));
  const owed = faults.filter((_fault, index) => {
    const range = ranges[index];
    if (!range) return false;
    const { offset } = range;
    const place = lastPlace(places, offset);
    const isNew = place !== undefined && offset < place.end;
    return isNew || !wrongBefore.has(offset - (place?.shift ?? 0));
  });
  const empty = owed.filter(({ fault }) => fault.kind === 'empty').map(({ path }) => path);
  const rewritings = owed.flatMap(({ path, fault }) => rewriting(path, fault));
  return together(places, [...rewritten(after, rewritings), ...removals(changed, after, empty)]);
}

function removals(text: string, json: JsonText, owners: readonly JsonPath[]): TextEdit[] {
  if (owners.length === 0) return [];
  return json.rangesOf(owners).flatMap(range => {
    if (!range) return [];
    const owner = text.slice(range.offset, range.offset + range.length);
    const node = parseTree(owner, [], { allowTrailingComma: true });
    return node ? shifted(memberRemoval(owner, node, 'bbox'), range.offset) : [];
  });
}

interface PlacedEdit {
  edit: TextEdit;
  /** Of its new text within the text after all edits. */
  start: number;
  end: number;
  /** By how much the text behind it is moved by it and those before it. */
  shift: number;
  /** Edits of its new text, from the start of that on. */
  inner: TextEdit[];
}

/** In the order of the text. */
function placesAfter(edits: readonly TextEdit[]): PlacedEdit[] {
  let shift = 0;
  return edits
    .toSorted((a, b) => a.offset - b.offset)
    .map(edit => {
      const start = edit.offset + shift;
      shift += edit.text.length - edit.length;
      return { edit, start, end: start + edit.text.length, shift, inner: [] };
    });
}

/** The last edit whose new text begins at an offset or before it. */
function lastPlace(places: readonly PlacedEdit[], offset: number): PlacedEdit | undefined {
  return places.findLast(({ start }) => start <= offset);
}

/** Edits, and others that speak of the text after them, as edits of the text before. */
function together(places: readonly PlacedEdit[], more: readonly TextEdit[]): TextEdit[] {
  const outside: TextEdit[] = [];
  for (const one of more) {
    const place = lastPlace(places, one.offset);
    if (place && one.offset < place.end) place.inner.push(...shifted([one], -place.start));
    else outside.push(...shifted([one], -(place?.shift ?? 0)));
  }
  return [...places.map(({ edit, inner }) => ({ ...edit, text: applyEdits(edit.text, inner) })), ...outside];
}
