/** Makes tiled GeoTIFF files with overviews. */
import { open } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';

export interface MadeTiff {
  width: number;
  height: number;
  /** The value of a pixel of the full size. */
  value?: (column: number, row: number, band: number) => number;
  bands?: number;
  bits?: 8 | 16;
  overviews?: number;
  /** Tiles of the full size are holes in the file: zeros. */
  isSparse?: boolean;
  epsg?: number;
  /** Of the upper left corner, and the size of a pixel, in the projection. */
  origin?: readonly [number, number];
  pixel?: number;
  isDeflated?: boolean;
  /** Tags that replace others, as [type, values]; `undefined` leaves one out. */
  tags?: Readonly<Record<number, readonly [number, readonly number[]] | undefined>>;
}

const side = 256;
const typeBytes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 12: 8 };

/** @param path of the file to write */
export async function writeTiff(path: string, made: MadeTiff): Promise<void> {
  const { width, height, value = () => 0, bands = 4, bits = 16, overviews = 0, isSparse = false } = made;
  const {
    epsg = 32631,
    origin = [691_000, 4_796_000],
    pixel = 0.5,
    isDeflated = true,
    tags: overrides = {},
  } = made;
  const file = await open(path, 'w');
  const isGeographic = epsg === 4326;
  const head = Buffer.alloc(8);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  await file.write(head, 0, 8, 0);
  let ifd = 8;
  const levels = Array.from({ length: overviews + 1 }, (_, level) => level);
  let data = 65_536;
  const blocks = new Map<number, { offsets: number[]; counts: number[] }>();
  // Overviews come first, as in a cloud-optimized GeoTIFF.
  for (const level of levels.toReversed()) {
    const across = Math.ceil(width / 2 ** level);
    const down = Math.ceil(height / 2 ** level);
    const places = { offsets: [] as number[], counts: [] as number[] };
    for (let top = 0; top < down; top += side)
      for (let left = 0; left < across; left += side) {
        const length = side * side * bands * (bits / 8);
        places.offsets.push(data);
        if (isSparse && level === 0) {
          places.counts.push(length);
          data += length;
          continue;
        }
        const samples = bits === 16 ? new Uint16Array(length / 2) : new Uint8Array(length);
        for (let row = 0; row < side; row += 1)
          for (let column = 0; column < side; column += 1)
            for (let band = 0; band < bands; band += 1) {
              const at = (row * side + column) * bands + band;
              samples[at] = value((left + column) * 2 ** level, (top + row) * 2 ** level, band);
            }
        const raw = Buffer.from(samples.buffer);
        const packed = isDeflated ? deflateSync(raw, { level: 1 }) : raw;
        await file.write(packed, 0, packed.length, data);
        places.counts.push(packed.length);
        data += packed.length;
      }
    blocks.set(level, places);
  }
  await file.truncate(data);
  for (const level of levels) {
    const { offsets = [], counts = [] } = blocks.get(level) ?? {};
    const all: Record<number, readonly [number, readonly number[]] | undefined> = {
      254: [4, [level === 0 ? 0 : 1]],
      256: [4, [Math.ceil(width / 2 ** level)]],
      257: [4, [Math.ceil(height / 2 ** level)]],
      258: [3, Array.from({ length: bands }, () => bits)],
      259: [3, [isDeflated ? 8 : 1]],
      262: [3, [1]],
      277: [3, [bands]],
      284: [3, [1]],
      322: [3, [side]],
      323: [3, [side]],
      324: [4, offsets],
      325: [4, counts],
      339: [3, Array.from({ length: bands }, () => 1)],
      ...(level === 0 && {
        33550: [12, [pixel, pixel, 0]],
        33922: [12, [0, 0, 0, ...origin, 0]],
        34735: [
          3,
          [
            1,
            1,
            0,
            3,
            1024,
            0,
            1,
            isGeographic ? 2 : 1,
            1025,
            0,
            1,
            1,
            isGeographic ? 2048 : 3072,
            0,
            1,
            epsg,
          ],
        ],
      }),
      ...overrides,
    };
    const entries = Object.entries(all).flatMap(([tag, entry]) =>
      entry ? [[Number(tag), ...entry] as const] : [],
    );
    const start = ifd;
    let extra = start + 2 + entries.length * 12 + 4;
    const rows = Buffer.alloc(2 + entries.length * 12 + 4);
    rows.writeUInt16LE(entries.length, 0);
    for (const [index, [tag, type, values]] of entries.entries()) {
      const size = typeBytes[type] ?? 1;
      const bytes = Buffer.alloc(Math.max(4, size * values.length));
      values.forEach((each, at) => {
        if (type === 12) bytes.writeDoubleLE(each, at * 8);
        else bytes.writeUIntLE(each, at * size, size);
      });
      const at = 2 + index * 12;
      rows.writeUInt16LE(tag, at);
      rows.writeUInt16LE(type, at + 2);
      rows.writeUInt32LE(values.length, at + 4);
      if (size * values.length <= 4) bytes.copy(rows, at + 8, 0, 4);
      else {
        rows.writeUInt32LE(extra, at + 8);
        await file.write(bytes, 0, bytes.length, extra);
        extra += bytes.length;
      }
    }
    ifd = extra + (extra % 2);
    rows.writeUInt32LE(level === overviews ? 0 : ifd, rows.length - 4);
    await file.write(rows, 0, rows.length, start);
  }
  await file.close();
}
