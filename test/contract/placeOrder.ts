import type { Order } from '../../src/model/order/order.ts';
import type { Client } from '../../src/api/client.ts';

/** Orders in a slot of its own, as `src/orders/placing.ts` does it. */
export async function placeOrder(client: Pick<Client, 'orderSlot'>, body: unknown): Promise<Order> {
  const slot = await client.orderSlot();
  try {
    return await slot.place(body);
  } finally {
    slot.end();
  }
}
