import type { Fields } from './account.ts';
import type { Amount } from './order.ts';

/** A movement of the contract's balance. */
export interface Payment {
  id: string;
  /** `payment`, `refund` or `credit` say which way the amount goes; other words appear. */
  type: string | undefined;
  creditAmount: Amount | undefined;
  description: string | undefined;
  createdAt: string | undefined;
  /** What it was for, where the service says. */
  orderId: string | undefined;
  subscriptionId: string | undefined;
  fields: Fields;
}
