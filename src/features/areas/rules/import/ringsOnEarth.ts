/** Rings with longitudes beyond ±180°, and rings around a pole, as polygons within ±180°. */
import type { Position } from 'geojson';
import { itemAt } from '../../../../base/itemAt.ts';
import { halfTurn, moved, runOn, turn, turnsTo, unwrapped } from '../../../../geo/antimeridian.ts';
import { clippedParts, cutAtAntimeridian } from '../../../../geo/overlap.ts';

/**
 * The polygon itself in most cases; its parts if it has longitudes beyond ±180° or goes around a pole. `undefined` if
 * what it encloses is unclear.
 *
 * @param rings closed, the outer one first; degrees
 */
export function ringsOnEarth(rings: Position[][]): Position[][][] | undefined {
  const [outer = [], ...holes] = rings;
  if (isAroundPole(outer)) return partsAtPole(outer, holes);
  const isWithin = rings.every(ring => ring.every(([x]) => Math.abs(x) <= halfTurn));
  if (isWithin) return [rings];
  const parts = cutAtAntimeridian(rings);
  return parts && parts.length > 0 ? parts : undefined;
}

/** Whether a ring within ±180° steps across the antimeridian and comes back to its start from the other side. */
function isAroundPole(ring: readonly Position[]): boolean {
  const isAcross = ring.some(([x], index) => {
    const step = Math.abs(x - (ring[index - 1]?.[0] ?? x));
    return step > halfTurn && step < turn;
  });
  return isAcross && unwrapped(ring) === undefined && ring.every(([x]) => Math.abs(x) <= halfTurn);
}

/** The pole is that of the ring's hemisphere: a ring around one pole encloses the other one, too. */
function partsAtPole(ring: readonly Position[], holes: readonly Position[][]): Position[][][] | undefined {
  const line = runOn(ring);
  const [start] = itemAt(line, 0);
  const [end] = itemAt(line, line.length - 1);
  const isNorth = ring.every(([, y]) => y > 0);
  if (Math.abs(end - start) !== turn || (!isNorth && ring.some(([, y]) => y >= 0))) return undefined;
  const pole = isNorth ? 90 : -90;
  const outer: Position[] = [...line, [end, pole], [start, pole], itemAt(line, 0)];
  const coordinates = [outer, ...holes.map(hole => moved(hole, turnsTo(hole, outer)))];
  const parts: Position[][][] = [];
  for (const turns of [-turn, 0, turn]) {
    const west = turns - halfTurn;
    const east = turns + halfTurn;
    const inside = clippedParts({ type: 'Polygon', coordinates }, [
      [west, -90, east, -90, east, 90, west, 90],
    ]);
    if (!inside) return undefined;
    parts.push(...inside.map(part => part.map(positions => moved(positions, -turns))));
  }
  return parts;
}
