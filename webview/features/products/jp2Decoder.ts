/**
 * Decodes a component of a JPEG 2000 codestream with OpenJPEG.
 *
 * Its build for JavaScript returns one component of up to 16 bits, or three of 8. Of others, one is chosen by a
 * palette box around the codestream whose mapping is "direct use": the values stay as they are.
 */
import openJpeg, { type OpenJpeg } from '@cornerstonejs/codec-openjpeg/wasmjs';
import { itemAt } from '../../../src/base/itemAt.ts';
import type { Codestream } from './jp2File.ts';
import { UnreadableImage } from './unreadableImage.ts';

export type Plane = Uint8Array | Uint16Array | Int16Array;
export type PieceFacts = Pick<Codestream, 'width' | 'height' | 'components'>;
export type DecodeComponents = (
  codestream: Uint8Array<ArrayBuffer>,
  facts: PieceFacts,
  level: number,
  component: number,
) => Promise<Map<number, Plane>>;

/** @param load the WebAssembly module, with the first image */
export function createDecoder(load: () => Promise<ArrayBuffer>): DecodeComponents {
  let loaded: Promise<OpenJpeg> | undefined;
  const start = async () =>
    openJpeg({ wasmBinary: await load(), print: () => undefined, printErr: () => undefined });

  return async (codestream, facts, level, component) => {
    const { width, height, components } = facts;
    const isPicture =
      components.length === 3 && components.every(({ bits, isSigned }) => bits === 8 && !isSigned);
    const isBare = isPicture || components.length === 1;
    const packed = isBare ? codestream : withPalette(codestream, facts, component);
    const module = await (loaded ??= start());
    try {
      const decoder = new module.J2KDecoder();
      decoder.getEncodedBuffer(packed.length).set(packed);
      decoder.decodeSubResolution(level, 0);
      const frame = decoder.getFrameInfo();
      const bytes = decoder.getDecodedBuffer();
      decoder.delete();
      const count = Math.ceil(width / 2 ** level) * Math.ceil(height / 2 ** level);
      const { bits, isSigned } = itemAt(components, component);
      const isFit = frame.width === width && frame.height === height && frame.bitsPerSample === bits;
      const samples = isPicture ? 3 : 1;
      if (!isFit || bytes.length !== count * samples * (bits > 8 ? 2 : 1))
        throw new UnreadableImage('damaged');
      if (isPicture) return splitPicture(bytes, count);
      if (bits <= 8) return new Map([[component, new Uint8Array(bytes.buffer, 0, count)]]);
      const values = isSigned
        ? new Int16Array(bytes.buffer, 0, count)
        : new Uint16Array(bytes.buffer, 0, count);
      return new Map([[component, values]]);
    } catch (error) {
      // Its memory may be in disorder.
      loaded = undefined;
      throw error;
    }
  };
}

function splitPicture(bytes: Uint8ClampedArray, count: number): Map<number, Plane> {
  const planes = [0, 1, 2].map(color =>
    Uint8Array.from({ length: count }, (_, at) => itemAt(bytes, 3 * at + color)),
  );
  return new Map(planes.entries());
}

function withPalette(
  codestream: Uint8Array<ArrayBuffer>,
  { width, height, components }: PieceFacts,
  component: number,
): Uint8Array<ArrayBuffer> {
  const { bits, isSigned } = itemAt(components, component);
  const depth = bits - 1 + (isSigned ? 128 : 0);
  const four = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  const two = (value: number) => [value >>> 8, value & 255];
  const text = (letters: string) => Array.from(letters, letter => letter.charCodeAt(0));
  const box = (name: string, content: number[]) => [...four(content.length + 8), ...text(name), ...content];
  const header = [
    ...box('ihdr', [...four(height), ...four(width), ...two(components.length), depth, 7, 1, 0]),
    // Gray.
    ...box('colr', [1, 0, 0, ...four(17)]),
    // One entry, which isn't used, in one column.
    ...box('pclr', [...two(1), 1, depth, ...(bits > 8 ? [0, 0] : [0])]),
    ...box('cmap', [...two(component), 0, 0]),
  ];
  const before = [
    ...box('jP  ', [0x0d, 0x0a, 0x87, 0x0a]),
    ...box('ftyp', [...text('jp2 '), ...four(0), ...text('jp2 ')]),
    ...box('jp2h', header),
    ...four(codestream.length + 8),
    ...text('jp2c'),
  ];
  const bytes = new Uint8Array(before.length + codestream.length);
  bytes.set(before);
  bytes.set(codestream, before.length);
  return bytes;
}
