import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { encode } from 'jpeg-js';
import { describe, expect, it } from 'vitest';
import { runs, seedVariable } from '../../../../randomRuns.ts';
import { tempFolder } from '../../../tempFolder.ts';

interface Limits {
  slowest: { name: string; ms: number };
  megabytes: number;
}

/** Opens files in a process of its own; see `openImages.ts`. */
async function opened(paths: string[], count = 0): Promise<Limits> {
  const script = join(import.meta.dirname, 'openImages.ts');
  const seed = process.env[seedVariable] ?? '1';
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', script, seed, String(count), ...paths],
    { timeout: 60_000 + 1000 * count, maxBuffer: 64e6 },
  ).catch((error: unknown) => {
    const { stdout: lines = '' } = error as { stdout?: string };
    throw new Error(`Ended with ${lines.trim().split('\n').at(-1)}`, { cause: error });
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Limits;
}

/** A little-endian TIFF of one block, in the projection of the map. */
function tiff(tags: Record<number, number | number[]>, block: Uint8Array): Buffer {
  const all: Record<number, number | number[]> = {
    256: 64,
    257: 64,
    258: 8,
    262: 1,
    277: 1,
    322: 64,
    323: 64,
    324: 512,
    325: block.length,
    33_550: [10, 10, 0],
    33_922: [0, 0, 0, 590_000, 5_370_000, 0],
    34_735: [1, 1, 0, 1, 3072, 0, 1, 3857],
    ...tags,
  };
  const file = Buffer.alloc(512 + block.length);
  file.write('II*\0\x08', 'latin1');
  const entries = Object.entries(all);
  file.writeUInt16LE(entries.length, 8);
  let end = 8 + 2 + entries.length * 12 + 4;
  entries.forEach(([tag, value], index) => {
    const at = 10 + index * 12;
    file.writeUInt16LE(Number(tag), at);
    const values = typeof value === 'number' ? [value] : value;
    const isDouble = Number(tag) === 33_550 || Number(tag) === 33_922;
    file.writeUInt16LE(isDouble ? 12 : typeof value === 'number' ? 4 : 3, at + 2);
    file.writeUInt32LE(values.length, at + 4);
    if (typeof value === 'number') {
      file.writeUInt32LE(value, at + 8);
      return;
    }
    file.writeUInt32LE(end, at + 8);
    for (const each of values) end = isDouble ? file.writeDoubleLE(each, end) : file.writeUInt16LE(each, end);
  });
  file.set(block, 512);
  return file;
}

/** Codes of twelve bits that repeat the longest string so far. */
function lzw(): Buffer {
  const codes = [256, ...Array.from({ length: 3800 }, (_, index) => (index === 0 ? 0 : 257 + index))];
  let bits = '';
  let next = 258;
  let width = 9;
  for (const [index, code] of codes.entries()) {
    bits += code.toString(2).padStart(width, '0');
    if (index > 1) next += 1;
    if (next + 1 >= 2 ** width && width < 12) width += 1;
  }
  // From here on the longest one, again and again.
  for (let count = 0; count < 3000; count += 1) bits += (4000).toString(2).padStart(12, '0');
  return Buffer.from(bits.match(/.{8}/g)?.map(byte => Number.parseInt(byte, 2)) ?? []);
}

function hugeJpeg(): Buffer {
  const data = Buffer.alloc(64 * 64 * 4, 100);
  const { data: jpeg } = encode({ data, width: 64, height: 64 }, 80);
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(20_000, at + 5);
  jpeg.writeUInt16BE(20_000, at + 7);
  return jpeg;
}

/** A directory whose last entry says that it has so many values. */
function longDirectory(): Buffer {
  const file = tiff({ 324: 512, 42_112: Array.from({ length: 9 }, () => 65) }, Buffer.alloc(64));
  file.writeUInt32LE(0xffff_fff0, 10 + 12 * 13 + 4);
  return file;
}

describe('images that say more than they contain', () => {
  const files = {
    LZW: tiff({ 259: 5 }, lzw()),
    JPEG: tiff({ 259: 7, 277: 3, 258: [8, 8, 8], 262: 6 }, hugeJpeg()),
    'blocks of a pixel': tiff({ 256: 30_000, 257: 30_000, 322: 1, 323: 1 }, Buffer.alloc(1)),
    'many bands': tiff({ 277: 60_000 }, Buffer.alloc(64)),
    'a directory of gigabytes': longDirectory(),
    'one large block': tiff({ 256: 9900, 257: 9900, 322: 9900, 323: 9900, 259: 5 }, lzw()),
  };

  it('take at most 256 MB together and 2 s each, by LZW, JPEG, blocks, bands, directory or one block', async () => {
    const folder = await tempFolder();
    const paths = Object.keys(files).map(name => join(folder, name));
    await Promise.all(Object.values(files).map((file, at) => writeFile(paths[at] ?? '', file)));
    const { slowest, megabytes } = await opened(paths);
    expect(megabytes).toBeLessThan(256);
    expect(slowest).toEqual({ ...slowest, ms: Math.min(slowest.ms, 2000) });
  });
});

describe('images with some bytes changed', () => {
  const { numRuns } = runs({ quick: 60, full: 10_000 });
  it(
    'take at most 256 MB and 2 s each',
    async () => {
      const { slowest, megabytes } = await opened(
        globSync(join(import.meta.dirname, '../../../../data/images/*.tif')),
        numRuns,
      );
      expect(megabytes).toBeLessThan(256);
      expect(slowest).toEqual({ ...slowest, ms: Math.min(slowest.ms, 2000) });
    },
    60_000 + 1000 * numRuns,
  );
});
