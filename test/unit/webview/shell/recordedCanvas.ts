import { vi } from 'vitest';

/** A path that was stroked or filled. */
export interface Path {
  kind: 'stroke' | 'fill';
  color: unknown;
  alpha: number;
  width: number;
  points: [number, number][];
}

/** A picture or a square that was drawn, by its center. */
export interface Mark {
  kind: 'dot' | 'square';
  x: number;
  y: number;
  size: number;
}

/** A grain that isn't transparent; coordinates count grains of its canvas. */
export interface Grain {
  x: number;
  y: number;
  /** The color of a grain drawn on its own; for one of a picture, the index of its color. */
  color: number | string;
  /** 0 to 255. */
  alpha: number;
}

/** A context that records what is drawn. */
export function recordedCanvas() {
  const paths: Path[] = [];
  const marks: Mark[] = [];
  const grains: Grain[] = [];
  let points: [number, number][] = [];
  const keep = (kind: Path['kind'], color: unknown) =>
    void paths.push({ kind, color, alpha: context.globalAlpha, width: context.lineWidth, points });
  const context = {
    globalAlpha: 1,
    strokeStyle: '',
    fillStyle: '',
    lineWidth: 1,
    globalCompositeOperation: '',
    save: vi.fn(),
    restore: vi.fn(),
    rect: vi.fn(),
    clip: vi.fn(),
    arc: vi.fn(),
    beginPath: () => (points = []),
    moveTo: (x: number, y: number) => void points.push([Math.round(x), Math.round(y)]),
    lineTo: (x: number, y: number) => void points.push([Math.round(x), Math.round(y)]),
    stroke: () => keep('stroke', context.strokeStyle),
    fill: () => keep('fill', context.fillStyle),
    fillRect: (x: number, y: number, size: number) => {
      const alpha = Math.floor(255 * context.globalAlpha);
      // Only grains are drawn below.
      if (context.globalCompositeOperation !== '')
        grains.push({ x: x / size, y: y / size, color: context.fillStyle, alpha });
      else marks.push({ kind: 'square', x: x + size / 2, y: y + size / 2, size });
    },
    drawImage: (picture: { grains?: Grain[] }, x: number, y: number, size: number) => {
      if (picture.grains) grains.push(...picture.grains);
      else marks.push({ kind: 'dot', x: x + size / 2, y: y + size / 2, size });
    },
  };
  return { context: context as unknown as CanvasRenderingContext2D, paths, marks, grains };
}

/** Installs a `document` whose canvases record their pixels. */
export function stubCanvases(): void {
  vi.stubGlobal('window', { devicePixelRatio: 1 });
  vi.stubGlobal('document', { createElement: canvasElement });
}

function canvasElement() {
  const colors: string[] = [];
  const context = {
    scale: vi.fn(),
    beginPath: vi.fn(),
    arc: vi.fn(),
    fill: vi.fn(),
    fillStyle: '',
    fillRect: () => colors.push(context.fillStyle),
    // The red channel is the index of the color in the order of the fills.
    getImageData: () => ({ data: Uint8ClampedArray.from(colors.flatMap((_color, at) => [at, 0, 0, 255])) }),
    createImageData: (width: number, height: number) => ({
      width,
      data: new Uint8ClampedArray(width * height * 4),
    }),
    putImageData: ({ width, data }: ImageData) => {
      canvas.grains = Array.from({ length: data.length / 4 }, (_none, at) => ({
        x: at % width,
        y: Math.floor(at / width),
        color: data[at * 4] ?? NaN,
        alpha: data[at * 4 + 3] ?? NaN,
      })).filter(({ alpha }) => alpha > 0);
    },
  };
  const canvas: { grains?: object[]; getContext: () => object } = { getContext: () => context };
  return canvas;
}
