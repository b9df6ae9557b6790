/** Texts about an order that its dialog shares with lenses, tables and files. */
import * as l10n from '@vscode/l10n';
import { areaText } from '../../../../base/words/areaText.ts';
import { labeled } from '../../../../base/words/labeled.ts';
import { ageText } from '../../../../base/words/moment.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import { shortId } from '../../../../service/rules/kindText.ts';
import {
  type Amount,
  balanceAfter,
  formatAmount,
  type OrderPhase,
  type Price,
} from '../../../../service/rules/order.ts';
import { wholeAreaOf } from '../../../../service/rules/orderContents.ts';
import { unknownLabel } from '../../../../platform/rows/arrangement.ts';
import { type Account, balanceOf, newBalanceMs } from '../../../../session/account.ts';
import type { PlacedBefore } from '../../orderAttempts.ts';
import type { OrderBody } from '../../rules/orderBody.ts';

/** Maximum number of images and deliveries that a dialog lists individually. */
export const maxNamed = 4;

/** The first few, and the number of the rest. */
export function firstOf(lines: readonly string[], max: number): string[] {
  const more = lines.length - max;
  return [...lines.slice(0, max), ...(more > 0 ? [l10n.t('and {0} more', more)] : [])];
}

/** @param now by the clock of `at`, epoch ms */
export function doubleText(
  { at, orderId: id }: Pick<PlacedBefore, 'at' | 'orderId'>,
  now = Date.now(),
): string {
  return l10n.t('You placed the same order {0} (order {1}).', ageText(at, now) ?? at, shortId(id));
}

/**
 * For a file whose order was placed: when, as which order, and how it ended.
 *
 * @param phase `undefined` if it isn't known
 * @param when shows a time, ISO 8601
 */
export function placedText(
  { at, orderId }: Pick<PlacedBefore, 'at' | 'orderId'>,
  phase?: OrderPhase,
  when = ageNow,
): string {
  const time = when(at);
  const order = shortId(orderId);
  switch (phase) {
    case 'failed':
      return l10n.t('Ordered {0}, failed: order {1}', time, order);
    case 'delivered':
      return l10n.t('Ordered {0}, delivered: order {1}', time, order);
    default:
      return l10n.t('Ordered {0}: order {1}', time, order);
  }
}

/** How long ago this was. @param at ISO 8601 */
export function ageNow(at: string): string {
  return ageText(at, Date.now()) ?? at;
}

/** How much the balance is short of a price; `undefined` if it is sufficient or can't be compared. */
export function missingFor({ total }: Pick<Price, 'total'>, account: Account): string | undefined {
  return missingOf({ total }, balanceOf(account));
}

function missingOf({ total }: Pick<Price, 'total'>, balance: Amount | undefined): string | undefined {
  const after = balanceAfter(balance, total);
  return after && after.value < 0 ? formatAmount({ value: -after.value, unit: after.unit }) : undefined;
}

export function missingText(price: Pick<Price, 'total'>, balance: Amount | undefined): string | undefined {
  const missing = missingOf(price, balance);
  return missing === undefined ? undefined : l10n.t('Insufficient balance: {0} short', missing);
}

/** @param totals one per unit */
export function balanceLines(totals: readonly Amount[], account: Account): string[] {
  const balance = balanceOf(account);
  const text = balance ? formatAmount(balance) : unknownLabel();
  const reading = account.current.peek();
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
    .flatMap(total => balanceAfter(balanceOf(account), total) ?? [])
    .map(after => l10n.t('Balance after order: {0}', formatAmount(after)));
}

/** A smaller difference of the two areas of an order isn't worth knowing. The service rounds to hundredths of a km². */
const minDifference = { share: 0.01, km2: 0.01 };

/**
 * The total area of an order: measured in its file, and what the service reports with the price if that differs. The
 * service may charge for less than the file, such as where an image covers only part of it, or for more.
 *
 * @returns `undefined` if neither is known
 */
export function sizeText(body: OrderBody, { areaKm2 }: Pick<Price, 'areaKm2'>): string | undefined {
  const inFile = wholeAreaOf(body);
  const either = areaKm2 ?? inFile;
  if (either === undefined) return undefined;
  const tolerance = Math.max(minDifference.share * (inFile ?? 0), minDifference.km2);
  if (inFile === undefined || Math.abs(either - inFile) <= tolerance) return areaText(either);
  return l10n.t('{0} in the file, {1} by the service', areaText(inFile), areaText(either));
}

/** The first few, on one line. */
export function namesText(names: readonly string[]): string {
  return firstOf(names, maxNamed).join('; ');
}

/** The title of an order, or its reference. Empty if it has neither, as most product orders. */
export function titleOf({ title, customerRef }: OrderBody): string {
  const text = [title, customerRef].find(value => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? safeLine(text) : '';
}
