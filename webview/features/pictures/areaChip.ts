import type { MultiPolygon, Polygon } from 'geojson';
import { type CanvasFrame, type WorldBox, worldX, worldY } from '../../ground/worldPoint.ts';
import { type DrawnPicture, drawPicture } from './drawPicture.ts';
import { type Point, uprightQuad, widestQuad } from './quadrilateral.ts';

/** What every chip of an area shows: its bounds with a margin, north up. */
export interface AreaFrame {
  /** In the Web Mercator world, which is the same scale in both directions at any latitude. */
  box: WorldBox;
  /** Width divided by height. */
  aspect: number;
  /** All rings of the area, in the same world. */
  rings: readonly (readonly Point[])[];
}

/** Around the bounds, as a part of their longer side. */
const margin = 0.08;
/** Smaller areas are shown with their surroundings: about 40 m at the equator, as a part of the world. */
const minSide = 1e-6;
/** A long area gets surroundings instead of a long chip. */
const aspects = { min: 0.75, max: 4 / 3 };
/** Of a chip's longer side, pixels. A quicklook is seldom sharper. */
const chipPixels = 384;

export function areaFrame(area: Polygon): AreaFrame {
  const rings = worldRings(area);
  const [west, east] = axisRange(rings, 0);
  const [north, south] = axisRange(rings, 1);
  const around = 2 * margin * Math.max(east - west, south - north, minSide);
  let width = east - west + around;
  let height = south - north + around;
  width = Math.max(width, height * aspects.min);
  height = Math.max(height, width / aspects.max);
  const x = (west + east) / 2;
  const y = (north + south) / 2;
  const box: WorldBox = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
  return { box, aspect: width / height, rings };
}

/** Cuts an area out of a quicklook; what the image doesn't cover stays transparent. */
export function cutChip(
  picture: DrawnPicture,
  footprint: Polygon | MultiPolygon,
  frame: AreaFrame,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(chipPixels * Math.min(1, frame.aspect));
  canvas.height = Math.round(chipPixels / Math.max(1, frame.aspect));
  const context = canvas.getContext('2d');
  const rings = nearestCopy(worldRings(footprint), frame);
  const quad = widestQuad(rings.flat());
  if (!context || !quad) return canvas;
  const place = canvasPlace(frame, canvas.width);
  // The corners of a picture can be empty where its image is no quadrilateral.
  context.clip(ringsPath(rings, place), 'evenodd');
  const corners = uprightQuad(quad, picture.width / picture.height);
  const steps = drawPicture(context, { ...place, height: canvas.height }, picture, corners);
  while (steps.next().done !== true);
  return canvas;
}

/** @param width of the chip, pixels */
export function areaOutline(frame: AreaFrame, width: number): Path2D {
  return ringsPath(frame.rings, canvasPlace(frame, width));
}

function canvasPlace({ box: [west, north, east] }: AreaFrame, width: number): Omit<CanvasFrame, 'height'> {
  const scale = width / (east - west);
  return { scale, left: west * scale, top: north * scale, width };
}

function ringsPath(
  rings: AreaFrame['rings'],
  { scale, left, top }: Pick<CanvasFrame, 'scale' | 'left' | 'top'>,
): Path2D {
  const path = new Path2D();
  for (const ring of rings) {
    const part = new Path2D();
    for (const [x, y] of ring) part.lineTo(x * scale - left, y * scale - top);
    part.closePath();
    path.addPath(part);
  }
  return path;
}

function worldRings({ type, coordinates }: Polygon | MultiPolygon): AreaFrame['rings'] {
  const rings = type === 'Polygon' ? coordinates : coordinates.flat();
  return rings.map(ring => ring.map(([longitude, latitude]): Point => [worldX(longitude), worldY(latitude)]));
}

/** The copy of an image that is nearest to the area: at the antimeridian both can be written from either side. */
function nearestCopy(rings: AreaFrame['rings'], { box: [west, , east] }: AreaFrame): AreaFrame['rings'] {
  const [min, max] = axisRange(rings, 0);
  const shift = Math.round((west + east - min - max) / 2);
  return shift === 0 ? rings : rings.map(ring => ring.map(([x, y]) => [x + shift, y]));
}

function axisRange(rings: AreaFrame['rings'], axis: 0 | 1): [min: number, max: number] {
  let min = Infinity;
  let max = -Infinity;
  for (const point of rings.flat()) {
    min = Math.min(min, point[axis]);
    max = Math.max(max, point[axis]);
  }
  return [min, max];
}
