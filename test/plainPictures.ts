// Vitest replaces modules for Node when the file that says so imports something.
import '../src/sandbox/pictures/painter.ts';
import { vi } from 'vitest';

// A catalog picture takes the sandbox a tenth of a second or more, and every search shows fifteen of them. They are plain
// here, and those of one size are the same file.
vi.mock('../src/sandbox/pictures/painter.ts', async original => {
  const paint = (_seed: number, _capture: unknown, { width, height }: { width: number; height: number }) =>
    new Uint8Array(width * height * 4).fill(160);
  return {
    ...(await original<object>()),
    paint,
    *paintRows(...view: Parameters<typeof paint>) {
      yield;
      return paint(...view);
    },
  };
});

vi.mock('../src/sandbox/pictures/jpeg.ts', async original => {
  type Encode = (pixels: Uint8Array, width: number, height: number) => Uint8Array;
  const { encodeJpeg } = await original<{ encodeJpeg: Encode }>();
  const encoded = new Map<string, Uint8Array>();
  const encodeOnce: Encode = (pixels, width, height) => {
    const key = `${width} ${height}`;
    const file = encoded.get(key) ?? encodeJpeg(pixels, width, height);
    encoded.set(key, file);
    return file;
  };
  return { encodeJpeg: encodeOnce };
});
