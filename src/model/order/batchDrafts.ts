/** The order of images for one area, or for each of several. */
import type { Polygon } from 'geojson';
import type { Image } from '../images/imagery.ts';
import { checkAoi } from '../aoi/aoi.ts';
import {
  type Analytic,
  type AnalyticOrderBody,
  analyticOrderKind,
  orderResolution,
} from './analyticOrder.ts';
import { checkArea, draftProduct, type ProductOrderBody, type ProductOrderKind } from './productOrder.ts';

export type BatchKind = { kind: 'report'; analytic: Analytic } | { kind: 'product'; order: ProductOrderKind };

/** Why an area can't be ordered, by the rules for its shape and size; `undefined` if it can. */
export function whyNoArea(polygon: Polygon, sort: BatchKind['kind']): string | undefined {
  // Reports also refuse what is only unusual in a GeoJSON file.
  const problem = checkAoi(polygon).find(({ severity }) => sort === 'report' || severity === 'error');
  if (problem) return problem.message;
  return sort === 'product' ? checkArea(polygon)[0]?.message : undefined;
}

/** The request body for one area. Products have no title, so they use `customerRef`. */
export function bodyForArea(
  batch: BatchKind,
  title: string,
  aoi: Polygon,
  images: readonly Image[],
): AnalyticOrderBody | (ProductOrderBody & { customerRef: string }) {
  const area: Polygon = { type: 'Polygon', coordinates: aoi.coordinates };
  if (batch.kind === 'product') {
    const products = images.flatMap(image => draftProduct(image, area) ?? []);
    return { kind: batch.order, customerRef: title, products };
  }
  return {
    kind: analyticOrderKind,
    title,
    analytic: batch.analytic.code,
    resolution: orderResolution(images) ?? NaN,
    imageIds: images.map(({ id }) => id),
    aoi: area,
  };
}
