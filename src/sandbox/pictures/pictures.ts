/** The pictures that the service hands out: whole images as JPEG, tiles of them as PNG. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { encode as encodePng } from 'fast-png';
import proj4 from 'proj4';
import { utmEpsg } from '../../geo/projection.ts';
import { degree } from '../../geo/sphere.ts';
import { type Capture, captureFootprint } from '../catalogue/capture.ts';
import { type Area, areaOfBox, areaOfRings, footprintCorners, type Position } from '../catalogue/shapes.ts';
import { areaPolygon, type Box, holds, meets } from '../catalogue/shapes.ts';
import { invalid } from '../http/service.ts';
import { type GeoRaster, tileSize } from './geoTiff.ts';
import { encodeJpeg } from './jpeg.ts';
import { imagePositions, paint, paintRows } from './painter.ts';

/**
 * The image on its corners, not georeferenced: `width` pixels wide, and as high as its shape on the ground asks for. In
 * steps, because a quicklook takes long.
 */
export function* paintPicture(
  seed: number,
  capture: Capture,
  width: number,
): Generator<undefined, Uint8Array> {
  const [nw, sw, , ne] = footprintCorners(captureFootprint(capture));
  const length = (a: Position, b: Position): number =>
    Math.hypot((a[0] - b[0]) * Math.cos(a[1] * degree), a[1] - b[1]);
  const height = Math.max(16, Math.min(4 * width, Math.round((width * length(nw, sw)) / length(nw, ne))));
  const placeIn = imagePositions(capture);
  const data = yield* paintRows(seed, capture, {
    width,
    height,
    placeAt: (column, row) => placeIn(column / width, row / height),
  });
  return encodeJpeg(data, width, height);
}

/** Pixels on the long side of a product; a few rows at once, so that other work can run in between. */
const longestSide = 800;
const rowsAtOnce = 80;
const bands = ['blue', 'green', 'red', 'near infrared'];

/** A part of an image in its UTM zone: reflectances times 10,000. Nothing is outside the area's box. */
export async function paintProduct(seed: number, capture: Capture, area: Area): Promise<GeoRaster> {
  const { west, south, east, north } = area.box;
  const center: Position = [(west + east) / 2, (south + north) / 2];
  const epsg = utmEpsg(areaPolygon(area));
  if (epsg === undefined) throw invalid('There is no UTM zone here');
  const utm = proj4(`+proj=utm +zone=${epsg % 100} +datum=WGS84${epsg > 32_700 ? ' +south' : ''}`);
  const places = [west, center[0], east].flatMap(x => [south, center[1], north].map((y): Position => [x, y]));
  const { box } = areaOfRings([places.map(place => utm.forward(place))]);
  const left = Math.floor(box.west);
  const top = Math.ceil(box.north);
  const side = Math.max(box.east - left, top - box.south);
  const { resolution } = capture.spacecraft.instrument;
  const pixelSize = Math.max(resolution, Math.ceil((10 * side) / longestSide) / 10);
  const width = Math.ceil((box.east - left) / pixelSize);
  const height = Math.ceil((top - box.south) / pixelSize);
  let first = 0;
  const placeAt = (column: number, row: number): Position => {
    const x = left + column * pixelSize;
    const y = top - (first + row) * pixelSize;
    const [longitude, latitude] = utm.inverse([x, y]);
    // Areas can run beyond ±180.
    return [longitude + Math.round((center[0] - longitude) / 360) * 360, latitude];
  };
  const samples = new Uint16Array(width * height * bands.length);
  for (; first < height; first += rowsAtOnce) {
    const colors = paint(seed, capture, { width, height: Math.min(rowsAtOnce, height - first), placeAt });
    for (let at = 0; at < colors.length / 4; at++) {
      const [x, y] = placeAt((at % width) + 0.5, Math.floor(at / width) + 0.5);
      if (x < west || x > east || y < south || y > north) continue;
      const [red = 0, green = 0, blue = 0] = colors.subarray(4 * at);
      // Plants are far brighter in the near infrared than in any color, and water is dark.
      const infrared = Math.min(255, red + 4 * Math.max(0, green - (red + blue) / 2));
      const values = [blue, green, red, infrared].map(value => Math.max(1, 10_000 * (value / 255) ** 1.8));
      samples.set(values, (first * width + at) * bands.length);
    }
    await nextTurn();
  }
  return { width, height, bands, samples, epsg, corner: [left, top], pixelSize };
}

/** A tile of the Web Mercator grid, transparent outside the image; undefined if it shows nothing of it. */
export function paintTile(
  seed: number,
  capture: Capture,
  z: number,
  x: number,
  y: number,
): Uint8Array | undefined {
  const count = 2 ** z;
  const latitudeAt = (row: number): number =>
    Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / count))) / degree;
  const west = (x / count) * 360 - 180;
  const width = 360 / count;
  const footprint = captureFootprint(capture);
  const box: Box = { west, east: west + width, south: latitudeAt(y + 1), north: latitudeAt(y) };
  if (!meets(footprint, areaOfBox(box))) return undefined;
  // Footprints can run beyond ±180: the tile is moved to their side.
  const turn = Math.round((capture.center[0] - (west + width / 2)) / 360) * 360;
  const placeAt = (column: number, row: number): Position => [
    west + turn + (width * column) / tileSize,
    latitudeAt(y + row / tileSize),
  ];
  const data = paint(seed, capture, { width: tileSize, height: tileSize, placeAt });
  for (let row = 0; row < tileSize; row++) {
    for (let column = 0; column < tileSize; column++) {
      if (!holds(footprint, placeAt(column + 0.5, row + 0.5))) data[(row * tileSize + column) * 4 + 3] = 0;
    }
  }
  return encodePng({ width: tileSize, height: tileSize, data, channels: 4, depth: 8 });
}
