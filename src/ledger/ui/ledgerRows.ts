import * as l10n from '@vscode/l10n';
import { sumOrders, type LedgerEntry } from '../../model/ledger/ledgerEntry.ts';
import { formatAmount } from '../../model/order/order.ts';
import { applyArrangement, type Arrangement, type Group } from '../../editor/arrangement.ts';
import type { Reading } from '../../editor/reading.ts';
import { ledgerArrangements } from './ledgerArrangement.ts';
import { ledgerRow } from './ledgerRow.ts';
import { noMatchRow, rowsOf, said, type Fact, type Row } from '../../editor/row.ts';

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
  return rowsOf('ledger', l10n.t('The ledger'), reading, retry, entries => {
    const groups = applyArrangement(entries, arrangement, ledgerArrangements());
    if (entries.length > 0 && groups.every(({ items }) => items.length === 0)) {
      return [noMatchRow('ledger', showAll)];
    }
    const isByDay = arrangement.groupBy === 'day';
    const rows = ({ items }: Group<LedgerEntry>) => items.map(entry => ledgerRow(entry, now, isByDay));
    return groups.flatMap((group, index) =>
      group.value === undefined
        ? rows(group)
        : [groupRow(group, arrangement.groupBy, index === 0, () => rows(group))],
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
  const count = items.length === 1 ? l10n.t('1 entry') : l10n.t('{0} entries', items.length);
  const ordered = placed.map(formatAmount).join(' + ');
  const perhaps = open.map(formatAmount).join(' + ');
  const parts = [
    ordered === '' ? undefined : l10n.t('{0} ordered', ordered),
    perhaps === '' ? undefined : l10n.t('possibly {0} more', perhaps),
    count,
    // The times below a day have no room to say so.
    groupBy === 'day' ? l10n.t('UTC') : undefined,
  ];
  const facts: Fact[] = [
    [l10n.t('Entries'), String(items.length)],
    [l10n.t('Ordered for'), ordered],
    [l10n.t('Possibly ordered for'), perhaps],
  ];
  return {
    id: `${groupBy ?? ''}/${value}`,
    ...said(label, parts),
    icon: groupBy === 'day' ? 'calendar' : 'list-flat',
    tooltip: { heading: label, facts },
    contextValue: 'group',
    isOpen,
    children,
  };
}
