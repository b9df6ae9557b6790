/** Which elements of a list stay, which give way to others, and which come and go. */
import { itemAt, noItem } from '../itemAt.ts';

/** `from` is an index of the old list, `to` one of the new list. */
export type AlignStep =
  | { kind: 'keep'; from: number; to: number }
  | { kind: 'change'; from: number; to: number }
  | { kind: 'remove'; from: number }
  | { kind: 'insert'; to: number };

export interface Likeness<T> {
  isSame: (one: T, other: T) => boolean;
  /** The same for elements that are the same, and for no others. */
  keyOf: (one: T) => string;
  /** How far apart two elements are, from 0 on: the nearer are taken for one that has changed. */
  distance: (one: T, other: T) => number;
}

/** A stretch of both lists, without their ends. */
interface Stretch {
  from: number;
  fromEnd: number;
  to: number;
  toEnd: number;
}

/** Pairs that are all compared with each other: a millisecond or two. */
const mostPairs = 250_000;
/** Any two changes cost less than one removal and one insertion, so that these two never stand side by side. */
const farthest = 0.49;

/** The steps from one list to another, in order. The cost grows with their lengths, not with the product of these. */
export function align<T>(old: readonly T[], next: readonly T[], like: Likeness<T>): AlignStep[] {
  const steps: AlignStep[] = [];
  alignStretch(old, next, like, { from: 0, fromEnd: old.length, to: 0, toEnd: next.length }, steps);
  return steps;
}

function alignStretch<T>(
  old: readonly T[],
  next: readonly T[],
  like: Likeness<T>,
  whole: Stretch,
  steps: AlignStep[],
) {
  const same = (from: number, to: number) => like.isSame(old[from] as T, next[to] as T);
  let { from, to, fromEnd, toEnd } = whole;
  while (from < fromEnd && to < toEnd && same(from, to)) {
    steps.push({ kind: 'keep', from, to });
    from++;
    to++;
  }
  while (fromEnd > from && toEnd > to && same(fromEnd - 1, toEnd - 1)) {
    fromEnd--;
    toEnd--;
  }
  const middle = { from, fromEnd, to, toEnd };
  const pairs = (fromEnd - from) * (toEnd - to);
  const anchors = pairs > mostPairs ? anchorsOf(old, next, like, middle) : [];
  if (pairs <= mostPairs) alignAll(old, next, like, middle, steps);
  else if (anchors.length === 0) alignInOrder(middle, steps);
  else {
    for (const [anchorFrom, anchorTo] of [...anchors, [fromEnd, toEnd] as const]) {
      alignStretch(old, next, like, { from, fromEnd: anchorFrom, to, toEnd: anchorTo }, steps);
      if (anchorFrom < fromEnd) steps.push({ kind: 'keep', from: anchorFrom, to: anchorTo });
      [from, to] = [anchorFrom + 1, anchorTo + 1];
    }
  }
  for (let index = 0; index < whole.fromEnd - fromEnd; index++) {
    steps.push({ kind: 'keep', from: fromEnd + index, to: toEnd + index });
  }
}

/** The cheapest steps of all, by the table of what is left to do from every pair on. */
function alignAll<T>(
  old: readonly T[],
  next: readonly T[],
  { isSame, distance }: Likeness<T>,
  { from, fromEnd, to, toEnd }: Stretch,
  steps: AlignStep[],
) {
  const [height, width] = [fromEnd - from, toEnd - to + 1];
  const left = new Float64Array((height + 1) * width);
  const pairCost = (row: number, column: number) => {
    const [one, other] = [old[from + row] as T, next[to + column] as T];
    if (isSame(one, other)) return 0;
    const apart = distance(one, other);
    return 1 + (farthest * apart) / (apart + 1);
  };
  const cost = (row: number, column: number) => {
    const at = row * width + column;
    return left[at] ?? noItem(left, at);
  };
  const paired = (row: number, column: number) => pairCost(row, column) + cost(row + 1, column + 1);
  for (let row = height; row >= 0; row--) {
    for (let column = width - 1; column >= 0; column--) {
      const [isEnd, isWidthEnd] = [row === height, column === width - 1];
      let least = isEnd && isWidthEnd ? 0 : Infinity;
      if (!isEnd) least = Math.min(least, 1 + cost(row + 1, column));
      if (!isWidthEnd) least = Math.min(least, 1 + cost(row, column + 1));
      if (!isEnd && !isWidthEnd) least = Math.min(least, paired(row, column));
      left[row * width + column] = least;
    }
  }
  for (let [row, column] = [0, 0]; row < height || column < width - 1;) {
    const [one, other] = [from + row, to + column];
    const canPair = row < height && column < width - 1;
    if (canPair && cost(row, column) === paired(row, column)) {
      const kind = isSame(old[one] as T, next[other] as T) ? 'keep' : 'change';
      steps.push({ kind, from: one, to: other });
      row++;
      column++;
    } else if (row < height && cost(row, column) === 1 + cost(row + 1, column)) {
      steps.push({ kind: 'remove', from: one });
      row++;
    } else {
      steps.push({ kind: 'insert', to: other });
      column++;
    }
  }
}

/** One after another where nothing is common: all of a polygon that was moved. */
function alignInOrder({ from, fromEnd, to, toEnd }: Stretch, steps: AlignStep[]) {
  for (; from < fromEnd && to < toEnd; from++, to++) steps.push({ kind: 'change', from, to });
  for (; from < fromEnd; from++) steps.push({ kind: 'remove', from });
  for (; to < toEnd; to++) steps.push({ kind: 'insert', to });
}

/** Elements that each list has once, as many as follow each other in both. */
function anchorsOf<T>(
  old: readonly T[],
  next: readonly T[],
  { keyOf }: Likeness<T>,
  stretch: Stretch,
): [number, number][] {
  const places = uniqueKeys(next, keyOf, stretch.to, stretch.toEnd);
  const common: [number, number][] = [];
  for (const [key, from] of uniqueKeys(old, keyOf, stretch.from, stretch.fromEnd)) {
    const to = places.get(key);
    if (to !== undefined) common.push([from, to]);
  }
  return longestRising(common);
}

function uniqueKeys<T>(
  list: readonly T[],
  keyOf: (one: T) => string,
  start: number,
  end: number,
): Map<string, number> {
  const found = new Map<string, number>();
  const repeated = new Set<string>();
  for (let index = start; index < end; index++) {
    const key = keyOf(list[index] as T);
    if (found.has(key)) repeated.add(key);
    else found.set(key, index);
  }
  for (const key of repeated) found.delete(key);
  return found;
}

/** Of pairs that rise by their first number, the most that rise by their second one too (patience sorting). */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  /** For each length, the pair that a rising row of it ends with, the lowest of them. */
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, value], index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const end = ends[middle] ?? noItem(ends, middle);
      const [, reached] = pairs[end] ?? noItem(pairs, end);
      if (reached < value) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  });
  const rising: [number, number][] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = itemAt(before, index)) {
    rising.push(itemAt(pairs, index));
  }
  return rising.reverse();
}
