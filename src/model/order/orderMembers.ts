/** The members of request bodies (specification: Analytic order body, Product order body), spelled as in requests. */
import { isOrderKind } from './order.ts';

/** Objects with members: the body of a report, the body of products, one product. */
export type OrderPart = 'report' | 'products' | 'product';

/** Accepted by deployed services; not in the specification. */
const optionalMembers: readonly string[] = ['customerRef', 'tags'];

/** In their usual order. */
export const orderMembers: Readonly<Record<OrderPart, readonly string[]>> = {
  report: ['kind', 'title', 'analytic', 'resolution', 'imageIds', 'aoi', ...optionalMembers],
  products: ['kind', 'products', ...optionalMembers],
  product: ['id', 'productType', 'radiometricProcessing', 'imageFormat', 'crsCode', 'aoi'],
};

/** The part that a body is by its kind, or by its other members if the kind is wrong. */
export function partOf(body: Readonly<Record<string, unknown>>): Exclude<OrderPart, 'product'> {
  if (isOrderKind(body.kind)) return body.kind === 'order.analytics-toolbox.archive' ? 'report' : 'products';
  const ofReport = ['analytic', 'imageIds', 'resolution', 'title', 'aoi'];
  return !('products' in body) && ofReport.some(name => name in body) ? 'report' : 'products';
}

export function isRequired(name: string): boolean {
  return !optionalMembers.includes(name);
}

export function requiredMembers(part: OrderPart): string[] {
  return orderMembers[part].filter(isRequired);
}
