/** What polygons have in common and what some leave of another, by the library Clipper2, which never loses a ring. */
// Its parts one by one: the whole of it also brings offsets and triangles along.
import { ClipType, FillRule, type Path64 } from 'clipper2-ts/dist/Core.js';
import { Clipper64, PolyTree64, type PolyPath64 } from 'clipper2-ts/dist/Engine.js';
import type { Position } from 'geojson';
import { closedRing, flatBounds, flatRing, type FlatRing } from './flatRing.ts';
import { sideOfRing, signedArea } from './ring.ts';
import { itemAt } from '../itemAt.ts';

/** Closed rings of a polygon, the outer one first, wound either way. */
export type Rings = readonly (readonly Position[])[];

/**
 * Parts of a polygon that lie in one of some convex rings. Positions of it that remain stay exactly what they are; outer
 * rings run counter-clockwise, holes clockwise (RFC 7946, 3.1.6).
 *
 * @param convex see {@link convexParts}: outlines of other kinds can lose a vertex in the library
 */
export function commonParts(polygon: Rings, convex: readonly FlatRing[]): Position[][][] {
  return run(ClipType.Intersection, polygon, convex);
}

/** Parts of it that lie in none of them, in the same form. */
export function partsBeside(polygon: Rings, convex: readonly FlatRing[]): Position[][][] {
  return run(ClipType.Difference, polygon, convex);
}

/** The library counts in whole numbers: how degrees become such, and how far that can move a position. */
interface Grid {
  /** Degrees, whole ones: a fraction that is written in few decimals then lies on the grid but for its last bits. */
  originX: number;
  originY: number;
  /** Units to a degree. */
  scale: number;
}

/** So many units across the area, as far as doubles tell so many apart. */
const digitsAcross = 9;
/** A tenth of a millimetre, whatever is clipped; finer than the last of these, doubles have no digits for longitudes. */
const decimals = { fewest: 9, most: 12 } as const;
/** Less is what rounding leaves, and no part. Square units: of the coarsest grid, some square millimetres. */
const leastArea = 1000;

function gridOf(a: Rings): Grid {
  const [west, south, east, north] = flatBounds(flatRing(itemAt(a, 0)));
  const finest = digitsAcross - Math.floor(Math.log10(Math.max(east - west, north - south)));
  const digits = Math.min(decimals.most, Math.max(decimals.fewest, finest));
  return { originX: Math.round(west), originY: Math.round(south), scale: 10 ** digits };
}

function run(kind: ClipType, a: Rings, convex: readonly FlatRing[]): Position[][][] {
  const grid = gridOf(a);
  const clipper = new Clipper64();
  clipper.addSubject(pathsOf(a, grid));
  clipper.addClip(
    convex.map(ring =>
      closedRing(ring)
        .slice(1)
        .map(position => pointOf(position, grid)),
    ),
  );
  const tree = new PolyTree64();
  clipper.execute(kind, FillRule.NonZero, tree);
  // Of the two ends of a ring the first counts.
  const own: Own = new Map(
    a
      .flat()
      .map((position, place): [string, OwnPosition] => {
        const { x, y } = pointOf(position, grid);
        return [`${x} ${y}`, { position, place }];
      })
      .reverse(),
  );
  const parts: Position[][][] = [];
  collect(tree, own, grid, parts);
  return parts;
}

/** A position of the first polygon, and its place among them. */
interface OwnPosition {
  position: Position;
  place: number;
}

type Own = ReadonlyMap<string, OwnPosition>;

/** Outer rings hold their holes, and these the parts that lie inside of them. */
function collect(around: PolyPath64, own: Own, grid: Grid, parts: Position[][][]): void {
  const least = leastArea / grid.scale ** 2;
  for (const outer of childrenOf(around)) {
    const holes = childrenOf(outer);
    const ringsOf = ({ poly }: PolyPath64) => loopsOf(poly ?? []).map(loop => ringOf(loop, own, grid));
    const rings = ringsOf(outer);
    const outers = rings.filter(ring => signedArea(ring) > least);
    // A loop that runs the other way is a hole that touches its outline.
    const inner = [...rings, ...holes.flatMap(ringsOf)].filter(ring => signedArea(ring) < -least);
    for (const ring of outers) {
      parts.push([ring, ...inner.filter(hole => outers.length === 1 || isWithin(hole, ring))]);
    }
    for (const hole of holes) collect(hole, own, grid, parts);
  }
}

/** A path that comes to a point twice is two outlines that touch there. */
function loopsOf(path: Path64): Path64[] {
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

function isWithin(hole: readonly Position[], outer: readonly Position[]): boolean {
  const side = hole.map(position => sideOfRing(position, outer)).find(one => one !== 'on');
  return side === 'inside';
}

function childrenOf(node: PolyPath64): PolyPath64[] {
  return Array.from({ length: node.count }, (_none, index) => node.child(index));
}

/** Closed, and without the positions in the middle of an edge that only the other polygons brought. */
function ringOf(path: Path64, own: Own, { originX, originY, scale }: Grid): Position[] {
  const all = path.map(({ x, y }) => ({ x, y, own: ownNear(own, x, y) }));
  // Begun at one that is surely kept: what is left out must not be compared with.
  const first = Math.max(
    0,
    all.findIndex(point => point.own !== undefined),
  );
  const points = [...all.slice(first), ...all.slice(0, first)];
  const kept: typeof points = [];
  points.forEach((point, index) => {
    const before = kept.at(-1) ?? points.at(-1);
    const after = points[(index + 1) % points.length];
    if (point.own || !before || !after || !isBetween(before, point, after)) kept.push(point);
  });
  const placeOf = (point: (typeof points)[number] | undefined) => point?.own?.place ?? Infinity;
  // It begins where the polygon itself did, or as near to that as remains.
  const start = kept.reduce((best, point, index) => (placeOf(point) < placeOf(kept[best]) ? index : best), 0);
  const open = [...kept.slice(start), ...kept.slice(0, start)].map(
    ({ x, y, own: known }): Position => known?.position ?? [originX + x / scale, originY + y / scale],
  );
  return [...open, ...open.slice(0, 1)];
}

/** Where edges nearly touch a vertex, the library moves it by a unit. */
function ownNear(own: Own, x: number, y: number): OwnPosition | undefined {
  for (const dx of [0, -1, 1]) {
    for (const dy of [0, -1, 1]) {
      const known = own.get(`${x + dx} ${y + dy}`);
      if (known) return known;
    }
  }
  return undefined;
}

interface Point {
  x: number;
  y: number;
}

/** Whether a point is within two units of the line from one to the other. */
function isBetween(a: Point, point: Point, b: Point): boolean {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length === 0) return false;
  const cross = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
  return Math.abs(cross) <= 2 * length;
}

/** Counter-clockwise the outer ring, clockwise its holes: then every place within counts once. */
function pathsOf(rings: Rings, grid: Grid): Path64[] {
  return rings.map((ring, index) => {
    const turned = signedArea(ring) > 0 === (index === 0) ? ring : ring.toReversed();
    return turned.slice(1).map(position => pointOf(position, grid));
  });
}

function pointOf([longitude = 0, latitude = 0]: Position, { originX, originY, scale }: Grid): Point {
  return { x: Math.round((longitude - originX) * scale), y: Math.round((latitude - originY) * scale) };
}
