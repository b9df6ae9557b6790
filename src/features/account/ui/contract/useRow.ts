import * as l10n from '@vscode/l10n';
import { shareText } from '../../../../base/words/areaText.ts';
import { labeled } from '../../../../base/words/labeled.ts';
import { formatAmount } from '../../../../service/rules/order.ts';
import { barText, readableAmount, usedOfText, usedShare } from '../../../../service/rules/quantity.ts';
import { planByAllowance, type Use } from '../../../../service/rules/subscription.ts';
import { type Fact, type Row, rowText } from '../../../../platform/rows/row.ts';

type Amounts = Omit<Use, 'name'>;

/**
 * Usage of an allowance: `▰▰▱▱▱ 4 of 10 GB · 40 % · plan standard`.
 *
 * @param canBePlan whether the allowance can be that of a streaming plan: other allowances can be as large
 */
export function useRow(id: string, label: string, icon: string, use: Amounts, canBePlan: boolean): Row {
  const { consumed, max } = use;
  const share = usedShare(consumed, max);
  const plan = canBePlan && max ? planByAllowance(max) : undefined;
  const parts = [
    usedText(use),
    share === undefined ? undefined : shareText(share),
    plan && labeled(l10n.t('Streaming plan'), plan),
  ];
  const text = rowText(label, parts);
  return {
    id,
    ...text,
    description: (share === undefined ? '' : `${barText(share, 5)} `) + text.description,
    icon,
    tooltip: { heading: label, facts: receivedFacts(use, canBePlan) },
  };
}

/** The same in the words of the row. Nothing if the service sends neither the usage nor the allowance. */
export function useFacts(use: Amounts, canBePlan: boolean): Fact[] {
  const { consumed, max } = use;
  return [
    [consumed ? l10n.t('Used') : l10n.t('Allowance'), consumed || max ? usedText(use) : undefined],
    planFact(use, canBePlan),
  ];
}

/** The values as received, for the tooltip of the row. */
function receivedFacts(use: Amounts, canBePlan: boolean): Fact[] {
  const { consumed, max } = use;
  return [
    [l10n.t('Used'), consumed && formatAmount(consumed)],
    [l10n.t('Allowance'), max && formatAmount(max)],
    planFact(use, canBePlan),
  ];
}

function planFact({ max }: Amounts, canBePlan: boolean): Fact {
  return [l10n.t('Streaming plan'), canBePlan && max ? planByAllowance(max) : undefined];
}

export function usedText({ consumed, max, isEstimate = false }: Amounts): string {
  if (consumed && max) return usedOfText(consumed, max, isEstimate);
  if (consumed) return (isEstimate ? '≈ ' : '') + formatAmount(readableAmount(consumed));
  return max ? formatAmount(readableAmount(max)) : l10n.t('unknown');
}
