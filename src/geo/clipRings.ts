/** Intersections, differences and unions of polygons, computed with the library Clipper2, which never loses a ring. */
// Imported file by file: the package entry also includes offsets and triangulation.
import { ClipType, FillRule, type Path64 } from 'clipper2-ts/dist/Core.js';
import { Clipper64, type PolyPath64, PolyTree64 } from 'clipper2-ts/dist/Engine.js';
import type { Position } from 'geojson';
import { itemAt } from '../base/itemAt.ts';
import { checkRings } from './aoiRings.ts';
import { partsOfRings } from './coverage.ts';
import { closedRing, flatBounds, type FlatRing, flatRing } from './flatRing.ts';
import { sideOfRing, signedArea } from './ring.ts';

/** Closed rings of a polygon, the outer one first, with either winding. */
export type Rings = readonly (readonly Position[])[];

/**
 * Parts of a polygon inside some convex rings; none of one that crosses itself. Its remaining positions stay exactly the
 * same; outer rings run counterclockwise, holes clockwise (RFC 7946, 3.1.6).
 *
 * @param convex see {@link convexParts}: with other outlines, the library can lose a vertex
 */
export function commonParts(polygon: Rings, convex: readonly FlatRing[]): Position[][][] {
  return run(ClipType.Intersection, polygon, convex);
}

/** Parts of a polygon outside all of the convex rings, in the same form. */
export function partsBeside(polygon: Rings, convex: readonly FlatRing[]): Position[][][] {
  return run(ClipType.Difference, polygon, convex);
}

/** The union of polygons that don't overlap, in the same form. */
export function joinedParts([first = [], ...others]: readonly Rings[]): Position[][][] {
  return run(
    ClipType.Union,
    first,
    others.flatMap(rings => partsOfRings(rings).rings),
  );
}

/** The library uses integers: how degrees are converted, and how far that can move a position. */
interface Grid {
  /** Whole degrees: a coordinate with few decimals is then on the grid except for its last bits. */
  originX: number;
  originY: number;
  /** Units per degree. */
  scale: number;
}

/** Digits across the area, within the precision of doubles. */
const digitsAcross = 9;
/** A tenth of a millimeter for anything clipped; beyond the maximum, doubles have no digits for longitudes. */
const decimals = { fewest: 9, max: 12 } as const;
/** Smaller areas are rounding errors. Square units: a few square millimeters on the coarsest grid. */
const minArea = 1000;

function clipGrid(a: Rings): Grid {
  const [west, south, east, north] = flatBounds(flatRing(itemAt(a, 0)));
  const finest = digitsAcross - Math.floor(Math.log10(Math.max(east - west, north - south)));
  const digits = Math.min(decimals.max, Math.max(decimals.fewest, finest));
  return { originX: Math.round(west), originY: Math.round(south), scale: 10 ** digits };
}

function run(kind: ClipType, a: Rings, convex: readonly FlatRing[]): Position[][][] {
  if (itemAt(a, 0).length === 0) return [];
  // The library never ends with some outlines that cross themselves.
  if (checkRings(a, []).some(({ severity }) => severity === 'error')) return [];
  const grid = clipGrid(a);
  const clipper = new Clipper64();
  clipper.addSubject(ringPaths(a, grid));
  clipper.addClip(
    convex.map(ring =>
      closedRing(ring)
        .slice(1)
        .map(position => gridPoint(position, grid)),
    ),
  );
  const tree = new PolyTree64();
  clipper.execute(kind, FillRule.NonZero, tree);
  // Of the two ends of a ring, the first counts.
  const originals: Own = new Map(
    a
      .flat()
      .map((position, place): [string, OriginalPosition] => {
        const { x, y } = gridPoint(position, grid);
        return [`${x} ${y}`, { position, place }];
      })
      .reverse(),
  );
  const parts: Position[][][] = [];
  collect(tree, originals, grid, parts);
  return parts;
}

/** A position of the first polygon, and its index in the polygon. */
interface OriginalPosition {
  position: Position;
  place: number;
}

type Own = ReadonlyMap<string, OriginalPosition>;

