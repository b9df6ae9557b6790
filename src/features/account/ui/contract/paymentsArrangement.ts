import * as l10n from '@vscode/l10n';
import { parseMoment } from '../../../../base/words/moment.ts';
import { statusText } from '../../../../service/rules/kindText.ts';
import type { Payment } from '../../../../service/rules/payment.ts';
import type { ArrangementChoices } from '../../../../platform/rows/arrangement.ts';
import { dateFilter, timeGroups } from '../../../../platform/rows/timeArrangement.ts';

/**
 * Sort, group and filter options for payments.
 *
 * @param now by the clock of the service, epoch ms
 */
export function paymentArrangements(now: number): ArrangementChoices<Payment> {
  const createdTime = ({ createdAt }: Payment) => createdAt;
  const type = { id: 'type', label: l10n.t('Type') };
  const typed = { ...type, toLabel: statusText };
  return {
    sorts: [
      { id: 'date', label: l10n.t('Date'), toKey: ({ createdAt }) => parseMoment(createdAt)?.time },
      { id: 'amount', label: l10n.t('Amount'), toKey: ({ creditAmount }) => creditAmount?.value },
      { ...type, toKey: ({ type: word }) => word && statusText(word) },
    ],
    groups: [...timeGroups(createdTime), { ...typed, toValue: payment => payment.type }],
    filters: [dateFilter(createdTime, now), { ...typed, toValues: payment => payment.type }],
    toText: payment => [payment.description, payment.id, payment.orderId, payment.subscriptionId].join(' '),
  };
}
