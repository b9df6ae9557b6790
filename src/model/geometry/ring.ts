import type { Position } from 'geojson';
import { orientation } from './ringOrientation.ts';
import { noItem } from '../itemAt.ts';

/** Planar area of a closed ring, square degrees: positive where it runs counter-clockwise (the shoelace formula). */
export function signedArea(ring: readonly Position[]): number {
  const [first] = ring;
  if (!first) return 0;
  const [originX = 0, originY = 0] = first;
  let double = 0;
  for (let index = 1; index < ring.length; index++) {
    const [ax = 0, ay = 0] = ring[index - 1] ?? noItem(ring, index - 1);
    const [bx = 0, by = 0] = ring[index] ?? noItem(ring, index);
    // Relative to a corner, so that small rings far from the origin keep their digits.
    double += (ax - originX) * (by - originY) - (bx - originX) * (ay - originY);
  }
  return double / 2;
}

/** Where a position lies with regard to a closed ring, by the edges north or south of it that a ray to the east meets. */
export function sideOfRing(position: Position, ring: readonly Position[]): 'inside' | 'outside' | 'on' {
  const [x = 0, y = 0] = position;
  let isInside = false;
  for (let index = 1; index < ring.length; index++) {
    const [ax = 0, ay = 0] = ring[index - 1] ?? noItem(ring, index - 1);
    const [bx = 0, by = 0] = ring[index] ?? noItem(ring, index);
    if (Math.max(ay, by) < y || Math.min(ay, by) > y || Math.max(ax, bx) < x) continue;
    const side = orientation(ax, ay, bx, by, x, y);
    if (side === 0 && x >= Math.min(ax, bx)) return 'on';
    if (ay <= y !== by <= y && side === (by > ay ? 1 : -1)) isInside = !isInside;
  }
  return isInside ? 'inside' : 'outside';
}
