/** What is known of a delivery of an order. */
import { type Delivery, orderPhase } from '../../../service/rules/order.ts';

export function isFailedDelivery({ status, errorCode, message }: Delivery): boolean {
  if (status !== undefined && orderPhase(status) === 'delivered') return false;
  const isFailed = status !== undefined && orderPhase(status) === 'failed';
  return isFailed || errorCode !== undefined || message !== undefined;
}

export function isReady({ download }: Delivery): boolean {
  return download !== undefined;
}
