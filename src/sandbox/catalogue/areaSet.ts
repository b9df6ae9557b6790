import { boxesTouch, indexOf, type AreaIndex } from './areaIndex.ts';
import type { Area, Box } from './shapes.ts';

/** The areas of one search. There can be thousands, because a coast can have as many islands. */
export interface AreaSet {
  readonly all: readonly AreaIndex[];
  /** Areas larger than a cell of the grid. */
  readonly large: readonly AreaIndex[];
  /** The other ones by the cells of the grid that they touch. */
  readonly cells: ReadonlyMap<number, readonly AreaIndex[]>;
  /** The other ones again, each in one of the groups: those whose south-western corners share a cell. */
  readonly groups: readonly (readonly AreaIndex[])[];
}

const cellDegrees = 3;
const columns = 360 / cellDegrees;

export function areaSetOf(areas: readonly Area[]): AreaSet {
  const all = areas.map(indexOf);
  const cells = new Map<number, AreaIndex[]>();
  const groups = new Map<number, AreaIndex[]>();
  for (const index of all) {
    if (isLarge(index)) continue;
    const touched = [...cellsOf(index.area.box)];
    for (const cell of touched) addTo(cells, cell, index);
    for (const cell of touched.slice(0, 1)) addTo(groups, cell, index);
  }
  return { all, large: all.filter(isLarge), cells, groups: [...groups.values()] };
}

function isLarge({ area: { box } }: AreaIndex): boolean {
  return box.east - box.west > cellDegrees || box.north - box.south > cellDegrees;
}

function addTo(lists: Map<number, AreaIndex[]>, cell: number, index: AreaIndex): void {
  const list = lists.get(cell);
  if (list) list.push(index);
  else lists.set(cell, [index]);
}

/** True if one of the areas, of those whose box touches this one, passes the test. */
export function someNear({ large, cells }: AreaSet, box: Box, test: (index: AreaIndex) => boolean): boolean {
  const passes = (index: AreaIndex): boolean => boxesTouch(box, index.area.box) && test(index);
  if (large.some(passes)) return true;
  if (cells.size === 0) return false;
  for (const cell of cellsOf(box)) if (cells.get(cell)?.some(passes)) return true;
  return false;
}

function* cellsOf({ west, east, south, north }: Box): Generator<number, void, undefined> {
  const firstColumn = Math.floor((west + 180) / cellDegrees);
  const lastColumn = Math.min(firstColumn + columns - 1, Math.floor((east + 180) / cellDegrees));
  const lastRow = Math.floor((north + 90) / cellDegrees);
  for (let row = Math.floor((south + 90) / cellDegrees); row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      yield row * columns + (((column % columns) + columns) % columns);
    }
  }
}
