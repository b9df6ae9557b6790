import type { Site } from './capture.ts';
import type { Box } from './shapes.ts';

const degree = Math.PI / 180;

/**
 * A box that holds every image of a site; no site lies so near a pole that there is none. An image can leave its cell:
 * it is moved across it by a quarter of the lane, turned by four degrees, and sheared as the Earth turns below (a
 * fifteenth).
 */
export function siteBox({ aim: [longitude, latitude], length, width }: Site): Box {
  const radius = 1.1 * Math.hypot(0.5 * length + 0.04 * width, 0.77 * width + 0.04 * length);
  const high = radius / degree;
  const wide = Math.asin(Math.sin(radius) / Math.cos(latitude * degree)) / degree;
  return {
    west: longitude - wide,
    east: longitude + wide,
    south: latitude - high,
    north: latitude + high,
  };
}
