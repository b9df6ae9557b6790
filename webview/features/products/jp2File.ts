/** JPEG 2000 files: their boxes, the main header of the codestream, and where its tiles are. */
import { itemAt } from '../../../src/base/itemAt.ts';
import { isNorthFirst } from '../../../src/features/areas/rules/index.ts';
import type { Transform } from './geoImage.ts';
import type { ReadBytes } from './geoTiff.ts';
import { UnreadableImage } from './unreadableImage.ts';

export interface Georeference {
  transform: Transform;
  /** Of EPSG. */
  code: number;
}

export interface Jp2Boxes {
  /** Offsets of the codestream in the file. */
  start: number;
  end: number;
  /** A TIFF file without pixels. */
  geoTiff: Uint8Array<ArrayBuffer> | undefined;
  gml: Georeference | undefined;
  /** The component that contains the opacity; -1 for none. */
  alpha: number;
}

export interface Codestream {
  width: number;
  height: number;
  tileWidth: number;
  tileHeight: number;
  components: readonly { bits: number; isSigned: boolean }[];
  /** How often the image can be halved. */
  levels: number;
  /** The main header as far as it is needed for one tile. */
  head: Uint8Array<ArrayBuffer>;
  /** Offset of the first tile in the file. */
  tiles: number;
}

/** A tile, or a part of one, in the file. */
export interface TilePart {
  from: number;
  length: number;
}

const limits = {
  side: 200_000,
  boxes: 1000,
  /** Of a box that is read as a whole. */
  boxBytes: 4e6,
  headBytes: 1_048_576,
  components: 1000,
  tiles: 65_535,
  tileParts: 20_000,
  /** Each costs memory, however small it is. */
  precincts: 1e6,
} as const;

const geoJp2 = 'b14bf8bd083d4b43a5ae8cd7d5a6ce03';
const dataView = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
  new DataView(buffer, byteOffset, byteLength);
const hexText = (bytes: Uint8Array) => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');

/** Whether a file that begins with these bytes is JPEG 2000: with boxes or as a bare codestream. */
export function isJpeg2000(first: Uint8Array): boolean {
  const text = hexText(first.subarray(0, 12));
  return text === '0000000c6a5020200d0a870a' || isCodestream(text);
}

const isCodestream = (hex: string) => hex.startsWith('ff4fff51');

export async function readBoxes(read: ReadBytes, size: number): Promise<Jp2Boxes> {
  const found: Jp2Boxes = { start: -1, end: size, geoTiff: undefined, gml: undefined, alpha: -1 };
  if (isCodestream(hexText(await read(0, Math.min(4, size))))) return { ...found, start: 0 };
  const whole = (from: number, to: number) => {
    if (to - from > limits.boxBytes) return undefined;
    return read(from, to - from);
  };
  let at = 0;
  for (let count = 0; at + 8 <= size && count < limits.boxes; count += 1) {
    const head = dataView(await read(at, Math.min(16, size - at)));
    const length = head.getUint32(0);
    const isLong = length === 1;
    const from = at + (isLong ? 16 : 8);
    const to = length === 0 ? size : at + (isLong ? Number(head.getBigUint64(8)) : length);
    if (to < from) throw new UnreadableImage('damaged');
    const end = Math.min(to, size);
    switch (String.fromCharCode(head.getUint8(4), head.getUint8(5), head.getUint8(6), head.getUint8(7))) {
      case 'jp2c':
        if (found.start < 0) {
          found.start = from;
          found.end = end;
        }
        break;
      case 'jp2h':
        found.alpha = alphaChannel(await whole(from, end));
        break;
      case 'uuid': {
        const bytes = await whole(from, end);
        if (bytes && hexText(bytes.subarray(0, 16)) === geoJp2) found.geoTiff = bytes.slice(16);
        break;
      }
      case 'asoc':
      case 'xml ':
        found.gml ??= georeferenceInGml(new TextDecoder().decode(await whole(from, end)));
        break;
      default:
    }
    at = to;
  }
  if (found.start < 0) throw new UnreadableImage('damaged');
  return found;
}

