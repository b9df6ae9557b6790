import type { Polygon, Position } from 'geojson';
import { isRecord } from '../../../base/fields.ts';
import { itemAt } from '../../../base/itemAt.ts';
import { pseudoRandom } from '../../../base/lot.ts';
import { continuousPolygon, halfTurn, shiftToward, turn } from '../../../geo/antimeridian.ts';
import { boundingBox, type Box, emptyBox } from '../../../geo/box.ts';
import { isPosition } from '../../../geo/geometryTypes.ts';
import { degree, metersPerDegree } from '../../../geo/sphere.ts';

/** How the sample of a review is drawn: the same report and design give the same sample. Part of the review file. */
export interface SampleDesign {
  /** From 0 to 2³² - 1. */
  seed: number;
  /** Property whose values are the classes; absent: all features are one class. */
  classBy?: string | undefined;
  /** Property with the score; absent: classes aren't divided. */
  scoreBy?: string | undefined;
  /** Side of the cells of the area, meters. */
  side: number;
  /** The area that is divided into cells. */
  area: Polygon;
}

/**
 * Divides features into strata by class and, in a class of at least 20, by score: into up to three parts of equal size.
 *
 * @param classIndexes the class of each feature
 * @param scores of each feature; `Number.MAX_VALUE` if it has none
 * @returns the features of each stratum, with their class
 */
export function reportStrata(
  classIndexes: ArrayLike<number>,
  scores: readonly number[],
): { classIndex: number; items: number[] }[] {
  const ofClass = Map.groupBy(scores.keys(), place => itemAt(classIndexes, place));
  return [...ofClass].flatMap(([classIndex, places]) => {
    const sorted = places.toSorted((a, b) => itemAt(scores, a) - itemAt(scores, b) || a - b);
    const parts = Math.min(3, Math.max(1, Math.floor(sorted.length / 10)));
    const cut = (part: number) => Math.round((sorted.length * part) / parts);
    return Array.from({ length: parts }, (_part, part) => ({
      classIndex,
      items: sorted.slice(cut(part), cut(part + 1)),
    }));
  });
}

/**
 * More are in no area that is ordered: a file could name an outline that runs up and down its grid so often that dividing
 * it takes minutes.
 */
const maxCrossings = 5_000_000;

/** Whether a value of a file is a design, and its area can be divided quickly. */
export function isSampleDesign(value: unknown): value is SampleDesign {
  if (!isRecord(value)) return false;
  const { seed, classBy = '', scoreBy = '', side, area } = value;
  const isNamed = typeof classBy === 'string' && typeof scoreBy === 'string';
  const isMeasured = Number.isInteger(seed) && typeof side === 'number' && side >= sides.min;
  return isNamed && isMeasured && isReviewArea(area) && rowCrossings(area, side) <= maxCrossings;
}

function isReviewArea(area: unknown): area is Polygon {
  const rings = isRecord(area) && area.type === 'Polygon' ? area.coordinates : undefined;
  const isRing = (ring: unknown) => Array.isArray(ring) && ring.length > 3 && ring.every(isPosition);
  return Array.isArray(rings) && rings.length > 0 && rings.every(isRing);
}

/** About how often the outline of an area crosses the middle of a row of its grid, and at least once for each edge. */
function rowCrossings(area: Polygon, side: number): number {
  const { coordinates } = continuousPolygon(area);
  const { up } = gridFrame(boundingBox(coordinates), side);
  let count = 0;
  for (const ring of coordinates) {
    let [, from] = itemAt(ring, ring.length - 1);
    for (const [, to] of ring) {
      count += 1 + (up > 0 ? Math.abs(to - from) / up : 0);
      from = to;
    }
  }
  return count;
}

/**
 * All items in the order in which they are drawn: two of each stratum first, then in proportion to their sizes. However
 * many of them are looked at, those of a stratum are a random sample of it.
 */
export function drawn(strata: readonly (readonly number[])[], seed: number): number[] {
  const queues = strata.map(items => shuffled(items, seed));
  const heads = queues.map(() => 0);
  const all: number[] = [];
  for (;;) {
    let next = -1;
    let firstKey = Infinity;
    for (let at = 0; at < queues.length; at += 1) {
      const key = itemAt(queues, at).keys[itemAt(heads, at)] ?? Infinity;
      if (key < firstKey) [next, firstKey] = [at, key];
    }
    if (next < 0) return all;
    const head = itemAt(heads, next);
    all.push(itemAt(itemAt(queues, next).items, head));
    heads[next] = head + 1;
  }
}

