/** Images that are read block by block and sampled in the Web Mercator world, whatever their projection. */
import proj4 from 'proj4';
import { itemAt, noItem } from '../../../src/base/itemAt.ts';
import { shiftToward } from '../../../src/geo/antimeridian.ts';
import { crsDefinition } from '../../../src/features/areas/rules/index.ts';
import type { PicturePlace } from '../../../src/protocol/protocol.ts';
import { type WorldBox, worldLatitude, worldLongitude, worldX, worldY } from '../../ground/worldPoint.ts';
import { orThrow, UnreadableImage } from './unreadableImage.ts';

export interface ImageFacts {
  width: number;
  height: number;
  /** Meters per pixel, on the ground at the center. */
  resolution: number;
  /** The description of each band; empty for none. */
  bands: readonly string[];
  /** Whether values are 0 to 255, made to be looked at. */
  isByte: boolean;
  box: WorldBox;
}

export type Range = readonly [min: number, max: number];
type Pixel = readonly [column: number, row: number];
export type Values = ArrayLike<number>;
export type Window = [left: number, top: number, right: number, bottom: number];

/** x = a·i + b·j + c, y = d·i + e·j + f, from pixels to the projection. */
export type Transform = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface Level {
  width: number;
  height: number;
  /** Size of a tile or strip, pixels and bytes. */
  across: number;
  down: number;
  blockBytes: number;
  /** Whether each band has blocks of its own. */
  isPlanar: boolean;
  read: (window: Window, bands: number[]) => Promise<readonly Values[]>;
}

export interface ImageParts {
  /** The largest first. */
  levels: readonly [Level, ...Level[]];
  place: ReturnType<typeof imagePlacement>;
  bands: readonly string[];
  isByte: boolean;
  /** NaN: none. */
  noData: number;
  /** The band that says where the image is transparent. */
  alpha: readonly number[];
}

const limits = {
  /** Unpacked bytes of the blocks that a sample is taken from, unless it is one block. */
  sampleBytes: 40e6,
  /** The blocks that a sample is taken from: each costs time, however small it is. */
  blocks: 10_000,
} as const;
/** Per side of a sample. The ground is so little curved between them that pixels are off by a tenth at most. */
const cells = 16;

/** A picture of the browser's formats in WGS 84. */
export async function openPicture(bytes: Uint8Array<ArrayBuffer>, { transform, isOfWhole }: PicturePlace) {
  const bitmap = await orThrow('damaged', createImageBitmap(new Blob([bytes])));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const level: Level = {
    width,
    height,
    across: width,
    down: height,
    blockBytes: width * height * 4,
    isPlanar: false,
    read: ([left, top, right, bottom], bands) => {
      const data =
        context?.getImageData(left, top, right - left, bottom - top).data ?? new Uint8ClampedArray();
      return Promise.resolve(bands.map(band => data.filter((_, at) => at % 4 === band)));
    },
  };
  const [a, b, c, d, e, f] = transform;
  const place = isOfWhole ? ([a / width, b / height, c, d / width, e / height, f] as const) : transform;
  return createGeoImage({
    levels: [level],
    place: imagePlacement(level, place, 4326),
    bands: ['Red', 'Green', 'Blue'],
    isByte: true,
    noData: Number.NaN,
    alpha: [3],
  });
}

export type GeoImage = ReturnType<typeof createGeoImage>;

/** Values of bands at points of the world, row by row; `seen` is 0 outside of the image and without data. */
export interface Sampled {
  values: readonly Float64Array[];
  seen: Uint8Array;
}

