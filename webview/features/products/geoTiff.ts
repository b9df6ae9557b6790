/** Opens GeoTIFF files. What a file says about itself is checked before memory is taken for it. */
import { GeoTIFF, type GeoTIFFImage, type ImageFileDirectory } from 'geotiff';
import { itemAt } from '../../../src/base/itemAt.ts';
import {
  createGeoImage,
  type GeoImage,
  imagePlacement,
  type Level,
  type Transform,
  type Values,
} from './geoImage.ts';
import { type BlockFacts, maxBlockBytes, prepareBlocks } from './tiffBlocks.ts';
import { orThrow, UnreadableImage } from './unreadableImage.ts';

/** Photometric interpretations that are converted to red, green and blue: palette, CMYK, YCbCr and CIE L*a*b*. */
const converted = new Set([3, 5, 6, 8]);

const limits = {
  side: 200_000,
  /** A damaged file can link its overviews in a circle. */
  levels: 32,
  /** Of all directories together. */
  directoryBytes: 64e6,
  /** Kept: 6 MB. */
  pages: 24,
} as const;
/** Bytes are read in pages: the directory is requested in many short parts. */
const pageBytes = 262_144;

export type ReadBytes = (from: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

/** Throws {@link UnreadableImage} if the image can't be shown. @param size of the file, bytes */
export async function openGeoTiff(read: ReadBytes, size: number): Promise<GeoImage> {
  return orThrow('damaged', open(read, size));
}

/** From a TIFF file without pixels, as JPEG 2000 files contain one. */
export async function georeferenceInTiff(bytes: Uint8Array<ArrayBuffer>) {
  const read: ReadBytes = (from, length) => Promise.resolve(bytes.slice(from, from + length));
  const tiff = await GeoTIFF.fromSource(pagedSource(read, bytes.length));
  checkDirectories(tiff, bytes.length);
  return tiffGeoreference(await tiff.getImage(0));
}

function tiffGeoreference(image: GeoTIFFImage): { transform: Transform; code: number } {
  const keys = image.getGeoKeys();
  const transform = tiffTransform(image, keys?.GTRasterTypeGeoKey === 2 ? 0.5 : 0);
  if (!keys || !transform) throw new UnreadableImage('noPlace');
  return { transform, code: Number(keys.ProjectedCSTypeGeoKey ?? keys.GeographicTypeGeoKey) };
}

async function open(read: ReadBytes, size: number): Promise<GeoImage> {
  const tiff = await orThrow('notTiff', GeoTIFF.fromSource(pagedSource(read, size)));
  checkDirectories(tiff, size);
  const image = await orThrow('damaged', tiff.getImage(0));
  const { fileDirectory: tags } = image;
  const photometric: number = tags.getValue('PhotometricInterpretation') ?? 1;
  const isConverted = converted.has(photometric);
  const isInverted = photometric === 0;
  const blocks = await prepareBlocks(image);
  const first = tiffLevel(image, blocks, isConverted, isInverted);
  const levels: [Level, ...Level[]] = [first];
  for (let index = 1; index < limits.levels; index += 1) {
    const next = await tiff.getImage(index).catch(() => undefined);
    if (!next) break;
    // Reduced, and not a mask.
    if (((next.fileDirectory.getValue('NewSubfileType') ?? 0) & 5) === 1)
      levels.push(tiffLevel(next, await prepareBlocks(next), isConverted, isInverted));
  }
  levels.sort((a, b) => b.width - a.width);

  const { transform, code } = tiffGeoreference(image);
  const count = isConverted ? 3 : image.getSamplesPerPixel();
  const extra: number[] = Array.from(tags.getValue('ExtraSamples') ?? []);
  const alpha = extra.findIndex(kind => kind === 1 || kind === 2);
  const hasAlpha = alpha >= 0 && !isConverted;
  return createGeoImage({
    levels,
    place: imagePlacement(first, transform, code),
    bands: isConverted
      ? ['Red', 'Green', 'Blue']
      : await bandNames(tags, hasAlpha ? count - extra.length + alpha : count),
    isByte: isConverted || blocks.bits === 8,
    noData: noDataValue(tags, blocks, hasAlpha, isInverted),
    alpha: hasAlpha ? [count - extra.length + alpha] : [],
  });
}

/** As it is among the values that are read; NaN for none. */
function noDataValue(
  tags: ImageFileDirectory,
  { bits, format }: BlockFacts,
  hasAlpha: boolean,
  isInverted: boolean,
): number {
  const text: unknown = tags.getValue('GDAL_NODATA');
  const [digits = ''] = typeof text === 'string' ? text.split('\0') : [];
  if (digits.trim() === '')
    // Providers that name no such value use 0 in integers.
    return format === 3 || hasAlpha || isInverted ? Number.NaN : 0;
  const value = Number(digits);
  // Written with fewer digits than the value has, or with more.
  const stored = format === 3 && bits === 32 ? Math.fround(value) : value;
  return isInverted ? inverted(stored, bits, format) : stored;
}

/** Where zero is white, and the highest value black. */
const inverted = (value: number, bits: number, format: number) =>
  format === 1 ? 2 ** bits - 1 - value : -value;

function pagedSource(read: ReadBytes, size: number) {
  const pages = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();
  type Slice = { offset: number; length: number };
  async function part({ offset, length }: Slice): Promise<ArrayBuffer> {
    const first = Math.floor(offset / pageBytes);
    const end = Math.min(size, offset + length);
    if (!(offset < end)) throw new UnreadableImage('damaged');
    const parts = Array.from({ length: Math.ceil(end / pageBytes) - first }, (_, index) => {
      const from = (first + index) * pageBytes;
      const page = pages.get(from) ?? read(from, Math.min(pageBytes, size - from));
      pages.delete(from);
      pages.set(from, page);
      return page;
    });
    for (const oldest of pages.keys()) {
      if (pages.size <= limits.pages) break;
      pages.delete(oldest);
    }
    const start = offset - first * pageBytes;
    return new Blob(await Promise.all(parts)).slice(start, start + end - offset).arrayBuffer();
  }
  return {
    fileSize: size,
    fetch: (slices: Slice[]) => Promise.all(slices.map(part)),
    fetchSlice: async (slice: Slice) => ({ ...slice, data: await part(slice) }),
    close: () => Promise.resolve(),
  };
}

/** Bytes of a value, by its type. */
const typeBytes = new Map([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 4],
  [5, 8],
  [6, 1],
  [7, 1],
  [8, 2],
  [9, 4],
  [10, 8],
  [11, 4],
  [12, 8],
  [13, 4],
  [16, 8],
  [17, 8],
  [18, 8],
]);

