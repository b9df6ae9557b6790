import { open, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import proj4 from 'proj4';
import { describe, expect, it, onTestFinished } from 'vitest';
import { paint, valueRanges } from '../../../../../webview/features/products/geoImage.ts';
import { openGeoTiff } from '../../../../../webview/features/products/geoTiff.ts';
import { bandChoices } from '../../../../../webview/features/products/productModel.ts';
import { problemText } from '../../../../../webview/features/products/productModel.ts';
import { type WorldBox, worldX, worldY } from '../../../../../webview/ground/worldPoint.ts';
import { tempFolder } from '../../../tempFolder.ts';
import { type MadeTiff, writeTiff } from './madeTiff.ts';

/** Opens a file as the page does, and counts the bytes that are read. */
async function opened(path: string) {
  const file = await open(path);
  onTestFinished(() => file.close());
  const { size } = await stat(path);
  const stats = { bytes: 0, size };
  const read = async (from: number, length: number) => {
    stats.bytes += length;
    const bytes = new Uint8Array(length);
    await file.read(bytes, 0, length, from);
    return bytes;
  };
  return { stats, image: await openGeoTiff(read, size) };
}

async function made(tiff: MadeTiff): Promise<string> {
  const path = join(await tempFolder(), 'image.tif');
  await writeTiff(path, tiff);
  return path;
}

/** A box of 16 × 16 cells around a place, each `degrees` wide. */
function boxAt([longitude, latitude]: readonly [number, number], degrees: number): WorldBox {
  const half = (16 * degrees) / 360 / 2;
  const x = worldX(longitude);
  const y = worldY(latitude);
  return [x - half, y - half, x + half, y + half];
}

describe('a GeoTIFF', () => {
  it.each([
    ['UTM', 32631, [691_000, 4_796_000], 10],
    ['UTM in the south', 32756, [330_000, 6_250_000], 10],
    ['across the antimeridian', 32701, [162_000, 7_600_000], 100],
    ['WGS 84', 4326, [5.3, 43.4], 0.0001],
    ['Web Mercator', 3857, [590_000, 5_370_000], 10],
    ['LAEA Europe', 3035, [3_900_000, 2_300_000], 10],
  ] as const)('in %s is sampled where it lies', async (_name, epsg, origin, pixel) => {
    const path = await made({
      width: 600,
      height: 500,
      bands: 2,
      epsg,
      origin,
      pixel,
      overviews: 1,
      value: (column, row, band) => (band === 0 ? column + 1 : row + 1),
    });
    const { image } = await opened(path);
    const codes = { 3857: 'EPSG:3857', 4326: 'EPSG:4326' } as Record<number, string>;
    const zone = epsg % 100;
    const definition =
      codes[epsg] ??
      (epsg === 3035
        ? '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +units=m'
        : `+proj=utm +zone=${zone} ${epsg > 32700 ? '+south' : ''} +datum=WGS84 +units=m`);
    const column = 420.5;
    const row = 130.5;
    const at = proj4(definition, 'WGS84', [origin[0] + column * pixel, origin[1] - row * pixel]);
    const sampled = await image.sample(boxAt(at as [number, number], 1e-6), 16, [0, 1], false);
    if (typeof sampled !== 'object') throw new Error(String(sampled));
    const [columns, rows] = sampled.values;
    expect([columns?.[8 * 16 + 8], rows?.[8 * 16 + 8]]).toEqual([421, 131]);
  });

  it('of 102 MB costs a few MB of reading at first, from its overviews', async () => {
    const size = { width: 3000, height: 3000, overviews: 5, isSparse: true, isDeflated: false };
    const { image, stats } = await opened(await made({ ...size, value: column => column + 1 }));
    expect(stats.size).toBeGreaterThan(80e6);
    const sampled = await image.sample(image.facts.box, 512, [0, 1, 2], false);
    expect(valueRanges(sampled as Exclude<typeof sampled, string | undefined>)[0]?.[1]).toBeCloseTo(2940, -2);
    expect(stats.bytes).toBeLessThan(8e6);
  });

  it('without overviews is too much at once from afar, but has statistics', async () => {
    const { image, stats } = await opened(
      await made({ width: 4000, height: 4000, isSparse: true, isDeflated: false }),
    );
    expect(await image.sample(image.facts.box, 256, [0], false)).toBe('tooDetailed');
    // Also if the image is only in a corner of the view.
    const [west, north, east, south] = image.facts.box;
    const view = [west, north, 4 * east - 3 * west, 4 * south - 3 * north] as const;
    for (const box of [image.facts.box, view])
      expect(await image.sample(box, 128, [0], true)).toBeTypeOf('object');
    expect(stats.bytes).toBeLessThan(64e6);
  });

  it('names its bands, and what they mean', async () => {
    const items = ['Blue', 'Green', 'Red', 'Near infrared'].map(
      (name, band) => `<Item name="DESCRIPTION" sample="${band}" role="description">${name}</Item>`,
    );
    const text = [...Buffer.from(`<GDALMetadata>${items.join('')}</GDALMetadata>\0`)];
    const { image } = await opened(await made({ width: 300, height: 300, tags: { 42112: [2, text] } }));
    expect(bandChoices(image.facts.bands).slice(0, 2)).toEqual([
      { kind: 'natural', bands: [2, 1, 0] },
      { kind: 'infrared', bands: [3, 2, 1] },
    ]);
  });

  it.each([
    ['-3.40282346638529e+38', -3.4028234663852886e38],
    ['0.1', Math.fround(0.1)],
    [' 0.1', Math.fround(0.1)],
  ])('of 32 bit has no data where it is %s', async (text, noData) => {
    const floats = Float32Array.of(
      ...Array.from({ length: 65_536 }, (_, at) => (at % 256 < 128 ? noData : 5)),
    );
    const path = await made({
      width: 256,
      height: 256,
      bands: 1,
      epsg: 3857,
      origin: [590_000, 5_370_000],
      pixel: 10,
      tags: {
        258: [3, [32]],
        259: [3, [1]],
        325: [4, [4 * 65_536]],
        339: [3, [3]],
        42113: [2, [...Buffer.from(`${text}\0`)]],
      },
    });
    const file = await open(path, 'r+');
    await file.write(Buffer.from(floats.buffer), 0, 4 * 65_536, 65_536);
    await file.close();
    const { image } = await opened(path);
    const sampled = await image.sample(image.facts.box, 256, [0], false);
    if (typeof sampled !== 'object') throw new Error(String(sampled));
    expect([...sampled.seen.slice(126, 130)]).toEqual([0, 0, 1, 1]);
  });

  it.each<[name: string, tags: MadeTiff['tags'], value: number]>([
    ['one SampleFormat for all bands', { 339: [3, [2]] }, -1],
    ['one BitsPerSample for all bands', { 258: [3, [16]] }, 65_535],
    ['an undefined SampleFormat', { 339: [3, [4, 4, 4, 4]] }, 65_535],
    ['a negative height of pixels', { 33550: [12, [10, -10, 0]] }, 65_535],
    ['zero as white', { 262: [3, [0]] }, 0],
  ])('with %s is read', async (_name, tags, value) => {
    const path = await made({
      width: 256,
      height: 256,
      epsg: 3857,
      origin: [590_000, 5_370_000],
      pixel: 10,
      tags: tags ?? {},
      value: () => 65_535,
    });
    const { image } = await opened(path);
    const sampled = await image.sample(image.facts.box, 16, [0, 3], false);
    if (typeof sampled !== 'object') throw new Error(String(sampled));
    expect(sampled.values.map(band => band[0])).toEqual([value, value]);
    // The origin is the northern edge.
    expect(image.facts.box[1]).toBeCloseTo((1 - 5_370_000 / 20_037_508.342_789_244) / 2, 9);
    expect(sampled.seen[0]).toBe(1);
  });

  it.each([0, 1, 3])('whose last block is followed by %i more bytes is read', async padding => {
    const size = { width: 256, height: 256, bands: 1, bits: 8 } as const;
    // Shorter than a block, as a last strip is.
    const packed = Buffer.concat([deflateSync(Buffer.alloc(256 * 100, 7)), Buffer.alloc(padding)]);
    const tags: MadeTiff['tags'] = {
      257: [4, [100]],
      273: [4, [65_536]],
      278: [4, [256]],
      279: [4, [packed.length]],
      322: undefined,
      323: undefined,
      324: undefined,
      325: undefined,
    };
    const path = await made({ ...size, tags });
    const file = await open(path, 'r+');
    await file.write(packed, 0, packed.length, 65_536);
    await file.close();
    const { image } = await opened(path);
    const sampled = await image.sample(image.facts.box, 64, [0], false);
    if (typeof sampled !== 'object') throw new Error(String(sampled));
    expect(new Set(sampled.values[0]?.filter(Number.isFinite))).toEqual(new Set([7]));
  });

  it('is transparent without data, and stretched between its ranges', async () => {
    const tags = { 42113: [2, [...Buffer.from('7\0')]] } as const;
    const value = (column: number) => (column < 128 ? 7 : column < 192 ? 100 : 300);
    const path = await made({
      width: 256,
      height: 256,
      bands: 1,
      epsg: 4326,
      origin: [5, 43],
      pixel: 1e-4,
      tags,
      value,
    });
    const { image } = await opened(path);
    const { box } = image.facts;
    const sampled = await image.sample(box, 256, [0], false);
    if (typeof sampled !== 'object') throw new Error(String(sampled));
    expect(valueRanges(sampled)).toEqual([[100, 300]]);
    const pixels = paint(sampled, [[100, 300]]);
    const rgba = (column: number) => [
      ...pixels.slice((128 * 256 + column) * 4, (128 * 256 + column) * 4 + 4),
    ];
    expect([rgba(50), rgba(160), rgba(250)]).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 255],
      [255, 255, 255, 255],
    ]);
  });
});

