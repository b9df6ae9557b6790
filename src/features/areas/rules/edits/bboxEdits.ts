/** Edits that keep or make every bbox correct. */
import { isRecord } from '../../../../base/fields.ts';
import type { JsonPath } from '../../../../base/problem.ts';
import { plainNumber } from '../../../../base/words/plainNumber.ts';
import { type BoxFault, boxFault, boxFaults } from '../../../../geo/bbox.ts';
import {
  applyEdits,
  memberRemoval,
  type Rewriting,
  rewritten,
  shifted,
  type TextEdit,
} from '../../../../geo/text/geojsonEdit.ts';
import { type JsonText, readJson, valueAt } from '../../../../geo/text/geojsonSource.ts';
import { editsOfPart } from './geojsonGeometryFixes.ts';

/** The objects whose boxes a path affects: for a `bbox`, its owner; for an area, also everything that contains it. */
export function boxOwners(path: JsonPath): JsonPath[] {
  if (path.at(-1) === 'bbox') return [path.slice(0, -1)];
  return [...path.map((_part, index) => path.slice(0, index)), path];
}

/** Updates the boxes of objects. Does nothing in broken JSON, where the extent isn't known. */
export function updateBoxes(json: JsonText, owners: readonly JsonPath[]): TextEdit[] {
  if (json.isBroken) return [];
  const rewritings = owners.flatMap(path => {
    const owner = valueAt(json.value, path);
    const fault = isRecord(owner) ? boxFault(owner) : undefined;
    return fault ? rewriting(path, fault) : [];
  });
  return rewritten(json, rewritings);
}

/** Only the wrong numbers: the layout of the list stays. */
function rewriting(owner: JsonPath, fault: BoxFault): Rewriting[] {
  const path = [...owner, 'bbox'];
  if (fault.kind === 'off')
    return fault.numbers.map(({ index, value }) => ({ path: [...path, index], text: plainNumber(value) }));
  if (fault.kind === 'empty' || !fault.extent) return [];
  return [{ path, text: `[${fault.extent.map(plainNumber).join(', ')}]` }];
}

/**
 * Adds edits for each bbox that was right before and would be wrong after the given edits. Removes the bbox of an
 * object that no longer has coordinates. Boxes in inserted text are always corrected.
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
      ?.rangesAt(boxFaults(before.value).map(({ path }) => [...path, 'bbox']))
      .map(range => range?.offset),
  );
  const ranges = after.rangesAt(faults.map(({ path }) => [...path, 'bbox']));
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
  return json.rangesAt(owners).flatMap(range => {
    return range ? editsOfPart(text, range, (owner, node) => memberRemoval(owner, node, 'bbox')) : [];
  });
}

interface PlacedEdit {
  edit: TextEdit;
  /** Start of the edit's new text within the text after all edits. */
  start: number;
  end: number;
  /** How far this and earlier edits shift the text after them. */
  shift: number;
  /** Edits of its new text, relative to its start. */
  inner: TextEdit[];
}

/** In text order. */
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

/** The last edit whose new text starts at or before an offset. */
function lastPlace(places: readonly PlacedEdit[], offset: number): PlacedEdit | undefined {
  return places.findLast(({ start }) => start <= offset);
}

/** Combines edits with others that apply to the text after them, as edits of the original text. */
function together(places: readonly PlacedEdit[], more: readonly TextEdit[]): TextEdit[] {
  const outside: TextEdit[] = [];
  for (const edit of more) {
    const place = lastPlace(places, edit.offset);
    if (place && edit.offset < place.end) place.inner.push(...shifted([edit], -place.start));
    else outside.push(...shifted([edit], -(place?.shift ?? 0)));
  }
  return [...places.map(({ edit, inner }) => ({ ...edit, text: applyEdits(edit.text, inner) })), ...outside];
}
