import type { Fields } from '../../base/fields.ts';
import { type Amount, formatAmount } from './order.ts';

export interface Payment {
  id: string;
  /** `payment`, `refund` or `credit`: the direction of the amount; other values occur. */
  type: string | undefined;
  creditAmount: Amount | undefined;
  description: string | undefined;
  createdAt: string | undefined;
  /** The related order, if the service reports it. */
  orderId: string | undefined;
  subscriptionId: string | undefined;
  fields: Fields;
}

/**
 * How a payment changes the balance: negative for a charge. `undefined` if the service reports no amount or the
 * direction isn't known: an unknown type, or an amount with its own sign.
 */
export function balanceEffect({ type, creditAmount }: Payment): Amount | undefined {
  if (!creditAmount || creditAmount.value < 0) return undefined;
  switch (type?.toLowerCase()) {
    case 'payment':
      return { ...creditAmount, value: -creditAmount.value };
    case 'refund':
    case 'credit':
      return creditAmount;
    default:
      return undefined;
  }
}

/** `+120 credits`, `−120 credits`. */
export function formatEffect({ value, unit }: Amount): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return sign + formatAmount({ value: Math.abs(value), unit });
}

export function paymentAmountText(payment: Payment): string | undefined {
  const effect = balanceEffect(payment);
  if (effect) return formatEffect(effect);
  return payment.creditAmount && formatAmount(payment.creditAmount);
}

export function isRefund({ type }: Payment): boolean {
  return type?.toLowerCase() === 'refund';
}

/** The combined effect of several payments on the balance, in one unit. */
export interface PaymentSum {
  unit: string;
  /** Charged to the balance; not negative, like the next two. */
  paid: number;
  refunded: number;
  credited: number;
}

export interface PaymentSums {
  /** One per unit. */
  sums: readonly PaymentSum[];
  /** Number of payments that can't be added up. */
  uncounted: number;
}

export function sumPayments(payments: readonly Payment[]): PaymentSums {
  const sums = new Map<string, PaymentSum>();
  let uncounted = 0;
  for (const payment of payments) {
    const effect = balanceEffect(payment);
    if (!effect) {
      uncounted += 1;
      continue;
    }
    const sum = sums.get(effect.unit) ?? { unit: effect.unit, paid: 0, refunded: 0, credited: 0 };
    if (payment.type?.toLowerCase() === 'payment') sum.paid += Math.abs(effect.value);
    else if (isRefund(payment)) sum.refunded += effect.value;
    else sum.credited += effect.value;
    sums.set(effect.unit, sum);
  }
  return { sums: [...sums.values()], uncounted };
}

/** Net sum: credited and refunded minus paid. */
export function netAmount({ unit, paid, refunded, credited }: PaymentSum): Amount {
  // Sums of cents get floating-point digits.
  return { value: Math.round((credited + refunded - paid) * 1e6) / 1e6, unit };
}