describe('a block that inflates to more than its pixels', () => {
  it('is inflated only as far as they go', async () => {
    const size = { width: 256, height: 256, bands: 1 } as const;
    const packed = deflateSync(Buffer.alloc(100e6, 7), { level: 1 });
    const path = await made({ ...size, tags: { 324: [4, [65_536]], 325: [4, [packed.length]] } });
    const file = await open(path, 'r+');
    await file.write(packed, 0, packed.length, 65_536);
    await file.close();
    const { image } = await opened(path);
    const before = process.memoryUsage().arrayBuffers;
    const sampled = await image.sample(image.facts.box, 64, [0], false);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50e6);
    if (typeof sampled !== 'object') throw new Error(String(sampled));
    expect(sampled.values[0]?.[32 * 64 + 32]).toBe(0x0707);
  });
});

const keys = (code: number) => [3, [1, 1, 0, 1, 3072, 0, 1, code]] as const;

describe('a file that cannot be shown', () => {
  it.each<[name: string, tiff: MadeTiff, text: string]>([
    ['without a georeference', { width: 300, height: 300, tags: { 34735: undefined } }, 'no georeference'],
    ['without a transform', { width: 300, height: 300, tags: { 33550: undefined } }, 'no georeference'],
    [
      'at a place that is no number',
      { width: 300, height: 300, tags: { 33922: [12, [0, 0, 0, NaN, 4_796_000, 0]] } },
      'no georeference',
    ],
    ['in another projection', { width: 300, height: 300, tags: { 34735: keys(27700) } }, '(EPSG:27700)'],
    [
      'in a projection of its own',
      { width: 300, height: 300, tags: { 34735: keys(32767) } },
      'projection (?)',
    ],
    ['with another compression', { width: 300, height: 300, tags: { 259: [3, [50002]] } }, '(JPEG XL)'],
    ['of JPEG 2000', { width: 300, height: 300, tags: { 259: [3, [34712]] } }, '(JPEG 2000)'],
    ['without bands', { width: 300, height: 300, tags: { 277: [3, [0]] } }, 'no bands'],
    ['without a width', { width: 300, height: 300, tags: { 256: [4, [0]] } }, 'damaged'],
    ['that is huge', { width: 300, height: 300, tags: { 256: [4, [200_001]] } }, '200001 × 300 pixels'],
    [
      'of one block',
      { width: 300, height: 300, tags: { 322: [4, [90_000]], 257: [4, [9e4]], 323: [4, [9e4]] } },
      'tiled GeoTIFF',
    ],
  ])('%s says why', async (_name, tiff, text) => {
    const path = await made(tiff);
    const problem = await opened(path).then(
      () => undefined,
      (error: unknown) => error as { kind: 'damaged'; detail: string },
    );
    expect(problem && problemText('a.tif', problem.kind, problem.detail)).toContain(text);
  });

  it.each([
    ['too short for its directory', 20],
    ['too short for its pixels', 90_000],
  ])('because it is %s says so', async (_name, length) => {
    const path = await made({ width: 600, height: 600, value: column => column, isDeflated: false });
    await truncate(path, length);
    const seen = opened(path).then(({ image }) => image.sample(image.facts.box, 256, [0], false));
    await expect(seen).rejects.toMatchObject({ kind: 'damaged' });
  });

  it('because a block takes far more bytes than its pixels says so', async () => {
    const tags = { 325: [4, [2_000_000]] } as const;
    const { image, stats } = await opened(await made({ width: 200, height: 200, overviews: 3, tags }));
    const bytes = stats.bytes;
    await expect(image.sample(image.facts.box, 128, [0], false)).rejects.toMatchObject({ kind: 'bigBlocks' });
    expect(stats.bytes).toBe(bytes);
  });

  it('because it is another format says so', async () => {
    const path = join(await tempFolder(), 'image.tif');
    await writeFile(path, 'JP2 or whatever');
    await expect(opened(path)).rejects.toMatchObject({ kind: 'notTiff' });
  });
});

describe('the bands to choose from', () => {
  it.each([
    [1, [''], 'single 0'],
    [2, ['', ''], 'single 0, single 1'],
    [3, ['', '', ''], 'natural 0 1 2, single 0, single 1, single 2'],
    [4, ['', '', '', ''], 'natural 0 1 2, infrared 3 0 1, single 0, single 1, single 2, single 3'],
    [
      4,
      ['Blue', 'Green', 'Red', 'NIR'],
      'natural 2 1 0, infrared 3 2 1, single 0, single 1, single 2, single 3',
    ],
  ])('of %i are those it can mean', (_count, names, text) => {
    expect(
      bandChoices(names)
        .map(({ kind, bands }) => [kind, ...bands].join(' '))
        .join(', '),
    ).toBe(text);
  });
});
