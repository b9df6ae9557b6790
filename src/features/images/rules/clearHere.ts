/** How much of an area is free of clouds in one image, estimated from the pixels of its quicklook. */

import { itemAt, noItem } from '../../../base/itemAt.ts';

/** RGBA, row by row from the top. */
export interface Pixels {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

/** [x, y] in pixels from the top left corner of the picture; points can lie outside of it. */
export type PixelPoint = readonly [x: number, y: number];

export interface ClearQuestion {
  /** The rings of the area; holes are found by the even-odd rule. */
  rings: readonly (readonly PixelPoint[])[];
  /** What the service reports of the whole image, percent. */
  cloudCover: number | undefined;
  snowCover: number | undefined;
}

/** `share`: the part without cloud of what the image shows of the area, 0 to 1. Always an estimate. */
export type ClearHere = { share: number } | 'unknown';

/** Scores that a cloud's edge can have. Less is brighter than clouds ever are, more is darker: see {@link whiteness}. */
const threshold = { min: 70, max: 200 };
/** How far the calibrated share may be from the service's figure, 0 to 1. */
const maxMisfit = 0.1;
/** Scores this near the threshold could be either. */
const unsureScores = 10;
/** The share of the area that may be uncertain. */
const maxUnsure = 0.2;
/** Fewer pixels say nothing about an area. */
const minPixels = 16;
/** Borders of pictures are black, but not quite: they are compressed. */
const darkest = 8;

/**
 * Clouds are the bright, white part of a picture. How bright differs between images, so that the threshold is calibrated
 * on the whole picture: the share of pixels above it is the service's cloud cover. Then the pixels of the area are
 * counted. Black borders and transparent pixels don't count.
 *
 * Limits: thin clouds, haze and shadows of clouds count as clear. Snow, surf, pale sand and roofs look like clouds. The
 * result is `unknown` without a cloud cover from the service, if no plausible threshold comes within 10 points of it,
 * if much of the area is near the threshold or looks like cloud or snow in an image with snow, and if the picture has
 * too few pixels of the area.
 */
export function clearHere(pixels: Pixels, { rings, cloudCover, snowCover = 0 }: ClearQuestion): ClearHere {
  if (cloudCover === undefined) return 'unknown';
  const whole = countAbove(pixels);
  const area = countAbove(pixels, areaMask(rings, pixels));
  if (area.count < minPixels) return 'unknown';
  const cloud = cloudCover / 100;
  const snow = snowCover / 100;
  if (snow > 0) {
    // What is bright is cloud or snow: only what is dark can be judged.
    const bright = whole.above(threshold.min);
    if (bright < cloud - maxMisfit || bright > cloud + snow + maxMisfit) return 'unknown';
    const unsure = area.above(threshold.min);
    return unsure > maxMisfit ? 'unknown' : { share: 1 - (unsure * cloud) / (cloud + snow) };
  }
  const level = calibrated(whole, cloud);
  const misfit = whole.above(level) - cloud;
  if (Math.abs(misfit) > maxMisfit) return 'unknown';
  const cloudy = area.above(level);
  const near = area.above(level - unsureScores) - area.above(level + unsureScores);
  // What is white beyond the service's figure isn't cloud, and all of it can be in the area.
  const excess = Math.min(cloudy, (Math.max(0, misfit) * whole.count) / area.count);
  return near + excess > maxUnsure ? 'unknown' : { share: 1 - cloudy };
}

/** The plausible threshold that comes nearest to a share, 0 to 1. */
function calibrated(whole: Counted, share: number): number {
  let best = threshold.min;
  for (let level = threshold.min; level <= threshold.max; level += 1) {
    if (Math.abs(whole.above(level) - share) <= Math.abs(whole.above(best) - share)) best = level;
  }
  return best;
}

interface Counted {
  count: number;
  /** The share of them with at least this score, 0 to 1. */
  above: (score: number) => number;
}

/** @param mask 1 for the pixels that count; all by default */
function countAbove({ data, width, height }: Pixels, mask?: Uint8Array): Counted {
  const scores = new Uint32Array(257);
  for (let at = 0; at < width * height; at += 1) {
    if (mask && mask[at] === 0) continue;
    const score = whiteness(data, at * 4);
    if (score !== undefined) scores[score] = (scores[score] ?? noItem(scores, score)) + 1;
  }
  for (let score = 255; score >= 0; score -= 1)
    scores[score] = itemAt(scores, score) + itemAt(scores, score + 1);
  const count = itemAt(scores, 0);
  return { count, above: score => itemAt(scores, Math.max(0, Math.min(256, score))) / Math.max(1, count) };
}

/** The darkest of the three colors, less the differences between them: 0 to 255. `undefined` outside of the image. */
function whiteness(data: Pixels['data'], at: number): number | undefined {
  const red = data[at] ?? noItem(data, at);
  const green = data[at + 1] ?? noItem(data, at + 1);
  const blue = data[at + 2] ?? noItem(data, at + 2);
  const alpha = data[at + 3] ?? noItem(data, at + 3);
  const min = Math.min(red, green, blue);
  const max = Math.max(red, green, blue);
  return alpha < 128 || max <= darkest ? undefined : Math.max(0, 2 * min - max);
}

/** 1 for each pixel whose center is inside, row by row. */
function areaMask(rings: ClearQuestion['rings'], { width, height }: Pixels): Uint8Array {
  const mask = new Uint8Array(width * height);
  const crossings = Array.from({ length: height }, (): number[] => []);
  const columnAt = (x: number) => Math.max(0, Math.min(width, Math.ceil(x - 0.5)));
  for (const ring of rings) {
    ring.forEach((from, index) => {
      const to = ring[(index + 1) % ring.length] ?? from;
      const [top, bottom] = from[1] < to[1] ? [from, to] : [to, from];
      const last = Math.min(height, Math.ceil(bottom[1] - 0.5));
      for (let row = Math.max(0, Math.ceil(top[1] - 0.5)); row < last; row += 1) {
        const along = (row + 0.5 - top[1]) / (bottom[1] - top[1]);
        crossings[row]?.push(top[0] + along * (bottom[0] - top[0]));
      }
    });
  }
  crossings.forEach((xs, row) => {
    xs.sort((a, b) => a - b);
    for (let at = 0; at + 1 < xs.length; at += 2) {
      const start = row * width;
      mask.fill(1, start + columnAt(itemAt(xs, at)), start + columnAt(itemAt(xs, at + 1)));
    }
  });
  return mask;
}
