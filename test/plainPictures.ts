import type { encode } from 'jpeg-js';
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

vi.mock('jpeg-js/lib/encoder.js', async original => {
  const { default: encoder } = await original<{ default: typeof encode }>();
  const encoded = new Map<string, ReturnType<typeof encode>>();
  const encodeOnce: typeof encode = (image, quality) => {
    const key = `${image.width} ${image.height} ${quality}`;
    const file = encoded.get(key) ?? encoder(image, quality);
    encoded.set(key, file);
    return file;
  };
  return { default: encodeOnce };
});
