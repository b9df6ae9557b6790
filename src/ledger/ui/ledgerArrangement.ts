import * as l10n from '@vscode/l10n';
import type { LedgerEntry } from '../../model/ledger/ledgerEntry.ts';
import type { ArrangementChoices } from '../../editor/arrangement.ts';
import { dateFilter, timeGroups } from '../../editor/timeArrangement.ts';
import { actionText, entryName, resultText } from './ledgerText.ts';

/**
 * Sort, group and filter options for entries.
 *
 * @param now epoch ms
 */
export function ledgerArrangements(now = Date.now()): ArrangementChoices<LedgerEntry> {
  const action = { id: 'action', label: l10n.t('Action'), labelOf: actionText };
  const result = { id: 'result', label: l10n.t('Result'), labelOf: resultText };
  const timeOf = ({ at }: LedgerEntry) => at;
  const connection = { id: 'connection', label: l10n.t('Connection') };
  return {
    sorts: [
      { id: 'time', label: l10n.t('Time'), keyOf: ({ at }) => Date.parse(at) },
      { id: 'amount', label: l10n.t('Amount'), keyOf: ({ amount }) => amount?.value },
    ],
    groups: [
      ...timeGroups(timeOf),
      { ...action, valueOf: entry => entry.action },
      { ...connection, valueOf: entry => entry.connection },
      { ...result, valueOf: entry => entry.result },
    ],
    filters: [
      dateFilter(timeOf, now),
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
