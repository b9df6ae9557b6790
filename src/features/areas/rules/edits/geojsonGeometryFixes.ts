/** Fixes that change the type of a geometry: edits of its text, or of the feature around it. */
import type { Polygon, Position } from 'geojson';
import { type Node, parseTree } from 'jsonc-parser';
import { itemAt } from '../../../../base/itemAt.ts';
import { decimalPlaces, plainNumber } from '../../../../base/words/plainNumber.ts';
import { checkRings, findExchange } from '../../../../geo/aoiRings.ts';
import { boundingBox } from '../../../../geo/box.ts';
import { cutAtAntimeridian, writtenDecimals, writtenPlace } from '../../../../geo/overlap.ts';
import { polygonAreaKm2 } from '../../../../geo/polygonArea.ts';
import { signedArea } from '../../../../geo/ring.ts';
import { smallestAoiKm2 } from '../../../../geo/smallestAoi.ts';
import {
  applyEdits,
  memberRemoval,
  rangeEnd,
  removeWhere,
  shifted,
  type TextEdit,
} from '../../../../geo/text/geojsonEdit.ts';
import { nodeAt } from '../../../../geo/text/geojsonSource.ts';

/** Cuts a Polygon at the antimeridian into a MultiPolygon, or a Polygon if it is on one side (RFC 7946, 3.1.9). */
export function cutGeometry(text: string, geometry: Node): TextEdit[] {
  const [type, coordinates] = geometryMembers(geometry);
  const written = coordinates && type?.value === 'Polygon' ? readRings(coordinates) : undefined;
  if (!written) return [];
  const rings = written.map(plainPositions);
  const parts = cutAtAntimeridian(rings);
  if (!parts || parts.length === 0) return [];
  const places = new Set(rings.flat().map(writtenPlace));
  const isCut = parts.length > 1 || parts.flat(2).some(position => !places.has(writtenPlace(position)));
  return isCut ? partsEdits(text, geometry, parts) : [];
}

/**
 * Replaces the rings of a Polygon, or makes it a MultiPolygon if there are several parts. Unchanged positions keep
 * their text, including anything besides the two numbers.
 *
 * @param parts closed rings of each part, the outer one first
 */
export function partsEdits(
  text: string,
  geometry: Node,
  parts: readonly (readonly (readonly Position[])[])[],
): TextEdit[] {
  const [type, coordinates] = geometryMembers(geometry);
  const written = coordinates && readRings(coordinates);
  if (!type || !coordinates || !written) return [];
  const texts = new Map(
    written.flat().map(({ x, y, node }) => [writtenPlace([x, y]), sourceText(text, node)]),
  );
  const layout = ringsLayout(text, coordinates);
  const partTexts = parts.map(part =>
    listText(
      part.map(ring =>
        listText(
          ring.map(([x, y]) => {
            const numbers = [x, y].map(degrees => writtenNumber(degrees, writtenDecimals));
            return texts.get(writtenPlace([x, y])) ?? listText(numbers, layout.position);
          }),
          layout.ring,
        ),
      ),
      layout.rings,
    ),
  );
  if (partTexts.length === 1) return [replaced(coordinates, partTexts.join(''))];
  const { start, end } = layout.rings;
  // One level deeper than before.
  const indent = start.startsWith(end) ? start.slice(end.length) : '';
  const deeper = partTexts.map(part => part.replaceAll('\n', `\n${indent}`));
  return [replaced(type, '"MultiPolygon"'), replaced(coordinates, listText(deeper, layout.rings))];
}

interface ListLayout {
  start: string;
  separator: string;
  end: string;
}

/** The layout of a Polygon's coordinates: the first list of each depth decides. */
function ringsLayout(text: string, rings: Node): Record<'rings' | 'ring' | 'position', ListLayout> {
  const ring = itemAt(rings.children ?? [], 0);
  const position = itemAt(ring.children ?? [], 0);
  const inner = { ring: listLayout(text, ring), position: listLayout(text, position) };
  const { start, end } = listLayout(text, rings);
  // A Polygon mostly has one ring, and so no separator between rings.
  const blank = inner.ring.separator === ',' ? '' : ' ';
  return { ...inner, rings: { start, separator: `,${start.includes('\n') ? start : blank}`, end } };
}