/** From the channel definition of the header. */
function alphaChannel(header: Uint8Array<ArrayBuffer> | undefined): number {
  if (!header) return -1;
  const view = dataView(header);
  let at = 0;
  while (at + 10 <= header.length) {
    const length = view.getUint32(at);
    if (length < 8) break;
    // "cdef"
    if (view.getUint32(at + 4) === 0x63_64_65_66)
      for (let entry = at + 10; entry + 6 <= Math.min(at + length, header.length); entry += 6)
        if (view.getUint16(entry + 2) === 1) return view.getUint16(entry);
    at += length;
  }
  return -1;
}

/** From the rectified grid of GMLJP2, whose origin is the center of the first pixel. */
function georeferenceInGml(text: string): Georeference | undefined {
  const start = text.search(/<(?:\w+:)?RectifiedGrid\b/);
  if (start < 0) return undefined;
  const grid = text.slice(start, start + 20_000);
  const numbers = (list: string) =>
    list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
  const [, name = ''] = /srsName="([^"]*)"/.exec(grid) ?? /srsName="([^"]*)"/.exec(text) ?? [];
  const digits = name.includes('EPSG') ? name.split(/\D/).at(-1) : '';
  const [, origin = ''] = /<(?:\w+:)?(?:pos|coordinates)\b[^>]*>([^<]*)</.exec(grid) ?? [];
  const vectors = [...grid.matchAll(/<(?:\w+:)?offsetVector\b[^>]*>([^<]*)</g)].map(([, list = '']) =>
    numbers(list),
  );
  const code = Number(digits);
  // URNs and URLs of EPSG mean its order of axes.
  const isTurned = !name.startsWith('EPSG') && isNorthFirst(code);
  const inOrder = ([x = NaN, y = NaN]: number[] = []) => (isTurned ? ([y, x] as const) : ([x, y] as const));
  const [x, y] = inOrder(numbers(origin));
  const [a, d] = inOrder(vectors[0]);
  const [b, e] = inOrder(vectors[1]);
  const transform: Transform = [a, b, x - (a + b) / 2, d, e, y - (d + e) / 2];
  return code > 0 && transform.every(Number.isFinite) ? { transform, code } : undefined;
}

export async function readCodestream(read: ReadBytes, { start, end }: Jp2Boxes): Promise<Codestream> {
  for (let length = 65_536; ; length *= 4) {
    const bytes = await read(start, Math.min(length, end - start));
    const found = parseHead(bytes, start);
    if (found) return found;
    if (length >= limits.headBytes || bytes.length === end - start) throw new UnreadableImage('damaged');
  }
}

/** @returns `undefined` if the main header is longer than the bytes */
function parseHead(bytes: Uint8Array<ArrayBuffer>, start: number): Codestream | undefined {
  const view = dataView(bytes);
  if (bytes.length < 64 || view.getUint32(0) !== 0xff4f_ff51) throw new UnreadableImage('damaged');
  const size = imageSize(view);
  const kept = [bytes.subarray(0, 2)];
  let levels = 32;
  let at = 2;
  for (;;) {
    if (at + 4 > bytes.length) return undefined;
    const marker = view.getUint16(at);
    if (marker === 0xff90) break;
    const next = at + 2 + view.getUint16(at + 2);
    if (next > bytes.length) return undefined;
    if (next < at + 4 || marker < 0xff00) throw new UnreadableImage('damaged');
    const segment = bytes.subarray(at, next);
    switch (marker) {
      // COD and COC: the coding style, of all components and of one.
      case 0xff52:
        levels = Math.min(levels, levelCount(segment, 9, 4, size));
        break;
      case 0xff53: {
        const wide = size.components.length < 257 ? 0 : 1;
        levels = Math.min(levels, levelCount(segment, 6 + wide, 5 + wide, size));
        break;
      }
      // PPM: what is needed of all tiles to read one.
      case 0xff60:
        throw new UnreadableImage('compression', 'JPEG 2000 PPM');
      default:
    }
    // Without TLM and PLM, which describe the tiles of the whole, and comments.
    if (![0xff55, 0xff57, 0xff64].includes(marker)) kept.push(segment);
    at = next;
  }
  if (levels === 32) throw new UnreadableImage('damaged');
  const head = new Uint8Array(kept.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const segment of kept) {
    head.set(segment, place);
    place += segment.length;
  }
  return { ...size, levels, head, tiles: start + at };
}

type Size = Pick<Codestream, 'width' | 'height' | 'tileWidth' | 'tileHeight' | 'components'>;

function imageSize(view: DataView): Size {
  const width = view.getUint32(8);
  const height = view.getUint32(12);
  const tileWidth = view.getUint32(24);
  const tileHeight = view.getUint32(28);
  if (width === 0 || height === 0 || tileWidth === 0 || tileHeight === 0)
    throw new UnreadableImage('damaged');
  if (width > limits.side || height > limits.side)
    throw new UnreadableImage('tooLarge', `${width} × ${height}`);
  if ([16, 20, 32, 36].some(at => view.getUint32(at) !== 0))
    throw new UnreadableImage('compression', 'JPEG 2000 with an offset');
  const count = view.getUint16(40);
  const isWhole = view.getUint16(4) === 38 + 3 * count && 42 + 3 * count <= view.byteLength;
  if (count === 0 || count > limits.components || !isWhole) throw new UnreadableImage('damaged');
  const components = Array.from({ length: count }, (_, component) => {
    const at = 42 + 3 * component;
    const bits = (view.getUint8(at) & 0x7f) + 1;
    const isSigned = view.getUint8(at) > 0x7f;
    if (view.getUint8(at + 1) !== 1 || view.getUint8(at + 2) !== 1)
      throw new UnreadableImage('compression', 'JPEG 2000 with subsampled bands');
    if (bits > 16 || (isSigned && bits <= 8))
      throw new UnreadableImage('compression', `JPEG 2000, ${bits} bit${isSigned ? ', signed' : ''}`);
    return { bits, isSigned };
  });
  const tileCount = Math.ceil(width / tileWidth) * Math.ceil(height / tileHeight);
  if (tileCount > limits.tiles) throw new UnreadableImage('damaged');
  return {
    width,
    height,
    tileWidth: Math.min(tileWidth, width),
    tileHeight: Math.min(tileHeight, height),
    components,
  };
}

/** @param at where the segment says how many levels there are; @param style where it says whether it lists precincts */
function levelCount(segment: Uint8Array, at: number, style: number, size: Size): number {
  const levels = segment[at] ?? 33;
  if (levels > 32) throw new UnreadableImage('damaged');
  const hasPrecincts = (itemAt(segment, style) & 1) === 1;
  let precincts = 0;
  for (let resolution = 0; resolution <= levels && hasPrecincts; resolution += 1) {
    const sides = segment[at + 5 + resolution] ?? 0;
    const scale = 2 ** (levels - resolution);
    const across = Math.ceil(size.tileWidth / scale / 2 ** (sides & 15));
    const down = Math.ceil(size.tileHeight / scale / 2 ** (sides >> 4));
    precincts += across * down;
  }
  if (precincts * size.components.length > limits.precincts) throw new UnreadableImage('damaged');
  return Math.min(levels, 31);
}

/** The parts of each tile. Only their headers are read. */
export async function readTileParts(read: ReadBytes, tiles: number, end: number): Promise<TilePart[][]> {
  const parts: TilePart[][] = [];
  let at = tiles;
  for (let count = 0; at + 14 <= end; count += 1) {
    const view = dataView(await read(at, 12));
    if (view.getUint16(0) !== 0xff90) break;
    const tile = view.getUint16(4);
    const length = view.getUint32(6) || end - at;
    if (length < 14 || count >= limits.tileParts) throw new UnreadableImage('damaged');
    (parts[tile] ??= []).push({ from: at, length: Math.min(length, end - at) });
    at += length;
  }
  return parts;
}
