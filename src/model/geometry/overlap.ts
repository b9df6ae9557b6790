/** What a polygon and an area have in common, as polygons. */
import type { Position } from 'geojson';
import { checkRings } from '../aoi/aoiRings.ts';
import { clippingBlur, commonParts, partsBeside, sizeOfParts, type Rings } from './clipRings.ts';
import { signedArea } from './ring.ts';
import { writtenDecimals, writtenPlace } from './writtenPlace.ts';
import { itemAt } from '../itemAt.ts';

export type Overlap =
  /** The area covers the polygon whole. */
  | { kind: 'whole' }
  | { kind: 'none' }
  /** Closed rings of each part, the outer one first, wound as RFC 7946 wants; the largest part first. */
  | { kind: 'parts'; parts: Position[][][] }
  /** The rings of one of them enclose no area without doubt. */
  | { kind: 'unclear' };

/** Of the polygon's own size, what rounding may lose. */
const mostLost = 1e-6;
/** Digits after the point of a new position, as few as will do: the first is a centimetre. */
const decimalsTried = [7, writtenDecimals] as const;

/**
 * @param a closed rings of one valid polygon. Its positions that remain stay exactly what they are.
 * @param b closed rings of polygons that do not overlap each other
 */
export function overlapOf(a: Rings, b: readonly Rings[]): Overlap {
  const common = commonParts(a, b);
  if (common.length === 0) return { kind: 'none' };
  const left = partsBeside(a, b);
  if (left.length === 0) return { kind: 'whole' };
  // Where outlines run back along their own edges the library can lose a corner.
  const size = sizeOfParts([a]);
  const lost = Math.abs(sizeOfParts([...common, ...left]) - size);
  if (lost > mostLost * size + clippingBlur(a) * lengthOf(a)) return { kind: 'unclear' };
  const own = new Set(a.flat().map(placeOf));
  const ownWritten = new Map(a.flat().map(position => [writtenPlace(position), position]));
  for (const decimals of decimalsTried) {
    const parts = common
      .map(rings =>
        rings.map(ring => rounded(ring, own, ownWritten, decimals)).filter(ring => ring.length >= 4),
      )
      .filter(rings => rings.length > 0)
      .toSorted(([one = []], [other = []]) => signedArea(other) - signedArea(one));
    if (parts.every(part => checkRings(part, []).every(({ severity }) => severity !== 'error'))) {
      return parts.length === 0 ? { kind: 'none' } : { kind: 'parts', parts };
    }
  }
  return { kind: 'unclear' };
}

function lengthOf(rings: Rings): number {
  const lengths = rings.flatMap(ring =>
    ring.slice(1).map(([x = 0, y = 0], index) => {
      const [fromX = 0, fromY = 0] = itemAt(ring, index);
      return Math.hypot(x - fromX, y - fromY);
    }),
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}

/**
 * New positions with so many decimals, and none that repeats the one before it then. What can no longer be told from a
 * position of the polygon is that position.
 */
function rounded(
  ring: readonly Position[],
  own: ReadonlySet<string>,
  ownWritten: ReadonlyMap<string, Position>,
  decimals: number,
): Position[] {
  const positions = ring.map(position => {
    if (own.has(placeOf(position))) return position;
    const short = position.map(value => Number(value.toFixed(decimals)) + 0);
    return ownWritten.get(writtenPlace(short)) ?? short;
  });
  return positions.filter((position, index) => {
    const before = positions[index - 1];
    return !before || placeOf(before) !== placeOf(position);
  });
}

function placeOf([x, y]: Position): string {
  return `${x} ${y}`;
}
