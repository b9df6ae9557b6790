/** A ring that was drawn anew, brought to the start and the direction of the ring that it replaces. */
import type { Position } from 'geojson';
import { isSamePlace } from '../aoi/aoiShape.ts';
import { itemAt } from '../itemAt.ts';

type Ring = readonly Position[];

/** The ring without the position that closes it. */
export function openRing(ring: Ring): Position[] {
  const isClosed = ring.length > 1 && isSamePlace(ring[0], ring.at(-1));
  return isClosed ? ring.slice(0, -1) : ring.slice();
}

/** Whether two rings are the same outline: wherever they begin, whichever way they run, whatever they repeat. */
export function isSameOutline(one: Ring, other: Ring): boolean {
  const [first, second] = [withoutRepeats(openRing(one)), withoutRepeats(openRing(other))];
  if (first.length !== second.length) return false;
  const fitted = fitRing(first, second);
  return first.every((position, index) => isSamePlace(position, fitted[index]));
}

/**
 * The positions of a new ring in that order in which most of them stand where they stood. Tools for drawing start rings
 * where they like, and turn them round.
 *
 * @param old without the closing position, as `next`
 */
export function fitRing(old: Ring, next: Ring): Position[] {
  let best: Position[] = next.slice();
  let bestFit = fitOf(old, best);
  // Nothing fits better than all but a few.
  if (bestFit >= 2 * Math.min(old.length, next.length) - 2) return best;
  for (const directed of [next, next.toReversed()]) {
    for (const start of startsIn(old, directed)) {
      const turned = [...directed.slice(start), ...directed.slice(0, start)];
      const fit = fitOf(old, turned);
      if (fit > bestFit) [best, bestFit] = [turned, fit];
    }
  }
  return best;
}

/** Places that are tried for one position that the rings share. */
const mostStarts = 4;

function startsIn(old: Ring, next: Ring): Set<number> {
  const places = new Map<string, number[]>();
  next.forEach((position, index) => {
    const key = keyOfPlace(position);
    const known = places.get(key);
    if (!known) places.set(key, [index]);
    else if (known.length < mostStarts) known.push(index);
  });
  const starts = new Set([0]);
  const common = old.findIndex(position => places.has(keyOfPlace(position)));
  if (common < 0) return starts;
  for (const place of places.get(keyOfPlace(itemAt(old, common))) ?? []) {
    starts.add(place);
    // Those before it may have moved.
    starts.add((((place - common) % next.length) + next.length) % next.length);
  }
  return starts;
}

/** How many positions stand in the same place from the beginning, and from the end. */
function fitOf(old: Ring, next: Ring): number {
  let fit = 0;
  const shift = next.length - old.length;
  for (let index = 0; index < old.length; index++) {
    if (isSamePlace(old[index], next[index])) fit++;
    if (isSamePlace(old[index], next[index + shift])) fit++;
  }
  return fit;
}

export function keyOfPlace([x, y]: Position): string {
  return `${x} ${y}`;
}

function withoutRepeats(ring: Ring): Position[] {
  return ring.filter((position, index) => !isSamePlace(position, ring.at(index - 1)) || ring.length === 1);
}
