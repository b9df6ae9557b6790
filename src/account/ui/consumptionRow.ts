import * as l10n from '@vscode/l10n';
import { formatAmount, type Amount } from '../../model/order/order.ts';
import { barText, planOf, readableAmount, shareOf, usedOfText } from '../../model/words/quantity.ts';
import type { Consumption, Use } from '../../model/account/subscription.ts';
import type { Reader } from '../reader.ts';
import { valueOf } from '../../editor/reading.ts';
import { emptyRow, factRow, rowsOf, type Row } from '../../editor/row.ts';
import { shareText } from '../../model/words/shareText.ts';

/** What is left, and what went into streaming and imagery. Read when the row is opened. */
export function consumptionRow(consumption: Reader<Consumption>, balance: Amount | undefined): Row {
  const id = 'consumption';
  const label = l10n.t('Consumption');
  const known = valueOf(consumption.current.peek());
  const retry = () => void consumption.refresh();
  return {
    id,
    label,
    icon: 'dashboard',
    tooltip: { heading: l10n.t('What is left, and what went into streaming and imagery'), facts: [] },
    ...(known ? { details: { title: label, fields: known.fields } } : {}),
    children: () => {
      consumption.need();
      return rowsOf(id, l10n.t('The consumption'), consumption.current.peek(), retry, value =>
        childrenOf(id, value, balance),
      );
    },
  };
}

function childrenOf(id: string, { remaining, uses }: Consumption, balance: Amount | undefined): Row[] {
  const rows = [
    ...remainingRows(id, remaining, balance),
    ...uses.map((use, index) => useRow(`${id}/use/${index}`, use)),
  ];
  return rows.length === 0 ? [emptyRow(id, l10n.t('The service tells nothing of the consumption'))] : rows;
}

/** The contract's balance where the consumption itself says nothing of what is left. */
function remainingRows(id: string, remaining: Amount | undefined, balance: Amount | undefined): Row[] {
  const left = remaining ?? balance;
  if (!left) return [];
  const label = l10n.t('Remaining');
  const notes = remaining ? [] : [l10n.t('The balance of the contract.')];
  const tooltip = { heading: label, facts: [], notes };
  return [factRow(`${id}/remaining`, label, formatAmount(left), { icon: 'database', tooltip })];
}

function useRow(id: string, use: Use): Row {
  const { consumed, max } = use;
  const label = nameOf(use);
  const share = shareOf(consumed, max);
  const plan = max && planOf(max);
  const used = usedText(use);
  // Allowances of other things can be as large as that of a plan.
  const named = plan !== undefined && /stream/i.test(use.name) ? l10n.t('plan {0}', plan) : undefined;
  const said = [used, named].filter(part => part !== undefined);
  const percent = share === undefined ? undefined : shareText(share);
  const bar = share === undefined ? [] : [`${barText(share)} ${shareText(share)}`];
  return {
    id,
    label,
    description: [...bar, ...said].join(' · '),
    spoken: [label, percent, ...said].filter(part => part !== undefined).join(', '),
    icon: 'graph-line',
    tooltip: {
      heading: label,
      facts: [
        [l10n.t('Consumed'), consumed && formatAmount(consumed)],
        [l10n.t('Allowance'), max && formatAmount(max)],
        [l10n.t('As large as the streaming plan'), plan],
      ],
      notes: use.isEstimate === true ? [l10n.t('The service calls the consumed amount an estimate.')] : [],
    },
  };
}

function usedText(use: Use): string {
  const { consumed, max } = use;
  if (consumed && max) return usedOfText(consumed, max, use.isEstimate === true);
  if (consumed) return (use.isEstimate === true ? '≈ ' : '') + formatAmount(readableAmount(consumed));
  return max ? l10n.t('up to {0}', formatAmount(readableAmount(max))) : l10n.t('unknown');
}

function nameOf({ name }: Use): string {
  switch (name.toLowerCase()) {
    case 'streaming':
      return l10n.t('Streaming');
    case 'imagery':
      return l10n.t('Imagery');
    default:
      return name;
  }
}
