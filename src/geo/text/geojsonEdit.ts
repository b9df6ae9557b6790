import { createScanner, type Node } from 'jsonc-parser';
import { itemAt } from '../../base/itemAt.ts';
import type { JsonPath } from '../../base/problem.ts';
import { type JsonText, type TextRange, valueAt } from './geojsonSource.ts';

/** A range of a text, in UTF-16 units, and its replacement. */
export interface TextEdit {
  offset: number;
  length: number;
  text: string;
}

/** The text after non-overlapping edits, given in any order. */
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

export interface Rewriting {
  path: JsonPath;
  text: string;
}

/** Replaces the text of values; all positions are found in one pass. */
export function rewritten(json: JsonText, rewritings: readonly Rewriting[]): TextEdit[] {
  if (rewritings.length === 0) return [];
  return json
    .rangesAt(rewritings.map(({ path }) => path))
    .flatMap((range, index) => (range ? [{ ...range, text: itemAt(rewritings, index).text }] : []));
}

// Edits of a list as written: its commas and its layout.

interface WrittenList {
  text: string;
  /** Number of written elements. */
  count: number;
  /** The brackets and everything between them. */
  range: TextRange;
  /** Range of an element; known at least for those next to a change. */
  rangeAt: (index: number) => TextRange | undefined;
}

const plainSeparator = /^\s*,\s*$/;

export function removeElement(text: string, json: JsonText, path: JsonPath): TextEdit[] {
  const [list, index] = listAround(text, json, path);
  return list ? removeRun(list, index, index + 1) : [];
}

export function memberRemoval(text: string, object: Node, name: string): TextEdit[] {
  return removeWhere(text, object, ({ children: [key] = [] }) => key?.value === name);
}

/** Removes elements from a list of the text, or members from an object. */
export function removeWhere(
  text: string,
  list: Node,
  matches: (element: Node, index: number) => boolean,
): TextEdit[] {
  const { children = [] } = list;
  const gone = children.map(matches);
  const written = { text, count: children.length, range: list, rangeAt: (index: number) => children[index] };
  return gone.flatMap((isGone, first) => {
    if (!isGone || gone[first - 1]) return [];
    const end = gone.indexOf(false, first);
    return removeRun(written, first, end < 0 ? gone.length : end);
  });
}

/** Removes elements with as many commas, and with their lines; comments stay. */
function removeRun(list: WrittenList, first: number, end: number): TextEdit[] {
  const { text } = list;
  const at = (index: number) => (index < 0 || index >= list.count ? undefined : list.rangeAt(index));
  const run = Array.from({ length: end - first }, (_value, index) => at(first + index));
  const gone = run.filter(range => range !== undefined);
  const before = at(first - 1);
  const after = at(end);
  const start = gone[0];
  const last = gone.at(-1);
  if (!start || !last) return [];
  const isPlain = (ranges: readonly TextRange[]) =>
    ranges.every((range, index) => {
      const previous = ranges[index - 1];
      return !previous || plainSeparator.test(between(text, previous, range));
    });
  if (before && isPlain([before, ...gone])) return [stretch(rangeEnd(before), rangeEnd(last))];
  if (after && isPlain([...gone, after])) return [stretch(start.offset, after.offset)];
  const listEnd = list.range.offset + list.range.length - 1;
  const inside = stretch(list.range.offset + 1, listEnd);
  const edges = text.slice(inside.offset, start.offset) + text.slice(rangeEnd(last), listEnd);
  if (!before && !after && isPlain(gone) && ['', ','].includes(edges.trim())) return [inside];
  // With comments around: each element separately, and the commas between them.
  const tail = { offset: listEnd, length: 0 };
  // Also remove a comma that directly follows: the element before may be followed by a comment.
  const takesNext = after !== undefined && /^\s*,/.test(text.slice(rangeEnd(last), after.offset));
  const neighbours = before && !takesNext ? [before, ...gone] : [...gone, after ?? tail];
  const commas = neighbours.flatMap((range, index) => {
    const previous = neighbours[index - 1];
    return previous ? commaBetween(text, rangeEnd(previous), range.offset) : [];
  });
  return [...commas, ...gone.map(range => withItsLine(text, range))];
}

/** Inserts a text before the element at a path, with a comma and the layout of its neighbors. */
export function insertElement(text: string, json: JsonText, path: JsonPath, written: string): TextEdit[] {
  const [list, index] = listAround(text, json, path);
  if (!list) return [];
  const at = (i: number) => list.rangeAt(i);
  const before = at(index - 1);
  const after = at(index);
  const gap = separatorAt(text, before, after);
  const separator =
    gap ?? separatorAt(text, at(index - 2), before) ?? separatorAt(text, after, at(index + 1)) ?? ', ';
  // A comment after an element belongs to it. The last element can be replaced as a whole.
  const isBehind = before && (gap !== undefined || index === list.count - 1);
  if (after && !isBehind) return [{ offset: after.offset, length: 0, text: written + separator }];
  return before ? [{ offset: rangeEnd(before), length: 0, text: separator + written }] : [];
}

/** The list that a path leads into, with the positions around the index. */
function listAround(text: string, json: JsonText, path: JsonPath): [WrittenList | undefined, number] {
  const listPath = path.slice(0, -1);
  const index = Number(path.at(-1));
  const elements = valueAt(json.value, listPath);
  const near = [index - 2, index - 1, index, index + 1];
  const [range, ...ranges] = json.rangesAt([listPath, ...near.map(i => [...listPath, i])]);
  if (!range || !Array.isArray(elements)) return [undefined, index];
  return [{ text, count: elements.length, range, rangeAt: i => ranges[near.indexOf(i)] }, index];
}

/** The text between two elements, if it is a comma with white space. */
function separatorAt(
  text: string,
  before: TextRange | undefined,
  after: TextRange | undefined,
): string | undefined {
  const gap = before && after ? between(text, before, after) : '';
  return plainSeparator.test(gap) ? gap : undefined;
}

function commaBetween(text: string, start: number, end: number): TextEdit[] {
  const scanner = createScanner(text.slice(start, end), true);
  scanner.scan();
  const offset = start + scanner.getTokenOffset();
  return offset < end && text[offset] === ',' ? [{ offset, length: 1, text: '' }] : [];
}

/** An element that has a line to itself is removed with the line. */
function withItsLine(text: string, range: TextRange): TextEdit {
  const lineStart = text.lastIndexOf('\n', range.offset - 1) + 1;
  const lineEnd = text.indexOf('\n', rangeEnd(range)) + 1;
  const isAlone =
    lineStart > 0 &&
    lineEnd > 0 &&
    (text.slice(lineStart, range.offset) + text.slice(rangeEnd(range), lineEnd)).trim() === '';
  return isAlone ? stretch(lineStart, lineEnd) : stretch(range.offset, rangeEnd(range));
}

function between(text: string, before: TextRange, after: TextRange): string {
  return text.slice(rangeEnd(before), after.offset);
}

export function rangeEnd({ offset, length }: TextRange): number {
  return offset + length;
}

function stretch(start: number, end: number): TextEdit {
  return { offset: start, length: end - start, text: '' };
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';
}
