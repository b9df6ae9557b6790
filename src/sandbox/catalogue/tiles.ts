import { meetsIndexed, type AreaIndex } from './areaIndex.ts';
import type { AreaSet } from './areaSet.ts';
import type { Effort } from './effort.ts';
import { areaOfBox, edgesOf, type Area, type Box, type Position } from './shapes.ts';
import { itemAt } from '../../model/itemAt.ts';

/** A part of the areas of a search, small enough that its outline bounds what a track sees of it. */
export interface Tile {
  box: Box;
  /** Empty for a band of latitudes around the Earth, which every track crosses. */
  outline: readonly Position[];
}

/** No track comes nearer to a pole: the orbits' inclination and the reach to the side (degrees). */
const lastLatitude = 88;
const tileDegrees = 15;
/** A box bounds a longer ring nearly as well, and costs nothing to look at. */
const longestOutline = 100;
const effortOfTile = 20;

/** The areas cut into tiles, or taken together where they are small. Yields where it may rest. */
export function* tilesOf({ large, groups }: AreaSet, effort: Effort): Generator<void, Tile[], undefined> {
  const tiles: Tile[] = [];
  for (const index of large) {
    const { box } = index.area;
    const isBand = box.east - box.west > 180;
    for (const tile of isBand ? [{ box, outline: [] }] : cut(index)) {
      effort.spent += effortOfTile;
      if (tile) tiles.push(tile);
      yield;
    }
  }
  for (const group of groups) {
    const [first] = group;
    if (group.length === 1 && first) for (const tile of cut(first)) tiles.push(...(tile ? [tile] : []));
    else tiles.push(tileAround(group));
    effort.spent += group.length;
    yield;
  }
  return tiles;
}

/** One box around areas that lie together. */
function tileAround(group: readonly AreaIndex[]): Tile {
  const box: Box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const { area } of group) {
    // Their longitudes can be given in different turns.
    const shift = box.west === Infinity ? 0 : 360 * Math.round((box.west - area.box.west) / 360);
    box.west = Math.min(box.west, area.box.west + shift);
    box.east = Math.max(box.east, area.box.east + shift);
    box.south = Math.min(box.south, Math.max(-lastLatitude, area.box.south));
    box.north = Math.max(box.north, Math.min(lastLatitude, area.box.north));
  }
  return { box, outline: [...outlineOf(areaOfBox(box))] };
}

/** The tiles of an area that is not too wide for them; undefined where it leaves out a part of its box. */
function* cut(index: AreaIndex): Generator<Tile | undefined, void, undefined> {
  const { west, east } = index.area.box;
  const south = Math.max(-lastLatitude, index.area.box.south);
  const north = Math.min(lastLatitude, index.area.box.north);
  if (south > north) return;
  const columns = Math.ceil((east - west) / tileDegrees) || 1;
  const rows = Math.ceil((north - south) / tileDegrees) || 1;
  const isSimple = itemAt(index.area.rings, 0).length <= longestOutline;
  if (columns === 1 && rows === 1 && isSimple) {
    yield { box: { west, east, south, north }, outline: [...outlineOf(index.area)] };
    return;
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const box: Box = {
        west: west + ((east - west) * column) / columns,
        east: west + ((east - west) * (column + 1)) / columns,
        south: south + ((north - south) * row) / rows,
        north: south + ((north - south) * (row + 1)) / rows,
      };
      const isNeeded = meetsIndexed(areaOfBox(widened(box)), index);
      yield isNeeded ? { box, outline: [...outlineOf(areaOfBox(box))] } : undefined;
    }
  }
}

/** Tiles share sides and corners with the area that they are cut from, and a touch counts for nothing. */
function widened({ west, south, east, north }: Box): Box {
  const margin = 0.001;
  return { west: west - margin, south: south - margin, east: east + margin, north: north + margin };
}

/** Positions along the outer ring, no two further apart than two degrees. */
function* outlineOf(area: Area): Generator<Position, void, undefined> {
  for (const [[x1, y1], [x2, y2]] of edgesOf(itemAt(area.rings, 0))) {
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) / 2));
    for (let step = 0; step < steps; step++) {
      yield [x1 + ((x2 - x1) * step) / steps, y1 + ((y2 - y1) * step) / steps];
    }
  }
}
