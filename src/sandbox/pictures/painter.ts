/** Paints an image of the catalogue, or a part of it, on any grid of pixels. */
import type { Capture } from '../catalogue/capture.ts';
import { isLandIn, rasterOf, type LandRaster } from '../catalogue/land.ts';
import { layered } from './noise.ts';
import { degree } from '../../model/geometry/sphere.ts';
import type { Box, Position } from '../catalogue/shapes.ts';
import { heightAt, landColour, mix, seaColour, type Colour, type Spot } from './terrain.ts';

/** A grid of pixels and where each lies; column and row can be fractions. */
export interface View {
  width: number;
  height: number;
  placeAt: (column: number, row: number) => Position;
}

/** Kilometres in a degree of longitude at the equator. */
const perDegree = 111.32;
/** The 1:50 million shoreline is bent by noise up to this far, so that it looks like a shore; kilometres. */
const shoreBend = 0.9;

/** The largest and the finest shapes of clouds, kilometres. */
const cloudSize = 11;
const finestCloud = 0.03;

/** RGBA, row by row from the top, opaque. */
export function paint(seed: number, capture: Capture, view: View): Uint8Array<ArrayBuffer> {
  const { width, height, placeAt } = view;
  const pixel = pixelOf(view);
  const shore = shoreOf(seed, rasterAround(view, capture));
  const sky = skyOf(seed, capture);
  const data = new Uint8Array(width * height * 4);
  const row = (at: number): Row =>
    Array.from({ length: width }, (_, column) => {
      const place = placeAt(column + 0.5, at + 0.5);
      const spot = spotOf(place, pixel);
      const nearLand = shore(place, spot);
      return { spot, nearLand, height: nearLand === 'land' ? heightAt(seed, spot) : undefined };
    });
  let above = row(-1);
  for (let y = 0; y < height; y++) {
    const here = row(y);
    here.forEach(({ spot, nearLand, height: level = 0 }, x) => {
      const slope = 2 * level - (above[x]?.height ?? level) - (here[x - 1]?.height ?? level);
      const ground =
        nearLand === 'land'
          ? litLand(seed, spot, level, slope / pixel, capture.snow)
          : seaColour(seed, spot, nearLand);
      const [red, green, blue] = sky(ground, spot);
      const at = (y * width + x) * 4;
      data[at] = clamp(red);
      data[at + 1] = clamp(green);
      data[at + 2] = clamp(blue);
      data[at + 3] = 255;
    });
    above = here;
  }
  return data;
}

type Row = readonly {
  spot: Spot;
  nearLand: 'land' | number;
  /** Of land alone. */
  height: number | undefined;
}[];

function clamp(value: number): number {
  return Math.max(0, Math.min(255, value));
}

function spotOf([longitude, latitude]: Position, pixel: number): Spot {
  const limited = Math.max(-88, Math.min(88, latitude)) * degree;
  const x = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return {
    x: x * perDegree,
    y: (Math.log(Math.tan(Math.PI / 4 + limited / 2)) / degree) * perDegree,
    latitude,
    pixel,
  };
}

/** Size of a pixel in the middle of the view, kilometres on the Mercator plane. */
function pixelOf({ width, height, placeAt }: View): number {
  const a = spotOf(placeAt(width / 2, height / 2), 0);
  const b = spotOf(placeAt(width / 2, height / 2 + 1), 0);
  return Math.max(1e-5, Math.hypot(a.x - b.x, a.y - b.y));
}

function rasterAround({ width, height, placeAt }: View, { center }: Capture): LandRaster {
  const corners = [placeAt(0, 0), placeAt(width, 0), placeAt(width, height), placeAt(0, height)];
  const marginY = (3 * shoreBend) / perDegree;
  const marginX = marginY / Math.max(0.05, Math.cos(center[1] * degree));
  const box: Box = {
    west: Math.min(...corners.map(([x]) => x)) - marginX,
    east: Math.max(...corners.map(([x]) => x)) + marginX,
    south: Math.min(...corners.map(([, y]) => y)) - marginY,
    north: Math.max(...corners.map(([, y]) => y)) + marginY,
  };
  return rasterOf(box, 512, 512);
}

