import type { MapState, ProductBytes, ToHost } from '../shared/protocol.ts';
import { describeError } from '../editor/host/presentError.ts';
import type { ProductImages } from '../deliveries/productImages.ts';

export function productShown({ current }: ProductImages): Pick<MapState, 'product'> {
  const product = current.peek();
  if (!product) return {};
  const { id, title, size, place } = product;
  return { product: { id, title, size, ...(place && { place }) } };
}

/** A part of the file on the map, and of no other; `undefined` if it is no longer on the map. */
export async function productBytes(
  { current }: ProductImages,
  { id, from, length }: Extract<ToHost, { kind: 'productBytes' }>,
): Promise<ProductBytes | undefined> {
  const product = current.peek();
  if (product?.id !== id) return undefined;
  try {
    return { bytes: await product.read(from, length) };
  } catch (error) {
    return { problem: describeError(error) };
  }
}
