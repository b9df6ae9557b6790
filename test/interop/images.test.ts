/** GDAL writes images of every kind, Swath samples all their pixels, and the values are equal. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openFile, ruleOf, valuesOf } from '../unit/webview/features/products/gdalImages.ts';

interface Written {
  name: string;
  file: string;
  type: string;
  bands: number;
  /** What GDAL reads, if that isn't what it was told to write. */
  values?: number[][];
}

/** Debian's Python: another one doesn't find its packages. */
const python = ['/usr/bin/python3', 'python3'].find(
  name => spawnSync(name, ['-c', 'import numpy; from osgeo import gdal']).status === 0,
);
const folder = mkdtempSync(join(tmpdir(), 'swath-images-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written =
  python === undefined
    ? []
    : (JSON.parse(
        execFileSync(python, [join(import.meta.dirname, 'writeImages.py'), folder], {
          encoding: 'utf8',
          maxBuffer: 64e6,
        }),
      ) as Written[]);

describe.skipIf(python === undefined)('an image of GDAL (Debian: gdal-bin, python3-gdal)', () => {
  it.each(written)('as $name has its values', async ({ file, type, bands, values }) => {
    const { image, close } = await openFile(file);
    const sampled = await valuesOf(image);
    await close();
    for (let band = 0; band < bands; band += 1) {
      const expected = values?.[band] ?? ruleOf(type, band);
      const differences = sampled[band]?.map((value, at) => Math.abs(value - (expected[at] ?? NaN)));
      // JPEG decoders round and smooth differently.
      expect(Math.max(...(differences ?? [NaN]))).toBeLessThanOrEqual(values ? 8 : 0);
    }
  });
});

it.runIf(python === undefined)('needs GDAL', context =>
  context.skip('No Python with GDAL: apt-get install gdal-bin python3-gdal'),
);
