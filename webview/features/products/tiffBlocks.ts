/**
 * Decoders for the blocks (tiles or strips) of a TIFF, in place of the library's: each stops at what its block can
 * contain, whatever the file says, and the samples come out as whole bytes in little-endian order.
 */
import { addDecoder, BaseDecoder, type GeoTIFFImage, getDecoder, type ImageFileDirectory } from 'geotiff';
import { itemAt } from '../../../src/base/itemAt.ts';
import { checkJpeg } from './jpegHeader.ts';
import { UnreadableImage } from './unreadableImage.ts';

/** Bytes of a block, as they come out. */
export const maxBlockBytes = 100e6;
/** The library's JPEG decoder takes ten times the memory of the samples. */
const maxJpegBytes = 12e6;
/** Hyperspectral images have about 300. */
const maxBands = 1000;

interface Block {
  /** Pixels. */
  width: number;
  height: number;
  /** In a pixel of the block: one if the bands are stored apart. */
  samples: number;
  /** Of a sample. */
  sampleBytes: 1 | 2 | 4 | 8;
  /** 1 unsigned, 2 signed, 3 floating point. */
  format: 1 | 2 | 3;
  isBigEndian: boolean;
  compression: number;
  /** 2: each value is the difference from the pixel before it. */
  predictor: 1 | 2;
}

const blocks = new WeakMap<ImageFileDirectory, Block>();

/** None, LZW, JPEG, and Deflate under both its numbers: what images are delivered in. */
const readable = new Set([1, 5, 7, 8, 32_946]);
/** Names for what isn't read. */
const compressions = new Map([
  [32_773, 'PackBits'],
  [34_712, 'JPEG 2000'],
  [34_887, 'LERC'],
  [34_925, 'LZMA'],
  [50_000, 'Zstandard'],
  [50_001, 'WebP'],
  [50_002, 'JPEG XL'],
]);

export interface BlockFacts {
  /** Bits of a sample in the file. */
  bits: number;
  format: 1 | 2 | 3;
  /** Of a block with all its bands. */
  bytes: number;
  /** Whether each band has blocks of its own. */
  isPlanar: boolean;
}

/** Has the blocks of an image read by the decoders here. Rejects with {@link UnreadableImage} if that isn't possible. */
export async function prepareBlocks(image: GeoTIFFImage): Promise<BlockFacts> {
  const { fileDirectory: tags } = image;
  const compression = tags.getValue('Compression') ?? 1;
  const bands = image.getSamplesPerPixel();
  if (!(bands > 0 && bands <= maxBands)) throw new UnreadableImage('noBands');
  const allBits = numberList(tags.getValue('BitsPerSample') ?? 1);
  // One value stands for all bands, as it does in other readers.
  const bits = itemAt(allBits, 0);
  const formats = numberList(tags.getValue('SampleFormat') ?? 1);
  const format = sampleFormat(itemAt(formats, 0));
  if (format === undefined || (format === 3 && bits === 8)) throw new UnreadableImage('noBands');
  if (allBits.some(value => value !== bits) || formats.some(value => sampleFormat(value) !== format))
    throw new UnreadableImage('noBands');
  if (!readable.has(compression) || (compression === 7 && bits !== 8))
    throw new UnreadableImage(
      'compression',
      compressions.get(compression) ?? compressionName(compression, bits),
    );
  const sampleBytes = bits / 8;
  if (!isSampleBytes(sampleBytes)) throw new UnreadableImage('compression', `${bits} bit`);
  const predictor = (await tags.loadValue('Predictor')) ?? 1;
  if (predictor !== 1 && predictor !== 2) throw new UnreadableImage('compression', `predictor ${predictor}`);

  const isPlanar = image.planarConfiguration === 2;
  const block: Block = {
    width: image.getTileWidth(),
    height: Math.min(image.getTileHeight(), image.isTiled ? Infinity : image.getHeight()),
    samples: isPlanar ? 1 : bands,
    sampleBytes,
    format,
    isBigEndian: !image.littleEndian,
    compression,
    predictor,
  };
  const bytes = block.width * block.height * bands * sampleBytes;
  if (!(bytes > 0)) throw new UnreadableImage('damaged');
  const limit = compression === 7 ? maxJpegBytes : maxBlockBytes;
  if (bytes > limit) throw new UnreadableImage('bigBlocks', String(bytes));
  blocks.set(tags, block);

  // The library reads what comes out.
  const isWide = sampleBytes === 8;
  tags.actualizedFields.set(
    258,
    Array.from({ length: bands }, () => sampleBytes * 8),
  );
  tags.actualizedFields.set(
    339,
    Array.from({ length: bands }, () => (isWide ? 3 : format)),
  );
  image.littleEndian = true;
  return { bits, format, bytes, isPlanar };
}

