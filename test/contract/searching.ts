import type { Polygon, Position } from 'geojson';
import { expect } from 'vitest';
import type { Image } from '../../src/service/rules/imagery.ts';
import type { SearchCriteria } from '../../src/service/rules/searchCriteria.ts';
import type { ReadingClient } from './service.ts';
import type { Lacking } from './testService.ts';

/** All matches of a search, so that sets can be compared. They must fit on a page. */
export async function found(
  client: ReadingClient,
  criteria: SearchCriteria,
  lacking: Lacking,
): Promise<Image[]> {
  const { images, received } = await client.search(criteria, 1, 500);
  if (received === 0) return lacking('The catalogue has no image for this search.');
  if (received === 500) return lacking('The catalogue has more images for this search than a page holds.');
  expect(images).toHaveLength(received);
  return images;
}

/** Epoch ms. */
export const timeOf = (image: Image) => Date.parse(image.acquisitionDate ?? '');

/** Ids in an order of their own: images of one moment come in any order. */
export const idSet = (images: readonly Image[]) => images.map(({ id }) => id).sort();

/** West, south, east, north of a footprint. */
export function boundsOf({ footprint }: Image): [number, number, number, number] {
  const positions = (footprint.coordinates as Position[][]).flat();
  const longitudes = positions.map(([longitude]) => longitude);
  const latitudes = positions.map(([, latitude]) => latitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

/** The same area with so many corners that no address is long enough for it. */
export function dense({ coordinates }: Polygon): Polygon {
  const corners = coordinates[0] ?? [];
  const ring = corners.slice(1).flatMap((to, index) => {
    const from = corners[index] ?? to;
    const between = (axis: 0 | 1, step: number) => {
      const a = from[axis];
      return a + ((to[axis] - a) * step) / 64;
    };
    return Array.from({ length: 64 }, (_none, step): Position => [between(0, step), between(1, step)]);
  });
  return { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] };
}
