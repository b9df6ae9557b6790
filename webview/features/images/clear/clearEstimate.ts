import type { MultiPolygon, Polygon, Position } from 'geojson';
import { continuousParts, shiftToward } from '../../../../src/geo/antimeridian.ts';
import { boundingBox } from '../../../../src/geo/box.ts';
import {
  type ClearHere,
  clearHere,
  type PixelPoint,
  type Pixels,
} from '../../../../src/features/images/rules/clearHere.ts';
import { worldX, worldY } from '../../../ground/worldPoint.ts';
import { placeIn, type Point, type Quad, uprightQuad, widestQuad } from '../../pictures/index.ts';

/** An image, and the area to judge in it: [longitude, latitude]. Covers in percent. */
export interface ClearJob {
  footprint: Polygon | MultiPolygon;
  area: Polygon;
  cloudCover: number | undefined;
  snowCover: number | undefined;
}

/** Estimates how clear the area is in a quicklook that covers the whole footprint, corner to corner. */
export function estimateClear(pixels: Pixels, { footprint, area, ...covers }: ClearJob): ClearHere {
  const outline = outerRings(footprint).flat();
  const quad = widestQuad(outline.map(worldPoint));
  if (!quad) return 'unknown';
  const corners = uprightQuad(quad, pixels.width / pixels.height);
  const rings = continuousParts(area).flatMap(({ coordinates }) => {
    const shift = shiftToward(centralLongitude(coordinates.flat()), centralLongitude(outline));
    return coordinates.map(ring =>
      ring.map(([x, y]): PixelPoint => {
        const [u, v] = placeOn(corners, worldPoint([x + shift, y]));
        return [u * pixels.width, v * pixels.height];
      }),
    );
  });
  return clearHere(pixels, { rings, ...covers });
}

function outerRings({ type, coordinates }: Polygon | MultiPolygon): Position[][] {
  return type === 'Polygon' ? coordinates.slice(0, 1) : coordinates.flatMap(rings => rings.slice(0, 1));
}

function worldPoint([longitude, latitude]: Position): Point {
  return [worldX(longitude), worldY(latitude)];
}

/** Of the longitudes, degrees. */
function centralLongitude(positions: readonly Position[]): number {
  const [west, , east] = boundingBox(positions);
  return (west + east) / 2;
}

/** The inverse of {@link placeIn}, by Newton's method; one step is exact for a parallelogram. */
function placeOn(quad: Quad, [x, y]: Point): Point {
  let u = 0.5;
  let v = 0.5;
  for (let step = 0; step < 4; step += 1) {
    const [atX, atY] = placeIn(quad, u, v);
    const left = placeIn(quad, 0, v);
    const right = placeIn(quad, 1, v);
    const top = placeIn(quad, u, 0);
    const bottom = placeIn(quad, u, 1);
    const ux = right[0] - left[0];
    const uy = right[1] - left[1];
    const vx = bottom[0] - top[0];
    const vy = bottom[1] - top[1];
    const determinant = ux * vy - uy * vx;
    u += ((x - atX) * vy - (y - atY) * vx) / determinant;
    v += ((y - atY) * ux - (x - atX) * uy) / determinant;
  }
  return [u, v];
}
