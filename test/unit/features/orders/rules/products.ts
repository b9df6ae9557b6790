import type { Problem } from '../../../../../src/base/problem.ts';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Image } from '../../../../../src/service/rules/imagery.ts';
import { checkOrder } from '../../../../../src/features/orders/rules/checkOrder.ts';
import type { Product, ProductOrderBody } from '../../../../../src/features/orders/rules/productOrder.ts';
import { bareImage } from '../../../fixtures.ts';

/** A harbor of about 31 km². */
export const aoi = polygon(box(5.3, 43.27, 5.37, 43.32));
/** 9,000 m². */
export const yard = polygon(box(5.33, 43.29, 5.331, 43.291));

/** Follows every rule; the tests change one part of it. */
export const product: Product = {
  id: 'img',
  productType: 'bundle',
  radiometricProcessing: 'BASIC16',
  imageFormat: 'image/jp2',
  crsCode: 'urn:ogc:def:crs:EPSG::32631',
  aoi,
};
export const good: ProductOrderBody = { kind: 'order.data.product', products: [product] };

/** The good body with another product. */
export const withProduct = (rest: object) => ({ ...good, products: [{ ...product, ...rest }] });
export const without = (member: keyof Product) =>
  withProduct(
    Object.fromEntries(
      Object.entries(product).map(([name, value]) => [name, name === member ? undefined : value]),
    ),
  );
export const ofImage = (rest: Partial<Image>) => (id: string) => (id === 'img' ? bareImage(rest) : undefined);
export const ofConstellation = (constellation: string) => ofImage({ constellation });

export function problemsOf(body: object, imageById?: (id: string) => Image | undefined): Problem[] {
  return checkOrder(body as Record<string, unknown>, imageById ? { imageById } : {});
}

/** The problems of a body, without the messages, such as `error product-id products.0.id`. */
export const inShort = (problems: readonly Problem[]) =>
  problems.map(({ code, severity, path }) => `${severity} ${code} ${path.join('.')}`);
