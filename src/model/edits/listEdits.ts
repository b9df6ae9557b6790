/** Edits of a list as it is written: its commas and its layout. */
import { createScanner } from 'jsonc-parser';
import type { AlignStep } from './alignment.ts';
import type { TextEdit } from './geojsonEdit.ts';
import type { TextRange } from '../geojson/geojsonSource.ts';

export interface WrittenList {
  text: string;
  /** How many elements are written. */
  count: number;
  /** Of the brackets with all between them. */
  range: TextRange;
  /** Of an element; known at least of those beside one that changes. */
  rangeOf: (index: number) => TextRange | undefined;
}

/** How elements that are not in the list yet are written. */
export interface NewElements {
  /** @param near an element of the old list beside it, as a model of the layout */
  textOf: (to: number, near: TextRange | undefined) => string;
  /** The edits of an element that stays but becomes another. */
  change: (from: number, to: number) => TextEdit[];
  /** Between elements, where the list does not show it. */
  separator: () => string;
}

const plainSeparator = /^\s*,\s*$/;

/** The edits of some steps; a removal and an insertion never stand side by side in them. */
export function listEdits(list: WrittenList, steps: readonly AlignStep[], news: NewElements): TextEdit[] {
  const edits: TextEdit[] = [];
  let next = 0;
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index];
    switch (step?.kind) {
      case undefined:
        break;
      case 'keep':
        next = step.from + 1;
        break;
      case 'change':
        edits.push(...news.change(step.from, step.to));
        next = step.from + 1;
        break;
      case 'remove': {
        const first = step.from;
        while (steps[index + 1]?.kind === 'remove') index++;
        const run = steps[index];
        next = (run?.kind === 'remove' ? run.from : first) + 1;
        edits.push(...removeRun(list, first, next));
        break;
      }
      case 'insert': {
        const added = [step.to];
        for (let more = steps[index + 1]; more?.kind === 'insert'; more = steps[++index + 1]) {
          added.push(more.to);
        }
        edits.push(...insertAt(list, next, added, news));
        break;
      }
    }
  }
  return edits;
}

/** Takes elements out with as many commas, and with their lines; comments stay. */
export function removeRun(list: WrittenList, first: number, end: number): TextEdit[] {
  const { text } = list;
  const at = (index: number) => (index < 0 || index >= list.count ? undefined : list.rangeOf(index));
  const run = Array.from({ length: end - first }, (_value, index) => at(first + index));
  const gone = run.filter(range => range !== undefined);
  const [before, after, start, last] = [at(first - 1), at(end), gone[0], gone.at(-1)];
  if (!start || !last) return [];
  const isPlain = (ranges: readonly TextRange[]) =>
    ranges.every((range, index) => {
      const former = ranges[index - 1];
      return !former || plainSeparator.test(between(text, former, range));
    });
  if (before && isPlain([before, ...gone])) return [stretch(endOf(before), endOf(last))];
  if (after && isPlain([...gone, after])) return [stretch(start.offset, after.offset)];
  const listEnd = list.range.offset + list.range.length - 1;
  const inside = stretch(list.range.offset + 1, listEnd);
  const edges = text.slice(inside.offset, start.offset) + text.slice(endOf(last), listEnd);
  if (!before && !after && isPlain(gone) && ['', ','].includes(edges.trim())) return [inside];
  // With comments about: every element by itself, and the commas between them.
  const tail = { offset: listEnd, length: 0 };
  // A comma that stands right behind them goes with them: the one before them may have a comment behind it.
  const takesNext = after !== undefined && /^\s*,/.test(text.slice(endOf(last), after.offset));
  const neighbours = before && !takesNext ? [before, ...gone] : [...gone, after ?? tail];
  const commas = neighbours.flatMap((range, index) => {
    const former = neighbours[index - 1];
    return former ? commaBetween(text, endOf(former), range.offset) : [];
  });
  return [...commas, ...gone.map(range => withItsLine(text, range))];
}

function insertAt(list: WrittenList, index: number, added: readonly number[], news: NewElements): TextEdit[] {
  const { text } = list;
  const at = (one: number) => (one < 0 || one >= list.count ? undefined : list.rangeOf(one));
  const [before, after] = [at(index - 1), at(index)];
  const gap = before && after ? between(text, before, after) : '';
  const isPlain = plainSeparator.test(gap);
  const separator = isPlain
    ? gap
    : (separatorAt(text, at(index - 2), before) ??
      separatorAt(text, after, at(index + 1)) ??
      news.separator());
  const texts = added.map(to => news.textOf(to, before ?? after));
  // A comment behind an element speaks of that one. The last element can give way to another as a whole.
  if (after && !(before && (isPlain || index === list.count - 1))) {
    return [{ offset: after.offset, length: 0, text: texts.map(one => one + separator).join('') }];
  }
  if (before) return [{ offset: endOf(before), length: 0, text: texts.map(one => separator + one).join('') }];
  return [{ offset: list.range.offset + 1, length: 0, text: texts.join(separator) }];
}

/** What stands between two elements, if it is a comma with white space. */
export function separatorAt(
  text: string,
  one: TextRange | undefined,
  other: TextRange | undefined,
): string | undefined {
  const gap = one && other ? between(text, one, other) : '';
  return plainSeparator.test(gap) ? gap : undefined;
}

function commaBetween(text: string, start: number, end: number): TextEdit[] {
  const scanner = createScanner(text.slice(start, end), true);
  scanner.scan();
  const offset = start + scanner.getTokenOffset();
  return offset < end && text[offset] === ',' ? [{ offset, length: 1, text: '' }] : [];
}

/** An element alone on its line goes with the line. */
function withItsLine(text: string, range: TextRange): TextEdit {
  const lineStart = text.lastIndexOf('\n', range.offset - 1) + 1;
  const lineEnd = text.indexOf('\n', endOf(range)) + 1;
  const isAlone =
    lineStart > 0 &&
    lineEnd > 0 &&
    (text.slice(lineStart, range.offset) + text.slice(endOf(range), lineEnd)).trim() === '';
  return isAlone ? stretch(lineStart, lineEnd) : stretch(range.offset, endOf(range));
}

function between(text: string, one: TextRange, other: TextRange): string {
  return text.slice(endOf(one), other.offset);
}

function endOf({ offset, length }: TextRange): number {
  return offset + length;
}

function stretch(start: number, end: number): TextEdit {
  return { offset: start, length: end - start, text: '' };
}
