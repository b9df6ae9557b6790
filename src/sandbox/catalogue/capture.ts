import type { World, Cell, Capture, Site } from './world.ts';
import { fleet, reach, type Spacecraft } from './fleet.ts';
import { groundAt } from './land.ts';
import { looksOf } from './look.ts';
import { earthRadiusKm, nodeLongitude, periodOf, residueOf, timeAt, toGround } from './orbit.ts';
import { hash, unit } from '../http/random.ts';
import { sunOver } from './sun.ts';

/** Radians flown in one segment of a pass. */
export function segmentAngle(spacecraft: Spacecraft): number {
  return (2 * Math.PI * spacecraft.instrument.segmentSeconds * 1000) / periodOf(spacecraft.orbit);
}

/** Radians between the middles of two lanes. */
export function laneAngle(spacecraft: Spacecraft): number {
  return spacecraft.instrument.swathKm / earthRadiusKm;
}

/** Lanes run from -lastLane to lastLane. */
export function lastLane(spacecraft: Spacecraft): number {
  return Math.floor(reach / laneAngle(spacecraft));
}

/** Segments run from 0 at the northern end of the descending half to the southern end. */
export function lastSegment(spacecraft: Spacecraft): number {
  return Math.ceil(Math.PI / segmentAngle(spacecraft)) - 1;
}

/** Angle from the node to the middle of a segment, radians. */
export function segmentMiddle(spacecraft: Spacecraft, segment: number): number {
  return (segment + 0.5) * segmentAngle(spacecraft) - Math.PI / 2;
}

/** Below this height of the sun nothing is photographed, degrees. */
const lowestSun = 8;

export function siteOf(spacecraft: Spacecraft, residue: number, segment: number, lane: number): Site {
  const node = nodeLongitude(spacecraft.orbit, residue);
  const middle = segmentMiddle(spacecraft, segment);
  const width = laneAngle(spacecraft);
  const laneMiddle = lane * width;
  const aim = toGround(spacecraft.orbit, node, middle, laneMiddle);
  // What lies far to the side is photographed less.
  const demand = spacecraft.instrument.demand[groundAt(aim)] * (1 - 0.6 * (laneMiddle / reach) ** 2);
  const length = segmentAngle(spacecraft);
  return { spacecraft, segment, lane, node, middle, length, width, aim, demand };
}

/** The bits from which everything about a cell is drawn. */
export function cellBits(
  world: World,
  spacecraft: number,
  pass: number,
  segment: number,
  lane: number,
): number {
  return hash(world.seed ^ spacecraft, pass, segment, lane);
}

const none: readonly Capture[] = [];

/** All images that one cell of a pass holds: none as a rule, one, or several looks and copies. */
export function capturesIn(world: World, cell: Cell): readonly Capture[] {
  const spacecraft = fleet[cell.spacecraft];
  if (!spacecraft) return none;
  const bits = cellBits(world, cell.spacecraft, cell.pass, cell.segment, cell.lane);
  if (unit(bits) >= spacecraft.instrument.demand.coast) return none;
  const residue = residueOf(spacecraft.orbit, cell.pass);
  return capturesAt(world, siteOf(spacecraft, residue, cell.segment, cell.lane), cell.pass, bits);
}

/** The images of a site on one of its passes; `bits` are those of the cell. */
export function capturesAt(world: World, site: Site, pass: number, bits: number): readonly Capture[] {
  if (unit(bits) >= site.demand) return none;
  const { spacecraft, middle, aim } = site;
  const time = timeAt(spacecraft.orbit, pass, middle);
  if (time < spacecraft.since || sunOver(aim, time).elevation < lowestSun) return none;
  return looksOf(world, site, pass, bits);
}
