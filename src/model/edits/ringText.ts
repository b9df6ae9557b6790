/** A ring as it is written: the nodes of its positions, the texts between them, the style of its numbers. */
import type { Node } from 'jsonc-parser';
import type { Position } from 'geojson';
import type { TextEdit } from './geojsonEdit.ts';

/** A position of finite numbers, two at least. */
export interface WrittenPosition {
  node: Node;
  x: number;
  y: number;
}

/** The positions of a ring; `undefined` when one of them is none, so that nothing can be mended by rule. */
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

/** What stands between two positions: a comma, with the layout of the ring where that is plain to see. */
export function separatorOf(text: string, ring: readonly { node: Node }[]): string {
  const [one, other] = ring.slice(-2);
  if (!one || !other) return ', ';
  const between = text.slice(endOf(one.node), other.node.offset);
  return /^\s*,\s*$/.test(between) ? between : ', ';
}

export function endOf(node: Node): number {
  return node.offset + node.length;
}

/** Digits after the point of a number as it is written. */
export function decimalsOf(written: string): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}

/** A number with no more digits after the point than given, 15 at most: doubles have no more. */
export function numberText(value: number, decimals: number): string {
  const rounded = Number(value.toFixed(Math.min(decimals, 15)));
  // No minus zero.
  return String(rounded === 0 ? 0 : rounded);
}

/** Replaces a number where it changes. */
export function numberEdit(text: string, node: Node | undefined, written: string): TextEdit[] {
  if (!node || textOf(text, node) === written) return [];
  return [{ offset: node.offset, length: node.length, text: written }];
}
