/** Where the land is: Natural Earth's shoreline at 1:50 million, good to a kilometre or two. */
import type { GeometryCollection, Topology } from 'topojson-specification';
import { feature } from 'topojson-client';
// The file that the map page draws too, so that the package holds it once.
import topology from 'world-atlas/countries-50m.json' with { type: 'json' };
import { edgesOf, type Box, type Position } from './shapes.ts';
import type { Turns } from '../http/turns.ts';
import { itemAt, noItem } from '../../model/itemAt.ts';

export type Ground = 'sea' | 'coast' | 'land';

interface Edge {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** The shore's edges by the degree of latitude that they touch, the south pole's first. */
let bands: readonly (readonly Edge[])[] | undefined;
const bandSteps = makeBands();

/** Edges that are sorted in one step; rows of the coarse grid that are. */
const stepSize = { edges: 4000, rows: 24 } as const;

function* makeBands(): Generator<undefined, void, undefined> {
  const world = topology as unknown as Topology<{ land: GeometryCollection }>;
  const lists: Edge[][] = Array.from({ length: 180 }, () => []);
  let since = 0;
  for (const shape of world.objects.land.geometries) {
    // One polygon after another: all at once they keep the thread.
    for (const arcs of shape.type === 'MultiPolygon' ? shape.arcs : []) {
      const { geometry } = feature(world, { type: 'Polygon', arcs });
      for (const ring of geometry.coordinates) {
        for (const [[x1, y1], [x2, y2]] of edgesOf(overThePole(ring as Position[]))) {
          const last = bandOf(Math.max(y1, y2));
          for (let band = bandOf(Math.min(y1, y2)); band <= last; band++)
            lists[band]?.push({ x1, y1, x2, y2 });
          if (++since % stepSize.edges === 0) yield;
        }
      }
    }
  }
  bands = lists;
}

function loadBands(): readonly (readonly Edge[])[] {
  while (!bands) bandSteps.next();
  return bands;
}

/** Reads the shoreline in turns, so that the first search finds it read: by itself it would keep the thread. */
export async function readLand(turns: Turns): Promise<void> {
  if (grid) return;
  for (const steps of [bandSteps, gridSteps]) {
    for (let isDone = false; !isDone;) {
      const until = await turns.next();
      // What was read meanwhile is at its end already.
      while (!isDone && performance.now() < until) isDone = steps.next().done === true;
    }
  }
}

/**
 * The shoreline is kept for a globe: where a ring jumps over the antimeridian, it takes the way along ±180 and the south
 * pole instead. Of two jumps the ways cancel, of Antarctica's one the pole becomes land.
 */
function overThePole(ring: readonly Position[]): Position[] {
  const plane: Position[] = [];
  for (const [longitude, latitude] of ring) {
    const [lastLongitude, lastLatitude] = plane.at(-1) ?? [longitude, latitude];
    if (Math.abs(longitude - lastLongitude) > 180) {
      const [near, far] = lastLongitude > 0 ? [180, -180] : [-180, 180];
      plane.push([near, lastLatitude], [near, -90], [far, -90], [far, latitude]);
    }
    plane.push([longitude, latitude]);
  }
  return plane;
}

function bandOf(latitude: number): number {
  return Math.max(0, Math.min(179, Math.floor(latitude + 90)));
}

/** Longitudes where a parallel crosses a shore, ascending: land lies between the 1st and 2nd, 3rd and 4th … */
function shoreCrossings(latitude: number): number[] {
  const found: number[] = [];
  for (const { x1, y1, x2, y2 } of itemAt(loadBands(), bandOf(latitude))) {
    if (y1 > latitude !== y2 > latitude) found.push(x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1));
  }
  return found.sort((a, b) => a - b);
}

/** A raster of land: 1 is land, row by row from the south. */
export interface LandRaster {
  box: Box;
  columns: number;
  rows: number;
  cells: Uint8Array;
}

/** Land in a box whose longitudes may run beyond ±180. */
export function rasterOf(box: Box, columns: number, rows: number): LandRaster {
  const cells = new Uint8Array(columns * rows);
  const perColumn = columns / (box.east - box.west);
  const firstTurn = Math.floor((box.west + 180) / 360);
  const lastTurn = Math.floor((box.east + 180) / 360);
  for (let row = 0; row < rows; row++) {
    const crossings = shoreCrossings(box.south + ((row + 0.5) * (box.north - box.south)) / rows);
    for (let turn = firstTurn; turn <= lastTurn; turn++) {
      let start: number | undefined;
      for (const crossing of crossings) {
        const column = (crossing + 360 * turn - box.west) * perColumn - 0.5;
        if (start === undefined) {
          start = Math.max(0, Math.ceil(column));
          continue;
        }
        const end = Math.min(columns - 1, Math.floor(column));
        if (end >= start) cells.fill(1, row * columns + start, row * columns + end + 1);
        start = undefined;
      }
    }
  }
  return { box, columns, rows, cells };
}

/** Land or not, by the nearest cell. */
export function isLandIn({ box, columns, rows, cells }: LandRaster, x: number, y: number): boolean {
  const column = Math.floor(((x - box.west) / (box.east - box.west)) * columns);
  const row = Math.floor(((y - box.south) / (box.north - box.south)) * rows);
  const inside = Math.max(0, Math.min(rows - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column));
  return cells[inside] === 1;
}

/** Land or not, as exact as the shoreline. */
export function isLand([longitude, latitude]: Position): boolean {
  const x = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return shoreCrossings(latitude).filter(crossing => crossing <= x).length % 2 === 1;
}

/** Cells of the coarse grid per degree. */
const perDegree = 4;
const columns = 360 * perDegree;
const rows = 180 * perDegree;
const grounds: readonly Ground[] = ['sea', 'coast', 'land'];
let grid: Uint8Array | undefined;
const gridSteps = makeGrid();

/** A cell is sea or land where its neighbours are too, and coast everywhere else. */
function* makeGrid(): Generator<undefined, void, undefined> {
  const cells = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row += stepSize.rows) {
    const south = -90 + row / perDegree;
    const box = { west: -180, east: 180, south, north: south + stepSize.rows / perDegree };
    cells.set(rasterOf(box, columns, stepSize.rows).cells, row * columns);
    yield;
  }
  const made = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let count = 0;
      for (let dy = -1; dy <= 1; dy++) {
        const y = Math.max(0, Math.min(rows - 1, row + dy));
        for (let dx = -1; dx <= 1; dx++) {
          const at = y * columns + ((column + dx + columns) % columns);
          count += cells[at] ?? noItem(cells, at);
        }
      }
      made[row * columns + column] = count === 0 ? 0 : count === 9 ? 2 : 1;
    }
    if (row % stepSize.rows === 0) yield;
  }
  grid = made;
}

function loadGrid(): Uint8Array {
  while (!grid) gridSteps.next();
  return grid;
}

/** What is there, to a quarter of a degree: for the choice of what is photographed. */
export function groundAt([longitude, latitude]: Position): Ground {
  const column = Math.floor(((((longitude + 180) % 360) + 360) % 360) * perDegree) % columns;
  const row = Math.max(0, Math.min(rows - 1, Math.floor((latitude + 90) * perDegree)));
  return itemAt(grounds, itemAt(loadGrid(), row * columns + column));
}
