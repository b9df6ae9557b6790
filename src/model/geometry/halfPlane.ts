/** Clips rings along a straight line (Sutherland and Hodgman). */
import type { FlatRing } from './flatRing.ts';
import { noItem } from '../itemAt.ts';

/**
 * The part of a ring to the left of the line from a to b. A ring that falls apart is returned as one, its parts joined
 * by edges back and forth along the line: its signed area is still exact, also after further cuts.
 *
 * @returns the same ring if all of it is on the left; an empty one if nothing is
 */
export function leftOf(ring: FlatRing, ax: number, ay: number, bx: number, by: number): FlatRing {
  const { length } = ring;
  const ux = bx - ax;
  const uy = by - ay;
  let isLeft = true;
  let isRight = true;
  for (let at = 0; at < length; at += 2) {
    const side =
      ux * ((ring[at + 1] ?? noItem(ring, at + 1)) - ay) - uy * ((ring[at] ?? noItem(ring, at)) - ax);
    if (side < 0) isLeft = false;
    else if (side > 0) isRight = false;
    if (!isLeft && !isRight) return cut(ring, ax, ay, ux, uy);
  }
  return isLeft ? ring : nothing;
}

const nothing: FlatRing = [];

/** The part of a ring inside a convex ring that runs counterclockwise. */
export function within(ring: FlatRing, convex: FlatRing): FlatRing {
  let rest = ring;
  let ax = convex.at(-2) ?? noItem(convex, -2);
  let ay = convex.at(-1) ?? noItem(convex, -1);
  for (let at = 0; at < convex.length && rest.length > 0; at += 2) {
    const bx = convex[at] ?? noItem(convex, at);
    const by = convex[at + 1] ?? noItem(convex, at + 1);
    rest = leftOf(rest, ax, ay, bx, by);
    ax = bx;
    ay = by;
  }
  return rest;
}

function cut(ring: FlatRing, ax: number, ay: number, ux: number, uy: number): number[] {
  const { length } = ring;
  const kept: number[] = [];
  let beforeX = ring[length - 2] ?? noItem(ring, length - 2);
  let beforeY = ring[length - 1] ?? noItem(ring, length - 1);
  let before = ux * (beforeY - ay) - uy * (beforeX - ax);
  for (let at = 0; at < length; at += 2) {
    const x = ring[at] ?? noItem(ring, at);
    const y = ring[at + 1] ?? noItem(ring, at + 1);
    const side = ux * (y - ay) - uy * (x - ax);
    if ((side > 0 && before < 0) || (side < 0 && before > 0)) {
      // The same to the last digit on both sides of the line: both cuts start from the same end of the edge.
      const share = before / (before - side);
      kept.push(beforeX + share * (x - beforeX), beforeY + share * (y - beforeY));
    }
    if (side >= 0) kept.push(x, y);
    beforeX = x;
    beforeY = y;
    before = side;
  }
  return kept;
}