const compressionName = (compression: number, bits: number) =>
  compression === 7 ? `JPEG, ${bits} bit` : String(compression);

const numberList = (value: number | ArrayLike<number>): number[] =>
  typeof value === 'number' ? [value] : Array.from(value);

/** 4 is undefined, which other programs read as unsigned. */
function sampleFormat(value: number): 1 | 2 | 3 | undefined {
  if (value === 4) return 1;
  return value === 1 || value === 2 || value === 3 ? value : undefined;
}

const isSampleBytes = (bytes: number): bytes is Block['sampleBytes'] =>
  bytes === 1 || bytes === 2 || bytes === 4 || bytes === 8;

const bytesPerRow = ({ width, samples, sampleBytes }: Block) => width * samples * sampleBytes;

type Parameters = BaseDecoder['parameters'] & {
  block: Block;
  jpegTables?: Uint8Array;
};

async function decoderParameters(directory: ImageFileDirectory): Promise<Parameters> {
  const block = blocks.get(directory);
  if (!block) throw new UnreadableImage('damaged');
  const jpegTables = (await directory.loadValue('JPEGTables')) as Uint8Array | undefined;
  return {
    tileWidth: block.width,
    tileHeight: block.height,
    predictor: block.predictor,
    bitsPerSample: block.sampleBytes * 8,
    planarConfiguration: 1,
    block,
    jpegTables,
  };
}

class BlockDecoder extends BaseDecoder {
  override async decode(buffer: ArrayBufferLike): Promise<ArrayBufferLike> {
    const parameters = this.parameters as Parameters;
    const { block } = parameters;
    const packed = new Uint8Array(buffer as ArrayBuffer);
    const bytes = await unpack(packed, bytesPerRow(block) * block.height, parameters);
    return asNumbers(unpredicted(bytes, block), block).buffer;
  }
}

/** The library's own decoder, taken before it is replaced. */
const jpegDecoder = getDecoder(7, {
  tileWidth: 0,
  tileHeight: 0,
  predictor: 1,
  bitsPerSample: 8,
  planarConfiguration: 1,
}).then(({ constructor }) => constructor as new (parameters: object) => BaseDecoder);
addDecoder([...readable], () => Promise.resolve(BlockDecoder), decoderParameters);

/** At most `size` bytes of what is packed. Rejects if it is damaged. */
async function unpack(packed: Uint8Array<ArrayBuffer>, size: number, parameters: Parameters) {
  const { block, jpegTables } = parameters;
  switch (block.compression) {
    case 1:
      return packed.slice(0, size);
    case 5:
      return unpackLzw(packed, size);
    case 7: {
      const { width, height, samples } = block;
      const tables = jpegTables && checkJpeg(Uint8Array.from(jpegTables), { width, height, samples });
      const clean = checkJpeg(packed, { width, height, samples });
      const decoder = new (await jpegDecoder)(tables ? { JPEGTables: tables } : {});
      return new Uint8Array((await decoder.decodeBlock(clean.buffer)) as ArrayBuffer);
    }
    default:
      return inflate(packed, size);
  }
}