/** Has each directory checked before the library takes memory for its values, and read in the order of its bytes. */
function checkDirectories(tiff: GeoTIFF, size: number): void {
  const { parser, littleEndian, bigTiff } = tiff;
  const parse = parser.parseFileDirectoryAt.bind(parser);
  let left: number = limits.directoryBytes;

  async function readView(offset: number, length: number): Promise<DataView> {
    const [bytes] = await parser.source.fetch([{ offset, length }]);
    return new DataView(bytes ?? new ArrayBuffer());
  }
  async function directoryBytes(offset: number): Promise<number> {
    const [head, entry] = bigTiff ? [8, 20] : [2, 12];
    const start = await readView(offset, head);
    const count = bigTiff ? Number(start.getBigUint64(0, littleEndian)) : start.getUint16(0, littleEndian);
    if (count * entry > size) throw new UnreadableImage('damaged');
    const entries = await readView(offset + head, count * entry);
    let sum = count * entry;
    for (let at = 0; at < count * entry; at += entry) {
      const values = bigTiff
        ? Number(entries.getBigUint64(at + 4, littleEndian))
        : entries.getUint32(at + 4, littleEndian);
      const bytes = values * (typeBytes.get(entries.getUint16(at + 2, littleEndian)) ?? 1);
      if (bytes > size) throw new UnreadableImage('damaged');
      sum += bytes;
    }
    return sum;
  }
  parser.parseFileDirectoryAt = async offset => {
    left -= await directoryBytes(offset);
    if (left < 0) throw new UnreadableImage('damaged');
    const directory = await parse(offset);
    // The library reads long arrays as if every file were little-endian.
    if (!littleEndian) for (const array of directory.deferredArrays.values()) readBigEndian(array);
    return directory;
  };
}

type LongArray = ImageFileDirectory['deferredArrays'] extends Map<unknown, infer T> ? T : never;

