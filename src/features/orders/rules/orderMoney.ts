/** What the payments list for one order: what was charged, what came back, and what isn't known of that. */
import * as l10n from '@vscode/l10n';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { type Amount, formatAmount } from '../../../service/rules/order.ts';
import { balanceEffect, type Payment, paymentAmountText } from '../../../service/rules/payment.ts';
import { type Booking, chargedBy, mergeBookings, returnedBy } from './bookings.ts';

/** The payments that name an order and of which it is known what they change. */
export function orderBookings(payments: readonly Payment[], orderId: string): Booking[] {
  return payments.flatMap(payment => {
    const effect = payment.orderId === orderId ? balanceEffect(payment) : undefined;
    return effect ? [{ id: payment.id, at: payment.createdAt, effect }] : [];
  });
}

/** What became of the money of an order that failed. */
export type MoneyOfFailed =
  /** `of`: what was charged, or the price if no charge is listed. */
  | { kind: 'returned'; returned: readonly Amount[]; of: readonly Amount[]; isAll: boolean }
  | { kind: 'charged'; charged: readonly Amount[] }
  /** All payments were read after it failed, and none is for it. */
  | { kind: 'notCharged' }
  /** Payments are listed for it whose amount or direction isn't known. */
  | { kind: 'unclear'; payments: readonly string[] }
  /** The payments that were read after it failed don't name it. */
  | { kind: 'unlisted' }
  /** The payments weren't read since it failed. `error`: why they can't be read. */
  | { kind: 'unread'; error?: unknown };

export interface PaymentsKnown {
  /** Those that are loaded. */
  payments: readonly Payment[];
  /** Whether they were read after the order failed. */
  isCurrent: boolean;
  /** Whether they are all payments, and the service says which orders they are for. */
  isWhole: boolean;
  error?: unknown;
}

/**
 * @param price of the order, if known
 * @param recorded what was read of it before
 */
export function moneyOfFailed(
  { id, price }: { id: string; price: Amount | undefined },
  { payments, isCurrent, isWhole, error }: PaymentsKnown,
  recorded: { bookings: readonly Booking[]; isWhole: boolean } = { bookings: [], isWhole: false },
): MoneyOfFailed {
  const bookings = mergeBookings(recorded.bookings, orderBookings(payments, id));
  const charged = chargedBy(bookings);
  const returned = returnedBy(bookings);
  const of = charged.length > 0 ? charged : price ? [price] : [];
  if (returned.length > 0) {
    const backIn = (unit: string) => returned.find(amount => amount.unit === unit)?.value ?? 0;
    const isAll = of.length > 0 && of.every(({ value, unit }) => backIn(unit) >= value - 1e-6);
    return { kind: 'returned', returned, of, isAll };
  }
  const unclear = payments.filter(payment => payment.orderId === id && balanceEffect(payment) === undefined);
  if (unclear.length > 0)
    return { kind: 'unclear', payments: unclear.map(payment => paymentAmountText(payment) ?? payment.id) };
  if (charged.length > 0) return { kind: 'charged', charged };
  if (recorded.isWhole || (isCurrent && isWhole)) return { kind: 'notCharged' };
  if (isCurrent) return { kind: 'unlisted' };
  return { kind: 'unread', error };
}

/** A few words for a row: `87 credits refunded`. */
export function moneyWords(money: MoneyOfFailed): string {
  switch (money.kind) {
    case 'returned':
      return money.isAll
        ? l10n.t('{0} refunded', amountsText(money.returned))
        : l10n.t('{0} refunded', returnedText(money));
    case 'charged':
      return l10n.t('{0} charged, no refund listed', amountsText(money.charged));
    case 'notCharged':
      return l10n.t('not charged');
    case 'unclear':
    case 'unlisted':
    case 'unread':
      return l10n.t('refund unknown');
  }
}

/** @param errorText describes why the payments can't be read */
export function moneySentence(money: MoneyOfFailed, errorText: (error: unknown) => string): string {
  switch (money.kind) {
    case 'returned':
      return money.isAll
        ? l10n.t('Refunded in full: {0}.', amountsText(money.returned))
        : l10n.t('Refunded: {0}.', returnedText(money));
    case 'charged':
      return l10n.t("{0} charged. The payments don't list a refund yet.", amountsText(money.charged));
    case 'notCharged':
      return l10n.t('Not charged: no payment is listed for this order.');
    case 'unclear':
      return l10n.t(
        "The payments don't report whether this was charged or refunded: {0}.",
        money.payments.join(', '),
      );
    case 'unlisted':
      return l10n.t("The payments don't show yet whether this order was charged or refunded.");
    case 'unread':
      return money.error === undefined
        ? l10n.t('The payments show whether it was refunded. They are not loaded yet.')
        : l10n.t("Can't read the payments, which show whether it was refunded: {0}", errorText(money.error));
  }
}

/** `40 of 87 credits`; both amounts with their units if these differ. */
function returnedText({ returned, of }: Extract<MoneyOfFailed, { kind: 'returned' }>): string {
  const [back] = returned;
  const [whole] = of;
  if (returned.length === 1 && of.length === 1 && back?.unit === whole?.unit && back && whole)
    return l10n.t('{0} of {1}', numberText(back.value, { maximumFractionDigits: 2 }), formatAmount(whole));
  return of.length === 0
    ? amountsText(returned)
    : l10n.t('{0} of {1}', amountsText(returned), amountsText(of));
}

function amountsText(amounts: readonly Amount[]): string {
  return amounts.map(formatAmount).join(' + ');
}
