/** Where the land is: Natural Earth's shoreline at 1:50 million, good to a kilometre or two. */
import type { Topology } from 'topojson-specification';
// The file that the map page draws too, so that the package holds it once.
import topology from 'world-atlas/countries-50m.json' with { type: 'json' };
import type { Box, Position } from './shapes.ts';
import { itemAt } from '../../model/itemAt.ts';

export type Ground = 'sea' | 'coast' | 'land';

type Edge = readonly [x1: number, y1: number, x2: number, y2: number];

let bands: readonly (readonly Edge[])[] | undefined;

/** The shore's edges by the degree of latitude that they touch, the south pole's first. */
function shoreBands(): readonly (readonly Edge[])[] {
  if (bands) return bands;
  const lists: Edge[][] = Array.from({ length: 180 }, () => []);
  forShoreEdges(edge => {
    const last = bandOf(Math.max(edge[1], edge[3]));
    for (let band = bandOf(Math.min(edge[1], edge[3])); band <= last; band++) lists[band]?.push(edge);
  });
  return (bands = lists);
}

/**
 * The shoreline is kept for a globe: an edge that jumps over the antimeridian goes along ±180 and over the south pole
 * instead. Of two jumps the ways cancel, of Antarctica's one the pole becomes land.
 */
function forShoreEdges(take: (edge: Edge) => void): void {
  const world = topology as unknown as Topology;
  const { scale = [1, 1], translate = [0, 0] } = world.transform ?? {};
  const { land } = world.objects;
  const shapes = land?.type === 'GeometryCollection' ? land.geometries : [];
  const numbers = shapes.flatMap(shape => (shape.type === 'MultiPolygon' ? shape.arcs.flat(2) : []));
  for (const number of numbers) {
    // Which way an arc runs makes no difference here; its places are steps from one to the next.
    let [column, row] = [0, 0];
    let [lastX, lastY] = [NaN, NaN];
    for (const step of itemAt(world.arcs, number < 0 ? ~number : number)) {
      column += itemAt(step, 0);
      row += itemAt(step, 1);
      const x = column * scale[0] + translate[0];
      const y = row * scale[1] + translate[1];
      if (Math.abs(x - lastX) <= 180) take([lastX, lastY, x, y]);
      else if (!Number.isNaN(lastX)) {
        const near = lastX > 0 ? 180 : -180;
        take([near, lastY, near, -90]);
        take([-near, -90, -near, y]);
      }
      lastX = x;
      lastY = y;
    }
  }
}

function bandOf(latitude: number): number {
  return Math.max(0, Math.min(179, Math.floor(latitude + 90)));
}

/** Longitudes where a parallel crosses a shore, ascending: land lies between the 1st and 2nd, 3rd and 4th … */
function shoreCrossings(latitude: number): number[] {
  const found: number[] = [];
  for (const [x1, y1, x2, y2] of itemAt(shoreBands(), bandOf(latitude))) {
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
/** By row from the south, made when somebody asks for it. */
const landRows: (Uint8Array | undefined)[] = [];
const grounds: (readonly Ground[] | undefined)[] = [];

function landRow(row: number): Uint8Array {
  const inside = Math.max(0, Math.min(rows - 1, row));
  const south = inside / perDegree - 90;
  const box = { west: -180, east: 180, south, north: south + 1 / perDegree };
  return (landRows[inside] ??= rasterOf(box, columns, 1).cells);
}

/** A cell is sea or land where its neighbours are too, and coast everywhere else. */
function groundRow(row: number): readonly Ground[] {
  const [south, middle, north] = [landRow(row - 1), landRow(row), landRow(row + 1)];
  const counts = middle.map((land, column) => land + itemAt(south, column) + itemAt(north, column));
  return Array.from(counts, (count, column) => {
    const sum = count + itemAt(counts, (column || columns) - 1) + itemAt(counts, (column + 1) % columns);
    return sum === 0 ? 'sea' : sum === 9 ? 'land' : 'coast';
  });
}

/** What is there, to a quarter of a degree: for the choice of what is photographed. */
export function groundAt([longitude, latitude]: Position): Ground {
  const column = Math.floor(((((longitude + 180) % 360) + 360) % 360) * perDegree) % columns;
  const row = Math.max(0, Math.min(rows - 1, Math.floor((latitude + 90) * perDegree)));
  return itemAt((grounds[row] ??= groundRow(row)), column);
}
