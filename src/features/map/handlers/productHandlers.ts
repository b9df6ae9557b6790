import type { HostAnswers, HostHandlers } from '../../../protocol/protocol.ts';
import type { ProductImages } from '../../deliveries/index.ts';

export function productHandlers(products: ProductImages) {
  return {
    closeProduct: () => products.clear(),
    productPainted: ({ id }) => products.remember(id),
  } satisfies Partial<HostHandlers>;
}

export function productAnswers({ current }: ProductImages) {
  return {
    /** A part of the file on the map, and of no other. */
    productBytes: ({ id, from, length }) => {
      const product = current.peek();
      return product?.id === id ? product.read(from, length) : undefined;
    },
  } satisfies Partial<HostAnswers>;
}
