import type { Position } from 'geojson';
import type { LatLng } from 'leaflet';
import type { MapColours } from '../base/mapColours.ts';
import { worldX, worldY, type CanvasFrame } from '../base/worldPoint.ts';

/** [longitude, latitude] in degrees, in the copy of the world that the map shows. */
export function positionOf({ lat, lng }: LatLng): Position {
  return [lng, lat];
}

/** CSS pixels. */
const pointSize = 3.5;

/**
 * The way that is measured, and dashed the line that closes it to an area.
 *
 * @param ahead where the next place would come
 */
export function* drawMeasure(
  context: CanvasRenderingContext2D,
  { scale, left, top }: CanvasFrame,
  places: readonly LatLng[],
  ahead: LatLng | undefined,
  { selected, casing }: MapColours,
): Generator<undefined, void> {
  const at = ({ lat, lng }: LatLng) => [worldX(lng) * scale - left, worldY(lat) * scale - top] as const;
  const way = new Path2D();
  const points = (ahead ? [...places, ahead] : places).map(at);
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) way.moveTo(x, y);
    else way.lineTo(x, y);
  }
  const closing = new Path2D();
  const [first, last] = [points[0], points.at(-1)];
  if (first && last && points.length > 2) {
    closing.moveTo(...last);
    closing.lineTo(...first);
  }
  context.lineJoin = context.lineCap = 'round';
  for (const [colour, width] of [
    [casing, 5],
    [selected, 2],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.setLineDash([]);
    context.stroke(way);
    context.setLineDash([2, 6]);
    context.stroke(closing);
  }
  context.setLineDash([]);
  context.fillStyle = casing;
  for (const place of places) {
    const [x, y] = at(place);
    context.beginPath();
    context.arc(x, y, pointSize, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
  yield;
}