export function createGeoImage({ levels, place, bands: names, isByte, noData, alpha }: ImageParts) {
  const [first] = levels;
  const { box } = place;

  /**
   * Values at the centers of `side` × `side` cells of a box of the world.
   *
   * @param isSparse if there is too much to read, only the middle of what is seen is sampled
   * @returns 'tooDetailed' if too much would have to be read; `undefined` if nothing is seen
   */
  async function sample(
    [west, north, east, south]: WorldBox,
    side: number,
    bands: readonly number[],
    isSparse: boolean,
  ): Promise<Sampled | 'tooDetailed' | undefined> {
    const copy = Math.round((west + east - box[0] - box[2]) / 2);
    const cellX = (east - west) / side;
    const cellY = (south - north) / side;
    const within = (at: number) => Math.max(0, Math.min(side, at));
    const left = Math.floor(within((box[0] + copy - west) / cellX));
    const right = Math.ceil(within((box[2] + copy - west) / cellX));
    const top = Math.floor(within((box[1] - north) / cellY));
    const bottom = Math.ceil(within((box[3] - north) / cellY));
    const columns = right - left;
    const rows = bottom - top;
    if (columns <= 0 || rows <= 0) return undefined;
    const nodes = Array.from({ length: (cells + 1) ** 2 }, (_, node) => {
      const column = left + (columns * (node % (cells + 1))) / cells;
      const row = top + (rows * Math.floor(node / (cells + 1))) / cells;
      return place.toPixel(west - copy + column * cellX, north + row * cellY);
    });
    const [from, beside, below] = [0, 1, cells + 1].map(node => itemAt(nodes, node)) as [Pixel, Pixel, Pixel];
    const perCell = (next: Pixel, count: number) =>
      (Math.hypot(next[0] - from[0], next[1] - from[1]) * cells) / count;
    const scale = Math.min(perCell(beside, columns), perCell(below, rows));
    const level = levels.findLast(candidate => first.width / candidate.width <= scale * 1.1) ?? first;

    const factorX = level.width / first.width;
    const factorY = level.height / first.height;
    const xs = nodes.map(([x]) => x * factorX);
    const ys = nodes.map(([, y]) => y * factorY);
    const window: Window = [
      Math.max(0, Math.floor(Math.min(...xs))),
      Math.max(0, Math.floor(Math.min(...ys))),
      Math.min(level.width, Math.ceil(Math.max(...xs))),
      Math.min(level.height, Math.ceil(Math.max(...ys))),
    ];
    const width = window[2] - window[0];
    const height = window[3] - window[1];
    if (!(width > 0 && height > 0)) return undefined;
    const touched = (start: number, end: number, block: number) =>
      Math.ceil(end / block) - Math.floor(start / block);
    const blocks = touched(window[0], window[2], level.across) * touched(window[1], window[3], level.down);
    const count = blocks * (level.isPlanar ? bands.length + alpha.length : 1);
    if (count > limits.blocks || (blocks > 1 && blocks * level.blockBytes > limits.sampleBytes)) {
      if (!isSparse) return 'tooDetailed';
      const x = (columns * cellX) / 4;
      const y = (rows * cellY) / 4;
      const fromX = west + left * cellX + x;
      const fromY = north + top * cellY + y;
      return sample([fromX, fromY, fromX + 2 * x, fromY + 2 * y], side, bands, true);
    }
    const arrays = await level.read(window, [...bands, ...alpha]);
    const places = new Int32Array(side * side).fill(-1);
    const warp = gridWarp(nodes);
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) {
        const [x, y] = warp((column + 0.5) / columns, (row + 0.5) / rows);
        const i = Math.floor(x * factorX) - window[0];
        const j = Math.floor(y * factorY) - window[1];
        if (i >= 0 && j >= 0 && i < width && j < height)
          places[(top + row) * side + left + column] = j * width + i;
      }
    const read = arrays.map(array =>
      Float64Array.from(places, at => (at < 0 ? Number.NaN : (array[at] ?? noItem(array, at)))),
    );
    const values = read.slice(0, bands.length);
    const mask = read[bands.length];
    const hasData = (value: number) => value !== noData && Number.isFinite(value);
    const seen = Uint8Array.from(places, (_, at) =>
      Number(mask?.[at] !== 0 && values.some(band => hasData(itemAt(band, at)))),
    );
    return { values, seen };
  }

  const { width, height } = first;
  const facts = { width, height, resolution: place.resolution, bands: names, isByte, box };
  return {
    facts: facts satisfies ImageFacts,
    sample: (...work: Parameters<typeof sample>) => orThrow('damaged', sample(...work)),
  };
}

