import * as l10n from '@vscode/l10n';
import { sumOrders, type LedgerEntry } from '../../model/ledger/ledgerEntry.ts';
import { formatAmount } from '../../model/order/order.ts';
import { applyArrangement, type Arrangement, type Group } from '../../editor/arrangement.ts';
import type { Reading } from '../../editor/reading.ts';
import { ledgerArrangements } from './ledgerArrangement.ts';
import { ledgerRow } from './ledgerRow.ts';
import { noMatchRow, rowsOf, said, type Row } from '../../editor/row.ts';

/**
 * The rows of the Ledger view; none where the welcome text has more to say.
 *
 * @param now epoch ms
 */
export function ledgerRows(
  reading: Reading<readonly LedgerEntry[]>,
  arrangement: Arrangement,
  now: number,
  retry: () => void,
  showAll: () => void,
): readonly Row[] {
  return rowsOf('ledger', l10n.t('Ledger'), reading, retry, entries => {
    const { groupBy } = arrangement;
    const groups = applyArrangement(entries, arrangement, ledgerArrangements());
    if (entries.length > 0 && groups.every(({ items }) => items.length === 0)) {
      return [noMatchRow('ledger', l10n.t('No entry matches the filter'), showAll)];
    }
    const rows = ({ items }: Group<LedgerEntry>) =>
      items.map(entry => ledgerRow(entry, now, groupBy === 'day'));
    return groups.flatMap((group, index) =>
      group.value === undefined ? rows(group) : [groupRow(group, groupBy, index === 0, () => rows(group))],
    );
  });
}

function groupRow(
  { value = '', label, items }: Group<LedgerEntry>,
  groupBy: string | undefined,
  isOpen: boolean,
  children: () => readonly Row[],
): Row {
  const { placed, open } = sumOrders(items);
  const ordered = placed.map(formatAmount).join(' + ');
  const perhaps = open.map(formatAmount).join(' + ');
  const parts = [
    ordered && l10n.t('{0} ordered', ordered),
    perhaps && l10n.t('possibly {0} more', perhaps),
    String(items.length),
    // The times below a day have no room to say so.
    groupBy === 'day' ? 'UTC' : undefined,
  ];
  return {
    id: `${groupBy ?? ''}/${value}`,
    ...said(label, parts),
    icon: groupBy === 'day' ? 'calendar' : 'list-flat',
    contextValue: 'group',
    isOpen,
    children,
  };
}
