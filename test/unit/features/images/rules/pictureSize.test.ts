import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  detectPictureType,
  readPictureSize,
  telltaleBytes,
} from '../../../../../src/features/images/rules/pictureSize.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap(part => (typeof part === 'string' ? Array.from(part, char => char.charCodeAt(0)) : part)),
  );
const big = (value: number, count: number) =>
  Array.from({ length: count }, (_one, index) => (value >>> (8 * (count - 1 - index))) & 255);
const little = (value: number, count: number) => big(value, count).reverse();

const png = (width: number, height: number) =>
  bytes('\x89PNG\r\n\x1a\n', big(13, 4), 'IHDR', big(width, 4), big(height, 4), [8, 6, 0, 0, 0]);
const frame = (width: number, height: number, marker = 0xc0) =>
  [[0xff, marker, 0, 11, 8], big(height, 2), big(width, 2), [1, 1, 17, 0]].flat();
const segment = (marker: number, content: number[]) =>
  [[0xff, marker], big(content.length + 2, 2), content].flat();
const jpeg = (...parts: number[][]) => bytes([0xff, 0xd8], ...parts, [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]);
const webp = (name: string, content: number[]) =>
  bytes('RIFF', little(100, 4), 'WEBP', name, little(content.length, 4), content);

const small = frame(8, 8);
const size = { width: 30_000, height: 20_000 };
const { width, height } = size;

describe('the size of a picture', () => {
  it.each<[string, Uint8Array]>([
    ['PNG', png(width, height)],
    ['JPEG', jpeg(frame(width, height))],
    ['progressive JPEG', jpeg(segment(0xe0, [74, 70, 73, 70, 0]), frame(width, height, 0xc2))],
    ['JPEG with tables first', jpeg(segment(0xc4, small), segment(0xdb, [0]), frame(width, height))],
    [
      'JPEG with bytes that belong nowhere',
      jpeg(segment(0xe0, []), [1, 2, 3, 0xff, 0, 0xff, 0xd1], frame(width, height)),
    ],
  ])('is read as decoders do: %s', (_what, picture) => {
    expect(readPictureSize(picture)).toEqual(size);
    // At any offset in memory.
    expect(readPictureSize(bytes([1, 2, 3], [...picture]).subarray(3))).toEqual(size);
  });

  it.each<[string, Uint8Array]>([
    ['VP8', webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...little(16_000, 2), ...little(9000, 2)])],
    ['VP8L', webp('VP8L', [0x2f, ...little(15_999 | (8999 << 14), 4), 0, 0, 0, 0, 0])],
    ['VP8X', webp('VP8X', [0, 0, 0, 0, ...little(15_999, 3), ...little(8999, 3)])],
  ])('of a WebP is read: %s', (_what, picture) => {
    expect(readPictureSize(picture)).toEqual({ width: 16_000, height: 9000 });
  });

  it.each<[string, Uint8Array]>([
    ['a JPEG without a frame', jpeg(segment(0xe0, [1, 2, 3]))],
    [
      'a PNG that begins with something else',
      bytes('\x89PNG\r\n\x1a\n', big(0, 4), 'CgBI', big(8, 4), big(8, 4)),
    ],
    ['a GIF', bytes('GIF89a', little(8, 2), little(8, 2), '                    ')],
  ])('is not read if no decoder finds one: %s', (_what, picture) => {
    expect(readPictureSize(picture)).toBeUndefined();
  });

  it('never fails, whatever follows a signature', () => {
    const heads = [[0xff, 0xd8, 0xff], [...png(1, 1).subarray(0, 8)], [...webp('', []).subarray(0, 12)]];
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 64 }), (head, rest) => {
        readPictureSize(bytes(head, [...rest]));
      }),
    );
  });
});

describe('the type of a picture from its first bytes', () => {
  it.each<[string, string, string | undefined]>([
    ['a JPEG', '\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01', 'image/jpeg'],
    ['a PNG', '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR', 'image/png'],
    ['a WebP', 'RIFF\x24\x00\x00\x00WEBPVP8 ', 'image/webp'],
    ['sound of the same container', 'RIFF\x24\x00\x00\x00WAVEfmt ', undefined],
    ['a PNG that passed through a text', '\x89PNG\n\x1a\n\x00\x00\x00\rIHDR', undefined],
    ['half a signature', '\xff\xd8', undefined],
    ['a GIF', 'GIF89a\x01\x00\x01\x00\x80\x00', undefined],
    ['a drawing that can hold scripts', '<svg xmlns="http://www.w3.org/2000/svg">', undefined],
    ['an error', '{"message":"Forbidden"}', undefined],
    ['nothing', '', undefined],
  ])('%s', (_what, text, type) => {
    expect(detectPictureType(bytes(text))).toBe(type);
    expect(detectPictureType(bytes(text).subarray(0, telltaleBytes))).toBe(type);
  });
});
