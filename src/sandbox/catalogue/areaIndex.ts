/**
 * The comparisons of shapes.ts for an area that is held against thousands of images: the same answers, without a look
 * at each of the tens of thousands of edges that an area can have.
 */
import { edgesCross, edgesOf, holds, type Area, type Box, type Position } from './shapes.ts';
import { itemAt, noItem } from '../../model/itemAt.ts';

/** Edges one after another, four numbers each: longitude and latitude of one end, then of the other. */
type Edges = number[];

export interface AreaIndex {
  readonly area: Area;
  /** The edges of all rings by the rows that they touch: those cut the area's box into equal parts, from the south. */
  readonly rows: readonly Edges[];
  /** The same by the cells of a square grid, `side` of them in a row, row by row from the south-west. */
  readonly cells: readonly Edges[];
  readonly side: number;
}

const edgesPerRow = 4;
const mostRows = 2048;
/** A finer grid is no quicker: images are larger than its cells by then. */
const longestSide = 128;

export function indexOf(area: Area): AreaIndex {
  const edges = area.rings.flatMap(edgesOf);
  const count = Math.max(1, Math.min(mostRows, Math.ceil(edges.length / edgesPerRow)));
  const side = Math.max(1, Math.min(longestSide, Math.ceil(Math.sqrt(edges.length))));
  const rows = Array.from({ length: count }, (): Edges => []);
  const cells = Array.from({ length: side * side }, (): Edges => []);
  for (const [[x1, y1], [x2, y2]] of edges) {
    const box: Box = {
      west: Math.min(x1, x2),
      east: Math.max(x1, x2),
      south: Math.min(y1, y2),
      north: Math.max(y1, y2),
    };
    const last = rowAt(area.box, count, box.north);
    for (let row = rowAt(area.box, count, box.south); row <= last; row++) rows[row]?.push(x1, y1, x2, y2);
    for (const cell of cellsOf(area.box, side, box)) cells[cell]?.push(x1, y1, x2, y2);
  }
  return { area, rows, cells, side };
}

/** The cells of an area's grid that a box touches. */
function* cellsOf(
  area: Box,
  side: number,
  { west, east, south, north }: Box,
): Generator<number, void, undefined> {
  const [firstColumn, lastColumn] = [columnAt(area, side, west), columnAt(area, side, east)];
  const lastRow = rowAt(area, side, north);
  for (let row = rowAt(area, side, south); row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) yield row * side + column;
  }
}

function rowAt({ south, north }: Box, count: number, latitude: number): number {
  return partAt(south, north, count, latitude);
}

function columnAt({ west, east }: Box, count: number, longitude: number): number {
  return partAt(west, east, count, longitude);
}

/** Which of `count` equal parts of an interval holds a value; what lies beyond an end counts to the last part there. */
function partAt(start: number, end: number, count: number, value: number): number {
  const part = Math.floor(((value - start) / (end - start || 1)) * count);
  return Math.max(0, Math.min(count - 1, part));
}

/** True if boxes have a point in common, whichever turn their longitudes are given in. */
export function boxesTouch(a: Box, b: Box): boolean {
  return a.south <= b.north && a.north >= b.south && firstTurn(a, b) <= lastTurn(a, b);
}

/** The whole turns that bring `b` to where `a` is. */
function firstTurn(a: Box, b: Box): number {
  return Math.ceil((a.west - b.east) / 360);
}

function lastTurn(a: Box, b: Box): number {
  return Math.floor((a.east - b.west) / 360);
}

/** True if the image and the area have a point in common. */
export function meetsIndexed(image: Area, index: AreaIndex): boolean {
  const { area } = index;
  const firstOfImage = image.rings[0]?.[0];
  const firstOfArea = area.rings[0]?.[0];
  if (!firstOfImage || !firstOfArea || !boxesTouch(image.box, area.box)) return false;
  for (let turn = firstTurn(image.box, area.box); turn <= lastTurn(image.box, area.box); turn++) {
    const shift = turn * 360;
    if (holds(image, [firstOfArea[0] + shift, firstOfArea[1]])) return true;
    if (holdsIndexed(index, shift, firstOfImage) || outlinesCross(image, index, shift)) return true;
  }
  return false;
}

/** True if every point of the image lies in the area. */
export function coversIndexed(index: AreaIndex, image: Area): boolean {
  if (!boxesTouch(image.box, index.area.box)) return false;
  const outline = itemAt(image.rings, 0);
  for (let turn = firstTurn(image.box, index.area.box); turn <= lastTurn(image.box, index.area.box); turn++) {
    const shift = turn * 360;
    const all = outline.every(position => holdsIndexed(index, shift, position));
    // A hole that lies whole within the image crosses nothing.
    const isHollow = index.area.rings
      .slice(1)
      .some(([corner]) => corner && holds(image, [corner[0] + shift, corner[1]]));
    if (all && !isHollow && !outlinesCross(image, index, shift)) return true;
  }
  return false;
}

/** Even-odd rule over all rings of the area, which lies `shift` degrees east of where it was given. */
function holdsIndexed({ area, rows }: AreaIndex, shift: number, [x, y]: Position): boolean {
  const { west, east, south, north } = area.box;
  if (x < west + shift || x > east + shift || y < south || y > north) return false;
  let inside = false;
  const row = rowAt(area.box, rows.length, y);
  const edges = rows[row] ?? noItem(rows, row);
  for (let at = 0; at < edges.length; at += 4) {
    const [ay, by] = [edges[at + 1] as number, edges[at + 3] as number];
    if (ay > y === by > y) continue;
    const [ax, bx] = [(edges[at] as number) + shift, (edges[at + 2] as number) + shift];
    if (x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

function outlinesCross(image: Area, { area, cells, side }: AreaIndex, shift: number): boolean {
  const { west, east, south, north } = image.box;
  for (const cell of cellsOf(area.box, side, { west: west - shift, east: east - shift, south, north })) {
    const edges = cells[cell] ?? noItem(cells, cell);
    for (let at = 0; at < edges.length; at += 4) {
      const [ax, bx] = [(edges[at] as number) + shift, (edges[at + 2] as number) + shift];
      const [ay, by] = [edges[at + 1] as number, edges[at + 3] as number];
      const far =
        (ax < west && bx < west) ||
        (ax > east && bx > east) ||
        (ay < south && by < south) ||
        (ay > north && by > north);
      if (!far && crosses(image, [ax, ay], [bx, by])) return true;
    }
  }
  return false;
}

function crosses({ rings }: Area, from: Position, to: Position): boolean {
  return rings.some(ring =>
    ring.some((end, at) => {
      const start = ring[at - 1];
      return start !== undefined && edgesCross(start, end, from, to);
    }),
  );
}
