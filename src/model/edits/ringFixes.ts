/** Fixes of one ring: minimal edits of its text. An empty list means that no rule can fix it. */
import { decimalsOf } from '../words/plainNumber.ts';
import type { Node } from 'jsonc-parser';
import { signedArea } from '../geometry/ring.ts';
import { type TextEdit, removeWhere } from './geojsonEdit.ts';
import { itemAt } from '../itemAt.ts';
import type { Position } from 'geojson';

/** @param ring node of the list of positions within the text */
export type RingFix = (text: string, ring: Node) => TextEdit[];

const fewestVertices = 3;
/** Maximum distance of the last position from the first to count as the same: about a centimeter. Degrees. */
const closeEnough = 1e-7;
/** Decimals of a rounded number: a tenth of a meter. */
const roundedDecimals = 6;

/** Repeats the first position as written; replaces a last position that is close to it. */
export const closeRing: RingFix = (text, ring) => {
  const positions = readRing(ring) ?? [];
  const [first, last] = [positions[0], positions.at(-1)];
  if (!first || !last || isSameSpot(first, last)) return [];
  const vertices = positions.filter((position, index) => !isSameSpot(position, positions[index - 1]));
  if (vertices.length < fewestVertices) return [];
  const written = textOf(text, first.node);
  const isBeside = Math.abs(first.x - last.x) <= closeEnough && Math.abs(first.y - last.y) <= closeEnough;
  if (isBeside && vertices.length > fewestVertices) {
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

/** Reverses the order of the positions; the layout between them stays. */
export const reverseRing: RingFix = (text, ring) => {
  const positions = readRing(ring) ?? [];
  return positions.flatMap(({ node }, index) => {
    const mirrored = positions[positions.length - 1 - index];
    const written = mirrored ? textOf(text, mirrored.node) : '';
    if (written === textOf(text, node)) return [];
    return [{ offset: node.offset, length: node.length, text: written }];
  });
};

/** Swaps the first two numbers of every position. */
export const swapAxes: RingFix = (text, ring) =>
  (readRing(ring) ?? []).flatMap(({ node }) => {
    const [x, y] = node.children ?? [];
    if (!x || !y) return [];
    return [...numberEdit(text, x, textOf(text, y)), ...numberEdit(text, y, textOf(text, x))];
  });

/** Removes everything after longitude and latitude. */
export const dropAltitudes: RingFix = (_text, ring) =>
  (readRing(ring) ?? []).flatMap(({ node }) => {
    const [, y, ...more] = node.children ?? [];
    const last = more.at(-1);
    return y && last ? [{ offset: endOf(y), length: endOf(last) - endOf(y), text: '' }] : [];
  });

/** Rounds numbers to six decimals; removes positions that then repeat the one before. */
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

/** Winds the ring as RFC 7946 (3.1.6) requires. */
export function rewindRing(text: string, ring: Node, isOuter: boolean): TextEdit[] {
  const area = signedArea(positionsOf(readRing(ring) ?? []));
  return (isOuter ? area < 0 : area > 0) ? reverseRing(text, ring) : [];
}

// A ring as written: the nodes of its positions, the texts between them, and its number format.

/** A position of at least two finite numbers. */
export interface WrittenPosition {
  node: Node;
  x: number;
  y: number;
}

/** The positions of a ring; `undefined` if one of them is invalid, so that no rule can fix it. */
export function readRing(ring: Node | undefined): WrittenPosition[] | undefined {
  if (ring?.type !== 'array' || !ring.children) return undefined;
  const positions: WrittenPosition[] = [];
  for (const node of ring.children) {
    const parts = node.type === 'array' ? (node.children ?? []) : [];
    if (parts.length < 2 || parts.some(({ type }) => type !== 'number')) return undefined;
    positions.push({ node, x: parts[0]?.value as number, y: parts[1]?.value as number });
  }
  return positions;
}

export function positionsOf(ring: readonly WrittenPosition[]): Position[] {
  return ring.map(({ x, y }) => [x, y]);
}

export function isSameSpot(one: WrittenPosition | undefined, other: WrittenPosition | undefined): boolean {
  return one?.x === other?.x && one?.y === other?.y;
}

export function textOf(text: string, node: Node): string {
  return text.slice(node.offset, node.offset + node.length);
}

/** The text between two positions: a comma, with the layout of the ring if that is clear. */
export function separatorOf(text: string, ring: readonly { node: Node }[]): string {
  const [one, other] = ring.slice(-2);
  if (!one || !other) return ', ';
  const between = text.slice(endOf(one.node), other.node.offset);
  return /^\s*,\s*$/.test(between) ? between : ', ';
}

export function endOf(node: Node): number {
  return node.offset + node.length;
}

/** A number with at most the given decimals, up to 15: doubles have no more. */
export function numberText(value: number, decimals: number): string {
  const rounded = Number(value.toFixed(Math.min(decimals, 15)));
  // No negative zero.
  return String(rounded === 0 ? 0 : rounded);
}

/** Replaces a number if it changes. */
export function numberEdit(text: string, node: Node | undefined, written: string): TextEdit[] {
  if (!node || textOf(text, node) === written) return [];
  return [{ offset: node.offset, length: node.length, text: written }];
}
