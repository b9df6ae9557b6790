import * as l10n from '@vscode/l10n';
import type { Image } from '../../model/images/imagery.ts';
import { balanceAfter, formatAmount, type Amount, type Price } from '../../model/order/order.ts';
import { areaText } from '../../model/words/areaText.ts';
import { dayText, ageText } from '../../model/words/momentText.ts';
import { shortId } from '../../model/words/shortId.ts';
import type { PlacedBefore, OrderAttempt } from '../orderAttempts.ts';

export function problemsText(count: number): string {
  return count === 1 ? l10n.t('1 problem: mend it first') : l10n.t('{0} problems: mend them first', count);
}

/** `12 credits (estimate)`. */
export function totalText({ total, isEstimate }: Price): string {
  const shown = formatAmount(total);
  return isEstimate ? l10n.t('{0} (estimate)', shown) : shown;
}

/** The price beside the balance, and what keeps the order from being placed. */
export function priceText(price: Price, balance: Amount | undefined): string {
  const deliveries = price.perDelivery.length;
  const parts = [totalText(price)];
  if (deliveries > 1) parts.push(l10n.t('{0} deliveries', deliveries));
  if (balance) {
    const isShort = (balanceAfter(balance, price.total)?.value ?? 0) < 0;
    const shown = formatAmount(balance);
    parts.push(isShort ? l10n.t('balance {0}: not enough', shown) : l10n.t('balance {0}', shown));
  }
  if (price.notOrderable !== undefined) parts.push(l10n.t('not orderable: {0}', price.notOrderable));
  return parts.join(' · ');
}

/** Deliveries that are listed one by one. */
const mostListed = 12;

/** Lines of plain text. */
export function priceTooltip(
  price: Price,
  balance: Amount | undefined,
  imageOf: ((id: string) => Image | undefined) | undefined,
): string[] {
  const after = balanceAfter(balance, price.total);
  const { perDelivery, areaKm2 } = price;
  const listed = perDelivery.slice(0, mostListed).map(({ imageId, amount }) => {
    const day = imageId === undefined ? undefined : imageOf?.(imageId)?.acquisitionDate;
    const name = [day && dayText(day), imageId].filter(Boolean).join(', ');
    return l10n.t('{0} for {1}', formatAmount(amount), name || l10n.t('one delivery'));
  });
  return [
    ...(perDelivery.length > 1 ? listed : []),
    ...(perDelivery.length > mostListed ? [l10n.t('… and {0} more', perDelivery.length - mostListed)] : []),
    ...(areaKm2 === undefined ? [] : [l10n.t('Area: {0}', areaText(areaKm2))]),
    ...(after ? [l10n.t('Balance after: {0}', formatAmount(after))] : []),
    ...(price.isEstimate ? [l10n.t('The service calls the price an estimate.')] : []),
    ...(price.notOrderable === undefined
      ? []
      : [l10n.t('The service does not let this account place it: "{0}".', price.notOrderable)]),
  ];
}

/** Letters of a reason that a lens has room for. */
const longestReason = 60;

/**
 * Why there is no price, in short: the service's own words where it has some, else the first sentence of what is said.
 *
 * @param quoted the words of the service
 */
export function noPriceText(said: string, quoted?: string): string {
  return quoted === undefined
    ? l10n.t('No price: {0}', shortened(said))
    : l10n.t('No price: "{0}"', shortened(quoted));
}

function shortened(text: string): string {
  const first = /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
  const reason = first.replace(/\.$/, '');
  return reason.length > longestReason ? `${reason.slice(0, longestReason - 1).trimEnd()}…` : reason;
}

/** @param now epoch ms */
export function unresolvedText({ at }: Pick<OrderAttempt, 'at'>, now: number): string {
  return l10n.t('Sent {0}, outcome not known: look it up', ageText(at, now) ?? at);
}

/** @param now epoch ms */
export function placedText({ at, orderId }: PlacedBefore, now: number): string {
  return l10n.t('Ordered {0}: order {1}', ageText(at, now) ?? at, shortId(orderId));
}
