/** Images that GDAL wrote (`test/interop/writeImages.py`), by a rule that says what their values are. */
import { open, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { GeoImage } from '../../../../../webview/features/products/geoImage.ts';
import { openGeoTiff } from '../../../../../webview/features/products/geoTiff.ts';
import { openJpeg2000 } from '../../../../../webview/features/products/jpeg2000.ts';

export const width = 75;
export const height = 53;

const rules: Readonly<Record<string, (value: number) => number>> = {
  uint8: value => value % 251,
  uint12: value => value % 4093,
  uint16: value => value % 65_521,
  int16: value => (value % 65_521) - 32_760,
  uint32: value => value * 7001,
  int32: value => value * 7001 - 1_000_000_000,
  uint64: value => value * 10_000_019,
  float16: value => value % 2039,
  float32: value => Math.fround(value / 7 - 1000),
  float64: value => value / 7 - 1000,
};

/** What GDAL was told to write, row by row. */
export function ruleOf(type: string, band: number): number[] {
  const rule = rules[type];
  if (!rule) throw new Error(`There is no rule for ${type}.`);
  return Array.from({ length: width * height }, (_, at) =>
    rule((at % width) * 257 + Math.floor(at / width) * 1031 + band * 4099),
  );
}

/** The WebAssembly module for JPEG 2000. */
export async function loadOpenJpeg(): Promise<ArrayBuffer> {
  const path = createRequire(import.meta.url).resolve('@cornerstonejs/codec-openjpeg/wasm');
  return Uint8Array.from(await readFile(path)).buffer;
}

export async function openFile(path: string): Promise<{ image: GeoImage; close: () => Promise<void> }> {
  const file = await open(path);
  const { size } = await stat(path);
  const read = async (from: number, length: number) => {
    const bytes = new Uint8Array(length);
    await file.read(bytes, 0, length, from);
    return bytes;
  };
  try {
    const image = path.endsWith('.jp2')
      ? await openJpeg2000(read, size, undefined, loadOpenJpeg)
      : await openGeoTiff(read, size);
    return { image, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The values of all pixels, band by band, as they are sampled for the map: the projection is that of the map. */
export async function valuesOf({ sample, facts }: GeoImage): Promise<number[][]> {
  const [west, north, east] = facts.box;
  const side = facts.width;
  const bands = facts.bands.map((_, band) => band);
  const found = await sample([west, north, east, north + (east - west)], side, bands, false);
  if (typeof found !== 'object') throw new Error(String(found));
  return found.values.map(band => [...band.subarray(0, side * facts.height)]);
}
