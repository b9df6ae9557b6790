/** Where the land is: Natural Earth's shoreline at 1:50 million, good to a kilometre or two. */
import type { Topology } from 'topojson-specification';
// The file that the map page draws too, so that the package holds it once.
import topology from 'world-atlas/countries-50m.json' with { type: 'json' };
import { itemAt } from '../../base/itemAt.ts';
import { dayMs } from '../../base/words/moment.ts';
import { degree } from '../../geo/sphere.ts';
import { hash, unit } from '../http/random.ts';
import type { Box, Position } from './shapes.ts';

export type Ground = 'sea' | 'coast' | 'land';

type Edge = readonly [x1: number, y1: number, x2: number, y2: number];

let bands: readonly (readonly Edge[])[] | undefined;

/** The shore's edges by the degree of latitude that they touch, the south pole's first. */
function shoreBands(): readonly (readonly Edge[])[] {
  if (bands) return bands;
  const lists: Edge[][] = Array.from({ length: 180 }, () => []);
  forShoreEdges(edge => {
    const last = latitudeBand(Math.max(edge[1], edge[3]));
    for (let band = latitudeBand(Math.min(edge[1], edge[3])); band <= last; band++) lists[band]?.push(edge);
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
    let column = 0;
    let row = 0;
    let lastX = NaN;
    let lastY = NaN;
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

function latitudeBand(latitude: number): number {
  return Math.max(0, Math.min(179, Math.floor(latitude + 90)));
}

/** Longitudes where a parallel crosses a shore, ascending: land lies between the 1st and 2nd, 3rd and 4th … */
function shoreCrossings(latitude: number): number[] {
  const found: number[] = [];
  for (const [x1, y1, x2, y2] of itemAt(shoreBands(), latitudeBand(latitude))) {
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
export function landRaster(box: Box, columns: number, rows: number): LandRaster {
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

export function isLandIn({ box, columns, rows, cells }: LandRaster, x: number, y: number): boolean {
  const column = Math.floor(((x - box.west) / (box.east - box.west)) * columns);
  const row = Math.floor(((y - box.south) / (box.north - box.south)) * rows);
  const inside = Math.max(0, Math.min(rows - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column));
  return cells[inside] === 1;
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
  return (landRows[inside] ??= landRaster(box, columns, 1).cells);
}

/** A cell is sea or land where its neighbours are too, and coast everywhere else. */
function groundRow(row: number): readonly Ground[] {
  const south = landRow(row - 1);
  const middle = landRow(row);
  const north = landRow(row + 1);
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

// Sun, clouds and snow over a place, by short formulas that look right on a map.

export interface SunDirection {
  /** Degrees above the horizon. */
  elevation: number;
  /** Degrees clockwise from north. */
  azimuth: number;
}

const someNewYear = Date.UTC(2000, 0, 1);

/** Days since New Year, in years of mean length: at most a day off. */
function dayOfYear(time: number): number {
  return ((time - someNewYear) / dayMs) % 365.2425;
}

/** The direction of the sun from its declination and the local solar time, good to a few degrees. */
export function sunOver([longitude, latitude]: Position, time: number): SunDirection {
  const sun = -23.44 * degree * Math.cos(((dayOfYear(time) + 10) / 365.2425) * 2 * Math.PI);
  const place = latitude * degree;
  const hourAngle = ((time / dayMs) * 360 + longitude - 180) * degree;
  const height = Math.sin(place) * Math.sin(sun) + Math.cos(place) * Math.cos(sun) * Math.cos(hourAngle);
  const azimuth = Math.atan2(
    -Math.cos(sun) * Math.sin(hourAngle),
    Math.sin(sun) * Math.cos(place) - Math.cos(sun) * Math.sin(place) * Math.cos(hourAngle),
  );
  return { elevation: Math.asin(Math.min(1, height)) / degree, azimuth: (azimuth / degree + 360) % 360 };
}

/** The season of a hemisphere: 1 at its midsummer, -1 at its midwinter. */
function summer(latitude: number, time: number): number {
  const north = Math.cos(((dayOfYear(time) - 196) / 365.2425) * 2 * Math.PI);
  return latitude >= 0 ? north : -north;
}

function bell(x: number, center: number, width: number): number {
  return Math.exp(-(((x - center) / width) ** 2));
}

/** Mean share of cloud, 0 to 1: a belt near the equator that follows the sun, dry subtropics, cloudy westerlies. */
function meanCloud(latitude: number, time: number): number {
  const belt = 0.42 * bell(latitude, 6 * summer(1, time), 11);
  const dry = 0.26 * bell(Math.abs(latitude), 24, 9);
  const westerlies = 0.14 * bell(Math.abs(latitude), 56, 14) * (1 - 0.6 * summer(latitude, time));
  return 0.42 + belt - dry + westerlies;
}

/**
 * Cloud cover of an acquisition, percent. Acquisitions near each other share their weather for some days; `luck` in
 * [0, 1) is the acquisition's own. Operators wait for good forecasts, so that skies are clearer than the climate.
 */
export function cloudCover(
  seed: number,
  [longitude, latitude]: Position,
  time: number,
  luck: number,
): number {
  const x = Math.floor(longitude / 6);
  const y = Math.floor(latitude / 5);
  const days = Math.floor(time / (3 * dayMs));
  const weather = unit(hash(seed ^ 0x51ed, x, y, days));
  const drawn = Math.max(0, 0.7 * luck + 0.4 * weather - 0.1);
  const mean = 0.72 * meanCloud(latitude, time);
  return Math.round(Math.min(0.999, drawn) ** ((1 - mean) / mean) * 1000) / 10;
}

/** Snow cover of an acquisition, percent, by latitude, season and land. */
export function snowCover(place: Position, time: number, luck: number): number {
  const [, latitude] = place;
  const ground = groundAt(place);
  if (latitude < -62) return ground === 'sea' ? Math.round(luck * 40) : 100;
  if (ground === 'sea') return 0;
  const depth = (Math.abs(latitude) - 58 - 13 * summer(latitude, time)) / 9;
  const share = Math.min(1, Math.max(0, depth) * (0.6 + 0.8 * luck)) * (ground === 'coast' ? 0.7 : 1);
  return Math.round(share * 1000) / 10;
}
