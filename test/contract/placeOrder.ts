import type { Order } from '../../src/service/rules/order.ts';
import type { Client } from '../../src/service/wire/client.ts';
import { patient } from '../runSpeed.ts';

/** Only an order that is stuck waits that long, milliseconds. */
const longestMs = patient(5_000);

/** Whether an order was stuck: then the next ones are too, and none of them waits that long again. */
let isStuck = false;

/** Orders in a slot of its own, as `src/features/orders/placing.ts` does it. */
export async function placeOrder(client: Pick<Client, 'orderSlot'>, body: unknown): Promise<Order> {
  const slot = await client.orderSlot();
  try {
    return await ended(slot.place(body));
  } finally {
    slot.end();
  }
}

/** A call that takes a turn of its own waits for the slot that it is in. Only what can be repeated does that. */
async function ended(placing: Promise<Order>): Promise<Order> {
  let timer: NodeJS.Timeout | undefined;
  const stuck = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => {
        isStuck = true;
        reject(new Error('The order did not end in its slot: it must leave at once, and only once.'));
      },
      isStuck ? 0 : longestMs,
    );
  });
  return Promise.race([placing, stuck]).finally(() => clearTimeout(timer));
}
