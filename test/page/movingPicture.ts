// PNG pictures with few colors: still ones, and moving ones that repeat (https://www.w3.org/TR/png-3/#apng-frame-based-animation).
import { crc32, deflateSync } from 'node:zlib';
import { decode } from 'fast-png';
import { itemAt } from '../../src/base/itemAt.ts';

/** A screenshot, and how long it is shown, ms. */
export interface Frame {
  png: Uint8Array;
  ms: number;
}

/** Indexes of colors, row by row. */
interface Indexed {
  width: number;
  height: number;
  pixels: Uint8Array;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Of what is as in the frame before. */
const unchanged = 0;
const maxColors = 255;
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** @returns a PNG file; of several frames, one that moves without end */
export function pictureOf(frames: readonly Frame[]): Uint8Array {
  const shots = frames.map(({ png }) => decode(png));
  const { width, height } = itemAt(shots, 0);
  const toIndex = paletteOf(shots.map(({ data, channels }) => ({ data, channels })));
  const images = shots.map(({ data, channels }): Indexed => {
    const pixels = new Uint8Array(width * height);
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = toIndex.of(data, at * channels);
    return { width, height, pixels };
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const chunks = [
    chunk('IHDR', header),
    chunk('PLTE', toIndex.colors),
    chunk('tRNS', Uint8Array.of(0)),
    ...(frames.length > 1 ? [chunk('acTL', numbers(frames.length, 0))] : []),
  ];
  let sequence = 0;
  for (const [index, image] of images.entries()) {
    const box =
      index === 0 ? { left: 0, top: 0, width, height } : changedBox(itemAt(images, index - 1), image);
    const data = rowsOf(image, box, images[index - 1]);
    if (frames.length > 1) {
      const control = Buffer.concat([
        numbers(sequence, box.width, box.height, box.left, box.top),
        Buffer.alloc(6),
      ]);
      control.writeUInt16BE(itemAt(frames, index).ms, 20);
      control.writeUInt16BE(1000, 22);
      control[25] = index === 0 ? 0 : 1;
      chunks.push(chunk('fcTL', control));
      sequence += 1;
    }
    if (index === 0) chunks.push(chunk('IDAT', data));
    else chunks.push(chunk('fdAT', Buffer.concat([numbers(sequence++), data])));
  }
  return Buffer.concat([Uint8Array.from(signature), ...chunks, chunk('IEND', new Uint8Array())]);
}

/** The most frequent colors, of 5 bits each, and the nearest of them for each color. */
function paletteOf(shots: readonly { data: ArrayLike<number>; channels: number }[]) {
  const counts = new Map<number, { count: number; sums: [number, number, number] }>();
  for (const { data, channels } of shots) {
    for (let at = 0; at < data.length; at += channels) {
      const color = [itemAt(data, at), itemAt(data, at + 1), itemAt(data, at + 2)] as const;
      const key = keyOf(...color);
      const known = counts.get(key) ?? { count: 0, sums: [0, 0, 0] };
      known.count += 1;
      for (const [channel, value] of color.entries()) known.sums[channel as 0] += value;
      counts.set(key, known);
    }
  }
  const frequent = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, maxColors);
  const palette = frequent.map(({ count, sums }) => sums.map(sum => Math.round(sum / count)));
  const nearest = new Map<number, number>();
  return {
    colors: Uint8Array.from([[0, 0, 0], ...palette].flat()),
    of(data: ArrayLike<number>, at: number): number {
      const color = [itemAt(data, at), itemAt(data, at + 1), itemAt(data, at + 2)] as const;
      const key = keyOf(...color);
      let index = nearest.get(key);
      if (index === undefined) {
        const distances = palette.map(other =>
          color.reduce((sum, value, channel) => sum + (value - itemAt(other, channel)) ** 2, 0),
        );
        index = 1 + distances.indexOf(Math.min(...distances));
        nearest.set(key, index);
      }
      return index;
    },
  };
}

function keyOf(red: number, green: number, blue: number): number {
  return ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
}

function changedBox(before: Indexed, { width, pixels }: Indexed): Box {
  let left = width;
  let right = 0;
  let top = Infinity;
  let bottom = 0;
  for (let at = 0; at < pixels.length; at += 1) {
    if (pixels[at] === before.pixels[at]) continue;
    const x = at % width;
    const y = Math.floor(at / width);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  // A frame has at least a pixel.
  if (top === Infinity) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function rowsOf({ width, pixels }: Indexed, box: Box, before: Indexed | undefined): Uint8Array {
  const rows = new Uint8Array(box.height * (box.width + 1));
  for (let y = 0; y < box.height; y += 1) {
    for (let x = 0; x < box.width; x += 1) {
      const at = (box.top + y) * width + box.left + x;
      const pixel = itemAt(pixels, at);
      rows[y * (box.width + 1) + 1 + x] = before?.pixels[at] === pixel ? unchanged : pixel;
    }
  }
  return deflateSync(rows, { level: 9 });
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}
