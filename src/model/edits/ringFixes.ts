/** Mends of one ring: the smallest edits of its text. An empty list means that there is nothing to mend by rule. */
import type { Node } from 'jsonc-parser';
import { signedArea } from '../geometry/ring.ts';
import {
  decimalsOf,
  endOf,
  isSameSpot,
  numberEdit,
  numberText,
  positionsOf,
  readRing,
  separatorOf,
  textOf,
} from './ringText.ts';
import type { TextEdit } from './geojsonEdit.ts';
import { removeWhere } from './listEdits.ts';
import { itemAt } from '../itemAt.ts';

/** @param ring node of the list of positions within the text */
export type RingFix = (text: string, ring: Node) => TextEdit[];

const fewestCorners = 3;
/** As far as the last position may lie from the first one to be meant as the same: a centimetre. Degrees. */
const closeEnough = 1e-7;
/** Digits after the point that a rounded number keeps: a tenth of a metre. */
const roundedDecimals = 6;

/** Repeats the first position as it is written; a last one beside it takes its form. */
export const closeRing: RingFix = (text, ring) => {
  const positions = readRing(ring) ?? [];
  const [first, last] = [positions[0], positions.at(-1)];
  if (!first || !last || isSameSpot(first, last)) return [];
  const corners = positions.filter((position, index) => !isSameSpot(position, positions[index - 1]));
  if (corners.length < fewestCorners) return [];
  const written = textOf(text, first.node);
  const isBeside = Math.abs(first.x - last.x) <= closeEnough && Math.abs(first.y - last.y) <= closeEnough;
  if (isBeside && corners.length > fewestCorners) {
    return [{ offset: last.node.offset, length: last.node.length, text: written }];
  }
  return [{ offset: endOf(last.node), length: 0, text: separatorOf(text, positions) + written }];
};

/** Removes positions that repeat the one before them. */
export const removeDuplicates: RingFix = (text, ring) => {
  const positions = readRing(ring) ?? [];
  const repeats = positions.map((position, index) => isSameSpot(position, positions[index - 1]));
  return removeWhere(text, ring, (_position, index) => repeats[index] === true);
};

/** Turns the order of the positions round; the layout between them stays. */
export const reverseRing: RingFix = (text, ring) => {
  const positions = readRing(ring) ?? [];
  return positions.flatMap(({ node }, index) => {
    const mirrored = positions[positions.length - 1 - index];
    const written = mirrored ? textOf(text, mirrored.node) : '';
    if (written === textOf(text, node)) return [];
    return [{ offset: node.offset, length: node.length, text: written }];
  });
};

/** Exchanges the first two numbers of every position. */
export const swapAxes: RingFix = (text, ring) =>
  (readRing(ring) ?? []).flatMap(({ node }) => {
    const [x, y] = node.children ?? [];
    if (!x || !y) return [];
    return [...numberEdit(text, x, textOf(text, y)), ...numberEdit(text, y, textOf(text, x))];
  });

/** Takes away what comes after longitude and latitude. */
export const dropAltitudes: RingFix = (_text, ring) =>
  (readRing(ring) ?? []).flatMap(({ node }) => {
    const [, y, ...more] = node.children ?? [];
    const last = more.at(-1);
    return y && last ? [{ offset: endOf(y), length: endOf(last) - endOf(y), text: '' }] : [];
  });

/** Numbers of six digits after the point; positions that become those before them go. */
export const roundRing: RingFix = (text, ring) => {
  const positions = readRing(ring) ?? [];
  const rounded = positions.map(({ node }) =>
    (node.children ?? []).slice(0, 2).map(one => shortest(text, one)),
  );
  const places = rounded.map(numbers => numbers.map(Number).join(' '));
  const isRepeat = (index: number) => places[index] === places[index - 1];
  const numbers = positions.flatMap(({ node }, index) =>
    isRepeat(index)
      ? []
      : itemAt(rounded, index).flatMap((number, axis) => numberEdit(text, node.children?.[axis], number)),
  );
  return [...numbers, ...removeWhere(text, ring, (_position, index) => index > 0 && isRepeat(index))];
};

function shortest(text: string, number: Node): string {
  const written = textOf(text, number);
  if (decimalsOf(written) <= roundedDecimals) return written;
  return numberText(number.value as number, roundedDecimals);
}

/** Turns the ring the way that RFC 7946 (3.1.6) wants it. */
export function rewindRing(text: string, ring: Node, isOuter: boolean): TextEdit[] {
  const area = signedArea(positionsOf(readRing(ring) ?? []));
  return (isOuter ? area < 0 : area > 0) ? reverseRing(text, ring) : [];
}
