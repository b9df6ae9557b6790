/** Writes pictures as GeoTIFF: tiled, deflated, and with reduced copies. */
import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { crsName } from '../../geo/projection.ts';

export interface GeoRaster {
  width: number;
  height: number;
  bands: readonly string[];
  /** Of all bands, pixel by pixel, row by row from the top; 0 is no data. */
  samples: Uint16Array;
  epsg: number;
  /** The outer corner of the first pixel, in meters of the projection. */
  corner: readonly [easting: number, northing: number];
  pixelSize: number;
}

export const tileSize = 256;

type Tag = readonly [tag: number, value: Uint8Array | Uint16Array | Uint32Array | Float64Array];

/** TIFF field types by the bytes of a value: ASCII, SHORT, LONG, DOUBLE. */
const fieldTypes: Readonly<Record<number, number>> = { 1: 2, 2: 3, 4: 4, 8: 12 };

const short = (...values: number[]): Uint16Array => Uint16Array.from(values);
const ascii = (text: string): Uint8Array => Buffer.from(`${text}\0`, 'latin1');

/** The file of a raster, with copies of half the size each until one fits a tile. */
export async function encodeGeoTiff(raster: GeoRaster): Promise<Buffer> {
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1'); // Little-endian.
  const { parts, append } = growingFile(header);
  let link: Buffer = header; // Its last four bytes refer to the next directory.
  const bands = raster.bands.length;
  const each = (value: number, count = bands): Uint16Array => new Uint16Array(count).fill(value);
  const side = Math.max(raster.width, raster.height);
  for (let step = 1; step === 1 || (2 * side) / step > tileSize; step *= 2) {
    await nextTurn();
    const width = Math.ceil(raster.width / step);
    const height = Math.ceil(raster.height / step);
    const tiles = rasterTiles(raster, width, height, step);
    const tags: Tag[] = [
      [254, Uint32Array.of(step === 1 ? 0 : 1)], // Whether it is a reduced copy.
      [256, short(width)],
      [257, short(height)],
      [258, each(16)], // Bits of a sample.
      [259, short(8)], // Deflate.
      [262, short(1)], // Zero is black.
      [277, short(bands)],
      [322, short(tileSize)],
      [323, short(tileSize)],
      [324, Uint32Array.from(tiles, tile => append(tile))],
      [325, Uint32Array.from(tiles, tile => tile.length)],
      [338, each(0, bands - 1)], // The other bands aren't opacity.
      ...(step === 1 ? placeTags(raster) : []),
      ...(step === 1 ? [[42_112, ascii(bandNames(raster))] satisfies Tag] : []),
      [42_113, ascii('0')], // No data.
    ];
    const directory = tagDirectory(tags, append);
    link.writeUInt32LE(append(directory), link.length - 4);
    link = directory;
  }
  return Buffer.concat(parts);
}

/** A file of one pixel with the place of a raster: what a GeoJP2 box contains. */
export function geoTiffHeader(raster: GeoRaster): Buffer {
  const header = Buffer.from('II*\0\0\0\0\0\0\0', 'latin1'); // Little-endian, and the pixel.
  const { parts, append } = growingFile(header);
  const tags: Tag[] = [
    [256, short(1)],
    [257, short(1)],
    [258, short(8)],
    [259, short(1)],
    [262, short(1)],
    [273, Uint32Array.of(8)],
    [277, short(1)],
    [278, short(1)],
    [279, Uint32Array.of(1)],
    ...placeTags(raster),
  ];
  header.writeUInt32LE(append(tagDirectory(tags, append)), 4);
  return Buffer.concat(parts);
}

/** A file that begins with its header; `append` returns the place, which is always even. */
function growingFile(header: Buffer): { parts: Uint8Array[]; append: (bytes: Uint8Array) => number } {
  const parts: Uint8Array[] = [header];
  let end = header.length;
  return {
    parts,
    append(bytes) {
      const from = end;
      parts.push(bytes, Buffer.alloc(bytes.length % 2));
      end += bytes.length + (bytes.length % 2);
      return from;
    },
  };
}

function placeTags({ epsg, corner, pixelSize }: GeoRaster): Tag[] {
  const projection = crsName(epsg);
  // Projected, a pixel is an area, and the projection by its name and its code.
  const keys = [4, 1024, 0, 1, 1, 1025, 0, 1, 1, 1026, 34_737, projection.length + 1, 0, 3072, 0, 1, epsg];
  return [
    [33_550, Float64Array.of(pixelSize, pixelSize, 0)],
    [33_922, Float64Array.of(0, 0, 0, ...corner, 0)],
    [34_735, short(1, 1, 0, ...keys)],
    [34_737, ascii(`${projection}|`)],
  ];
}

function bandNames({ bands }: GeoRaster): string {
  const items = bands.map(
    (name, band) => `<Item name="DESCRIPTION" sample="${band}" role="description">${name}</Item>`,
  );
  return `<GDALMetadata>${items.join('')}</GDALMetadata>`;
}

/** @param append for values that don't fit their entry */
function tagDirectory(tags: readonly Tag[], append: (bytes: Uint8Array) => number): Buffer {
  const entries = Buffer.alloc(2 + 12 * tags.length + 4);
  entries.writeUInt16LE(tags.length);
  for (const [index, [tag, value]] of tags.entries()) {
    const at = 2 + 12 * index;
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    entries.writeUInt16LE(tag, at);
    entries.writeUInt16LE(fieldTypes[value.BYTES_PER_ELEMENT] ?? 0, at + 2);
    entries.writeUInt32LE(value.length, at + 4);
    if (bytes.length <= 4) bytes.copy(entries, at + 8);
    else entries.writeUInt32LE(append(bytes), at + 8);
  }
  return entries;
}

/** @param step pixels of the raster for each of the tiles, in both directions */
function rasterTiles(
  { bands: { length: bands }, samples, ...raster }: GeoRaster,
  width: number,
  height: number,
  step: number,
): Uint8Array[] {
  const tiles: Uint8Array[] = [];
  for (let top = 0; top < height; top += tileSize) {
    for (let left = 0; left < width; left += tileSize) {
      const tile = new Uint16Array(tileSize * tileSize * bands);
      for (let row = top; row < Math.min(height, top + tileSize); row++) {
        for (let column = left; column < Math.min(width, left + tileSize); column++) {
          const from = (row * raster.width + column) * step * bands;
          const to = ((row - top) * tileSize + column - left) * bands;
          tile.set(samples.subarray(from, from + bands), to);
        }
      }
      tiles.push(deflateSync(new Uint8Array(tile.buffer)));
    }
  }
  return tiles;
}
