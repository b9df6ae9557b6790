/**
 * The comparisons of shapes.ts for an area that is held against thousands of images: the same answers, without a look
 * at each of the tens of thousands of edges that an area can have.
 */
import { edgesCross, edgesOf, holds, type Area, type Box, type Position } from './shapes.ts';

type Edge = [from: Position, to: Position];

export interface AreaIndex {
  readonly area: Area;
  /** The edges of all rings by the rows that they touch, from the south: rows cut the area's box into equal parts. */
  readonly rows: readonly (readonly Edge[])[];
  /** The same by cells of a grid, row by row from the south-west; it has as many columns as rows. */
  readonly cells: readonly (readonly Edge[])[];
}

/** More rows than that are no quicker: a cell is smaller than an image by then. */
const mostRows = 128;

export function indexOf(area: Area): AreaIndex {
  const edges = area.rings.flatMap(edgesOf);
  const count = Math.max(1, Math.min(mostRows, Math.ceil(Math.sqrt(edges.length))));
  const rows = Array.from({ length: count }, (): Edge[] => []);
  const cells = Array.from({ length: count * count }, (): Edge[] => []);
  for (const edge of edges) {
    const { west, east, south, north } = boxOf(edge);
    const lastRow = rowAt(area.box, count, north);
    const [firstColumn, lastColumn] = [columnAt(area.box, count, west), columnAt(area.box, count, east)];
    for (let row = rowAt(area.box, count, south); row <= lastRow; row++) {
      rows[row]?.push(edge);
      for (let column = firstColumn; column <= lastColumn; column++) cells[row * count + column]?.push(edge);
    }
  }
  return { area, rows, cells };
}

function boxOf([[x1, y1], [x2, y2]]: Edge): Box {
  return {
    west: Math.min(x1, x2),
    east: Math.max(x1, x2),
    south: Math.min(y1, y2),
    north: Math.max(y1, y2),
  };
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
  const outline = image.rings[0] ?? [];
  for (let turn = firstTurn(image.box, index.area.box); turn <= lastTurn(image.box, index.area.box); turn++) {
    const shift = turn * 360;
    const all = outline.every(position => holdsIndexed(index, shift, position));
    if (all && !outlinesCross(image, index, shift)) return true;
  }
  return false;
}

/** Even-odd rule over all rings of the area, which lies `shift` degrees east of where it was given. */
function holdsIndexed({ area, rows }: AreaIndex, shift: number, [x, y]: Position): boolean {
  const { west, east, south, north } = area.box;
  if (x < west + shift || x > east + shift || y < south || y > north) return false;
  let inside = false;
  for (const [[ax, ay], [bx, by]] of rows[rowAt(area.box, rows.length, y)] ?? []) {
    if (ay > y === by > y) continue;
    const from = ax + shift;
    if (x < ((bx + shift - from) * (y - ay)) / (by - ay) + from) inside = !inside;
  }
  return inside;
}

function outlinesCross(image: Area, { area, rows, cells }: AreaIndex, shift: number): boolean {
  const { west, east, south, north } = image.box;
  const count = rows.length;
  const lastRow = rowAt(area.box, count, north);
  const firstColumn = columnAt(area.box, count, west - shift);
  const lastColumn = columnAt(area.box, count, east - shift);
  for (let row = rowAt(area.box, count, south); row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      for (const [[ax, ay], [bx, by]] of cells[row * count + column] ?? []) {
        const [x1, x2] = [ax + shift, bx + shift];
        const far =
          (x1 < west && x2 < west) ||
          (x1 > east && x2 > east) ||
          (ay < south && by < south) ||
          (ay > north && by > north);
        if (!far && crosses(image, [x1, ay], [x2, by])) return true;
      }
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
