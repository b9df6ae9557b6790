/** The part of an area that a footprint covers, as polygons. */
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { continuousParts, halfTurn, hasLongStep, moved, turn, turnsTo, unwrapped } from './antimeridian.ts';
import { checkRings } from './aoiRings.ts';
import { boundingBox } from './box.ts';
import { commonParts, joinedParts } from './clipRings.ts';
import { areaParts, shareOfParts } from './coverage.ts';
import { closedRing, convexParts, type FlatRing, placedRings, sizeOfParts } from './flatRing.ts';
import { signedArea } from './ring.ts';

export type Overlap =
  | { kind: 'whole' }
  | { kind: 'none' }
  /** Closed rings of each part, the outer one first, wound as RFC 7946 requires; the largest part first. */
  | { kind: 'parts'; parts: Position[][][] }
  /** The rings of a part don't enclose an unambiguous area. */
  | { kind: 'unclear' };

/** Maximum fraction of the area that rounding may lose. */
const maxLost = 1e-6;
/** Maximum decimals of a new position: a tenth of a millimeter. */
export const writtenDecimals = 9;
/** Decimals of a new position, as few as possible: the first is about a centimeter. */
const decimalsTried = [7, writtenDecimals] as const;

/**
 * Both in degrees, the footprint in any copy of the world.
 *
 * @param polygon a valid one. Its remaining positions stay exactly the same.
 */
export function footprintOverlap(polygon: Polygon, footprint: Polygon | MultiPolygon): Overlap {
  const area = areaParts(polygon);
  const covering = convexParts(footprint, area.bounds);
  const share = shareOfParts(area, covering);
  if (share === 0) return { kind: 'none' };
  if (share === 1) return { kind: 'whole' };
  const parts = clippedParts(polygon, covering);
  if (!parts) return { kind: 'unclear' };
  return parts.length === 0 ? { kind: 'none' } : { kind: 'parts', parts };
}

/** Whether polygons can overlap an area, by their boxes. */
export function nearTo(polygon: Polygon): (other: Polygon | MultiPolygon) => boolean {
  const { bounds } = areaParts(polygon);
  return other => placedRings(other, bounds).length > 0;
}

/** What polygons cover of an area together. */
export interface JointOverlap {
  /** Fraction of the area: 0 to 1, exactly 1 for all of it. */
  share: number;
  /** Closed rings of each part, the outer one first, in the area's own copy of the world. */
  parts: Position[][][];
}

/** In contrast to footprints, the polygons may have thousands of vertices and overlap. */
export function jointOverlap(polygon: Polygon, others: readonly (Polygon | MultiPolygon)[]): JointOverlap {
  const area = areaParts(polygon);
  const rings = others.flatMap(other => placedRings(other, area.bounds));
  if (rings.length === 0 || !(area.size > 0)) return { share: 0, parts: [] };
  const parts = commonParts(area.rings.map(closedRing), rings);
  const share = sizeOfParts(parts) / area.size;
  return { share: share > 1 - maxLost ? 1 : share, parts };
}

/**
 * The parts of a valid polygon inside convex rings, see {@link convexParts}: closed rings of each, the outer one first,
 * wound as RFC 7946 requires; the largest part first. `undefined` if they don't enclose an unambiguous area.
 */
export function clippedParts(polygon: Polygon, convex: readonly FlatRing[]): Position[][][] | undefined {
  const area = areaParts(polygon);
  const common = commonParts(polygon.coordinates, convex);
  const isRight = Math.abs(sizeOfParts(common) / area.size - shareOfParts(area, convex)) < maxLost;
  if (!isRight) return undefined;
  const all = polygon.coordinates.flat();
  const originals = new Set(all.map(positionKey));
  const ownWritten = new Map(all.map(position => [writtenPlace(position), position]));
  return decimalsTried
    .map(decimals =>
      common
        .map(rings =>
          rings
            .map(ring => roundedParts(ring, originals, ownWritten, decimals))
            .filter(ring => ring.length >= 4),
        )
        .filter(rings => rings.length > 0)
        .toSorted(([a = []], [b = []]) => signedArea(b) - signedArea(a)),
    )
    .find(parts => parts.every(part => checkRings(part, []).every(({ severity }) => severity !== 'error')));
}

