import type { Capture, World } from './world.ts';
import type { Effort } from './effort.ts';
import { capturesBetween, type ScanRequest } from './scan.ts';
import { mostResults } from './searchRequest.ts';
import type { Direction } from './sortOrder.ts';

export interface SweepRequest extends ScanRequest {
  /** Acquisition times, both included, epoch ms. */
  from: number;
  to: number;
  direction: Direction;
  take: (capture: Capture) => void;
  /**
   * Told the time up to which all images have been handed over, or from which on; returns how many of the results are
   * certain.
   */
  settle: (edge: number) => number;
}

/** Whether all results that can be reached are certain, or the search gave up before. */
export type Outcome = 'complete' | 'tooBroad';

const firstStep = 6_000_000;
/** One more than can be reached tells that there are more. */
const enough = mostResults + 1;

/**
 * Hands over the images of a time span interval by interval, until there are enough or none is left. Intervals grow
 * as long as little is found, because long ones are cheaper, and end about where enough will have been found.
 */
export function* sweep(
  world: World,
  request: SweepRequest,
  effort: Effort,
  mostEffort: number,
): Generator<void, Outcome, undefined> {
  const { from, to, direction, take, settle } = request;
  const span = to - from + 1;
  const spentBefore = effort.spent;
  let length = firstStep;
  for (let done = 0; done < span;) {
    const step = Math.min(length, span - done);
    const start = direction === 'oldestFirst' ? from + done : to + 1 - done - step;
    for (const captures of capturesBetween(world, request, { start, end: start + step }, effort)) {
      for (const capture of captures) {
        take(capture);
        yield;
      }
      if (effort.spent > mostEffort) return 'tooBroad';
      yield;
    }
    done += step;
    const settled = settle(direction === 'oldestFirst' ? start + step : start);
    if (settled >= enough) return 'complete';
    const ahead = Math.min(span - done, settled === 0 ? Infinity : (done * (enough - settled)) / settled);
    const spent = effort.spent - spentBefore;
    if (isHopeless(spent, (spent / done) * ahead, mostEffort)) return 'tooBroad';
    length = Math.max(firstStep, Math.min(2 * length, Math.ceil(1.25 * ahead)));
  }
  return 'complete';
}

/** True where it is plain early that the work ahead is too much: nobody has to wait for that. */
function isHopeless(spent: number, ahead: number, mostEffort: number): boolean {
  // Older times can be three times as cheap: long intervals cost half, and there were fewer satellites.
  return spent > mostEffort / 8 && spent + ahead / 3 > mostEffort;
}
