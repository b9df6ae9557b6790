import type {
  AccountState,
  DeliveryState,
  OrderState,
  OrderStatus,
  PaymentState,
} from '../accounts/state.ts';
import { type SubscriptionState, subscriptionStatus } from '../accounts/subscriptions.ts';
import { type Capture, captureById } from '../catalogue/capture.ts';
import { type Area, readPolygon } from '../catalogue/shapes.ts';
import { nextId, type Service } from '../http/service.ts';
import type { Quote } from './orderBody.ts';
/** Orders: what they spend when they are placed, and what the clock makes of them. */

/** Products take this much longer than reports. */
const productFactor = 1.5;

/** Books an order: spends credits or allowance, or notes it as rejected where they do not suffice. */
export function placeOrder(
  service: Service,
  account: AccountState,
  quote: Quote,
  failure?: string,
): OrderState {
  const now = service.now();
  const credits = sum(quote.items.map(item => item.credits));
  const kilobytes = sum(quote.items.map(item => item.kilobytes));
  const subscription = account.subscriptions.find(
    candidate => subscriptionStatus(candidate, now) === 'active' && candidate.offers.includes(quote.kind),
  );
  const allowed =
    credits <= account.balance &&
    kilobytes <= (subscription ? subscription.allowance - subscription.streamed : 0);
  const id = nextId(service, 'order');
  const seconds =
    service.productionSeconds * (quote.kind === 'order.analytics-toolbox.archive' ? 1 : productFactor);
  const order: OrderState = {
    id,
    kind: quote.kind,
    status: allowed ? 'ordered' : 'rejected',
    payload: quote.payload,
    customerRef: quote.customerRef,
    tags: quote.tags,
    title: quote.title,
    subscriptionId: subscription?.id ?? null,
    credits,
    kilobytes,
    deliveries: quote.items.map((item, index) => ({
      id: nextId(service, 'delivery'),
      itemId: nextId(service, 'item'),
      status: allowed ? 'ordered' : 'rejected',
      imageIds: item.imageIds,
      datas: item.datas,
      areaKm2: item.areaKm2,
      credits: item.credits,
      kilobytes: item.kilobytes,
      // Each further product waits a little for the one before it.
      readyAt: item.stereo ? null : now + seconds * (1 + 0.25 * index) * 1000,
      failure: failure ?? (item.unsupported ? 'The image is not available at level SENSOR' : null),
      updatedAt: now,
    })),
    createdAt: now,
    updatedAt: now,
  };
  account.orders.push(order);
  if (allowed) spend(service, account, order, subscription);
  service.changed();
  return order;
}

function spend(
  service: Service,
  account: AccountState,
  order: OrderState,
  subscription: SubscriptionState | undefined,
): void {
  account.balance = round2(account.balance - order.credits);
  if (subscription) {
    subscription.streamed += order.kilobytes;
    subscription.ordered += order.credits;
  }
  if (order.credits > 0) book(service, account, order, 'payment', order.credits, order.createdAt);
}

function book(
  service: Service,
  account: AccountState,
  order: OrderState,
  type: PaymentState['type'],
  credits: number,
  createdAt: number,
): void {
  account.payments.push({
    id: nextId(service, 'payment'),
    type,
    creditAmount: credits,
    description: order.title ?? order.customerRef ?? order.kind,
    createdAt,
    orderId: order.id,
    subscriptionId: order.subscriptionId === null ? undefined : order.subscriptionId,
  });
}

/** Brings all orders to where the clock has them: delivered, or failed and paid back. */
export function settleOrders(service: Service): void {
  const now = service.now();
  let moved = false;
  for (const account of service.state.accounts) {
    for (const order of account.orders) {
      if (order.status !== 'ordered') continue;
      for (const delivery of order.deliveries) {
        if (delivery.status !== 'ordered' || delivery.readyAt === null || delivery.readyAt > now) continue;
        delivery.status = delivery.failure === null ? 'delivered' : 'error';
        delivery.updatedAt = delivery.readyAt;
        order.updatedAt = delivery.readyAt;
        moved = true;
        if (delivery.status === 'error') giveBack(service, account, order, delivery);
      }
      order.status = statusOfAll(order.deliveries);
    }
  }
  if (moved) service.changed();
}

function giveBack(service: Service, account: AccountState, order: OrderState, delivery: DeliveryState): void {
  account.balance = round2(account.balance + delivery.credits);
  const subscription = account.subscriptions.find(({ id }) => id === order.subscriptionId);
  if (subscription) {
    subscription.streamed -= delivery.kilobytes;
    subscription.ordered -= delivery.credits;
  }
  if (delivery.credits > 0) book(service, account, order, 'refund', delivery.credits, delivery.updatedAt);
}

/** An order is open while one of its deliveries is; then it failed if one of them did. */
function statusOfAll(deliveries: readonly DeliveryState[]): OrderStatus {
  if (deliveries.some(({ status }) => status === 'ordered')) return 'ordered';
  return deliveries.some(({ status }) => status === 'error') ? 'error' : 'delivered';
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Specification, Analytic order: where what was delivered is downloaded. */
export function downloadPath({ itemId }: DeliveryState): string {
  return `/api/v1/items/${itemId}/download`;
}

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

export function workspaceItems(service: Service, account: AccountState): WorkspaceItem[] {
  return account.orders.flatMap(order =>
    order.deliveries.flatMap(delivery => {
      const item = delivery.status === 'delivered' ? workspaceItem(service, order, delivery) : undefined;
      return item ? [item] : [];
    }),
  );
}

export function itemById(service: Service, account: AccountState, id: string): WorkspaceItem | undefined {
  for (const order of account.orders) {
    const delivery = order.deliveries.find(({ itemId, status }) => itemId === id && status === 'delivered');
    if (delivery) return workspaceItem(service, order, delivery);
  }
  return undefined;
}

function workspaceItem(
  service: Service,
  order: OrderState,
  delivery: DeliveryState,
): WorkspaceItem | undefined {
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
