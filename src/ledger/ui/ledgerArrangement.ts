import * as l10n from '@vscode/l10n';
import type { LedgerEntry } from '../../model/ledger/ledgerEntry.ts';
import { dayText } from '../../model/words/moment.ts';
import type { Arrangement, ArrangementChoices } from '../../editor/arrangement.ts';
import { actionText, entryName, resultText } from './ledgerText.ts';

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
  const action = { id: 'action', label: l10n.t('Action'), labelOf: actionText };
  const result = { id: 'result', label: l10n.t('Result'), labelOf: resultText };
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
