import type { Topology } from 'topojson-specification';
import { expect, it } from 'vitest';
import { readCoast } from '../../../../webview/ground/coastFile.ts';
import { worldX, worldY } from '../../../../webview/ground/worldPoint.ts';
import type { WorldShapes } from '../../../../webview/ground/worldShapes.ts';
import { coastFile } from '../../../build/coastFile.mjs';

type Place = readonly [x: number, y: number];

const column = 0.0036;
const row = 0.0017;

/** A round land with wide bays and narrow inlets; closed. */
function madeCoast(middleColumn: number): Place[] {
  const count = 1600;
  const ring = Array.from({ length: count }, (_, at): Place => {
    const angle = (at / count) * 2 * Math.PI;
    const radius = 150 + 4 * Math.sin(at * 0.2) - (at % 40 === 0 ? 3 : 0);
    return [
      Math.round(middleColumn + radius * Math.cos(angle)),
      Math.round(33_000 + radius * Math.sin(angle)),
    ];
  });
  return [...ring, ring[0] ?? [0, 0]];
}

/** The file of rings whose columns can be those of the next world, read like the map does. */
function read(rings: readonly Place[][]): Place[][] {
  const wrapped = rings.map(ring => ring.map(([x, y]) => [x % 100_000, y] as const));
  const topology: Topology = {
    type: 'Topology',
    transform: { scale: [column, row], translate: [-180, 0] },
    arcs: wrapped.map(ring =>
      ring.map(([x, y], at) => [x - (ring[at - 1]?.[0] ?? 0), y - (ring[at - 1]?.[1] ?? 0)]),
    ),
    objects: {
      land: {
        type: 'GeometryCollection',
        geometries: [{ type: 'Polygon', arcs: rings.map((_, at) => [at]) }],
      },
    },
  };
  const { buffer } = new Uint8Array(coastFile(topology));
  let shapes: WorldShapes | undefined;
  for (const _turn of readCoast(buffer, all => (shapes = all)));
  return rings.map((_, ring) => {
    const places: Place[] = [];
    const note = (x: number, y: number) => void places.push([x, y]);
    const world = { scale: 100_000, left: 0, top: 0, width: 100_000, height: 100_000 };
    shapes?.trace({ moveTo: note, lineTo: note }, ring, world);
    return places;
  });
}

/** Columns between a place and a line. */
function distance([x, y]: Place, [ax, ay]: Place, [bx, by]: Place): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
  const share = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
  return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay));
}

it.each([
  ['in one piece', 40_000],
  ['across ±180°', 100_000],
])('a coast %s has fewer points, and none is further off than a column of the grid', (_name, middle) => {
  const coast = madeCoast(middle);
  const [drawn = []] = read([coast]);
  expect(drawn.length).toBeLessThan(coast.length * 0.9);
  expect(drawn.length).toBeGreaterThan(100);
  const turns = Math.round(((drawn[0]?.[0] ?? 0) - middle) / 100_000) * 100_000;
  const furthest = coast.map(([atColumn, atRow]) => {
    const place: Place = [worldX(atColumn * column - 180) * 100_000 + turns, worldY(atRow * row) * 100_000];
    return Math.min(...drawn.slice(1).map((end, at) => distance(place, drawn[at] ?? end, end)));
  });
  expect(Math.max(...furthest)).toBeLessThanOrEqual(1.01);
});

it('an island of a few cells keeps its shape', () => {
  const island: Place[] = [
    [40_000, 30_000],
    [40_001, 30_000],
    [40_001, 30_001],
    [40_000, 30_001],
    [40_000, 30_000],
  ];
  expect(read([madeCoast(50_000), island])[1]).toHaveLength(island.length);
});
