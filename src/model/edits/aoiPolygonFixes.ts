/** Mends of a whole polygon: edits of its text. An empty list means that there is nothing to mend by rule. */
import { parseTree, type Node } from 'jsonc-parser';
import type { Polygon, Position } from 'geojson';
import { checkRings } from '../aoi/aoiRings.ts';
import { polygonBounds } from '../geometry/bounds.ts';
import { polygonAreaKm2 } from '../geometry/polygonArea.ts';
import { smallestAoiKm2 } from '../order/product.ts';
import { roundRing } from './ringFixes.ts';
import {
  decimalsOf,
  numberEdit,
  numberText,
  positionsOf,
  readRing,
  textOf,
  type WrittenPosition,
} from './ringText.ts';
import { applyEdits, shifted, type TextEdit } from './geojsonEdit.ts';
import { removeWhere } from './listEdits.ts';
import { itemAt } from '../itemAt.ts';

/** @param rings node of the list of rings within the text */
export type PolygonFix = (text: string, rings: Node) => TextEdit[];

/** How much larger than the least area a grown one is: an area on the sphere and one on the ellipsoid can differ by 0.9 %. */
const growthReserve = 1.012;
/** Digits after the point that a grown area needs: a centimetre. */
const grownDecimals = 7;

/** All rings of a polygon; `undefined` when one of them is none. */
export function readRings(rings: Node): WrittenPosition[][] | undefined {
  const read = (rings.children ?? []).map(readRing);
  return read.every(ring => ring !== undefined) ? read : undefined;
}

/** Numbers of fewer digits, where the rings then have no fault that they had not before. */
export const roundPolygon: PolygonFix = (text, rings) => {
  const edits = (rings.children ?? []).flatMap(ring => roundRing(text, ring));
  if (edits.length === 0 || hasFault(rings)) return edits;
  const part = applyEdits(textOf(text, rings), shifted(edits, -rings.offset));
  const after = parseTree(part, [], { allowTrailingComma: true });
  return after && !hasFault(after) ? edits : [];
};

function hasFault(rings: Node): boolean {
  const read = readRings(rings)?.map(positionsOf) ?? [];
  return (
    read.some(ring => ring.length < 4) || checkRings(read, []).some(({ severity }) => severity === 'error')
  );
}

/** Takes away every hole, or one by its place among the rings. */
export function dropHoles(text: string, rings: Node, hole?: number): TextEdit[] {
  return removeWhere(text, rings, (_ring, index) => index > 0 && index === (hole ?? index));
}

/** Widens the polygon around its middle, until a product order takes it. */
export const growToLeastArea: PolygonFix = (text, rings) => {
  const written = readRings(rings);
  if (!written) return [];
  const polygon: Polygon = { type: 'Polygon', coordinates: written.map(positionsOf) };
  const areaKm2 = polygonAreaKm2(polygon);
  if (areaKm2 === 0 || areaKm2 >= smallestAoiKm2) return [];
  const [west, south, east, north] = polygonBounds(polygon);
  const centre = [(west + east) / 2, (south + north) / 2] as const;
  const goal = smallestAoiKm2 * growthReserve;
  let factor = Math.sqrt(goal / areaKm2);
  // Degrees of longitude shrink towards the poles: the first factor is nearly right, seldom more.
  for (let tries = 0; tries < 5; tries++) {
    const texts = written.map(ring => ring.map(position => scaledTexts(text, position, centre, factor)));
    const grown = texts.map(ring => ring.map((pair): Position => pair.map(Number)));
    if (!grown.flat().every(([x = 0, y = 0]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)) return [];
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
  centre: readonly [number, number],
  factor: number,
): [string, string] {
  const scaled = (value: number, axis: 0 | 1) => {
    const number = node.children?.[axis];
    const decimals = Math.max(grownDecimals, number ? decimalsOf(textOf(text, number)) : 0);
    return numberText(centre[axis] + (value - centre[axis]) * factor, decimals);
  };
  return [scaled(x, 0), scaled(y, 1)];
}
