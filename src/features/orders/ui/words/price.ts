/** What is said of prices, the budget and the balance. */
import * as l10n from '@vscode/l10n';
import { numberText } from '../../../../base/words/displayLanguage.ts';
import { labeled } from '../../../../base/words/labeled.ts';
import {
  type Amount,
  balanceAfter,
  formatAmount,
  type Order,
  type Price,
} from '../../../../service/rules/order.ts';
import { unknownLabel } from '../../../../platform/rows/arrangement.ts';
import { type Account, accountBalance } from '../../../../session/account.ts';
import { newBalanceMs } from '../../../../session/balanceOfNow.ts';
import { type Exceeded, totalsByUnit } from '../../budget.ts';
import { ageNow } from './placed.ts';

/** Why the amount must be typed, with one sentence per limit. */
export function exceededText(exceeded: Exceeded): string {
  const credits = (value: number, unit = 'credits') => formatAmount({ value, unit });
  switch (exceeded.kind) {
    case 'perOrder':
      return l10n.t(
        '{0} is above your budget of {1} per order.',
        formatAmount(exceeded.price),
        credits(exceeded.limit),
      );
    case 'perDay': {
      const { price, spent, limit, mayReturn } = exceeded;
      const figure = (value: number) => numberText(value, { maximumFractionDigits: 2 });
      const sum = l10n.t(
        '{0} more would bring today to {1} of {2}, your budget per day.',
        figure(price.value),
        figure(price.value + spent.value),
        credits(limit),
      );
      if (!mayReturn) return sum;
      return `${sum} ${l10n.t('Of this, {0} may come back as a refund.', figure(mayReturn.value))}`;
    }
    case 'otherUnit':
      return l10n.t('Your budget is in credits, and this order is paid in {0}.', exceeded.unit);
    case 'unreadable':
      return l10n.t('The setting "{0}" is not an amount.', `swath.budget.${exceeded.limit}`);
  }
}

/** `12 credits (estimate)`. */
export function totalsText(...prices: readonly Price[]): string {
  const text = amountsText(totalsByUnit(prices.map(({ total }) => total)));
  return prices.some(({ isEstimate }) => isEstimate) ? l10n.t('{0} (estimate)', text) : text;
}

/** `84 credits + 1,523 kB`. */
export function amountsText(amounts: readonly Amount[]): string {
  return amounts.map(formatAmount).join(' + ');
}

/** How much the balance is short of a price; `undefined` if it is sufficient or can't be compared. */
export function missingFor({ total }: Pick<Price, 'total'>, account: Account): string | undefined {
  return missingAmount({ total }, accountBalance(account));
}

/** How much is missing. */
export function missingAmount(
  { total }: Pick<Price, 'total'>,
  balance: Amount | undefined,
): string | undefined {
  const after = balanceAfter(balance, total);
  return after && after.value < 0 ? formatAmount({ value: -after.value, unit: after.unit }) : undefined;
}

export function missingText(price: Pick<Price, 'total'>, balance: Amount | undefined): string | undefined {
  const missing = missingAmount(price, balance);
  return missing === undefined ? undefined : l10n.t('Insufficient balance: {0} short', missing);
}

/**
 * The balance, unless it was requested before the last order.
 *
 * @param placedMs when that was placed, epoch ms
 */
export function balanceSince(account: Pick<Account, 'current'>, placedMs: number): Amount | undefined {
  return isBefore(account, placedMs) ? undefined : accountBalance(account);
}

/** Whether the balance was requested before that moment, epoch ms. */
export function isBefore(account: Pick<Account, 'current'>, at: number): boolean {
  const reading = account.current.peek();
  return reading.kind === 'ready' && reading.at < at;
}

/**
 * @param totals one per unit
 * @param placedMs when the last order was placed, epoch ms
 */
export function balanceLines(totals: readonly Amount[], account: Account, placedMs: number): string[] {
  const balance = accountBalance(account);
  const text = balance ? formatAmount(balance) : unknownLabel();
  const reading = account.current.peek();
  if (isBefore(account, placedMs)) return [l10n.t('Balance: {0} (before your last order)', text)];
  const isOld = balance && reading.kind === 'ready' && Date.now() - reading.at > newBalanceMs;
  return [
    isOld
      ? l10n.t('Balance: {0} (updated {1})', text, ageNow(new Date(reading.at).toISOString()))
      : labeled(l10n.t('Balance'), text),
    ...balanceAfterLines(totals, account),
  ];
}

/** Empty if nothing is paid in the unit of the balance. */
export function balanceAfterLines(totals: readonly Amount[], account: Account): string[] {
  return totals
    .flatMap(total => balanceAfter(accountBalance(account), total) ?? [])
    .map(after => l10n.t('Balance after order: {0}', formatAmount(after)));
}

/** With the price of a square kilometer, by which orders compare. */
export function pricePerKm2(order: Order, areaKm2: number | undefined): string | undefined {
  const { price } = order;
  const text = priceText(order);
  if (!price || !(price.value > 0) || areaKm2 === undefined || !(areaKm2 > 0)) return text;
  const perKm2 = formatAmount({ ...price, value: Number((price.value / areaKm2).toPrecision(3)) });
  return `${text} (${l10n.t('{0} per km²', perKm2)})`;
}

export function priceText({ price, isEstimate }: Order): string | undefined {
  return price && (isEstimate ? `≈ ${formatAmount(price)}` : formatAmount(price));
}
