import type { Spacecraft } from './fleet.ts';
import { earthRadiusKm, toGround } from './orbit.ts';
import { areaOfRings, type Area, type Position } from './shapes.ts';

/** The shape of one image relative to its pass, radians. */
export interface Strip {
  along: number;
  across: number;
  length: number;
  width: number;
  /** The strip is turned against the track by this angle: these satellites are agile. */
  turn: number;
}

/**
 * The outline of a strip on the ground. The ring begins at the north-western corner and runs counter-clockwise, with
 * points between on long sides; `node` is the longitude of the track's node, degrees.
 */
export function footprintOf(
  spacecraft: Spacecraft,
  node: number,
  { along, across, length, width, turn }: Strip,
): Area {
  const steps = 1 + Math.floor((length * earthRadiusKm) / 30);
  const point = (forward: number, right: number): Position => {
    const x = forward * length;
    const y = right * width;
    const [longitude, latitude] = toGround(
      spacecraft.orbit,
      node,
      along + x * Math.cos(turn) - y * Math.sin(turn),
      across + x * Math.sin(turn) + y * Math.cos(turn),
    );
    return [round6(longitude), round6(latitude)];
  };
  const ring: Position[] = [];
  for (let step = 0; step <= steps; step++) ring.push(point(step / steps - 0.5, -0.5));
  for (let step = steps; step >= 0; step--) ring.push(point(step / steps - 0.5, 0.5));
  ring.push(point(-0.5, -0.5));
  const home = homeTurn(ring);
  return areaOfRings([ring.map(([longitude, latitude]): Position => [round6(longitude - home), latitude])]);
}

/** Whole turns that bring the middle of a ring into [-180, 180): its ends may lie beyond. */
function homeTurn(ring: readonly Position[]): number {
  const longitudes = ring.map(([longitude]) => longitude);
  const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
  return Math.floor((middle + 180) / 360) * 360;
}

function round6(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
