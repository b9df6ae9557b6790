/** The outlines of what footprints leave of an area, by the library Clipper2. */
import { ClipType, FillRule, type Path64 } from 'clipper2-ts/dist/Core.js';
import { Clipper64, PolyTree64, type PolyPath64 } from 'clipper2-ts/dist/Engine.js';
import type { Position } from 'geojson';
import type { AreaParts } from './coverage.ts';
import { planeArea, reversedRing, type FlatRing } from './flatRing.ts';

/** The library counts in whole numbers: so many across the area, which leaves room for footprints that are far larger. */
const unitsAcross = 2 ** 30;

/**
 * Closed rings of each part, the outer one first. Corners of the area stay exactly what they are; others are rounded to
 * a part in a thousand million of its width.
 *
 * @param footprints rings of each, the outer one first; none of them may cross itself
 */
export function gapOutlines(area: AreaParts, footprints: readonly (readonly FlatRing[])[]): Position[][][] {
  const [west, south, east, north] = area.bounds;
  const scale = unitsAcross / Math.max(east - west, north - south);
  const own = new Map<string, Position>();
  const pathOf = (ring: FlatRing, isOwn: boolean): Path64 => {
    const path: Path64 = [];
    for (let at = 0; at < ring.length; at += 2) {
      const [x = 0, y = 0] = [ring[at], ring[at + 1]];
      const point = { x: Math.round((x - west) * scale), y: Math.round((y - south) * scale) };
      if (isOwn) own.set(`${point.x} ${point.y}`, [x, y]);
      path.push(point);
    }
    return path;
  };
  const clipper = new Clipper64();
  clipper.addSubject(area.rings.map(ring => pathOf(ring, true)));
  for (const rings of footprints) {
    clipper.addClip(rings.map((ring, index) => pathOf(wound(ring, index === 0), false)));
  }
  const tree = new PolyTree64();
  clipper.execute(ClipType.Difference, FillRule.NonZero, tree);
  const parts: Position[][][] = [];
  collect(tree, parts, ({ x, y }) => own.get(`${x} ${y}`) ?? [west + x / scale, south + y / scale]);
  return parts;
}

/** Counter-clockwise the outer ring, clockwise its holes: then every place within counts once. */
function wound(ring: FlatRing, isOuter: boolean): FlatRing {
  return planeArea(ring) > 0 === isOuter ? ring : reversedRing(ring);
}

/** Outer rings hold their holes, and these the parts that lie inside of them. */
function collect(
  around: PolyPath64,
  parts: Position[][][],
  placed: (point: Path64[number]) => Position,
): void {
  for (const outer of childrenOf(around)) {
    const holes = childrenOf(outer);
    parts.push([outer, ...holes].map(({ poly }) => closed((poly ?? []).map(placed))));
    for (const hole of holes) collect(hole, parts, placed);
  }
}

function childrenOf(node: PolyPath64): PolyPath64[] {
  return Array.from({ length: node.count }, (_none, index) => node.child(index));
}

function closed(open: readonly Position[]): Position[] {
  return [...open, ...open.slice(0, 1)];
}
