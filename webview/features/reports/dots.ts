/** Size of a point, CSS pixels. */
export interface DotSize {
  radius: number;
  /** Width of the outline that sets it off from the background. */
  casing: number;
  /** Points at least this far apart can have this size. */
  spacing: number;
}

export const wholeDot: DotSize = { radius: 4.5, casing: 1, spacing: 11 };

/** From large to small; anything smaller has no casing, because little else would be visible. */
const sizes: readonly DotSize[] = [
  wholeDot,
  { radius: 3.5, casing: 0.75, spacing: 8.5 },
  { radius: 2.5, casing: 0.5, spacing: 6 },
];

/** If marks are closer than this, even squares of two pixels would hide each other, CSS pixels. */
export const minSpacing = 2.6;

/** Side of a mark that is too small to be round, by spacing, CSS pixels. */
export function squareFor(spacing: number): number {
  return Math.max(2, Math.min(4, 0.7 * spacing));
}

/** A point, drawn once for all points of the same class and size. */
export interface Dot {
  picture: HTMLCanvasElement;
  /** CSS pixels from the center to each edge. */
  half: number;
}

/** The dots of a class, from large to small. */
export function classDots(color: string, casing: string): readonly Dot[] {
  return sizes.map(size => {
    const picture = document.createElement('canvas');
    const half = size.radius + size.casing + 0.5;
    picture.width = picture.height = Math.ceil(2 * half * window.devicePixelRatio);
    const context = picture.getContext('2d');
    context?.scale(picture.width / (2 * half), picture.height / (2 * half));
    if (context) drawDot(context, half, half, color, casing, size);
    return { picture, half };
  });
}

/** Index of the largest dot that fits; `undefined` if even the smallest one doesn't. */
export function dotFor(spacing: number): number | undefined {
  const size = sizes.findIndex(dot => spacing >= dot.spacing);
  return size < 0 ? undefined : size;
}

export function drawDot(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  color: string,
  casingColor: string,
  { radius, casing } = wholeDot,
): void {
  for (const [fill, size] of [
    [casingColor, casing === 0 ? 0 : radius + casing],
    [color, radius],
  ] as const) {
    context.fillStyle = fill;
    context.beginPath();
    context.arc(x, y, size, 0, 2 * Math.PI);
    context.fill();
  }
}
