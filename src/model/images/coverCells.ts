/** An AOI divided by the images that cover each place of it. */
import { createInsideTest } from '../geometry/insideTest.ts';
import type { AreaParts } from '../geometry/coverage.ts';
import { boundsApart, closedRing, flatBounds, type FlatRing } from '../geometry/flatRing.ts';
import { divide, sizeOf, wholeArea, type Piece } from '../geometry/remainder.ts';
import { noItem } from '../itemAt.ts';
import { degree } from '../geometry/sphere.ts';

/** What the images of one cell, and no others, cover. */
export interface CoverCell {
  /** Share of the AOI. */
  weight: number;
  /** Numbers of the images. */
  images: readonly number[];
}

/** More pieces take too long. */
const mostPieces = 6000;
const smallestCell = 1e-11;

/** All cells exactly; `undefined` where there are too many. @param images convex parts of each */
export function exactCells(
  area: AreaParts,
  images: readonly (readonly FlatRing[])[],
): CoverCell[] | undefined {
  let cells: { pieces: readonly Piece[]; images: readonly number[] }[] = [
    { pieces: wholeArea(area), images: [] },
  ];
  for (const [image, parts] of images.entries()) {
    let count = 0;
    const divided: typeof cells = [];
    for (const cell of cells) {
      const { inside, outside } = divide(cell.pieces, parts, area.size);
      if (inside.length > 0) divided.push({ pieces: inside, images: [...cell.images, image] });
      if (outside.length > 0) divided.push({ pieces: outside, images: cell.images });
      count += inside.length + outside.length;
    }
    if (count > mostPieces) return undefined;
    cells = divided;
  }
  return cells
    .map(({ pieces, images: those }) => ({ weight: sizeOf(pieces), images: those }))
    .filter(({ weight, images: those }) => weight > smallestCell && those.length > 0);
}

const mostSamples = 256;
const mostTries = 20_000;
/** The plane's counterpart of the golden ratio: its multiples spread evenly. */
const spread = 1.324_717_957_244_746;

/** Cells of evenly spread points, all of one weight; places that few points meet are left out. */
export function sampledCells(area: AreaParts, images: readonly (readonly FlatRing[])[]): CoverCell[] {
  const points = pointsWithin(area);
  const covering = points.map((): number[] => []);
  for (const [image, parts] of images.entries()) {
    for (const part of parts) {
      const bounds = flatBounds(part);
      if (boundsApart(bounds, area.bounds)) continue;
      points.forEach(([x, y], point) => {
        if (x < bounds[0] || x > bounds[2] || y < bounds[1] || y > bounds[3] || !isInConvex(part, x, y))
          return;
        if (covering[point]?.at(-1) !== image) covering[point]?.push(image);
      });
    }
  }
  const cells = new Map<string, { weight: number; images: number[] }>();
  for (const those of covering) {
    if (those.length === 0) continue;
    const key = those.join(' ');
    const cell = cells.get(key) ?? { weight: 0, images: those };
    cell.weight += 1;
    cells.set(key, cell);
  }
  return [...cells.values()];
}

/** Spread evenly on the sphere: longitude and the sine of the latitude are those of an equal-area cylinder. */
function pointsWithin({ rings, bounds: [west, south, east, north] }: AreaParts): [number, number][] {
  const isInside = createInsideTest(rings.map(closedRing));
  const [low, high] = [Math.sin(south * degree), Math.sin(north * degree)];
  const points: [number, number][] = [];
  for (let number = 1; number <= mostTries && points.length < mostSamples; number++) {
    const x = west + ((number / spread) % 1) * (east - west);
    const y = Math.asin(low + ((number / spread ** 2) % 1) * (high - low)) / degree;
    if (isInside(x, y)) points.push([x, y]);
  }
  return points;
}

function isInConvex(ring: FlatRing, x: number, y: number): boolean {
  let ax = ring[ring.length - 2] ?? noItem(ring, ring.length - 2);
  let ay = ring[ring.length - 1] ?? noItem(ring, ring.length - 1);
  for (let at = 0; at < ring.length; at += 2) {
    const bx = ring[at] ?? noItem(ring, at);
    const by = ring[at + 1] ?? noItem(ring, at + 1);
    if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0) return false;
    ax = bx;
    ay = by;
  }
  return true;
}
