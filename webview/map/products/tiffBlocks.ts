/**
 * Decoders for the blocks (tiles or strips) of a TIFF, in place of the library's: each stops at what its block can
 * contain, whatever the file says, and the samples come out as whole bytes in little-endian order.
 */
import { decompress } from 'fzstd';
import { addDecoder, BaseDecoder, type GeoTIFFImage, getDecoder, type ImageFileDirectory } from 'geotiff';
import Lerc from 'lerc';
import { itemAt } from '../../../src/model/itemAt.ts';
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
  /** Of a sample in the file. */
  bits: number;
  /** Of a sample as it comes out. */
  sampleBytes: 1 | 2 | 4 | 8;
  /** 1 unsigned, 2 signed, 3 floating point. */
  format: 1 | 2 | 3;
  isBigEndian: boolean;
  compression: number;
}

const blocks = new WeakMap<ImageFileDirectory, Block>();

const compressions = new Map([
  [34_712, 'JPEG 2000'],
  [34_925, 'LZMA'],
  [50_002, 'JPEG XL'],
]);
const readable = new Set([1, 5, 7, 8, 32_773, 32_946, 34_887, 50_000, 50_001]);

export interface BlockFacts {
  /** Bits of a sample in the file. */
  bits: number;
  format: 1 | 2 | 3;
  /** Of a block with all its bands. */
  bytes: number;
  /** Whether each band has blocks of its own. */
  isPlanar: boolean;
}

/** Has the blocks of an image read by the decoders here. Throws {@link UnreadableImage} if that isn't possible. */
export function prepareBlocks(image: GeoTIFFImage): BlockFacts {
  const { fileDirectory: tags } = image;
  const compression = tags.getValue('Compression') ?? 1;
  const bands = image.getSamplesPerPixel();
  if (!(bands > 0 && bands <= maxBands)) throw new UnreadableImage('noBands');
  const allBits = numbersOf(tags.getValue('BitsPerSample') ?? 1);
  // One value stands for all bands, as it does in other readers.
  const bits = itemAt(allBits, 0);
  const formats = numbersOf(tags.getValue('SampleFormat') ?? 1);
  const format = formatOf(itemAt(formats, 0));
  const sampleBytes = sampleBytesOf(bits, format);
  if (format === undefined || sampleBytes === undefined) throw new UnreadableImage('noBands');
  if (allBits.some(value => value !== bits) || formats.some(value => formatOf(value) !== format))
    throw new UnreadableImage('noBands');
  if (!readable.has(compression) || (compression === 7 && bits !== 8))
    throw new UnreadableImage('compression', compressions.get(compression) ?? nameOf(compression, bits));

  const isPlanar = image.planarConfiguration === 2;
  const block: Block = {
    width: image.getTileWidth(),
    height: Math.min(image.getTileHeight(), image.isTiled ? Infinity : image.getHeight()),
    samples: isPlanar ? 1 : bands,
    bits,
    sampleBytes,
    format,
    isBigEndian: !image.littleEndian,
    compression,
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

const nameOf = (compression: number, bits: number) =>
  compression === 7 ? `JPEG, ${bits} bit` : String(compression);

const numbersOf = (value: number | ArrayLike<number>): number[] =>
  typeof value === 'number' ? [value] : Array.from(value);

/** 4 is undefined, which other programs read as unsigned. */
function formatOf(value: number): 1 | 2 | 3 | undefined {
  if (value === 4) return 1;
  return value === 1 || value === 2 || value === 3 ? value : undefined;
}

function sampleBytesOf(bits: number, format: number | undefined): Block['sampleBytes'] | undefined {
  if (bits === 8 || bits === 16 || bits === 32 || bits === 64) {
    if (format === 3 && bits === 8) return undefined;
    return (bits / 8) as Block['sampleBytes'];
  }
  if (format !== 1 || !(bits > 0 && bits < 32)) return undefined;
  return bits < 8 ? 1 : bits < 16 ? 2 : 4;
}

/** Bytes of a row in the file, before its samples are made whole bytes. */
const rowBytesOf = ({ width, samples, bits }: Block) => Math.ceil((width * samples * bits) / 8);

type Parameters = BaseDecoder['parameters'] & {
  block: Block;
  jpegTables?: Uint8Array;
  lerc?: ArrayLike<number>;
};

async function parametersOf(directory: ImageFileDirectory): Promise<Parameters> {
  const block = blocks.get(directory);
  if (!block) throw new UnreadableImage('damaged');
  const jpegTables = (await directory.loadValue('JPEGTables')) as Uint8Array | undefined;
  const lerc = (await directory.loadValue('LercParameters')) as ArrayLike<number> | undefined;
  return {
    tileWidth: block.width,
    tileHeight: block.height,
    predictor: (await directory.loadValue('Predictor')) ?? 1,
    bitsPerSample: block.bits,
    planarConfiguration: 1,
    block,
    ...(jpegTables && { jpegTables }),
    ...(lerc && { lerc }),
  };
}

class BlockDecoder extends BaseDecoder {
  override async decode(buffer: ArrayBufferLike): Promise<ArrayBufferLike> {
    const parameters = this.parameters as Parameters;
    const { block, predictor } = parameters;
    const packed = new Uint8Array(buffer as ArrayBuffer);
    const bytes = await unpack(packed, rowBytesOf(block) * block.height, parameters);
    return inWholeBytes(unpredicted(bytes, block, predictor), block).buffer;
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
addDecoder([...readable], () => Promise.resolve(BlockDecoder), parametersOf);

/** At most `size` bytes of what is packed. Rejects if it is damaged. */
async function unpack(packed: Uint8Array<ArrayBuffer>, size: number, parameters: Parameters) {
  const { block, jpegTables, lerc } = parameters;
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
    case 32_773:
      return unpackBits(packed, size);
    case 34_887:
      return unpackLerc(packed, block, lerc?.[1] ?? 0);
    case 50_000:
      return unpackZstandard(packed, size);
    case 50_001:
      return unpackWebp(packed, block);
    default:
      return inflate(packed, size);
  }
}

/** As in the TIFF specification: codes of 9 to 12 bits, the highest first, which grow one code early. */
function unpackLzw(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  const previousOf = new Uint16Array(4096);
  const firstOf = Uint8Array.from({ length: 4096 }, (_, code) => code);
  const lastOf = Uint8Array.from(firstOf);
  const lengthOf = new Uint16Array(4096).fill(1);
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
        previousOf[next] = previous;
        firstOf[next] = itemAt(firstOf, previous);
        lastOf[next] = itemAt(firstOf, code === next ? previous : code);
        lengthOf[next] = itemAt(lengthOf, previous) + 1;
        next += 1;
      }
    }
    const length = itemAt(lengthOf, code);
    let part = code;
    // Bytes beyond the block go nowhere.
    for (let at = end + length - 1; at >= end; at -= 1) {
      bytes[at] = itemAt(lastOf, part);
      part = itemAt(previousOf, part);
    }
    end += length;
    if (end >= size) break;
    previous = code;
    if (next + 1 >= 1 << width && width < 12) width += 1;
  }
  return bytes.subarray(0, end);
}