/** Outer rings contain their holes, and holes the parts inside them. */
function collect(around: PolyPath64, originals: Own, grid: Grid, parts: Position[][][]): void {
  const threshold = minArea / grid.scale ** 2;
  for (const outer of childPaths(around)) {
    const holes = childPaths(outer);
    const pathRings = ({ poly }: PolyPath64) =>
      pathLoops(poly ?? []).map(loop => loopRing(loop, originals, grid));
    const rings = pathRings(outer);
    const outers = rings.filter(ring => signedArea(ring) > threshold);
    // A loop in the other direction is a hole that touches its outline.
    const inner = [...rings, ...holes.flatMap(pathRings)].filter(ring => signedArea(ring) < -threshold);
    for (const ring of outers) {
      parts.push([ring, ...inner.filter(hole => outers.length === 1 || isHoleWithin(hole, ring))]);
    }
    for (const hole of holes) collect(hole, originals, grid, parts);
  }
}

/** A path that visits a point twice is two outlines that touch there. */
function pathLoops(path: Path64): Path64[] {
  const loops: Path64[] = [];
  let open: Path64 = [];
  const places = new Map<string, number>();
  for (const point of path) {
    const key = `${point.x} ${point.y}`;
    const at = places.get(key);
    if (at !== undefined) {
      const loop = open.slice(at);
      for (const { x, y } of loop) places.delete(`${x} ${y}`);
      loops.push(loop);
      open = open.slice(0, at);
    }
    places.set(key, open.length);
    open.push(point);
  }
  return [...loops, open].filter(loop => loop.length >= 3);
}

function isHoleWithin(hole: readonly Position[], outer: readonly Position[]): boolean {
  const side = hole.map(position => sideOfRing(position, outer)).find(candidate => candidate !== 'on');
  return side === 'inside';
}

function childPaths(node: PolyPath64): PolyPath64[] {
  return Array.from({ length: node.count }, (_none, index) => node.child(index));
}

/** Closed, without the positions along an edge that only the other polygons added. */
function loopRing(path: Path64, originals: Own, { originX, originY, scale }: Grid): Position[] {
  const all = path.map(({ x, y }) => ({ x, y, original: originalNear(originals, x, y) }));
  // Starts at a position that is always kept: a removed one can't be a reference.
  const first = Math.max(
    0,
    all.findIndex(point => point.original !== undefined),
  );
  const points = [...all.slice(first), ...all.slice(0, first)];
  const kept: typeof points = [];
  points.forEach((point, index) => {
    const before = kept.at(-1) ?? points.at(-1);
    const after = points[(index + 1) % points.length];
    if (point.original || !before || !after || !isBetween(before, point, after)) kept.push(point);
  });
  const placeInRing = (point: (typeof points)[number] | undefined) => point?.original?.place ?? Infinity;
  // Starts where the polygon itself did, or as close to that as remains.
  const start = kept.reduce(
    (best, point, index) => (placeInRing(point) < placeInRing(kept[best]) ? index : best),
    0,
  );
  const open = [...kept.slice(start), ...kept.slice(0, start)].map(
    ({ x, y, original: known }): Position => known?.position ?? [originX + x / scale, originY + y / scale],
  );
  return [...open, ...open.slice(0, 1)];
}

/** If edges nearly touch a vertex, the library moves it by one unit. */
function originalNear(originals: Own, x: number, y: number): OriginalPosition | undefined {
  for (const dx of [0, -1, 1]) {
    for (const dy of [0, -1, 1]) {
      const known = originals.get(`${x + dx} ${y + dy}`);
      if (known) return known;
    }
  }
  return undefined;
}

interface Point {
  x: number;
  y: number;
}

/** Whether a point is within two units of the line from a to b. */
function isBetween(a: Point, point: Point, b: Point): boolean {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length === 0) return false;
  const cross = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
  return Math.abs(cross) <= 2 * length;
}

/** The outer ring counterclockwise, its holes clockwise: then every place inside counts once. */
function ringPaths(rings: Rings, grid: Grid): Path64[] {
  const paths = rings.map((ring, index) => {
    const turned = signedArea(ring) > 0 === (index === 0) ? ring : ring.toReversed();
    return turned.slice(1).map(position => gridPoint(position, grid));
  });
  // A ring of one position encloses nothing, and the library fails on it.
  return paths.filter(({ length }) => length > 0);
}

function gridPoint([longitude, latitude]: Position, { originX, originY, scale }: Grid): Point {
  return { x: Math.round((longitude - originX) * scale), y: Math.round((latitude - originY) * scale) };
}