/** More items than a stratum has. A lot and the place of its item are one number, because numbers alone are sorted fast. */
const maxItems = 2 ** 21;

/** The items of a stratum as drawn, and when each comes among those of all strata: ascending. */
function shuffled(items: readonly number[], seed: number): { items: number[]; keys: Float64Array } {
  const lots = Float64Array.from(
    items,
    (item, at) => pseudoRandom(pseudoRandom(item) ^ seed) * maxItems + at,
  ).sort();
  return {
    items: Array.from(lots, lot => itemAt(items, lot % maxItems)),
    keys: lots.map((lot, at) =>
      at < 2 ? at - 2 : (at + Math.floor(lot / maxItems) / 2 ** 32) / items.length,
    ),
  };
}

/** Cells aren't smaller, and not larger unless there would be too many of them. */
const sides = { min: 100, max: 250, count: 20_000 } as const;

/** The side of cells that divide a box into about 500, meters. */
function sideFor(box: Box): number {
  const [width, height] = extent(box);
  const side = Math.min(sides.max, Math.max(sides.min, Math.sqrt((width * height) / 500)));
  return Math.ceil(Math.max(side, leastSide(box)));
}

/** Below it, there are too many cells: a file may name any side. */
function leastSide(box: Box): number {
  const [width, height] = extent(box);
  return Math.max(Math.sqrt((width * height) / sides.count), Math.max(width, height) / sides.count);
}

/** Width and height, meters. */
function extent([west, south, east, north]: Box): [width: number, height: number] {
  const across = Math.cos(((south + north) / 2) * degree) * metersPerDegree;
  return [(east - west) * across, (north - south) * metersPerDegree];
}

/** Less than a millimeter, degrees. */
const tolerance = 1e-9;

/** The grid of a sample. Its cells go by their index in the whole grid, row by row from the south-west. */
export interface Grid {
  box: Box;
  columns: number;
  rows: number;
  /** About how long a side of a cell is, meters. */
  side: number;
  /** Cells in the area in which no feature has its middle. */
  empty: readonly number[];
  /** The other cells in the area. */
  occupied: readonly number[];
}

/**
 * Divides an area into cells whose middle lies in it.
 *
 * @param side about how long, meters: whole cells fill the box
 * @param boxes west, south, east and north of each feature
 */
export function reviewGrid(area: Polygon, side: number | undefined, boxes: Float64Array): Grid {
  const continuous = continuousPolygon(area);
  const box = boundingBox(continuous.coordinates);
  const [west, south, east, north] = box;
  const frame = gridFrame(box, side);
  const { columns, rows } = frame;
  /** On the far edge, it is the last one; outside, there is none. Where a turn is added, it is rounded. */
  const stepAt = (offset: number, length: number, count: number) => {
    if (!(offset >= -tolerance && offset <= length + tolerance)) return NaN;
    return offset >= length ? count - 1 : Math.max(0, Math.floor((offset / length) * count));
  };
  const isTaken = new Uint8Array(rows * columns);
  for (let side = 0; side < boxes.length; side += 4) {
    const x = (itemAt(boxes, side) + itemAt(boxes, side + 2)) / 2;
    const y = (itemAt(boxes, side + 1) + itemAt(boxes, side + 3)) / 2;
    const nearest = x + shiftToward(x, (west + east) / 2);
    const column = stepAt(nearest - west, east - west, columns);
    // Outside, it is no index.
    isTaken[stepAt(y - south, north - south, rows) * columns + column] = 1;
  }
  const isInside = cellsInside(continuous, box, frame);
  const empty: number[] = [];
  const occupied: number[] = [];
  for (let index = 0; index < rows * columns; index++) {
    if (isInside[index] === 1) (isTaken[index] === 1 ? occupied : empty).push(index);
  }
  return { box, columns, rows, empty, occupied, side: frame.side };
}

/** How a box is divided into whole cells. */
interface Frame {
  columns: number;
  rows: number;
  /** About how long a side of a cell is, meters. */
  side: number;
  /** Width and height of a cell, degrees. */
  across: number;
  up: number;
}