function listLayout(text: string, list: Node): ListLayout {
  const elements = (list.children ?? []).map(node => ({ node }));
  const first = itemAt(elements, 0).node;
  const last = itemAt(elements, elements.length - 1).node;
  // Comments stay where they were only in text that stays.
  const blank = (from: number, to: number) => /^\s*/.exec(text.slice(from, to))?.[0] ?? '';
  return {
    start: blank(list.offset + 1, first.offset),
    separator: positionSeparator(text, elements.slice(0, 2)),
    end: blank(rangeEnd(last), rangeEnd(list) - 1),
  };
}

function listText(elements: readonly string[], { start, separator, end }: ListLayout): string {
  return `[${start}${elements.join(separator)}${end}]`;
}

/** Reduces a MultiPolygon to a Polygon: its largest part. */
export function keepLargest(text: string, geometry: Node): TextEdit[] {
  const [type, coordinates] = geometryMembers(geometry);
  const measured = multiPolygonParts(geometry).map(part => {
    const rings = readRings(part)?.map(plainPositions) ?? [];
    return { part, areaKm2: polygonAreaKm2({ type: 'Polygon', coordinates: rings }) };
  });
  const [largest] = measured.toSorted((a, b) => b.areaKm2 - a.areaKm2);
  if (!type || !coordinates || !largest) return [];
  return [replaced(type, '"Polygon"'), replaced(coordinates, sourceText(text, largest.part))];
}

/** What contains a MultiPolygon, which decides what its parts become. */
export type Surroundings = 'feature-in-list' | 'feature' | 'list' | 'alone';

/**
 * Splits a MultiPolygon: the feature around it becomes one feature per part, with the same properties; the first keeps
 * the `id`. A single feature becomes a FeatureCollection, a single geometry a GeometryCollection.
 *
 * @param whole text of the feature, or of the geometry if it isn't in a feature
 * @param separator between elements of the list around it
 */
export function splitGeometry(whole: string, surroundings: Surroundings, separator: string): TextEdit[] {
  const root = parseTree(whole, [], { allowTrailingComma: true });
  const isFeature = surroundings === 'feature' || surroundings === 'feature-in-list';
  const geometry = root && (isFeature ? nodeAt(root, ['geometry']) : root);
  const [type, coordinates] = geometry ? geometryMembers(geometry) : [];
  if (!root || !geometry || !type || !coordinates) return [];
  const parts = multiPolygonParts(geometry);
  if (parts.length === 0) return [];
  const copies = parts.map((part, index) =>
    applyEdits(whole, [
      replaced(type, '"Polygon"'),
      replaced(coordinates, sourceText(whole, part)),
      ...(isFeature && index > 0 ? memberRemoval(whole, root, 'id') : []),
    ]),
  );
  return [{ offset: 0, length: whole.length, text: gathered(copies, surroundings, separator) }];
}

function gathered(copies: readonly string[], surroundings: Surroundings, separator: string): string {
  if (copies.length === 1) return copies.join('');
  const list = copies.join(separator);
  switch (surroundings) {
    case 'feature-in-list':
    case 'list':
      return list;
    case 'feature':
      return `{ "type": "FeatureCollection", "features": [${list}] }`;
    case 'alone':
      return `{ "type": "GeometryCollection", "geometries": [${list}] }`;
  }
}

/** Parses the text of one geometry or feature separately, and moves its edits to their place in the document. */
export function editsOfPart(
  text: string,
  range: { offset: number; length: number },
  fix: (part: string, node: Node) => TextEdit[],
): TextEdit[] {
  const part = text.slice(range.offset, range.offset + range.length);
  const node = parseTree(part, [], { allowTrailingComma: true });
  return node ? shifted(fix(part, node), range.offset) : [];
}

function geometryMembers(geometry: Node): [Node | undefined, Node | undefined] {
  return [nodeAt(geometry, ['type']), nodeAt(geometry, ['coordinates'])];
}

function multiPolygonParts(geometry: Node): Node[] {
  const [type, coordinates] = geometryMembers(geometry);
  if (type?.value !== 'MultiPolygon' || coordinates?.type !== 'array') return [];
  return coordinates.children ?? [];
}

function replaced({ offset, length }: Node, text: string): TextEdit {
  return { offset, length, text };
}

