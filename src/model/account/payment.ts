import type { Fields } from '../fields.ts';
import { formatAmount, type Amount } from '../order/order.ts';

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

/**
 * What a payment did to the balance: less than zero for what left it. `undefined` where the service does not say how
 * much it was, or which way it went: a word that appeared later, or an amount that has a sign of its own.
 */
export function effectOf({ type, creditAmount }: Payment): Amount | undefined {
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

/** The amount of a payment with its sign as far as that is known. */
export function paymentAmountText(payment: Payment): string | undefined {
  const effect = effectOf(payment);
  if (effect) return formatEffect(effect);
  return payment.creditAmount && formatAmount(payment.creditAmount);
}

export function isRefund({ type }: Payment): boolean {
  return type?.toLowerCase() === 'refund';
}

/** What several payments did to the balance together, in one unit. */
export interface PaymentSum {
  unit: string;
  /** Left the balance; not less than zero, as are the next two. */
  paid: number;
  refunded: number;
  credited: number;
}

export interface PaymentSums {
  /** One per unit. */
  sums: readonly PaymentSum[];
  /** Payments that say nothing that can be added up. */
  uncounted: number;
}

export function sumPayments(payments: readonly Payment[]): PaymentSums {
  const sums = new Map<string, PaymentSum>();
  let uncounted = 0;
  for (const payment of payments) {
    const effect = effectOf(payment);
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

/** What is left of a sum: credited and refunded less what was paid. */
export function netOf({ unit, paid, refunded, credited }: PaymentSum): Amount {
  // Cents add up to more digits than were sent.
  return { value: Math.round((credited + refunded - paid) * 1e6) / 1e6, unit };
}
