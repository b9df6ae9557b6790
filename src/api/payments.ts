import * as z from 'zod';
import type { Payment } from '../model/account/payment.ts';
import { defaultUnit } from '../model/order/order.ts';
import { pathSegment } from '../model/request/serviceRequest.ts';
import { type Calls, read } from './calls.ts';
import { type ListPage, type PageRequest, readOnePage } from './pages.ts';
import { amountOf, optionalNumber, optionalText } from './wire.ts';

/** Never fails: a field that is missing or of another type is `undefined`. */
const known = z.object({
  type: optionalText,
  creditAmount: optionalNumber,
  amount: optionalNumber,
  amountUnit: optionalText,
  description: optionalText,
  createdAt: optionalText,
  orderId: optionalText,
  subscriptionId: optionalText,
});

const payment = z.looseObject({ id: z.string() }).transform((fields): Payment => {
  const { creditAmount: credits, amount, amountUnit, ...rest } = known.parse(fields);
  // The name of `creditAmount` is its unit.
  const creditAmount = amountOf(credits, defaultUnit) ?? amountOf(amount, amountUnit);
  return { id: fields.id, ...rest, creditAmount, fields };
});

function contractPath(contractId: string): string {
  return `/api/v1/contracts/${pathSegment(contractId)}/payments`;
}

/** GET /api/v1/contracts/{contractId}/payments, one page. */
export async function listPayments(
  calls: Calls,
  contractId: string,
  page: PageRequest,
  signal?: AbortSignal,
): Promise<ListPage<Payment>> {
  return readOnePage(calls, contractPath(contractId), {}, payment, page, signal);
}

/** GET /api/v1/subscriptions/{subscriptionId}/payments, one page. */
export async function listSubscriptionPayments(
  calls: Calls,
  subscriptionId: string,
  page: PageRequest,
  signal?: AbortSignal,
): Promise<ListPage<Payment>> {
  const path = `/api/v1/subscriptions/${pathSegment(subscriptionId)}/payments`;
  return readOnePage(calls, path, {}, payment, page, signal);
}

/** GET /api/v1/contracts/{contractId}/payments/{paymentId}. */
export async function readPayment(
  calls: Calls,
  contractId: string,
  paymentId: string,
  signal?: AbortSignal,
): Promise<Payment> {
  const path = `${contractPath(contractId)}/${pathSegment(paymentId)}`;
  return read(calls, path, payment, signal);
}
