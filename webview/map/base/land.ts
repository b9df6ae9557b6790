import type { MultiPolygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { noItem } from '../../../src/model/itemAt.ts';
import type { MapColours } from './mapColours.ts';
import { worldX, worldY, type CanvasFrame } from './worldPoint.ts';

/**
 * A line or ring in world coordinates of Web Mercator: x from 0 to 1 eastwards, y from 0 to 1 southwards, in turns
 * x, y, x, y. Projected once, so that a tile costs a multiplication per point. What crosses ±180° runs on beyond
 * 0 or 1.
 */
export interface WorldLine {
  points: Float64Array;
  /** West, north, east and south edge. */
  box: readonly [number, number, number, number];
}

export interface LandShapes {
  /** Closed rings; filled together by the even-odd rule. */
  land: readonly WorldLine[];
  coasts: readonly WorldLine[];
  /** Borders between two countries, each once. */
  borders: readonly WorldLine[];
}

/** @param topology of world-atlas, whose polygons are not cut at ±180° */
export function landShapes(topology: Topology): LandShapes {
  const { land, countries } = topology.objects;
  if (!land || !countries) throw new Error('The base map holds no land or no countries.');
  const surface = feature(topology, land as GeometryCollection);
  const rings = surface.features.flatMap(part => (part.geometry as MultiPolygon).coordinates.flat());
  const coasts = mesh(topology, land as GeometryCollection).coordinates;
  const borders = mesh(topology, countries as GeometryCollection, (a, b) => a !== b).coordinates;
  return {
    land: rings.map(ring => worldLine(aroundPole(unwrapped(ring)))),
    coasts: coasts.map(line => worldLine(unwrapped(line))),
    borders: borders.map(line => worldLine(unwrapped(line))),
  };
}

/** Longitudes that run on over ±180° instead of jumping to the other edge of the map. */
export function unwrapped(line: readonly Position[]): Position[] {
  let turns = 0;
  let before: number | undefined;
  return line.map(([longitude = 0, latitude = 0]) => {
    if (before !== undefined) turns -= Math.round((longitude - before) / 360);
    before = longitude;
    return [longitude + turns * 360, latitude];
  });
}

/** A ring around a pole ends one turn away from where it began: on a flat map it is closed along the map's edge. */
function aroundPole(ring: Position[]): Position[] {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last) return ring;
  const [[firstX = 0, firstY = 0], [lastX = 0]] = [first, last];
  if (Math.abs(lastX - firstX) < 180) return ring;
  const pole = firstY < 0 ? -90 : 90;
  return [...ring, [lastX, pole], [firstX, pole]];
}

function worldLine(positions: readonly Position[]): WorldLine {
  const points = new Float64Array(positions.length * 2);
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  positions.forEach(([longitude = 0, latitude = 0], index) => {
    const x = worldX(longitude);
    const y = worldY(latitude);
    points[index * 2] = x;
    points[index * 2 + 1] = y;
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  });
  return { points, box: [west, north, east, south] };
}

/** Lines are drawn a little beyond the tile, so that no stroke ends inside it. */
const margin = 4;
/** Points nearer than this to the last one drawn change nothing that can be seen, CSS pixels. */
const leastStep = 0.6;

export function drawLand(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  shapes: LandShapes | undefined,
  colours: MapColours,
): void {
  context.fillStyle = colours.sea;
  context.fillRect(0, 0, frame.width, frame.height);
  if (!shapes) return;
  context.lineJoin = 'round';

  path(context, shapes.land, frame);
  context.fillStyle = colours.land;
  context.fill('evenodd');

  path(context, shapes.borders, frame);
  context.lineWidth = 0.8;
  context.strokeStyle = colours.border;
  context.stroke();

  path(context, shapes.coasts, frame);
  context.lineWidth = 1;
  context.strokeStyle = colours.coast;
  context.stroke();
}

/** What crosses ±180° lies partly beyond the world's edge, and so comes in from the neighbouring copies as well. */
function path(context: CanvasRenderingContext2D, lines: readonly WorldLine[], frame: CanvasFrame): void {
  context.beginPath();
  for (const copy of [-1, 0, 1]) {
    const shifted = { ...frame, left: frame.left - copy * frame.scale };
    for (const line of lines) trace(context, line, shifted);
  }
}

/**
 * Adds a line to the path. A run of points that lie beyond the same edge of the tile is replaced by its ends: what is
 * seen stays the same, and a continent's outline costs a close-up tile almost nothing.
 */
function trace(context: CanvasRenderingContext2D, { points, box }: WorldLine, frame: CanvasFrame): void {
  const { scale, left, top, width } = frame;
  // Tiles are square.
  const [low, high] = [-margin, width + margin];
  if (box[2] * scale - left < low || box[0] * scale - left > high) return;
  if (box[3] * scale - top < low || box[1] * scale - top > high) return;

  const last = points.length - 2;
  // Of fewer than two points there is no line.
  if (last < 2) return;
  let drawnX = at(points, 0) * scale - left;
  let drawnY = at(points, 1) * scale - top;
  let drawnSides = sidesOf(drawnX, drawnY, low, high);
  context.moveTo(drawnX, drawnY);
  let x = at(points, 2) * scale - left;
  let y = at(points, 3) * scale - top;
  let sides = sidesOf(x, y, low, high);
  for (let index = 2; index <= last; index += 2) {
    const nextX = index < last ? at(points, index + 2) * scale - left : x;
    const nextY = index < last ? at(points, index + 3) * scale - top : y;
    const nextSides = index < last ? sidesOf(nextX, nextY, low, high) : 0;
    const hidden = (drawnSides & sides & nextSides) !== 0;
    const near = Math.abs(x - drawnX) + Math.abs(y - drawnY) < leastStep;
    if (index === last || !(hidden || near)) {
      context.lineTo(x, y);
      drawnX = x;
      drawnY = y;
      drawnSides = sides;
    }
    x = nextX;
    y = nextY;
    sides = nextSides;
  }
}

function at(points: Float64Array, index: number): number {
  return points[index] ?? noItem(points, index);
}

/** One bit for each edge of the tile that the point lies beyond. */
function sidesOf(x: number, y: number, low: number, high: number): number {
  return (x < low ? 1 : 0) | (x > high ? 2 : 0) | (y < low ? 4 : 0) | (y > high ? 8 : 0);
}
