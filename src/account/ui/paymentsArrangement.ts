import * as l10n from '@vscode/l10n';
import type { Payment } from '../../model/account/payment.ts';
import { momentOf } from '../../model/words/moment.ts';
import { sortedBy, type ArrangementChoices } from '../../editor/arrangement.ts';

/** The newest first: where nobody has chosen anything. */
export const paymentsAtFirst = sortedBy('date', true);

/** What payments can be sorted and filtered by. */
export function paymentArrangements(): ArrangementChoices<Payment> {
  return {
    sorts: [
      { id: 'date', label: l10n.t('Date'), keyOf: ({ createdAt }) => momentOf(createdAt)?.time },
      { id: 'amount', label: l10n.t('Amount'), keyOf: ({ creditAmount }) => creditAmount?.value },
      { id: 'type', label: l10n.t('Type'), keyOf: ({ type }) => type },
    ],
    groups: [],
    filters: [{ id: 'type', label: l10n.t('Type'), valuesOf: ({ type }) => type }],
    textOf: payment => [payment.description, payment.id, payment.orderId, payment.subscriptionId].join(' '),
  };
}
