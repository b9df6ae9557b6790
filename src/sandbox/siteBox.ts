import type { Site } from './capture.ts';
import type { Box } from './shapes.ts';

const degree = Math.PI / 180;

/**
 * A box that holds every image of a site; undefined near a pole, where no box does. An image can leave its cell: it is
 * moved across it by a quarter of the lane, turned by four degrees, and sheared as the Earth turns below (a fifteenth).
 */
export function siteBox({ aim: [longitude, latitude], length, width }: Site): Box | undefined {
  const radius = 1.1 * Math.hypot(0.5 * length + 0.04 * width, 0.77 * width + 0.04 * length);
  const sine = Math.sin(radius) / Math.cos(latitude * degree);
  if (sine >= 1) return undefined;
  const high = radius / degree;
  const wide = Math.asin(sine) / degree;
  return {
    west: longitude - wide,
    east: longitude + wide,
    south: latitude - high,
    north: latitude + high,
  };
}
