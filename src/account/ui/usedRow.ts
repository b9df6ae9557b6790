import * as l10n from '@vscode/l10n';
import { formatAmount } from '../../model/order/order.ts';
import { barText, planOf, readableAmount, shareOf, usedOfText } from '../../model/words/quantity.ts';
import type { Subscription } from '../../model/account/subscription.ts';
import type { Fact, Row } from '../../editor/row.ts';
import { shareText } from '../../model/words/shareText.ts';

/** What was used of the allowance; nothing where the service says neither. */
export function usedRows(above: string, subscription: Subscription): Row[] {
  const { amountConsumed: used, amountMax: max } = subscription;
  const text = usedText(subscription);
  if (text === undefined) return [];
  const label = used ? l10n.t('Used') : l10n.t('Allowance');
  const share = shareOf(used, max);
  const plan = max && planOf(max);
  const said = [text, share !== undefined && shareText(share), plan && l10n.t('plan {0}', plan)].filter(
    Boolean,
  );
  const bar = share === undefined ? '' : `${barText(share, 5)} `;
  return [
    {
      id: `${above}/amount`,
      label,
      description: bar + said.join(' · '),
      spoken: [label, ...said].join(', '),
      icon: 'dashboard',
      tooltip: { heading: label, facts: usedFacts(subscription), notes: estimateNotes(subscription) },
    },
  ];
}

function usedText({
  amountConsumed: used,
  amountMax: max,
  isAmountEstimated,
}: Subscription): string | undefined {
  const isEstimate = isAmountEstimated === true;
  if (used && max) return usedOfText(used, max, isEstimate);
  if (used) return `${isEstimate ? '≈ ' : ''}${formatAmount(readableAmount(used))}`;
  return max && formatAmount(readableAmount(max));
}

/** The same as it came, for tooltips. */
export function usedFacts({ amountConsumed: used, amountMax: max }: Subscription): Fact[] {
  return [
    [l10n.t('Used'), used && formatAmount(used)],
    [l10n.t('Allowance'), max && formatAmount(max)],
    [l10n.t('Streaming plan'), max && planOf(max)],
  ];
}

function estimateNotes({ isAmountEstimated }: Subscription): string[] {
  return isAmountEstimated === true ? [l10n.t('The service calls the amount an estimate.')] : [];
}
