import { capturesAt, cellBits, segmentAngle, siteOf } from './capture.ts';
import type { Capture, Site, World } from './world.ts';
import type { Effort } from './effort.ts';
import type { Spacecraft } from './fleet.ts';
import { nodeTime, periodOf, residueOf } from './orbit.ts';
import { unit } from '../http/random.ts';
import type { Window, Windows } from './windows.ts';

/** The ground tracks of one satellite, and what of them is looked at. */
export interface Track {
  spacecraft: Spacecraft;
  windows: Windows;
}

/** Where images are looked for. */
export interface Sight {
  tracks: readonly Track[];
  /** False where no image of a site can be wanted. */
  sees: (site: Site) => boolean;
}

export interface ScanRequest extends Sight {
  /** What is cheap to tell of an image, without a look at its outline. */
  accepts: (capture: Capture) => boolean;
}

/** A pass whose images can fall into an interval, and the segments that do. */
interface Pass {
  pass: number;
  firstSegment: number;
  lastSegment: number;
}

/** Acquisition times, epoch ms, without the end. */
export interface Interval {
  start: number;
  end: number;
}

const effortOfSite = 40;
const effortOfDraw = 60;
/** An image is taken at most this long before or after its place is overflown: the tilt of a stereo look. */
const looksAround = 60_000;

/**
 * The accepted images of a time interval, a few at a time and in no order. Each image belongs to exactly one interval,
 * so that intervals side by side lose and double none. What passes have in common that fly over the same ground is
 * reckoned once: long intervals cost less than many short ones.
 */
export function* capturesBetween(
  world: World,
  request: ScanRequest,
  interval: Interval,
  effort: Effort,
): Generator<readonly Capture[], void, undefined> {
  for (const { spacecraft, windows } of request.tracks) {
    if (interval.end <= spacecraft.since) continue;
    for (const [residue, window] of windows.entries()) {
      effort.spent++;
      const passes = window ? passesOf(spacecraft, residue, window, interval) : [];
      if (!window || passes.length === 0) continue;
      for (let segment = window.firstSegment; segment <= window.lastSegment; segment++) {
        const flown = passes.filter(pass => segment >= pass.firstSegment && segment <= pass.lastSegment);
        if (flown.length === 0) continue;
        yield rowOf(world, request, { spacecraft, residue, segment, window, flown, interval }, effort);
      }
    }
  }
}

/** The passes over one ground track that can have images in the interval. */
function passesOf(spacecraft: Spacecraft, residue: number, window: Window, { start, end }: Interval): Pass[] {
  const { orbit } = spacecraft;
  const period = periodOf(orbit);
  const angle = segmentAngle(spacecraft);
  const margin = looksAround + spacecraft.instrument.segmentSeconds * 1000;
  const first = Math.ceil((start - margin - period / 4 - orbit.epoch) / period);
  const last = Math.floor((end + margin + period / 4 - orbit.epoch) / period);
  const passes: Pass[] = [];
  const step = orbit.revolutions;
  for (let pass = first + residueOf(orbit, residue - first); pass <= last; pass += step) {
    const segmentAt = (time: number): number =>
      (((time - nodeTime(orbit, pass)) / period) * 2 * Math.PI) / angle + Math.PI / 2 / angle;
    const firstSegment = Math.max(window.firstSegment, Math.floor(segmentAt(start - margin)));
    const lastSegment = Math.min(window.lastSegment, Math.ceil(segmentAt(end + margin)));
    if (firstSegment <= lastSegment) passes.push({ pass, firstSegment, lastSegment });
  }
  return passes;
}

interface Row {
  spacecraft: Spacecraft;
  residue: number;
  segment: number;
  window: Window;
  flown: readonly Pass[];
  interval: Interval;
}

/** The images of one segment of a ground track, in all its lanes. */
function rowOf(
  world: World,
  { sees, accepts }: ScanRequest,
  { spacecraft, residue, segment, window, flown, interval: { start, end } }: Row,
  effort: Effort,
): Capture[] {
  const found: Capture[] = [];
  const { index, instrument } = spacecraft;
  for (let lane = window.firstLane; lane <= window.lastLane; lane++) {
    let site: Site | undefined;
    effort.spent += flown.length;
    for (const { pass } of flown) {
      const bits = cellBits(world, index, pass, segment, lane);
      // No site is photographed more than a coast: most cells need no look at where they are.
      if (unit(bits) >= instrument.demand.coast) continue;
      if (!site) {
        site = siteOf(spacecraft, residue, segment, lane);
        effort.spent += effortOfSite;
        if (!sees(site)) break;
      }
      if (unit(bits) >= site.demand) continue;
      effort.spent += effortOfDraw;
      for (const capture of capturesAt(world, site, pass, bits)) {
        if (capture.time >= start && capture.time < end && accepts(capture)) found.push(capture);
      }
    }
  }
  return found;
}