// Fixes of a whole polygon as edits of its text. An empty list means that no rule can fix it.

/** @param rings node of the list of rings within the text */
export type PolygonFix = (text: string, rings: Node) => TextEdit[];

/** Extra growth beyond the minimum area: the service may measure 1 % less. */
const growthReserve = 1.012;
/** Decimals of an enlarged area: about a centimeter. */
const grownDecimals = 7;

/** All rings of a polygon; `undefined` if one of them is invalid. */
export function readRings(rings: Node): WrittenPosition[][] | undefined {
  const read = (rings.children ?? []).map(readRing);
  return read.every(ring => ring !== undefined) ? read : undefined;
}

/** Reduces the decimals, if the rings then have no new errors. */
export const roundPolygon: PolygonFix = (text, rings) => {
  const edits = (rings.children ?? []).flatMap(ring => roundRing(text, ring));
  if (edits.length === 0 || hasFault(rings)) return edits;
  const part = applyEdits(sourceText(text, rings), shifted(edits, -rings.offset));
  const after = parseTree(part, [], { allowTrailingComma: true });
  return after && !hasFault(after) ? edits : [];
};

function hasFault(rings: Node): boolean {
  const read = readRings(rings)?.map(plainPositions) ?? [];
  return (
    read.some(ring => ring.length < 4) || checkRings(read, []).some(({ severity }) => severity === 'error')
  );
}

/** Removes every hole, or one by its index among the rings. */
export function dropHoles(text: string, rings: Node, hole?: number): TextEdit[] {
  return removeWhere(text, rings, (_ring, index) => index > 0 && index === (hole ?? index));
}

/** Enlarges the polygon around its center to the minimum area of a product order. */
export const growToLeastArea: PolygonFix = (text, rings) => {
  const written = readRings(rings);
  if (!written) return [];
  const polygon: Polygon = { type: 'Polygon', coordinates: written.map(plainPositions) };
  const areaKm2 = polygonAreaKm2(polygon);
  if (areaKm2 === 0 || areaKm2 >= smallestAoiKm2) return [];
  const [west, south, east, north] = boundingBox(polygon);
  const center = [(west + east) / 2, (south + north) / 2] as const;
  const goal = smallestAoiKm2 * growthReserve;
  let factor = Math.sqrt(goal / areaKm2);
  // Degrees of longitude shrink toward the poles: the first factor is nearly right, and few more steps are needed.
  for (let tries = 0; tries < 5; tries++) {
    const texts = written.map(ring => ring.map(position => scaledTexts(text, position, center, factor)));
    const grown = texts.map(ring => ring.map(([x, y]): Position => [Number(x), Number(y)]));
    if (!grown.flat().every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)) return [];
    const grownKm2 = polygonAreaKm2({ type: 'Polygon', coordinates: grown });
    if (grownKm2 >= smallestAoiKm2 * (growthReserve - 0.002)) {
      return written.flatMap((ring, index) =>
        ring.flatMap(({ node }, at) =>
          itemAt(itemAt(texts, index), at).flatMap((number, axis) =>
            numberEdit(text, node.children?.[axis], number),
          ),
        ),
      );
    }
    factor *= Math.sqrt(goal / grownKm2);
  }
  return [];
};

function scaledTexts(
  text: string,
  { node, x, y }: WrittenPosition,
  center: readonly [number, number],
  factor: number,
): [string, string] {
  const scaled = (value: number, axis: 0 | 1) => {
    const number = node.children?.[axis];
    const decimals = Math.max(grownDecimals, number ? decimalPlaces(sourceText(text, number)) : 0);
    return writtenNumber(center[axis] + (value - center[axis]) * factor, decimals);
  };
  return [scaled(x, 0), scaled(y, 1)];
}

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
  const first = positions[0];
  const last = positions.at(-1);
  if (!first || !last || isSameSpot(first, last)) return [];
  const vertices = positions.filter((position, index) => !isSameSpot(position, positions[index - 1]));
  if (vertices.length < fewestVertices) return [];
  const written = sourceText(text, first.node);
  const isBeside = Math.abs(first.x - last.x) <= closeEnough && Math.abs(first.y - last.y) <= closeEnough;
  if (isBeside && vertices.length > fewestVertices) {
    return [{ offset: last.node.offset, length: last.node.length, text: written }];
  }
  return [{ offset: rangeEnd(last.node), length: 0, text: positionSeparator(text, positions) + written }];
};

