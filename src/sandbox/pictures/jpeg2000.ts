/** Writes pictures as JPEG 2000: lossless, in tiles, with a GeoJP2 box. */
import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import openJpeg, { type OpenJpeg } from '@cornerstonejs/codec-openjpeg/wasmjs';
import { type GeoRaster, geoTiffHeader, tileSize } from './geoTiff.ts';

/** How often a tile is halved. */
const levels = 3;

let loaded: Promise<OpenJpeg> | undefined;

async function load(): Promise<OpenJpeg> {
  const wasm = await wasmFile();
  return openJpeg({ wasmBinary: wasm, print: () => undefined, printErr: () => undefined });
}

/** Beside the bundle, or in its package where the sandbox runs from its source. */
async function wasmFile(): Promise<ArrayBuffer> {
  const packaged = () => createRequire(import.meta.url).resolve('@cornerstonejs/codec-openjpeg/wasm');
  const bytes = await readFile(new URL('openjpeg.wasm', import.meta.url)).catch(() => readFile(packaged()));
  return Uint8Array.from(bytes).buffer;
}

export async function encodeJpeg2000(raster: GeoRaster): Promise<Buffer> {
  const codec = await (loaded ??= load());
  const tiles: Buffer[] = [];
  let style: Buffer = Buffer.alloc(0);
  for (let top = 0; top < raster.height; top += tileSize) {
    for (let left = 0; left < raster.width; left += tileSize) {
      const packets: Buffer[] = [];
      for (let band = 0; band < raster.bands.length; band++) {
        const encoded = encodedTile(codec, raster, left, top, band);
        style = encoded.style;
        packets.push(encoded.packets);
        await nextTurn();
      }
      tiles.push(tilePart(tiles.length, Buffer.concat(packets)));
    }
  }
  // A band after the other, as the packets of a tile are.
  style.writeUInt8(4, 5);
  const codestream = Buffer.concat([
    Buffer.from('ff4f', 'hex'),
    sizeSegment(raster),
    style,
    ...tiles,
    Buffer.from('ffd9', 'hex'),
  ]);
  return Buffer.concat([
    box('jP  ', Buffer.from('0d0a870a', 'hex')),
    box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
    box('jp2h', Buffer.concat([box('ihdr', imageHeader(raster)), box('colr', gray)])),
    box('uuid', Buffer.concat([geoJp2, geoTiffHeader(raster)])),
    box('jp2c', codestream),
  ]);
}

/**
 * One band of a tile, as the encoder takes at most three: encoded as an image of its own, it has the same packets,
 * because tiles begin at multiples of a power of two.
 */
function encodedTile(
  codec: OpenJpeg,
  { width, height, samples, bands }: GeoRaster,
  left: number,
  top: number,
  band: number,
): { style: Buffer; packets: Buffer } {
  const across = Math.min(tileSize, width - left);
  const down = Math.min(tileSize, height - top);
  const encoder = new codec.J2KEncoder();
  const facts = { width: across, height: down, bitsPerSample: 16, componentCount: 1, isSigned: false };
  const room = encoder.getDecodedBuffer(facts);
  const values = new Uint16Array(room.buffer, room.byteOffset, across * down);
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const at = ((top + row) * width + left + column) * bands.length + band;
      values[row * across + column] = samples[at] ?? 0;
    }
  }
  encoder.setDecompositions(levels);
  encoder.setQuality(true, 0);
  encoder.encode();
  const bytes = Buffer.from(encoder.getEncodedBuffer());
  encoder.delete();
  return codestreamParts(bytes);
}

/** The coding style and quantization (COD, QCD) of a codestream of one tile, and its packets. */
function codestreamParts(bytes: Buffer): { style: Buffer; packets: Buffer } {
  const style: Buffer[] = [];
  let at = 2;
  for (let marker = bytes.readUInt16BE(at); marker !== 0xff90; marker = bytes.readUInt16BE(at)) {
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xff52 || marker === 0xff5c) style.push(bytes.subarray(at, end));
    at = end;
  }
  const length = bytes.readUInt32BE(at + 6);
  // After the markers SOT and SOD.
  return { style: Buffer.concat(style), packets: bytes.subarray(at + 14, at + length) };
}

/** With its markers SOT and SOD. */
function tilePart(tile: number, packets: Buffer): Buffer {
  const head = Buffer.from('ff90000a0000000000000001ff93', 'hex');
  head.writeUInt16BE(tile, 4);
  head.writeUInt32BE(head.length + packets.length, 6);
  return Buffer.concat([head, packets]);
}

/** The marker SIZ. */
function sizeSegment({ width, height, bands }: GeoRaster): Buffer {
  const fixed = Buffer.alloc(40);
  fixed.writeUInt16BE(0xff51);
  fixed.writeUInt16BE(38 + 3 * bands.length, 2);
  fixed.writeUInt32BE(width, 6);
  fixed.writeUInt32BE(height, 10);
  fixed.writeUInt32BE(tileSize, 22);
  fixed.writeUInt32BE(tileSize, 26);
  fixed.writeUInt16BE(bands.length, 38);
  // 16 bits, and not subsampled.
  const components = bands.map(() => Buffer.from([15, 1, 1]));
  return Buffer.concat([fixed, ...components]);
}

function imageHeader({ width, height, bands }: GeoRaster): Buffer {
  const bytes = Buffer.alloc(14);
  bytes.writeUInt32BE(height);
  bytes.writeUInt32BE(width, 4);
  bytes.writeUInt16BE(bands.length, 8);
  // 16 bits, the only compression there is, a known color space, no rights.
  bytes.set([15, 7, 0, 0], 10);
  return bytes;
}

/** The color space: bands beyond the first have no meaning. */
const gray = Buffer.from('01000000000011', 'hex');

const geoJp2 = Buffer.from('b14bf8bd083d4b43a5ae8cd7d5a6ce03', 'hex');

function box(type: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}
