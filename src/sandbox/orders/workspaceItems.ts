import { captureById, type Capture } from '../catalogue/capture.ts';
import type { DeliveryState, OrderState, AccountState } from '../accounts/state.ts';
import type { Service } from '../http/service.ts';
import { readPolygon, type Area } from '../catalogue/shapes.ts';

/** Something delivered, as it lies in the private workspace. */
export interface WorkspaceItem {
  id: string;
  order: OrderState;
  delivery: DeliveryState;
  category: 'image' | 'vector';
  area: Area;
  /** The image it was made from, of two the later one. */
  source: Capture;
  images: readonly Capture[];
}

/** Everything that was delivered to an account, oldest first. */
export function itemsOf(service: Service, account: AccountState): WorkspaceItem[] {
  return account.orders.flatMap(order =>
    order.deliveries.flatMap(delivery => {
      const item = delivery.status === 'delivered' ? itemOf(service, order, delivery) : undefined;
      return item ? [item] : [];
    }),
  );
}

export function itemById(service: Service, account: AccountState, id: string): WorkspaceItem | undefined {
  for (const order of account.orders) {
    const delivery = order.deliveries.find(({ itemId, status }) => itemId === id && status === 'delivered');
    if (delivery) return itemOf(service, order, delivery);
  }
  return undefined;
}

function itemOf(service: Service, order: OrderState, delivery: DeliveryState): WorkspaceItem | undefined {
  const images = delivery.imageIds
    .map(id => captureById(service.world, id))
    .filter(image => image !== undefined)
    .sort((a, b) => a.time - b.time);
  const source = images.at(-1);
  if (!source) return undefined;
  return {
    id: delivery.itemId,
    order,
    delivery,
    category: order.kind === 'order.analytics-toolbox.archive' ? 'vector' : 'image',
    area: readPolygon(delivery.datas['aoi'], 'aoi', false),
    source,
    images,
  };
}