function readBigEndian(array: LongArray): void {
  const { source, arrayOffset, itemSize, length } = array;
  async function numbers(first: number, count: number): Promise<number[]> {
    const slice = { offset: arrayOffset + first * itemSize, length: count * itemSize };
    const [bytes] = await source.fetch([slice]);
    const view = new DataView(bytes ?? new ArrayBuffer());
    return Array.from({ length: count }, (_, index) => {
      switch (itemSize) {
        case 1:
          return view.getUint8(index);
        case 2:
          return view.getUint16(index * 2);
        case 4:
          return view.getUint32(index * 4);
        default:
          return Number(view.getBigUint64(index * 8));
      }
    });
  }
  array.get = async index => itemAt(await numbers(index, 1), 0);
  array.loadAll = () => numbers(0, length);
}

function tiffLevel(
  image: GeoTIFFImage,
  blocks: BlockFacts,
  isConverted: boolean,
  isInverted: boolean,
): Level {
  const width = image.getWidth();
  const height = image.getHeight();
  if (!(width > 0 && height > 0)) throw new UnreadableImage('damaged');
  if (Math.max(width, height) > limits.side) throw new UnreadableImage('tooLarge', `${width} × ${height}`);
  const { bits, format, bytes, isPlanar } = blocks;
  image.source = limitedSource(image.source, 2 * bytes + pageBytes);
  const read: Level['read'] = async (window, bands) => {
    if (isConverted) {
      const colors = (await image.readRGB({ window, interleave: false })) as unknown as readonly Values[];
      return bands.map(band => itemAt(colors, band));
    }
    const values = (await image.readRasters({ window, samples: bands })) as unknown as readonly Values[];
    if (!isInverted) return values;
    return values.map(band => Float64Array.from(band, value => inverted(value, bits, format)));
  };
  return {
    width,
    height,
    across: image.getTileWidth(),
    down: Math.min(height, image.getTileHeight()),
    blockBytes: bytes,
    isPlanar,
    read,
  };
}

/** Refuses blocks that take more bytes than any compression needs. */
function limitedSource(source: GeoTIFFImage['source'], maxBytes: number): GeoTIFFImage['source'] {
  const limited = Object.create(source) as typeof source;
  limited.fetch = (slices, signal) => {
    const tooLong = slices.find(({ length }) => length > Math.min(maxBytes, maxBlockBytes));
    if (tooLong) throw new UnreadableImage('bigBlocks', String(tooLong.length));
    return source.fetch(slices, signal);
  };
  return limited;
}

async function bandNames(tags: ImageFileDirectory, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => '');
  const metadata: unknown = await tags.loadValue('GDAL_METADATA').catch(() => undefined);
  if (typeof metadata !== 'string') return names;
  for (const [, attributes = '', text = ''] of metadata.matchAll(/<Item\b([^<>]*)>([^<]*)</g)) {
    const [, band = ''] = /\bsample="(\d+)"/.exec(attributes) ?? [];
    if (band !== '' && Number(band) < count && attributes.includes('name="DESCRIPTION"'))
      names[Number(band)] = text.slice(0, 60);
  }
  return names;
}

/** @param half 0.5 if positions are those of the centers of pixels */
function tiffTransform({ fileDirectory: tags }: GeoTIFFImage, half: number): Transform | undefined {
  const tagValues = (tag: 'ModelTransformation' | 'ModelPixelScale' | 'ModelTiepoint'): Values | undefined =>
    tags.getValue(tag);
  const matrix = tagValues('ModelTransformation');
  const scale = tagValues('ModelPixelScale');
  const tie = tagValues('ModelTiepoint');
  if (!matrix && !(scale && tie)) return undefined;
  const [i = 0, j = 0, , x = 0, y = 0] = Array.from(tie ?? []);
  const [across = 0, down = 0] = Array.from(scale ?? []);
  const [xi = 0, xj = 0, , x0 = 0, yi = 0, yj = 0, , y0 = 0] = Array.from(matrix ?? []);
  // Some programs write how far it is to the next row, which is negative, as its height.
  const height = Math.abs(down);
  const [a, b, c, d, e, f] = matrix
    ? [xi, xj, x0, yi, yj, y0]
    : [across, 0, x - i * across, 0, -height, y + j * height];
  return [a, b, c - (a + b) * half, d, e, f - (d + e) * half];
}