/** The values between 2 and 98 percent, for each band; none if nothing is seen. */
export function valueRanges({ values, seen }: Sampled): Range[] {
  if (!seen.includes(1)) return [];
  return values.map(band => {
    const sorted = band.filter((_, index) => seen[index] === 1).sort();
    const at = (share: number) => itemAt(sorted, Math.round((sorted.length - 1) * share));
    return [at(0.02), at(0.98)];
  });
}

/** One band as gray, or three as red, green and blue. */
export function paint({ values, seen }: Sampled, ranges: readonly Range[]): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(seen.length * 4);
  for (const color of [0, 1, 2]) {
    const band = itemAt(values, color % values.length);
    const [from, to] = itemAt(ranges, color % values.length);
    const factor = 255 / (to - from || 1);
    band.forEach((value, index) => (pixels[index * 4 + color] = (value - from) * factor));
  }
  seen.forEach((isSeen, index) => (pixels[index * 4 + 3] = isSeen * 255));
  return pixels;
}

/** Where an image lies. @param code of EPSG */
export function imagePlacement(
  { width, height }: Pick<Level, 'width' | 'height'>,
  transform: Transform,
  code: number,
) {
  const definition = crsDefinition(code);
  if (definition === undefined)
    throw new UnreadableImage('projection', code > 0 && code !== 32_767 ? `EPSG:${code}` : '?');
  const projection = proj4(definition);
  const [a, b, c, d, e, f] = transform;
  const toDegrees = ([i, j]: Pixel): [number, number] => {
    const x = a * i + b * j + c;
    const y = d * i + e * j + f;
    // The library would throw.
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new UnreadableImage('noPlace');
    return projection.inverse<[number, number]>([x, y]);
  };
  const middle = toDegrees([width / 2, height / 2]);
  /** Longitude near the image, also where it crosses the antimeridian. */
  const near = (longitude: number) => longitude + shiftToward(longitude, middle[0]);
  const edge = Array.from({ length: 33 }, (_, step) => step / 32)
    .flatMap(at => [[at, 0] as const, [at, 1] as const, [0, at] as const, [1, at] as const])
    .map(([u, v]) => toDegrees([u * width, v * height]));
  const xs = edge.map(([x]) => worldX(near(x)));
  const ys = edge.map(([, y]) => worldY(y));
  const box: WorldBox = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const determinant = a * e - b * d;
  // Beyond one world to each side, positions aren't those of this projection.
  const isOnWorld = box.every(at => at >= -1 && at <= 2);
  if (!isOnWorld || !Number.isFinite(determinant) || determinant === 0) throw new UnreadableImage('noPlace');
  const beside = toDegrees([width / 2 + 1, height / 2]);
  const east = (near(beside[0]) - middle[0]) * Math.cos((middle[1] * Math.PI) / 180);
  const metersPerDegree = 111_320;
  const ground = metersPerDegree * Math.hypot(east, beside[1] - middle[1]);
  return {
    box,
    // Other projections have the same meters as the ground.
    resolution: /proj=(?:longlat|merc)/.test(definition) ? ground : Math.hypot(a, d),
    toPixel(x: number, y: number): Pixel {
      const [atX, atY] = projection.forward([near(worldLongitude(x)), worldLatitude(y)]);
      const px = atX - c;
      const py = atY - f;
      return [(e * px - b * py) / determinant, (a * py - d * px) / determinant];
    },
  };
}

/** Bilinear between the nodes of a grid; from 0 to 1 in both directions. */
function gridWarp(nodes: readonly Pixel[]): (u: number, v: number) => Pixel {
  return (u, v) => {
    const column = Math.floor(u * cells);
    const row = Math.floor(v * cells);
    const s = u * cells - column;
    const t = v * cells - row;
    const corner = row * (cells + 1) + column;
    const a = itemAt(nodes, corner);
    const b = itemAt(nodes, corner + 1);
    const c = itemAt(nodes, corner + cells + 1);
    const d = itemAt(nodes, corner + cells + 2);
    const between = (axis: 0 | 1) =>
      (a[axis] * (1 - s) + b[axis] * s) * (1 - t) + (c[axis] * (1 - s) + d[axis] * s) * t;
    return [between(0), between(1)];
  };
}
