/** One order for each of several areas. */
import type { Polygon } from 'geojson';
import type { Image } from '../images/imagery.ts';
import { analyticOrderKind, orderResolution, type Analytic, type AnalyticOrderBody } from './analyticOrder.ts';
import { draftProduct, type ProductOrderBody, type ProductOrderKind } from './productOrder.ts';

/** What all orders of a batch are. */
export type BatchKind = { kind: 'report'; analytic: Analytic } | { kind: 'product'; order: ProductOrderKind };

/** The request body for one area. Products say what they are for by `customerRef`, for they have no title. */
export function bodyForArea(
  batch: BatchKind,
  title: string,
  aoi: Polygon,
  images: readonly Image[],
): AnalyticOrderBody | (ProductOrderBody & { customerRef: string }) {
  const area: Polygon = { type: 'Polygon', coordinates: aoi.coordinates };
  switch (batch.kind) {
    case 'report':
      return {
        kind: analyticOrderKind,
        title,
        analytic: batch.analytic.code,
        resolution: orderResolution(images) ?? NaN,
        imageIds: images.map(({ id }) => id),
        aoi: area,
      };
    case 'product': {
      const products = images.flatMap(image => draftProduct(image, area) ?? []);
      return { kind: batch.order, customerRef: title, products };
    }
  }
}
