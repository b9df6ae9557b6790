/** Orders that were sent from this machine, as they are named before the service lists them. */
import { orderKindText, shortId } from '../../../../service/rules/kindText.ts';
import { formatAmount } from '../../../../service/rules/order.ts';
import { bodyImageIds } from '../../../../service/rules/orderContents.ts';
import { type OrderAttempt, sentName } from '../../orderAttempts.ts';
import { ageNow } from './placed.ts';

/** Its title, or else its kind and images. */
export function attemptName(entry: Pick<OrderAttempt, 'title' | 'orderKind' | 'body'>): string {
  const images = bodyImageIds(entry.body).map(shortId).join(', ');
  return sentName(entry) || [orderKindText(entry.orderKind), images].filter(Boolean).join(' ');
}

/** `88 credits · 2 min ago` */
export function attemptSummary({ price, at }: OrderAttempt): string {
  return `${formatAmount(price)} · ${ageNow(at)}`;
}
