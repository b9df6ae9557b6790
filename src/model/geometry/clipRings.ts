/** What polygons have in common and what one leaves of another, by the library Clipper2, which never loses a ring. */
// Its parts one by one: the whole of it also brings offsets and triangles along.
import { ClipType, FillRule, type Path64 } from 'clipper2-ts/dist/Core.js';
import { Clipper64, PolyTree64, type PolyPath64 } from 'clipper2-ts/dist/Engine.js';
import type { Position } from 'geojson';
import { sideOfRing, signedArea } from './ring.ts';

/** Closed rings of a polygon, the outer one first, wound either way. */
export type Rings = readonly (readonly Position[])[];

/** Positions are rounded to this part of a degree: a tenth of a millimetre. */
const unitsPerDegree = 1e9;
/** Less is what rounding leaves, and no part. Square degrees, some square millimetres. */
const leastArea = 1e-15;

/**
 * Parts of `a` that lie in one of `b`. Positions of `a` that remain stay exactly what they are; outer rings run
 * counter-clockwise, holes clockwise (RFC 7946, 3.1.6).
 */
export function commonParts(a: readonly Rings[], b: readonly Rings[]): Position[][][] {
  return run(ClipType.Intersection, a, b);
}

/** Parts of `a` that lie in none of `b`, in the same form. */
export function partsBeside(a: readonly Rings[], b: readonly Rings[]): Position[][][] {
  return run(ClipType.Difference, a, b);
}

function run(kind: ClipType, a: readonly Rings[], b: readonly Rings[]): Position[][][] {
  const clipper = new Clipper64();
  for (const rings of a) clipper.addSubject(pathsOf(rings));
  for (const rings of b) clipper.addClip(pathsOf(rings));
  const tree = new PolyTree64();
  clipper.execute(kind, FillRule.NonZero, tree);
  // Of the two ends of a ring the first counts.
  const own: Own = new Map(
    a
      .flat(2)
      .map((position, place): [string, OwnPosition] => [unitsOf(position).join(' '), { position, place }])
      .reverse(),
  );
  const parts: Position[][][] = [];
  collect(tree, own, parts);
  return parts;
}

/** A position of the first polygons, and its place among them. */
interface OwnPosition {
  position: Position;
  place: number;
}

type Own = ReadonlyMap<string, OwnPosition>;

/** Outer rings hold their holes, and these the parts that lie inside of them. */
function collect(around: PolyPath64, own: Own, parts: Position[][][]): void {
  for (const outer of childrenOf(around)) {
    const holes = childrenOf(outer);
    const [rings, ...others] = [outer, ...holes].map(({ poly }) =>
      loopsOf(poly ?? []).map(loop => ringOf(loop, own)),
    );
    const outers = (rings ?? []).filter(ring => signedArea(ring) > leastArea);
    // A loop that runs the other way is a hole that touches its outline.
    const inner = [...(rings ?? []), ...others.flat()].filter(ring => signedArea(ring) < -leastArea);
    for (const ring of outers) {
      parts.push([ring, ...inner.filter(hole => outers.length === 1 || isWithin(hole, ring))]);
    }
    for (const hole of holes) collect(hole, own, parts);
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
function ringOf(path: Path64, own: Own): Position[] {
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
    ({ x, y, own: known }): Position => known?.position ?? [x / unitsPerDegree, y / unitsPerDegree],
  );
  return [...open, ...open.slice(0, 1)];
}

/** Where edges nearly touch a corner, the library moves it by a unit. */
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

/** Whether a point is within a unit of the line from one to the other. */
function isBetween(a: Point, point: Point, b: Point): boolean {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length === 0) return false;
  const cross = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
  return Math.abs(cross) <= 2 * length;
}

function pathsOf(rings: Rings): Path64[] {
  return rings.map((ring, index) => {
    const turned = signedArea(ring) > 0 === (index === 0) ? ring : ring.toReversed();
    return turned.slice(1).map(position => {
      const [x, y] = unitsOf(position);
      return { x, y };
    });
  });
}

function unitsOf([longitude = 0, latitude = 0]: Position): [number, number] {
  return [Math.round(longitude * unitsPerDegree), Math.round(latitude * unitsPerDegree)];
}