/** As in the TIFF specification: codes of 9 to 12 bits, the highest first, which grow one code early. */
function unpackLzw(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  const previousCodes = new Uint16Array(4096);
  const firstBytes = Uint8Array.from({ length: 4096 }, (_, code) => code);
  const lastBytes = Uint8Array.from(firstBytes);
  const codeLengths = new Uint16Array(4096).fill(1);
  const clear = 256;
  let next = clear + 2;
  let width = 9;
  let bits = 0;
  let count = 0;
  let previous = -1;
  let end = 0;
  for (const byte of packed) {
    bits = (bits << 8) | byte;
    count += 8;
    if (count < width) continue;
    count -= width;
    const code = bits >>> count;
    bits &= (1 << count) - 1;
    if (code === clear) {
      next = clear + 2;
      width = 9;
      previous = -1;
      continue;
    }
    if (code === clear + 1) break;
    if (previous < 0) {
      if (code > clear) throw new UnreadableImage('damaged');
    } else {
      if (code > next || code === 4096) throw new UnreadableImage('damaged');
      if (next < 4096) {
        previousCodes[next] = previous;
        firstBytes[next] = itemAt(firstBytes, previous);
        lastBytes[next] = itemAt(firstBytes, code === next ? previous : code);
        codeLengths[next] = itemAt(codeLengths, previous) + 1;
        next += 1;
      }
    }
    const length = itemAt(codeLengths, code);
    let part = code;
    // Bytes beyond the block go nowhere.
    for (let at = end + length - 1; at >= end; at -= 1) {
      bytes[at] = itemAt(lastBytes, part);
      part = itemAt(previousCodes, part);
    }
    end += length;
    if (end >= size) break;
    previous = code;
    if (next + 1 >= 1 << width && width < 12) width += 1;
  }
  return bytes.subarray(0, end);
}

async function inflate(packed: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  // Some programs count the bytes between a block and the next one, which begins at an even place, or at one of four.
  for (const padding of [0, 1, 2, 3])
    try {
      return await inflateExactly(packed.subarray(0, packed.length - padding), size);
    } catch {
      continue;
    }
  throw new UnreadableImage('damaged');
}

async function inflateExactly(packed: Uint8Array<ArrayBuffer>, size: number) {
  const inflated = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  const bytes = new Uint8Array(size);
  let length = 0;
  // Not every browser lets `for await` read a stream.
  const reader = inflated.getReader();
  while (length < size) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value.subarray(0, size - length), length);
    length += value.length;
  }
  await reader.cancel();
  return bytes.subarray(0, length);
}

/** Undoes the predictor, and puts the bytes of samples in the order of the machine. */
function unpredicted(bytes: Uint8Array<ArrayBuffer>, block: Block): Uint8Array<ArrayBuffer> {
  const { width, samples, sampleBytes, isBigEndian, predictor } = block;
  const rowBytes = bytesPerRow(block);
  const rows = Math.floor(bytes.length / rowBytes);
  const whole = isBigEndian ? swapped(bytes, sampleBytes) : bytes;
  if (predictor === 1) return whole;
  const sums = whole.slice();
  const length = Math.floor(sums.length / sampleBytes);
  const values =
    sampleBytes === 8
      ? new BigUint64Array(sums.buffer, 0, length)
      : new unsigned[sampleBytes](sums.buffer, 0, length);
  accumulate(values, rows, width * samples, samples);
  return sums;
}

const unsigned = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array } as const;

/** Adds to each value the one of the pixel before it. */
function accumulate(
  values: Uint8Array | Uint16Array | Uint32Array | BigUint64Array,
  rows: number,
  length: number,
  samples: number,
): void {
  if (values instanceof BigUint64Array) {
    for (let row = 0; row < rows; row += 1)
      for (let at = row * length + samples; at < (row + 1) * length; at += 1)
        values[at] = itemAt(values, at) + itemAt(values, at - samples);
    return;
  }
  for (let row = 0; row < rows; row += 1)
    for (let at = row * length + samples; at < (row + 1) * length; at += 1)
      values[at] = itemAt(values, at) + itemAt(values, at - samples);
}

function swapped(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const others = bytes.slice();
  for (let at = 0; at + size <= others.length; at += size) others.subarray(at, at + size).reverse();
  return others;
}

/** Integers of 64 bit become floating point numbers. */
function asNumbers(bytes: Uint8Array<ArrayBuffer>, { sampleBytes, format }: Block): Uint8Array<ArrayBuffer> {
  const whole = bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice();
  if (sampleBytes !== 8 || format === 3) return whole;
  const length = Math.floor(whole.length / 8);
  const values =
    format === 1 ? new BigUint64Array(whole.buffer, 0, length) : new BigInt64Array(whole.buffer, 0, length);
  return new Uint8Array(Float64Array.from(values, Number).buffer);
}
