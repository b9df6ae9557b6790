/** The order of images for one area, or for each of several. */
import type { Polygon } from 'geojson';
import { checkAoi, withoutAltitude } from '../../../geo/aoi.ts';
import { checkArea } from '../../../geo/smallestAoi.ts';
import { analyticOrderKind, orderResolution } from '../../../service/rules/analyticOrder.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import type { Drafted } from '../../../service/rules/orderMembers.ts';
import type { BatchKind } from '../../images/rules/index.ts';
import { draftProduct, type ProductOrderBody } from './productOrder.ts';

/** Request body of a price or an order (specification: Analytic order body), spelled as on the wire. */
export type AnalyticOrderBody = Drafted<'report'> & { kind: typeof analyticOrderKind };

/** Why an area can't be ordered, by the rules for its shape and size; `undefined` if it can. */
export function whyNoArea(polygon: Polygon, sort: BatchKind['kind']): string | undefined {
  const problems = [...checkAoi(polygon), ...(sort === 'product' ? checkArea(polygon) : [])];
  return problems.find(({ severity }) => severity === 'error')?.message;
}

/** The request body for one area. @param title of a report; products have none */
export function bodyForArea(
  batch: BatchKind,
  title: string,
  aoi: Polygon,
  images: readonly Image[],
): AnalyticOrderBody | ProductOrderBody {
  const area = withoutAltitude(aoi);
  if (batch.kind === 'product') {
    const products = images.flatMap(image => draftProduct(image, area) ?? []);
    return { kind: batch.order, products };
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
