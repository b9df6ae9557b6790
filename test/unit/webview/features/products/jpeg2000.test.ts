import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJpeg2000 } from '../../../../../webview/features/products/jpeg2000.ts';
import { loadOpenJpeg, openFile, ruleOf, valuesOf } from './gdalImages.ts';

const folder = join(import.meta.dirname, '../../../../data/images');
const pathOf = (name: string) => join(folder, `${name}.jp2`);

function openBytes(bytes: Uint8Array, place?: Parameters<typeof openJpeg2000>[2]) {
  const reads = { bytes: 0 };
  const read = (from: number, length: number) => {
    reads.bytes += length;
    return Promise.resolve(Uint8Array.from(bytes.subarray(from, from + length)));
  };
  return { reads, opening: openJpeg2000(read, bytes.length, place, loadOpenJpeg) };
}

describe('a JPEG 2000 image of GDAL', () => {
  it.each([
    ['jp2-uint8', 'uint8', 1],
    ['jp2-uint8-rgb', 'uint8', 3],
    ['jp2-uint8-4', 'uint8', 4],
    ['jp2-uint12', 'uint12', 4],
    ['jp2-uint16', 'uint16', 1],
    ['jp2-uint16-3', 'uint16', 3],
    ['jp2-uint16-4', 'uint16', 4],
    ['jp2-uint16-odd', 'uint16', 2],
    ['jp2-int16', 'int16', 2],
    ['jp2-lengths', 'uint16', 5],
  ])('as %s has its values', async (name, type, bands) => {
    const { image, close } = await openFile(pathOf(name));
    const values = await valuesOf(image);
    await close();
    expect(values).toEqual(Array.from({ length: bands }, (_, band) => ruleOf(type, band)));
  });

  // The numbers are what GDAL reads from the overviews.
  it.each([[2, 2011]] as [number, number][])('is read at 1:%i', async (scale, value) => {
    const { opening } = openBytes(readFileSync(pathOf('jp2-levels')));
    const { facts, sample } = await opening;
    const side = facts.width / scale;
    const found = await sample(facts.box, side, [1], false);
    expect(typeof found === 'object' && found.values[0]?.[5 * side + (70 % side)]).toBe(value);
  });

  it('is read tile by tile', async () => {
    const bytes = readFileSync(pathOf('jp2-levels'));
    const { opening, reads } = openBytes(bytes);
    const { facts, sample } = await opening;
    const before = reads.bytes;
    const [west, north, east] = facts.box;
    const size = (east - west) / 8;
    await sample([west, north, west + size, north + size], 32, [0, 1, 2], false);
    expect(reads.bytes - before).toBeLessThan(bytes.length / 8);
  });

  // Written by GDAL from the same image with GeoJP2=NO and with GMLJP2=NO.
  it.each(['degrees', 'laea'])('in %s lies where GML says, whose axes EPSG orders', async name => {
    const [gml, geoTiff] = await Promise.all(
      ['gml', 'geo'].map(kind => openBytes(readFileSync(pathOf(`jp2-${name}-${kind}`))).opening),
    );
    expect(geoTiff?.facts.box).toHaveLength(4);
    gml?.facts.box.forEach((side, at) => expect(side).toBeCloseTo(geoTiff?.facts.box[at] ?? NaN, 12));
  });

  it('without a georeference lies where the files beside it say', async () => {
    const bytes = readFileSync(pathOf('jp2-uint16'));
    const start = bytes.indexOf(Buffer.from('ff4fff51', 'hex'));
    const bare = bytes.subarray(start);
    await expect(openBytes(bare).opening).rejects.toMatchObject({ kind: 'noPlace' });
    const place = { transform: [10, 0, 590_000, 0, -10, 5_370_000], code: 3857 } as const;
    const placed = await openBytes(bare, place).opening;
    const original = await openBytes(bytes).opening;
    placed.facts.box.forEach((side, at) => expect(side).toBeCloseTo(original.facts.box[at] ?? NaN, 12));
  });
});

describe('a damaged or crafted JPEG 2000 image is refused', () => {
  it.each<[string, (bytes: Buffer, codestream: number) => Buffer | undefined, string]>([
    ['with 4 billion pixels per side', (bytes, at) => void bytes.fill(255, at + 8, at + 16), 'tooLarge'],
    [
      'with tiles of 1 × 1',
      (bytes, at) =>
        void (
          bytes.writeUInt32BE(1, at + 24),
          bytes.writeUInt32BE(60_000, at + 8),
          bytes.writeUInt32BE(60_000, at + 12)
        ),
      'damaged',
    ],
    ['of 16,384 components', (bytes, at) => void bytes.writeUInt16BE(16_384, at + 40), 'damaged'],
    ['of 38 bits', (bytes, at) => void bytes.writeUInt8(37, at + 42), 'compression'],
    ['with an offset', (bytes, at) => void bytes.writeUInt32BE(5, at + 16), 'compression'],
    ['with an offset of its tiles', (bytes, at) => void bytes.writeUInt32BE(5, at + 36), 'compression'],
    ['with a subsampled band', (bytes, at) => void bytes.writeUInt8(2, at + 46), 'compression'],
    ['that ends in its header', (bytes, at) => bytes.subarray(0, at + 60), 'damaged'],
    ['without a codestream', (bytes, at) => bytes.subarray(0, at - 8), 'damaged'],
  ])('%s', async (_name, change, kind) => {
    const bytes = readFileSync(pathOf('jp2-uint16-4'));
    const changed = change(bytes, bytes.indexOf(Buffer.from('ff4fff51', 'hex'))) ?? bytes;
    await expect(openBytes(changed).opening).rejects.toMatchObject({ kind });
  });

  it('of 40,000 × 40,000 pixels in one tile', async () => {
    const bytes = readFileSync(pathOf('jp2-uint12'));
    const at = bytes.indexOf(Buffer.from('ff4fff51', 'hex'));
    for (const offset of [8, 12, 24, 28]) bytes.writeUInt32BE(40_000, at + offset);
    const { facts, sample } = await openBytes(bytes).opening;
    const [west, north, east, south] = facts.box;
    const box = [west, north, west + (east - west) / 100, north + (south - north) / 100] as const;
    await expect(sample([...box], 256, [0], false)).rejects.toMatchObject({ kind: 'bigBlocks' });
  });
});
