import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFile, ruleOf, valuesOf } from './gdalImages.ts';

const folder = join(import.meta.dirname, '../../../../data/images');

describe('a GeoTIFF that GDAL wrote', () => {
  it.each([
    ['lzw-uint8', 'uint8'],
    ['lzw-uint16-2-big', 'uint16'],
    ['lzw-int32-2-big', 'int32'],
    ['deflate-uint16-2-apart', 'uint16'],
    ['deflate-uint16-2-big', 'uint16'],
    ['deflate-uint64-2-big', 'uint64'],
  ])('as %s has the values of GDAL', async (name, type) => {
    const { image, close } = await openFile(join(folder, `${name}.tif`));
    const values = await valuesOf(image);
    await close();
    expect(values.length).toBe(image.facts.bands.length);
    values.forEach((band, index) => expect(band).toEqual(ruleOf(type, index)));
  });

  it.each([
    ['packbits-uint8', 'PackBits'],
    ['lerc-uint8', 'LERC'],
    ['zstd-uint8', 'Zstandard'],
    ['webp-rgb', 'WebP'],
    ['none-uint12-big', '12 bit'],
    ['deflate-float32-3-big', 'predictor 3'],
  ])('as %s is refused by the name of its form', async (name, detail) => {
    await expect(openFile(join(folder, `${name}.tif`))).rejects.toMatchObject({
      kind: 'compression',
      detail,
    });
  });
});
