/** Smooth noise over the plane, the same for the same seed and place. */

function corner(seed: number, x: number, y: number): number {
  let h = seed ^ Math.imul(x, 0x165667b1) ^ Math.imul(y, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A number in [0, 1) for a cell of the whole-number lattice. */
export function cellNoise(seed: number, x: number, y: number): number {
  return corner(seed, Math.floor(x), Math.floor(y)) / 0x1_0000_0000;
}

function smooth(seed: number, x: number, y: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const dx = x - ix;
  const dy = y - iy;
  const fx = dx * dx * (3 - 2 * dx);
  const fy = dy * dy * (3 - 2 * dy);
  const south = corner(seed, ix, iy) * (1 - fx) + corner(seed, ix + 1, iy) * fx;
  const north = corner(seed, ix, iy + 1) * (1 - fx) + corner(seed, ix + 1, iy + 1) * fx;
  return (south * (1 - fy) + north * fy) / 0x1_0000_0000;
}

/**
 * Layered noise in [0, 1] with a mean of a half. Its largest features are `size` wide, and it adds finer ones
 * down to `finest`, in the units of x and y. Left-out layers count as their mean, so that a coarse picture is the fine one blurred.
 */
export function layered(seed: number, x: number, y: number, size: number, finest: number): number {
  let sum = 0.5;
  let weight = 0.5;
  let scale = size;
  for (let layer = 0; layer < 14 && scale > finest; layer++) {
    sum += weight * (smooth(seed + layer * 0x9e37, x / scale, y / scale) - 0.5);
    weight *= 0.5;
    scale *= 0.5;
  }
  // The layers' spread is small: stretched, the noise uses most of its range and seldom meets an end.
  return Math.max(0, Math.min(1, 0.5 + (sum - 0.5) * 1.65));
}
