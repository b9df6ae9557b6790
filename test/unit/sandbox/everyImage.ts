import {
  capturesIn,
  laneAngle,
  lastLane,
  lastSegment,
  segmentMiddle,
} from '../../../src/sandbox/catalogue/capture.ts';
import type { Capture, World } from '../../../src/sandbox/catalogue/world.ts';
import { fleet, type Spacecraft } from '../../../src/sandbox/catalogue/fleet.ts';
import { nodeLongitude, nodeTime, periodOf, toGround, wrap } from '../../../src/sandbox/catalogue/orbit.ts';
import type { Box } from '../../../src/sandbox/catalogue/shapes.ts';

/** No image reaches further from the middle of its cell than this, degrees of a great circle. */
const furthest = 1;

interface Place {
  segment: number;
  lane: number;
  /** Degrees; the longitude is relative to the node of the track. */
  east: number;
  latitude: number;
}

/**
 * The images of a time, both ends included, near a box, by a look into every cell of every pass whose middle is near
 * it: without anything that a search does to be quick. The box lies between the 70th parallels, or is the whole Earth.
 */
export function* everyImageNear(
  world: World,
  box: Box,
  from: number,
  to: number,
  of: readonly Spacecraft[] = fleet,
): Generator<Capture> {
  const wide = furthest / Math.cos((70 * Math.PI) / 180) + (box.east - box.west) / 2;
  const middle = (box.west + box.east) / 2;
  for (const spacecraft of of) {
    const { orbit } = spacecraft;
    const period = periodOf(orbit);
    const rows = placesOf(spacecraft).filter(
      ({ latitude }) => latitude >= box.south - furthest && latitude <= box.north + furthest,
    );
    // Half a turn before and after the node is flown, and stereo looks are tilted by less than a minute.
    const first = Math.floor((from - nodeTime(orbit, 0)) / period) - 1;
    const last = Math.ceil((to - nodeTime(orbit, 0)) / period) + 1;
    for (let residue = 0; residue < orbit.revolutions; residue++) {
      const node = nodeLongitude(orbit, residue);
      const near = rows.filter(({ east }) => Math.abs(wrap(node + east - middle)) <= wide);
      const start =
        first + ((((residue - first) % orbit.revolutions) + orbit.revolutions) % orbit.revolutions);
      for (let pass = start; pass <= last; pass += orbit.revolutions) {
        for (const { segment, lane } of near) {
          for (const capture of capturesIn(world, { spacecraft: spacecraft.index, pass, segment, lane }))
            if (capture.time >= from && capture.time <= to) yield capture;
        }
      }
    }
  }
}

function placesOf(spacecraft: Spacecraft): Place[] {
  const places: Place[] = [];
  for (let segment = 0; segment <= lastSegment(spacecraft); segment++) {
    for (let lane = -lastLane(spacecraft); lane <= lastLane(spacecraft); lane++) {
      const along = segmentMiddle(spacecraft, segment);
      const [east, latitude] = toGround(spacecraft.orbit, 0, along, lane * laneAngle(spacecraft));
      places.push({ segment, lane, east, latitude });
    }
  }
  return places;
}
