/** What an order is about, read from a request body as far as it can be read, whatever is wrong with the rest. */
import type { Polygon } from 'geojson';
import { isPolygon } from '../aoi/aoiRings.ts';
import type { Order } from './order.ts';
import type { JsonPath } from '../problem.ts';

/** A JSON object as somebody wrote it, not yet checked. */
export type Members = Readonly<Record<string, unknown>>;

export interface AoiInBody {
  /** Of the Polygon within the body. */
  path: JsonPath;
  polygon: Polygon;
}

/** Ids of the images that a body names, each once, in its order. */
export function imagesOf(body: Members): string[] {
  const ids = [...listOf(body.imageIds), ...listOf(body.products).map(product => membersOf(product).id)];
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))];
}

/** The AOIs of a body that can be drawn, with the place of each. */
export function aoisOf(body: Members): AoiInBody[] {
  const found: [JsonPath, unknown][] = [
    [['aoi'], body.aoi],
    ...listOf(body.products).map((product, index): [JsonPath, unknown] => [
      ['products', index, 'aoi'],
      membersOf(product).aoi,
    ]),
  ];
  return found.flatMap(([path, polygon]) => (isPolygon(polygon) ? [{ path, polygon }] : []));
}

/**
 * Ids of the images that an order was placed on, as far as the service tells: from its echo of the body, else from
 * what its deliveries were ordered with. The id of a delivery is its own and not that of an image.
 */
export function imageIdsOf({ payload, deliveries }: Pick<Order, 'payload' | 'deliveries'>): string[] {
  const told = imagesOf(payload ?? {});
  if (told.length > 0) return told;
  const datas = deliveries.map(delivery => delivery.datas ?? {});
  return imagesOf({ imageIds: datas.flatMap(one => listOf(one.imageIds)), products: datas });
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}
