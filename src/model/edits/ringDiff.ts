/** The edits that make a written ring another one. */
import type { Position } from 'geojson';
import { align, type AlignStep } from './alignment.ts';
import { isSamePlace } from '../aoi/aoiShape.ts';
import type { TextEdit } from './geojsonEdit.ts';
import type { JsonText, TextRange } from '../geojson/geojsonSource.ts';
import { listEdits, separatorAt } from './listEdits.ts';
import { plainNumber } from '../words/plainNumber.ts';
import type { JsonPath } from '../problem.ts';
import { fitRing, isSameOutline, keyOfPlace, openRing } from './ringFit.ts';
import { itemAt } from '../itemAt.ts';

/** How rings are written: what stands before, between and behind the two numbers, and between positions. */
export interface RingStyle {
  open: string;
  comma: string;
  close: string;
  separator: string;
  /** Before the first and behind the last position. */
  edges: readonly [string, string];
}

export const defaultStyle: RingStyle = {
  open: '[',
  comma: ', ',
  close: ']',
  separator: ', ',
  edges: ['', ''],
};

/** The positions of a ring in a document; `undefined` when one of them is none. */
export function positionsIn(ring: unknown): Position[] | undefined {
  const isRing =
    Array.isArray(ring) &&
    ring.every(
      (position: unknown) =>
        Array.isArray(position) && Number.isFinite(position[0]) && Number.isFinite(position[1]),
    );
  return isRing ? (ring as Position[]) : undefined;
}

/**
 * The edits that give the ring at a path other positions. Those that stay keep their text; of one that moves only its
 * two numbers change. A ring that is the same outline is left alone, wherever the new one begins.
 *
 * @param next closed
 */
export function ringEdits(
  text: string,
  json: JsonText,
  path: JsonPath,
  old: readonly Position[],
  next: readonly Position[],
): TextEdit[] {
  if (isSameOutline(old, next)) return [];
  const isClosed = old.length > 1 && isSamePlace(old[0], old.at(-1));
  const open = isClosed ? old.slice(0, -1) : old;
  const fitted = fitRing(open, openRing(next));
  // The closing position of an open ring comes as any other.
  const goal = isClosed ? fitted : [...fitted, ...fitted.slice(0, 1)];
  const steps = align(open, goal, {
    isSame: isSamePlace,
    keyOf: keyOfPlace,
    distance: ([ax = 0, ay = 0], [bx = 0, by = 0]) => Math.hypot(ax - bx, ay - by),
  });
  const touched = touchedBy(steps, open.length);
  const changed = steps.flatMap(step => (step.kind === 'change' ? [step.from] : []));
  // The last one is asked for in any case: it may close the ring.
  const positions = [...new Set([...touched, 0, old.length - 1])];
  const numbers = [...new Set([...changed, old.length - 1])];
  const [range, ...ranges] = json.rangesOf([
    path,
    ...positions.map(index => [...path, index]),
    ...numbers.flatMap(index => [
      [...path, index, 0],
      [...path, index, 1],
    ]),
  ]);
  if (!range) return [];
  const places = new Map(positions.map((index, at) => [index, ranges[at]]));
  const numberPlaces = new Map(
    numbers.map((index, at) => [
      index,
      ranges.slice(positions.length + 2 * at, positions.length + 2 * at + 2),
    ]),
  );
  const moved = (from: number, to: number) =>
    [0, 1].flatMap(axis => {
      const at = numberPlaces.get(from)?.[axis];
      const value = itemAt(itemAt(goal, to), axis);
      return !at || old[from]?.[axis] === value ? [] : [{ ...at, text: plainNumber(value) }];
    });
  const textOf = (to: number, near: TextRange | undefined) =>
    positionText(itemAt(goal, to), near ? positionStyle(text, near) : defaultStyle);
  const edits = listEdits({ text, count: old.length, range, rangeOf: index => places.get(index) }, steps, {
    textOf,
    change: moved,
    separator: () => separatorAt(text, places.get(0), places.get(1)) ?? ', ',
  });
  if (!isClosed || isSamePlace(goal[0], old.at(-1))) return edits;
  const first = steps.find(step => step.kind !== 'remove');
  const [start, end] = [places.get(first?.kind === 'keep' ? first.from : 0), places.get(old.length - 1)];
  // What is first now is so with its altitude.
  if (first?.kind === 'keep' && start && end) {
    return [...edits, { ...end, text: text.slice(start.offset, start.offset + start.length) }];
  }
  return [...edits, ...moved(old.length - 1, 0)];
}

/** The positions that change, and those around them. */
function touchedBy(steps: readonly AlignStep[], count: number): Set<number> {
  const touched = new Set<number>();
  const touch = (index: number) => {
    // Up to the closing position.
    for (let one = Math.max(0, index - 2); one <= Math.min(count, index + 2); one++) touched.add(one);
  };
  let next = 0;
  let isFirst = true;
  for (const step of steps) {
    if (step.kind !== 'keep') touch(step.kind === 'insert' ? next : step.from);
    else if (isFirst) touched.add(step.from);
    if (step.kind !== 'remove') isFirst = false;
    if (step.kind !== 'insert') next = step.from + 1;
  }
  return touched;
}

/** Two numbers and what follows them: more numbers, but no comment. */
const writtenPosition = /^(\[\s*)[-+.\deE]+(\s*,\s*)[-+.\deE]+((?:[^-+.\deE\]/][^\]/]*)?)\]$/;

function positionStyle(text: string, { offset, length }: TextRange): RingStyle {
  const [, open, comma, rest] = writtenPosition.exec(text.slice(offset, offset + length)) ?? [];
  if (open === undefined || comma === undefined || rest === undefined) return defaultStyle;
  return { ...defaultStyle, open, comma, close: `${rest.slice(rest.trimEnd().length)}]` };
}

function positionText([x = 0, y = 0]: Position, { open, comma, close }: RingStyle): string {
  return `${open}${plainNumber(x)}${comma}${plainNumber(y)}${close}`;
}

/** Positions that are looked at for the layout of a ring: a comment can stand between some of them. */
const mostModels = 8;

/** The layout of a ring with positions. */
export function ringStyle(text: string, json: JsonText, path: JsonPath, count: number): RingStyle {
  const models = Array.from({ length: Math.min(count, mostModels) }, (_value, index) => [...path, index]);
  const [range, last, ...positions] = json.rangesOf([path, [...path, count - 1], ...models]);
  const [first] = positions;
  if (!range || !first || !last) return defaultStyle;
  const head = text.slice(range.offset + 1, first.offset);
  const tail = text.slice(last.offset + last.length, range.offset + range.length - 1).replace(',', '');
  const isPlain = (head + tail).trim() === '';
  const style = positionStyle(text, first);
  const separators = positions.flatMap((one, index) => separatorAt(text, positions[index - 1], one) ?? []);
  return { ...style, separator: separators[0] ?? style.comma, edges: isPlain ? [head, tail] : ['', ''] };
}

export function ringText(ring: readonly Position[], style: RingStyle): string {
  const [head, tail] = style.edges;
  return `[${head}${ring.map(position => positionText(position, style)).join(style.separator)}${tail}]`;
}
