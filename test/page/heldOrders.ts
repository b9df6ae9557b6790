import type { ProductOptions } from './product.ts';

export interface HeldOrders {
  /** For `startProduct`. */
  time: NonNullable<ProductOptions['time']>;
  /** Makes everything that was ordered so far ready. */
  deliver: () => void;
}

const productionSeconds = 600;
/** For the slowest kind: several products in one order. */
const longestMs = productionSeconds * 4 * 1000;

/** A service whose orders stay in production until a test has seen them there, however slow the machine is. */
export function holdOrders(): HeldOrders {
  let ahead = 0;
  return {
    time: { now: () => Date.now() + ahead, productionSeconds },
    deliver: () => (ahead += longestMs),
  };
}
