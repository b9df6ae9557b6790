import type { MultiPolygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { MapColors } from './mapColors.ts';
import { type CanvasFrame, canvasWorldBox } from './worldPoint.ts';
import { WorldShapes } from './worldShapes.ts';

export interface LandShapes {
  /** Closed rings, filled together by the even-odd rule. */
  land: WorldShapes;
  coasts: WorldShapes;
  /** Borders between two countries, each once. */
  borders: WorldShapes;
}

/** @param topology of world-atlas, whose polygons aren't cut at ±180° */
export function landShapes(topology: Topology): LandShapes {
  const { land, countries } = topology.objects;
  if (!land || !countries) throw new Error('The base map holds no land or no countries.');
  const surface = feature(topology, land as GeometryCollection);
  const rings = surface.features.flatMap(part => (part.geometry as MultiPolygon).coordinates.flat());
  return {
    land: coastShapes(rings.map(ring => aroundPole(withoutJumps(ring)))),
    coasts: coastShapes(mesh(topology, land as GeometryCollection).coordinates.map(withoutJumps)),
    borders: coastShapes(
      mesh(topology, countries as GeometryCollection, (a, b) => a !== b).coordinates.map(withoutJumps),
    ),
  };
}

function coastShapes(lines: readonly Position[][]): WorldShapes {
  const shapes = new WorldShapes();
  for (const coordinates of lines) shapes.add({ type: 'LineString', coordinates }, 0);
  return shapes;
}

/** Longitudes that continue past ±180° instead of jumping to the other edge of the map. */
export function withoutJumps(line: readonly Position[]): Position[] {
  let turns = 0;
  let before: number | undefined;
  return line.map(([longitude, latitude]) => {
    if (before !== undefined) turns -= Math.round((longitude - before) / 360);
    before = longitude;
    return [longitude + turns * 360, latitude];
  });
}

/** A ring around a pole ends 360° from its start: on a flat map it is closed along the map's edge. */
export function aroundPole(ring: Position[]): Position[] {
  const first = ring[0];
  const last = ring.at(-1);
  if (!first || !last) return ring;
  const [firstX, firstY] = first;
  const [lastX] = last;
  if (Math.abs(lastX - firstX) < 180) return ring;
  const pole = firstY < 0 ? -90 : 90;
  return [...ring, [lastX, pole], [firstX, pole]];
}

/** Lines are drawn slightly beyond the tile, so that no stroke ends inside it, CSS pixels. */
const margin = 4;

export function drawLand(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  shapes: LandShapes | undefined,
  colors: MapColors,
): void {
  context.fillStyle = colors.sea;
  context.fillRect(0, 0, frame.width, frame.height);
  if (!shapes) return;
  context.lineJoin = 'round';

  const land = landPath(shapes.land, frame);
  context.fillStyle = colors.land;
  context.fill(land, 'evenodd');

  context.lineWidth = 0.8;
  context.strokeStyle = colors.border;
  context.stroke(landPath(shapes.borders, frame));
  context.lineWidth = 1;
  context.strokeStyle = colors.coast;
  context.stroke(shapes.coasts === shapes.land ? land : landPath(shapes.coasts, frame));
}

/** What crosses ±180° is partly beyond the world's edge, so it is also drawn from the adjacent copies. */
function landPath(shapes: WorldShapes, frame: CanvasFrame): Path2D {
  const path = new Path2D();
  for (const copy of [-1, 0, 1]) {
    const shifted = { ...frame, left: frame.left - copy * frame.scale };
    for (const shape of shapes.meeting(canvasWorldBox(shifted, margin)))
      shapes.traceSeen(path, shape, shifted, margin);
  }
  return path;
}
