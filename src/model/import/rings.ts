import type { Position } from 'geojson';

/** Winds the outer ring counter-clockwise and the holes clockwise (RFC 7946, 3.1.6). */
export function rewound(rings: readonly Position[][]): Position[][] {
  return rings.map((ring, index) => (turnOf(ring) > 0 === (index === 0) ? ring : ring.toReversed()));
}

/** Twice the enclosed area in the plane of the coordinates: positive counter-clockwise. Source: the shoelace formula. */
function turnOf(ring: readonly Position[]): number {
  let sum = 0;
  for (const [index, [x = 0, y = 0]] of ring.entries()) {
    const [nextX = 0, nextY = 0] = ring[index + 1] ?? ring[0] ?? [];
    sum += x * nextY - nextX * y;
  }
  return sum;
}

/** How much of its length a track may lack to its start: receivers are metres off, tracks kilometres long. */
const widestGap = 0.02;
/** Least share of the area of a circle of the same length: a way out and back encloses less. */
const leastArea = 0.02;

/**
 * A line of [longitude, latitude] in degrees as a closed ring, when it comes back to its start and encloses an area;
 * `undefined` otherwise.
 */
export function closedRing(line: readonly unknown[]): Position[] | undefined {
  if (!line.every(isPosition) || line.length < 4) return undefined;
  const [start] = line;
  const end = line.at(-1);
  if (!start || !end) return undefined;
  // Degrees of longitude shrink towards the poles: both are made alike where the line is.
  const shrink = Math.cos(((start[1] ?? 0) * Math.PI) / 180);
  const flat = line.map(([x = 0, y = 0]): Position => [(x - (start[0] ?? 0)) * shrink, y - (start[1] ?? 0)]);
  const length = lengthOf(flat);
  const gap = lengthOf([flat[0] ?? [], flat.at(-1) ?? []]);
  const area = Math.abs(turnOf(flat)) / 2;
  // A circle of circumference L encloses L² / 4π.
  if (gap > widestGap * length || area < (leastArea * length * length) / (4 * Math.PI)) return undefined;
  return gap === 0 ? [...line] : [...line, start];
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1]);
}

function lengthOf(line: readonly Position[]): number {
  let length = 0;
  for (const [index, [x = 0, y = 0]] of line.entries()) {
    const next = line[index + 1];
    if (next) length += Math.hypot((next[0] ?? 0) - x, (next[1] ?? 0) - y);
  }
  return length;
}
