import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFile, ruleOf, valuesOf } from './gdalImages.ts';

const folder = join(import.meta.dirname, '../../../../data/images');

describe('a GeoTIFF that GDAL wrote', () => {
  it.each([
    ['lzw-uint8', 'uint8'],
    ['lzw-uint16-2-big', 'uint16'],
    ['lzw-int32-2-big', 'int32'],
    ['packbits-uint8', 'uint8'],
    ['deflate-uint16-2-apart', 'uint16'],
    ['deflate-uint16-2-big', 'uint16'],
    ['deflate-uint64-2-big', 'uint64'],
    ['deflate-float32-3-big', 'float32'],
    ['deflate-float64-3-big', 'float64'],
    ['none-uint12-big', 'uint12'],
    ['zstd-uint8', 'uint8'],
    ['zstd-uint16-2-big', 'uint16'],
    ['zstd-float32-3', 'float32'],
    ['lerc-uint8', 'uint8'],
    ['lerc-uint16-big', 'uint16'],
    ['lerc-deflate-uint16', 'uint16'],
  ])('as %s has the values of GDAL', async (name, type) => {
    const { image, close } = await openFile(join(folder, `${name}.tif`));
    const values = await valuesOf(image);
    await close();
    expect(values.length).toBe(image.facts.bands.length);
    values.forEach((band, index) => expect(band).toEqual(ruleOf(type, index)));
  });
});
