import type { MapState } from '../../protocol/protocol.ts';
import type { ProductImages } from '../deliveries/index.ts';

export function productShown({ current }: ProductImages): Pick<MapState, 'product'> {
  const product = current.value;
  if (!product) return {};
  const { id, title, size, place } = product;
  return { product: { id, title, size, place } };
}
