import * as l10n from '@vscode/l10n';
import { formatAmount, type Amount } from '../../model/order/order.ts';
import type { Consumption, Use } from '../../model/account/subscription.ts';
import type { Reader } from '../reader.ts';
import { valueOf } from '../../editor/reading.ts';
import { emptyRow, factRow, rowsOf, type Row } from '../../editor/row.ts';
import { useRow } from './useRow.ts';

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
    ...uses.map((use, index) =>
      useRow(`${id}/use/${index}`, nameOf(use), 'graph-line', use, /stream/i.test(use.name)),
    ),
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
