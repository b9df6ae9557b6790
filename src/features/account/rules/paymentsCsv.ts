import { type CsvColumn, csvText } from '../../../base/words/csvField.ts';
import { orderKindText } from '../../../service/rules/kindText.ts';
import { balanceEffect, type Payment } from '../../../service/rules/payment.ts';

/** `effect` is what a payment adds to the balance; empty if its direction isn't known. */
const columns: readonly CsvColumn<Payment>[] = [
  ['time', ({ createdAt }) => createdAt],
  ['type', ({ type }) => type],
  ['amount', ({ creditAmount }) => creditAmount?.value],
  ['unit', ({ creditAmount }) => creditAmount?.unit],
  ['effect', payment => balanceEffect(payment)?.value],
  ['description', ({ description }) => description && orderKindText(description)],
  ['paymentId', ({ id }) => id],
  ['orderId', ({ orderId }) => orderId],
  ['subscriptionId', ({ subscriptionId }) => subscriptionId],
];

/** The payments with their times as the service sent them. */
export function paymentsCsv(payments: readonly Payment[]): string {
  return csvText(columns, payments);
}
