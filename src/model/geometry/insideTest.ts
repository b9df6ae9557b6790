import type { Position } from 'geojson';
import { orientation } from './ringOrientation.ts';
import { noItem } from '../itemAt.ts';

/** More bands cost more memory than they save time. */
const mostBands = 2000;

type Edge = readonly [ax: number, ay: number, bx: number, by: number];

/**
 * Whether points lie inside closed rings, in holes counted as outside: by the edges that a ray to the east meets. Edges
 * are kept in bands of latitude, so that a point is compared with few of many.
 */
export function createInsideTest(rings: readonly (readonly Position[])[]): (x: number, y: number) => boolean {
  const edges = rings.flatMap(ring =>
    ring.slice(1).map(([bx = 0, by = 0], index): Edge => {
      const [ax = 0, ay = 0] = ring[index] ?? noItem(ring, index);
      return [ax, ay, bx, by];
    }),
  );
  let [south, north] = [Infinity, -Infinity];
  for (const [, y] of edges) [south, north] = [Math.min(south, y), Math.max(north, y)];
  const count = Math.min(mostBands, Math.max(1, edges.length));
  const bandOf = (y: number) =>
    Math.max(0, Math.min(count - 1, Math.floor(((y - south) / (north - south || 1)) * count)));
  const bands = Array.from({ length: count }, (): Edge[] => []);
  for (const edge of edges) {
    const [, ay, , by] = edge;
    const last = bandOf(Math.max(ay, by));
    for (let band = bandOf(Math.min(ay, by)); band <= last; band++) bands[band]?.push(edge);
  }
  return (x, y) => {
    if (!(y >= south && y <= north)) return false;
    const band = bandOf(y);
    let isInside = false;
    for (const [ax, ay, bx, by] of bands[band] ?? noItem(bands, band)) {
      if (ay <= y === by <= y || Math.max(ax, bx) < x) continue;
      if (orientation(ax, ay, bx, by, x, y) === (by > ay ? 1 : -1)) isInside = !isInside;
    }
    return isInside;
  };
}