function unpackBits(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let end = 0;
  let at = 0;
  while (at < packed.length && end < size) {
    const head = itemAt(packed, at);
    at += 1;
    if (head === 128) continue;
    if (head < 128) {
      const literal = packed.subarray(at, at + Math.min(head + 1, size - end));
      bytes.set(literal, end);
      end += literal.length;
      at += head + 1;
    } else {
      const length = Math.min(257 - head, size - end);
      bytes.fill(packed[at] ?? 0, end, end + length);
      end += length;
      at += 1;
    }
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

function unpackZstandard(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  // With a place to write to, it writes nowhere else.
  decompress(packed, bytes);
  return bytes;
}

/** @param added the compression of the whole: 1 for Deflate, 2 for Zstandard */
async function unpackLerc(packed: Uint8Array<ArrayBuffer>, block: Block, added: number) {
  const { width, height, samples, sampleBytes, format } = block;
  const size = width * height * samples * sampleBytes;
  // What doesn't get smaller by it is a little longer.
  const longest = size + size / 8 + 65_536;
  const blob =
    added === 1 ? await inflate(packed, longest) : added === 2 ? unpackZstandard(packed, longest) : packed;
  const head = new DataView(blob.buffer, blob.byteOffset);
  const version = head.getInt32(6, true);
  const at = version >= 3 ? 14 : 10;
  const dims = version >= 4 ? head.getUint32(at + 8, true) : 1;
  const rows = head.getUint32(at, true);
  const columns = head.getUint32(at + 4, true);
  const isLerc = String.fromCharCode(...blob.subarray(0, 6)) === 'Lerc2 ';
  // Opacity that is all or nothing is written as the mask.
  const isFit = columns === width && rows <= height && (dims === samples || dims === samples - 1);
  if (!isLerc || !isFit) throw new UnreadableImage('damaged');
  // More bytes would be read as more bands.
  const length = head.getInt32(at + (version >= 4 ? 20 : 16), true);
  const { pixels, mask } = Lerc.decode(blob.slice(0, length).buffer);
  const [bands] = pixels;
  if (bands?.BYTES_PER_ELEMENT !== sampleBytes) throw new UnreadableImage('damaged');
  // One band after another; in the file, one pixel after another.
  const count = columns * rows;
  const interleaved = bands.length === count * samples ? bands.slice() : new Uint8Array(count * samples);
  for (let place = 0; place < count; place += 1) {
    const isMasked = mask ? mask[place] === 0 : false;
    for (let band = 0; band < samples; band += 1)
      interleaved[place * samples + band] =
        band === dims
          ? isMasked
            ? 0
            : 255
          : isMasked && format === 3
            ? Number.NaN
            : itemAt(bands, band * count + place);
  }
  return bytesOf(interleaved);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);

/** By the browser. */
async function unpackWebp(packed: Uint8Array<ArrayBuffer>, { width, height, samples }: Block) {
  const [across, down] = webpSize(packed);
  if (across > width || down > height || samples < 3 || samples > 4) throw new UnreadableImage('damaged');
  const bitmap = await createImageBitmap(new Blob([packed]));
  const context = new OffscreenCanvas(across, down).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const data = context?.getImageData(0, 0, across, down).data ?? new Uint8ClampedArray();
  return Uint8Array.from(samples === 4 ? data : data.filter((_, at) => at % 4 < 3));
}

function webpSize(packed: Uint8Array<ArrayBuffer>): readonly [width: number, height: number] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const kind = String.fromCharCode(...packed.subarray(12, 16));
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  switch (kind) {
    case 'VP8 ':
      return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case 'VP8X':
      return [three(24) + 1, three(27) + 1];
    default:
      throw new UnreadableImage('damaged');
  }
}

/** Undoes the predictor, and puts the bytes of samples in the order of the machine. */
function unpredicted(
  bytes: Uint8Array<ArrayBuffer>,
  block: Block,
  predictor: number,
): Uint8Array<ArrayBuffer> {
  const { width, samples, sampleBytes, bits, isBigEndian } = block;
  const rowBytes = rowBytesOf(block);
  const rows = Math.floor(bytes.length / rowBytes);
  switch (predictor) {
    case 1:
      return isBigEndian && bits === sampleBytes * 8 ? swapped(bytes, sampleBytes) : bytes;
    case 2: {
      if (bits !== sampleBytes * 8) throw new UnreadableImage('compression', `predictor 2, ${bits} bit`);
      const whole = isBigEndian ? swapped(bytes, sampleBytes) : bytes.slice();
      const length = Math.floor(whole.length / sampleBytes);
      const values =
        sampleBytes === 8
          ? new BigUint64Array(whole.buffer, 0, length)
          : new unsigned[sampleBytes](whole.buffer, 0, length);
      accumulate(values, rows, width * samples, samples);
      return whole;
    }
    case 3: {
      if (block.format !== 3) throw new UnreadableImage('damaged');
      const whole = new Uint8Array(bytes.length);
      const count = width * samples;
      for (let row = 0; row < rows; row += 1) {
        const from = bytes.subarray(row * rowBytes, (row + 1) * rowBytes);
        accumulate(from, 1, rowBytes, samples);
        // The highest bytes of all samples come first, whatever the order of bytes in the file.
        for (let at = 0; at < count; at += 1)
          for (let byte = 0; byte < sampleBytes; byte += 1)
            whole[row * rowBytes + at * sampleBytes + byte] = itemAt(
              from,
              (sampleBytes - 1 - byte) * count + at,
            );
      }
      return whole;
    }
    default:
      throw new UnreadableImage('compression', `predictor ${predictor}`);
  }
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

/** Samples of other lengths than whole bytes become longer, and integers of 64 bit floating point numbers. */
function inWholeBytes(bytes: Uint8Array<ArrayBuffer>, block: Block): Uint8Array<ArrayBuffer> {
  const { width, height, samples, bits, sampleBytes, format } = block;
  if (sampleBytes === 8 && format !== 3) {
    const whole = bytes.slice();
    const length = Math.floor(whole.length / 8);
    const values =
      format === 1 ? new BigUint64Array(whole.buffer, 0, length) : new BigInt64Array(whole.buffer, 0, length);
    return bytesOf(Float64Array.from(values, Number));
  }
  if (bits === sampleBytes * 8) return bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice();
  if (sampleBytes === 8) throw new UnreadableImage('damaged');
  const rowBytes = rowBytesOf(block);
  const rows = Math.min(height, Math.floor(bytes.length / rowBytes));
  const values = new unsigned[sampleBytes](rows * width * samples);
  const mask = 2 ** bits - 1;
  for (let row = 0; row < rows; row += 1) {
    let buffer = 0;
    let count = 0;
    let from = row * rowBytes;
    for (let at = row * width * samples; at < (row + 1) * width * samples; at += 1) {
      // At most 7 + 31 bits.
      while (count < bits) {
        buffer = buffer * 256 + itemAt(bytes, from);
        from += 1;
        count += 8;
      }
      count -= bits;
      const value = Math.floor(buffer / 2 ** count);
      buffer -= value * 2 ** count;
      values[at] = value & mask;
    }
  }
  return bytesOf(values);
}
