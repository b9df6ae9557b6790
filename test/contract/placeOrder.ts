import type { Order } from '../../src/service/rules/order.ts';
import type { Client } from '../../src/service/wire/client.ts';

/** Orders in a slot of its own, as `src/features/orders/placing.ts` does it. */
export async function placeOrder(client: Pick<Client, 'orderSlot'>, body: unknown): Promise<Order> {
  const slot = await client.orderSlot();
  try {
    return await slot.place(body);
  } finally {
    slot.end();
  }
}