/**
 * Rounds new positions and removes those that then repeat the one before. A new position that rounds to a position of
 * the polygon becomes that position.
 */
function roundedParts(
  ring: readonly Position[],
  originals: ReadonlySet<string>,
  ownWritten: ReadonlyMap<string, Position>,
  decimals: number,
): Position[] {
  const positions = ring.map((position): Position => {
    if (originals.has(positionKey(position))) return position;
    const [x, y] = position;
    const short: Position = [fixedTo(x, decimals), fixedTo(y, decimals)];
    return ownWritten.get(writtenPlace(short)) ?? short;
  });
  return positions.filter((position, index) => {
    const before = positions[index - 1];
    return !before || positionKey(before) !== positionKey(position);
  });
}

function fixedTo(degrees: number, decimals: number): number {
  // Not -0.
  return Number(degrees.toFixed(decimals)) + 0;
}

function positionKey([x, y]: Position): string {
  return `${x} ${y}`;
}

/** Equal for positions that are equal once written. */
export function writtenPlace([x, y]: Position): string {
  return `${x.toFixed(writtenDecimals)} ${y.toFixed(writtenDecimals)}`;
}

// Cuts polygons at the antimeridian (RFC 7946, 3.1.9).

/**
 * The parts of a polygon on both sides of the antimeridian, with longitudes within ±180°; `undefined` if it goes around
 * a pole or the whole Earth and has no such parts. Steps of more than half of the Earth count as short ones across the
 * antimeridian. Holes are kept.
 *
 * @param rings closed, the outer one first
 */
export function cutAtAntimeridian(rings: readonly (readonly Position[])[]): Position[][][] | undefined {
  const positions = rings.flat();
  if (positions.some(([, y]) => Math.abs(y) > 90)) return undefined;
  // Longitudes already extend beyond ±180°: a long step among them is an error with an unknown target.
  const runOn = positions.some(([x]) => Math.abs(x) > halfTurn);
  if (runOn && rings.some(hasLongStep)) return undefined;
  const continuous = rings.map(unwrapped);
  const [outer] = continuous;
  if (!outer || continuous.some(ring => ring === undefined)) return undefined;
  const [west, , east] = boundingBox(outer);
  if (east - west >= turn) return undefined;
  // The westernmost vertex is within ±180°, so that 180° is the only meridian to cut at.
  const whole = Math.floor((west + halfTurn) / turn) * turn;
  const coordinates = continuous.map((ring = [], index) =>
    moved(ring, (index === 0 ? 0 : turnsTo(ring, outer)) - whole),
  );
  const [westParts, eastParts] = [-halfTurn, halfTurn].map(meridian =>
    clippedParts({ type: 'Polygon', coordinates }, [
      [meridian, -90, meridian + turn, -90, meridian + turn, 90, meridian, 90],
    ]),
  );
  return (
    westParts && eastParts && [...westParts, ...eastParts.map(part => part.map(ring => moved(ring, -turn)))]
  );
}

/**
 * The polygon, as written before {@link cutAtAntimeridian}, of parts that meet at the antimeridian; `undefined` for
 * other parts.
 */
export function joinedAtAntimeridian(geometry: MultiPolygon): Polygon | undefined {
  const parts = continuousParts(geometry);
  if (!parts.some(({ coordinates }) => coordinates.flat().some(([x]) => x > halfTurn))) return undefined;
  const [joined, ...others] = joinedParts(parts.map(({ coordinates }) => coordinates));
  if (!joined || others.length > 0) return undefined;
  const coordinates = joined.map(ring =>
    ring.map(([x, y]): Position => [
      fixedTo(x > halfTurn ? x - turn : x, writtenDecimals),
      fixedTo(y, writtenDecimals),
    ]),
  );
  return { type: 'Polygon', coordinates };
}