/** @param side of a cell, meters; by default, the one that fits the box */
function gridFrame(box: Box, side: number | undefined): Frame {
  const [west, south, east, north] = box;
  const cellSide = side === undefined ? sideFor(box) : Math.max(side, leastSide(box));
  const [width, height] = extent(box);
  const columns = Math.max(1, Math.ceil(width / cellSide));
  const rows = Math.max(1, Math.ceil(height / cellSide));
  return { columns, rows, side: cellSide, across: (east - west) / columns, up: (north - south) / rows };
}

/**
 * For each cell, whether its middle lies in the polygon: 1 if it does. Each edge says once for each row that it crosses
 * from which column on inside and outside change, so that an outline with many vertices takes hardly longer.
 */
function cellsInside({ coordinates }: Polygon, [west, south]: Box, frame: Frame): Uint8Array {
  const { columns, rows, across, up } = frame;
  const cells = new Uint8Array(rows * columns);
  // A line or a point has no inside, but features lie on it.
  if (across === 0 || up === 0) return cells.fill(1);
  for (const ring of coordinates) {
    // From the last position, because a file may leave a ring open.
    let [ax, ay] = itemAt(ring, ring.length - 1);
    for (const [bx, by] of ring) {
      const first = Math.max(0, Math.floor((Math.min(ay, by) - south) / up - 0.5));
      const last = Math.min(rows - 1, Math.ceil((Math.max(ay, by) - south) / up - 0.5));
      for (let row = first; row <= last; row++) {
        const y = south + (row + 0.5) * up;
        if (ay <= y === by <= y) continue;
        const x = ax + ((y - ay) / (by - ay)) * (bx - ax);
        const column = Math.max(0, Math.ceil((x - west) / across - 0.5));
        const cell = row * columns + column;
        if (column < columns) cells[cell] = itemAt(cells, cell) ^ 1;
      }
      [ax, ay] = [bx, by];
    }
  }
  for (let cell = 1; cell < cells.length; cell++) {
    if (cell % columns > 0) cells[cell] = itemAt(cells, cell) ^ itemAt(cells, cell - 1);
  }
  return cells;
}

/** Four numbers, because lists of them would take ten times as long for a million features. */
function growBy(box: Box, west: number, south: number, east: number, north: number): void {
  if (west < box[0]) box[0] = west;
  if (south < box[1]) box[1] = south;
  if (east > box[2]) box[2] = east;
  if (north > box[3]) box[3] = north;
}

/**
 * The rectangle around features, for a report whose order doesn't name an area. Where they are on both sides of the
 * antimeridian, it runs on beyond 180°.
 *
 * @param boxes west, south, east and north of each feature
 */
export function areaAround(boxes: Float64Array): Polygon {
  const asWritten = emptyBox();
  const eastward = emptyBox();
  for (let side = 0; side < boxes.length; side += 4) {
    const left = itemAt(boxes, side);
    const bottom = itemAt(boxes, side + 1);
    const right = itemAt(boxes, side + 2);
    const top = itemAt(boxes, side + 3);
    const by = left < 0 ? turn : 0;
    growBy(asWritten, left, bottom, right, top);
    growBy(eastward, left + by, bottom, right + by, top);
  }
  // Not where adding a turn only rounded it.
  const isNarrower = eastward[2] - eastward[0] < asWritten[2] - asWritten[0] - tolerance;
  const [west, south, east, north] = isNarrower ? eastward : asWritten;
  // A side of more than half a turn would be a short one across the antimeridian.
  const between = east - west > halfTurn ? [(west + east) / 2] : [];
  const ring: Position[] = [
    ...[west, ...between, east].map((x): Position => [x, south]),
    ...[east, ...between, west].map((x): Position => [x, north]),
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** The south-west and north-east corners of a cell, each as latitude and longitude. */
export function cellCorners(
  { box: [west, south, east, north], columns, rows }: Grid,
  index: number,
): [[number, number], [number, number]] {
  const at = (column: number, row: number): [number, number] => [
    south + (row * (north - south)) / rows,
    west + (column * (east - west)) / columns,
  ];
  const column = index % columns;
  const row = Math.floor(index / columns);
  return [at(column, row), at(column + 1, row + 1)];
}
