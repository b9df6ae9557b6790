/** Cuts polygons at the antimeridian (RFC 7946, 3.1.9). */
import type { Position } from 'geojson';
import { clippedParts } from './overlap.ts';

const halfTurn = 180;
const turn = 360;

/**
 * The parts of a polygon on both sides of the antimeridian, with longitudes within ±180°, or `undefined` when it goes
 * round a pole or the whole Earth and has no such parts. Steps of more than half of the Earth are taken for short ones
 * across the antimeridian. Holes are kept.
 *
 * @param rings closed, the outer one first
 */
export function cutAtAntimeridian(rings: readonly (readonly Position[])[]): Position[][][] | undefined {
  const positions = rings.flat();
  if (positions.some(([, y = 0]) => Math.abs(y) > 90)) return undefined;
  // Longitudes beyond ±180° run on already: a long step among them is an error, and nobody knows where it leads.
  const runOn = positions.some(([x = 0]) => Math.abs(x) > halfTurn);
  if (runOn && rings.some(hasLongStep)) return undefined;
  const continuous = rings.map(unwrapped);
  const [outer] = continuous;
  if (!outer || continuous.some(ring => ring === undefined)) return undefined;
  const west = Math.min(...extentOf(outer));
  if (Math.max(...extentOf(outer)) - west >= turn) return undefined;
  // The westernmost corner lies within ±180°, so that 180° is the only meridian to cut at.
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

function hasLongStep(ring: readonly Position[]): boolean {
  return ring.some(([x = 0], index) => Math.abs(x - (ring[index - 1]?.[0] ?? x)) > halfTurn);
}

/** The ring with longitudes that run on beyond ±180°; `undefined` when it comes back a turn away, round a pole. */
function unwrapped(ring: readonly Position[]): Position[] | undefined {
  let offset = 0;
  const continuous = ring.map(([x = 0, y = 0], index): Position => {
    const step = x - (ring[index - 1]?.[0] ?? x);
    if (step > halfTurn) offset -= turn;
    else if (step < -halfTurn) offset += turn;
    return [x + offset, y];
  });
  return offset === 0 ? continuous : undefined;
}

function extentOf(ring: readonly Position[]): [number, number] {
  let [west, east] = [Infinity, -Infinity];
  for (const [x = 0] of ring) [west, east] = [Math.min(west, x), Math.max(east, x)];
  return [west, east];
}

/** By how many degrees, in whole turns, a hole is moved to lie within its outer ring. */
function turnsTo(hole: readonly Position[], outer: readonly Position[]): number {
  const [west, east] = extentOf(hole);
  const [outerWest, outerEast] = extentOf(outer);
  return Math.round(((outerWest + outerEast) / 2 - (west + east) / 2) / turn) * turn;
}

function moved(ring: readonly Position[], degrees: number): Position[] {
  return ring.map(([x = 0, y = 0]) => [x + degrees, y]);
}
