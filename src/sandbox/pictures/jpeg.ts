import { Buffer } from 'node:buffer';
import encode from 'jpeg-js/lib/encoder.js';

const quality = 82;

/** @param pixels RGBA, row by row from the top */
export function encodeJpeg(pixels: Uint8Array<ArrayBuffer>, width: number, height: number): Uint8Array {
  return encode({ data: Buffer.from(pixels.buffer), width, height }, quality).data;
}
