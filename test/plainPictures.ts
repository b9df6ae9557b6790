import { vi } from 'vitest';

// A catalog picture takes the sandbox a tenth of a second or more, and every search shows fifteen of them.
vi.mock('../src/sandbox/pictures/painter.ts', async original => ({
  ...(await original<object>()),
  paint: (_seed: number, _capture: unknown, view: { width: number; height: number }) =>
    new Uint8Array(view.width * view.height * 4).fill(160),
}));
