/** The contents of an order, read from a request body as far as possible, whatever is wrong with the rest. */
import type { Polygon } from 'geojson';
import { listOrNone } from '../../base/fields.ts';
import type { JsonPath } from '../../base/problem.ts';
import { isPolygon } from '../../geo/aoiRings.ts';
import { polygonAreaKm2 } from '../../geo/polygonArea.ts';
import type { Order } from './order.ts';

/** A JSON object as the user wrote it, not yet checked. */
export type Members = Readonly<Record<string, unknown>>;

export interface AoiInBody {
  path: JsonPath;
  polygon: Polygon;
}

/** Ids of the images that a body names, without duplicates, in order. */
export function bodyImageIds(body: Members): string[] {
  const ids = [
    ...listOrNone(body.imageIds),
    ...listOrNone(body.products).map(product => membersOrNone(product).id),
  ];
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))];
}

/** The AOIs of a body that can be drawn, with their paths. */
export function bodyAois(body: Members): AoiInBody[] {
  const found: [JsonPath, unknown][] = [
    [['aoi'], body.aoi],
    ...listOrNone(body.products).map((product, index): [JsonPath, unknown] => [
      ['products', index, 'aoi'],
      membersOrNone(product).aoi,
    ]),
  ];
  return found.flatMap(([path, polygon]) => (isPolygon(polygon) ? [{ path, polygon }] : []));
}

/**
 * Ids of the images of a placed order, if the service reports them: from its echo of the body, or else from what its
 * deliveries were ordered with. The id of a delivery isn't the id of an image.
 */
export function orderImageIds({ payload, deliveries }: Pick<Order, 'payload' | 'deliveries'>): string[] {
  const reported = bodyImageIds(payload ?? {});
  if (reported.length > 0) return reported;
  const datas = deliveries.map(delivery => delivery.datas ?? {});
  return bodyImageIds({ imageIds: datas.flatMap(data => listOrNone(data.imageIds)), products: datas });
}

/** The area of a placed order of a report, if the service reports it. */
export function orderArea({
  payload,
  deliveries,
}: Pick<Order, 'payload' | 'deliveries'>): Polygon | undefined {
  const bodies = [payload, ...deliveries.map(({ datas }) => datas)];
  return bodies.flatMap(body => bodyAois(body ?? {}))[0]?.polygon;
}

export function membersOrNone(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

/** Total of the AOIs, km², as often as each is ordered; `undefined` if none can be drawn. */
export function totalAreaKm2(body: Members): number | undefined {
  const areas = bodyAois(body).map(({ polygon }) => polygonAreaKm2(polygon));
  return areas.length === 0 ? undefined : areas.reduce((sum, area) => sum + area, 0);
}