export const removeDuplicates: RingFix = (text, ring) => {
  const positions = readRing(ring) ?? [];
  const repeats = positions.map((position, index) => isSameSpot(position, positions[index - 1]));
  return removeWhere(text, ring, (_position, index) => repeats[index] === true);
};

/** Reverses the order of the positions; the layout between them stays. */
export const reverseRing: RingFix = (text, ring) => {
  const positions = readRing(ring) ?? [];
  return reordered(text, positions, [...positions.keys()].toReversed());
};

/** Exchanges two positions of a ring that crosses itself, if that is all it takes. */
export const uncross: PolygonFix = (text, rings) => {
  const written = readRings(rings);
  const exchange = written && findExchange(written.map(plainPositions));
  return exchange ? reordered(text, written[exchange.ring] ?? [], exchange.order) : [];
};

/** @param order indices of the positions as they are to follow one another */
function reordered(
  text: string,
  positions: readonly WrittenPosition[],
  order: readonly number[],
): TextEdit[] {
  return positions.flatMap(({ node }, place) => {
    const source = positions[order[place] ?? place];
    const written = source ? sourceText(text, source.node) : '';
    return written === sourceText(text, node) ? [] : [replaced(node, written)];
  });
}

/** Latitudes are limited to ±90, longitudes to ±180. */
export function canBeSwapped(rings: Node): boolean {
  return (
    readRings(rings)
      ?.flat()
      .every(({ x, y }) => Math.abs(x) <= 90 && Math.abs(y) <= 180) === true
  );
}

export const swapAxes: RingFix = (text, ring) =>
  (readRing(ring) ?? []).flatMap(({ node }) => {
    const [x, y] = node.children ?? [];
    if (!x || !y) return [];
    return [...numberEdit(text, x, sourceText(text, y)), ...numberEdit(text, y, sourceText(text, x))];
  });

export const dropAltitudes: RingFix = (_text, ring) =>
  (readRing(ring) ?? []).flatMap(({ node }) => {
    const [, y, ...more] = node.children ?? [];
    const last = more.at(-1);
    return y && last ? [{ offset: rangeEnd(y), length: rangeEnd(last) - rangeEnd(y), text: '' }] : [];
  });

/** Rounds numbers to six decimals; removes positions that then repeat the one before. */
export const roundRing: RingFix = (text, ring) => {
  const positions = readRing(ring) ?? [];
  const rounded = positions.map(({ node }) =>
    (node.children ?? []).slice(0, 2).map(number => shortest(text, number)),
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
  const written = sourceText(text, number);
  if (decimalPlaces(written) <= roundedDecimals) return written;
  return writtenNumber(number.value as number, roundedDecimals);
}

/** Winds the ring as RFC 7946 (3.1.6) requires. */
export function rewindRing(text: string, ring: Node, isOuter: boolean): TextEdit[] {
  const area = signedArea(plainPositions(readRing(ring) ?? []));
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

export function plainPositions(ring: readonly WrittenPosition[]): Position[] {
  return ring.map(({ x, y }) => [x, y]);
}

export function isSameSpot(a: WrittenPosition | undefined, b: WrittenPosition | undefined): boolean {
  return a?.x === b?.x && a?.y === b?.y;
}

export function sourceText(text: string, node: Node): string {
  return text.slice(node.offset, node.offset + node.length);
}

/** The text between two positions: a comma, with the layout of the ring if that is clear. */
export function positionSeparator(text: string, ring: readonly { node: Node }[]): string {
  const [previous, last] = ring.slice(-2);
  if (!previous || !last) return ', ';
  const between = text.slice(rangeEnd(previous.node), last.node.offset);
  return /^\s*,\s*$/.test(between) ? between : ', ';
}

/** A number with at most the given decimals, up to 15: doubles have no more. */
export function writtenNumber(value: number, decimals: number): string {
  return plainNumber(Number(value.toFixed(Math.min(decimals, 15))));
}

export function numberEdit(text: string, node: Node | undefined, written: string): TextEdit[] {
  if (!node || sourceText(text, node) === written) return [];
  return [{ offset: node.offset, length: node.length, text: written }];
}
