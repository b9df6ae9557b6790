import * as l10n from '@vscode/l10n';
import { numberText } from '../../../../base/words/displayLanguage.ts';
import { plainNumber } from '../../../../base/words/plainNumber.ts';
import { type Amount, formatAmount, type Price } from '../../../../service/rules/order.ts';
import { typesAimed } from '../../../../platform/dialogs/confirm.ts';
import { type Exceeded, totalsOf } from '../../budget.ts';

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
  const text = amountsText(totalsOf(prices.map(({ total }) => total)));
  return prices.some(({ isEstimate }) => isEstimate) ? l10n.t('{0} (estimate)', text) : text;
}

/** `84 credits + 1,523 kB`. */
export function amountsText(amounts: readonly Amount[]): string {
  return amounts.map(formatAmount).join(' + ');
}

/**
 * Accepts only the exact amount, as it is shown or with all of its digits, with or without its unit.
 *
 * @param amounts one per unit
 */
export async function typesAmount(title: string, amounts: readonly Amount[]): Promise<boolean> {
  const expected = amountsText(amounts);
  return typesAimed(
    title,
    l10n.t('Type the amount to order: {0}', expected),
    text => isAmount(text, amounts),
    l10n.t('This is not {0}. Press Escape to cancel.', expected),
  );
}

function isAmount(text: string, amounts: readonly Amount[]): boolean {
  const typed = text.trim().replaceAll(/\s+/g, ' ');
  const exact = amounts.map(({ value, unit }) => `${plainNumber(value)} ${unit}`).join(' + ');
  const exactAsShown = amounts.map(({ value, unit }) => `${allDigits(value)} ${unit}`).join(' + ');
  const forms = [amountsText(amounts), exact, exactAsShown];
  const [only] = amounts;
  if (only && amounts.length === 1) {
    forms.push(plainNumber(only.value), allDigits(only.value), formatAmount({ ...only, unit: '' }).trim());
  }
  // The display language can write the unit in upper case.
  return forms.some(form => form.toLowerCase() === typed.toLowerCase());
}

/** Uses the decimal separator of the display language, as the shown amount does. */
function allDigits(value: number): string {
  return numberText(value, { useGrouping: false, maximumFractionDigits: 20 });
}
