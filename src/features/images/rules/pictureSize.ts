/** Four times the largest quicklook. A picture takes four bytes of memory per pixel, however small its file is. */
export const maxPixels = 50_000_000;

/** Width and height in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/**
 * The size of a JPEG, PNG or WebP picture from its header, read as decoders read it.
 *
 * @returns `undefined` if the header doesn't contain it: no decoder can read such a picture
 */
export function readPictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (detectPictureType(bytes)) {
    case 'image/png':
      return view.byteLength >= 24 && nameAt(view, 12) === 'IHDR'
        ? sized(view.getUint32(16), view.getUint32(20))
        : undefined;
    case 'image/webp':
      return webpSize(view);
    case 'image/jpeg':
      return jpegSize(view);
    case undefined:
      return undefined;
  }
}

function sized(width: number, height: number): PictureSize | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined;
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map(index => view.getUint8(at + index)));
}

/** The first chunk, which contains the size of all (RFC 9649, 2.4 to 2.7; RFC 6386, 9.1). */
function webpSize(view: DataView): PictureSize | undefined {
  if (view.byteLength < 30) return undefined;
  switch (nameAt(view, 12)) {
    case 'VP8 ':
      return sized(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return sized(
        (view.getUint32(24, true) & 0xffffff) + 1,
        (view.getUint16(27, true) | (view.getUint8(29) << 16)) + 1,
      );
    default:
      return undefined;
  }
}

/**
 * Start of a frame; of the other markers in this range, one defines tables, one is reserved, one is for arithmetic
 * coding.
 */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** These have no length: a stuffed zero, TEM, and RST0 to RST7. */
const standsAlone = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Goes from segment to segment, and skips anything between them (ISO/IEC 10918-1, annex B). */
function jpegSize(view: DataView): PictureSize | undefined {
  const end = view.byteLength - 9;
  for (let at = 2; at < end;) {
    if (view.getUint8(at) !== 0xff) {
      at += 1;
      continue;
    }
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (standsAlone(marker)) at += 2;
    else if (isFrame(marker)) return sized(view.getUint16(at + 7), view.getUint16(at + 5));
    // Start of an image, its end, or its pixels: the frame would have come before.
    else if (marker >= 0xd8 && marker <= 0xda) return undefined;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return undefined;
}

/** The picture types that every browser can show. */
export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/** Number of bytes at the start that identify the type. */
export const telltaleBytes = 12;

const signatures: readonly (readonly [type: PictureType, isOne: (bytes: Uint8Array) => boolean])[] = [
  ['image/jpeg', bytes => contains(bytes, 0, [0xff, 0xd8, 0xff])],
  ['image/png', bytes => contains(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  // "RIFF", the length, "WEBP".
  [
    'image/webp',
    bytes => contains(bytes, 0, [0x52, 0x49, 0x46, 0x46]) && contains(bytes, 8, [0x57, 0x45, 0x42, 0x50]),
  ],
];

/** The type of a file from its first {@link telltaleBytes} bytes, whatever its name; `undefined` for anything else. */
export function detectPictureType(bytes: Uint8Array): PictureType | undefined {
  return signatures.find(([, isOne]) => isOne(bytes))?.[0];
}

function contains(bytes: Uint8Array, offset: number, expected: readonly number[]): boolean {
  return expected.every((byte, index) => bytes[offset + index] === byte);
}
