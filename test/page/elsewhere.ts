import { type Harness, harnessOf } from '../unit/sandbox/harness.ts';
import { type Product, until } from './product.ts';

/** Creates the body of an order from the images of the service. */
export type OrderMaker = (service: Harness) => Promise<Record<string, unknown>>;

/**
 * Places orders with the same account from elsewhere: this machine has no record of them, and only the service's list
 * can show them. Resolves to the bodies that were sent.
 */
export async function placeElsewhere(
  { service }: Product,
  ...orders: readonly OrderMaker[]
): Promise<Record<string, unknown>[]> {
  const there = harnessOf(service.sandbox);
  const bodies: Record<string, unknown>[] = [];
  for (const order of orders) {
    const body = await order(there);
    const { status } = await there.call('POST', '/api/v1/orders', body);
    if (status !== 201) throw new Error(`The order was answered with ${status}.`);
    bodies.push(body);
  }
  return bodies;
}

/** Waits until the service has delivered everything, without using the editor. */
export async function allDelivered({ service }: Product): Promise<void> {
  const there = harnessOf(service.sandbox);
  await until('the orders to be delivered', async () => {
    const { body } = await there.call<{ items: { status: string }[] }>('GET', '/api/v1/orders');
    return body.items.every(({ status }) => status === 'delivered');
  });
}

/** Orders sent from this machine or another one, according to the service. */
export function ordersSent({ service }: Product) {
  return service.sandbox.requests.filter(
    request => request.method === 'POST' && request.path === '/api/v1/orders',
  );
}