type Shore = (place: Position, spot: Spot) => 'land' | number;

/** Tells land from sea; of a place at sea, how near land is, 0 to 1. */
function shoreOf(seed: number, land: LandRaster): Shore {
  const [first] = land.cells;
  // Most pictures have no shore.
  if (land.cells.every(cell => cell === first)) return () => (first === 1 ? 'land' : 0);
  return (place, spot) => {
    // One kilometre on the Mercator plane, in degrees.
    const eastward = 1 / perDegree;
    const northward = Math.cos(place[1] * degree) / perDegree;
    const bend = (salt: number): number =>
      (layered(seed ^ salt, spot.x, spot.y, 2.5, spot.pixel) - 0.5) * 2 * shoreBend;
    const x = place[0] + bend(0xaa1) * eastward;
    const y = place[1] + bend(0xbb2) * northward;
    return isLandIn(land, x, y) ? 'land' : nearness(land, x, y, eastward, northward);
  };
}

function litLand(seed: number, spot: Spot, height: number, slope: number, snow: number): Colour {
  const bare = landColour(seed, spot, height);
  const snowy = snow > 0 && 1 - height * 0.7 < (snow / 100) * 1.25;
  const shade = 1 + Math.max(-0.45, Math.min(0.45, slope * 2.2));
  const [red, green, blue] = snowy ? mix(bare, [238, 242, 248], 0.88) : bare;
  return [red * shade, green * shade, blue * shade];
}

const around = Array.from({ length: 8 }, (_, step): [number, number] => [
  Math.cos((step * Math.PI) / 4),
  Math.sin((step * Math.PI) / 4),
]);

/** How near land is to a place at sea, 0 to 1: the share of land on two circles around it. */
function nearness(land: LandRaster, x: number, y: number, eastward: number, northward: number): number {
  const landAt = (kilometres: number): number =>
    around.filter(([east, north]) =>
      isLandIn(land, x + kilometres * east * eastward, y + kilometres * north * northward),
    ).length;
  const far = landAt(1.2);
  return far === 0 ? 0 : Math.min(1, (far + 2 * landAt(0.35)) / 12);
}

/** Light, haze and clouds of one acquisition, over a colour of the ground. */
function skyOf(seed: number, { cloud, time, sun }: Capture): (ground: Colour, spot: Spot) => Colour {
  const light = 0.72 + 0.38 * Math.sin(Math.max(8, sun.elevation) * degree);
  const weather = seed ^ Math.floor(time / 60_000);
  const share = Math.min(0.995, cloud / 100);
  // The noise is spread about its mean nearly like a bell: the level that leaves this share above it.
  const level = 0.5 + 0.11 * Math.log((1 - share) / Math.max(share, 1e-4));
  const veil = ({ x, y, pixel }: Spot): number => {
    // What finer layers add is less than this: most of a clear sky is told by the coarse ones.
    if (share < 0.002 || layered(weather, x, y, cloudSize, cloudSize / 6) < level - 0.12) return 0;
    const density = layered(weather, x, y, cloudSize, Math.max(pixel, finestCloud));
    return Math.max(0, Math.min(1, (density - level) * 9));
  };
  const shadowAway = 0.9 / Math.tan(Math.max(15, sun.elevation) * degree);
  const [east, north] = [Math.sin(sun.azimuth * degree), Math.cos(sun.azimuth * degree)];
  return (ground, spot) => {
    const white = veil(spot);
    const shadow = veil({ ...spot, x: spot.x + shadowAway * east, y: spot.y + shadowAway * north });
    const dim = light * (1 - 0.45 * shadow * (1 - white));
    const lit: Colour = [ground[0] * dim + 6, ground[1] * dim + 8, ground[2] * dim + 14];
    return white > 0 ? mix(lit, [246, 248, 251], white) : lit;
  };
}
