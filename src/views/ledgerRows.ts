import * as l10n from '@vscode/l10n';
import { ledgerActions, ledgerResults, sumOrders, type LedgerEntry } from '../model/ledger/ledgerEntry.ts';
import { formatAmount } from '../model/order/order.ts';
import { dayText } from '../model/words/momentText.ts';
import {
  applyArrangement,
  describeFilters,
  type Arrangement,
  type ArrangementChoices,
  type Group,
} from '../state/arrangement.ts';
import type { Reading } from '../state/reading.ts';
import { actionText, entryName, ledgerRow, resultText } from './ledgerRow.ts';
import { noMatchRow, rowsOf, type Fact, type Row } from './row.ts';

/** By day, the newest first: where nobody has chosen anything. */
export const ledgerAtFirst: Arrangement = {
  sortBy: 'time',
  descending: true,
  groupBy: 'day',
  filters: {},
  text: '',
};

/** What entries can be sorted, grouped and filtered by. */
export function ledgerArrangements(): ArrangementChoices<LedgerEntry> {
  const action = { id: 'action', label: l10n.t('Action'), labelOf: actionLabel };
  const result = { id: 'result', label: l10n.t('Result'), labelOf: resultLabel };
  const connection = { id: 'connection', label: l10n.t('Connection') };
  return {
    sorts: [
      { id: 'time', label: l10n.t('Time'), keyOf: ({ at }) => Date.parse(at) },
      { id: 'amount', label: l10n.t('Amount'), keyOf: ({ amount }) => amount?.value },
    ],
    groups: [
      { id: 'day', label: l10n.t('Day'), valueOf: ({ at }) => dayText(at) },
      { ...action, valueOf: entry => entry.action },
      { ...connection, valueOf: entry => entry.connection },
      { ...result, valueOf: entry => entry.result },
    ],
    filters: [
      { ...action, valuesOf: entry => entry.action },
      { ...connection, valuesOf: entry => entry.connection },
      { ...result, valuesOf: entry => entry.result },
    ],
    textOf: entry =>
      [
        entryName(entry),
        entry.orderId,
        entry.subscriptionId,
        entry.keyId,
        entry.bodyHash,
        entry.message,
      ].join(' '),
  };
}

function actionLabel(value: string): string {
  const action = ledgerActions.find(one => one === value);
  return action ? actionText(action) : value;
}

function resultLabel(value: string): string {
  const result = ledgerResults.find(one => one === value);
  return result ? resultText(result) : value;
}

export interface LedgerRowsParts {
  reading: Reading<readonly LedgerEntry[]>;
  arrangement: Arrangement;
  /** Epoch ms. */
  now: number;
  retry: () => void;
  showAll: () => void;
}

/** The rows of the Ledger view; none where the welcome text has more to say. */
export function ledgerRows({ reading, arrangement, now, retry, showAll }: LedgerRowsParts): readonly Row[] {
  return rowsOf('ledger', l10n.t('The ledger'), reading, retry, entries => {
    const groups = applyArrangement(entries, arrangement, ledgerArrangements());
    if (entries.length > 0 && groups.every(({ items }) => items.length === 0)) {
      return [noMatchRow('ledger', l10n.t('No entry matches the filter'), showAll)];
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

/** The entries that pass the filter, as the view shows them. */
export function shownEntries(entries: readonly LedgerEntry[], arrangement: Arrangement): LedgerEntry[] {
  return applyArrangement(entries, arrangement, ledgerArrangements()).flatMap(({ items }) => items);
}

/** The filters in force and how many entries pass them, for the head of the view; empty where nothing is filtered. */
export function ledgerFilterText(reading: Reading<readonly LedgerEntry[]>, arrangement: Arrangement): string {
  const filters = describeFilters(arrangement, ledgerArrangements());
  if (filters === '' || reading.kind !== 'ready') return filters;
  const passing = shownEntries(reading.value, arrangement).length;
  return l10n.t('{0} · {1} of {2}', filters, passing, reading.value.length);
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
  const said = [
    ordered === '' ? undefined : l10n.t('{0} ordered', ordered),
    perhaps === '' ? undefined : l10n.t('perhaps {0} more', perhaps),
    count,
    // The times below a day have no room to say so.
    groupBy === 'day' ? l10n.t('UTC') : undefined,
  ].filter(part => part !== undefined);
  const facts: Fact[] = [
    [l10n.t('Entries'), String(items.length)],
    [l10n.t('Ordered for'), ordered],
    [l10n.t('Perhaps ordered for'), perhaps],
  ];
  return {
    id: `${groupBy ?? ''}/${value}`,
    label,
    description: said.join(' · '),
    spoken: [label, ...said].join(', '),
    icon: groupBy === 'day' ? 'calendar' : 'list-flat',
    tooltip: { heading: label, facts },
    contextValue: 'group',
    isOpen,
    children,
  };
}
