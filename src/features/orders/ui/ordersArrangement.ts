import * as l10n from '@vscode/l10n';
import { dayText, momentOf } from '../../../base/words/moment.ts';
import { orderKindText, orderName, statusText } from '../../../service/rules/kindText.ts';
import { type Order, type OrderPhase, orderPhase } from '../../../service/rules/order.ts';
import type { ArrangementChoices } from '../../../platform/rows/arrangement.ts';

/** What went wrong comes first. Late orders come last, because they can still be delivered. */
const phaseOrder: readonly OrderPhase[] = ['failed', 'inProgress', 'delivered'];

/** Stands for the status of late orders, which have a group of their own. No service sends it. */
export const lateGroup = '(late)';

/** @param isLate whether an order in progress may never finish */
export function orderArrangements(
  isLate: (order: Order) => boolean = () => false,
): ArrangementChoices<Order> {
  const status = { id: 'status', label: l10n.t('Status') };
  const kind = { id: 'kind', label: l10n.t('Kind') };
  const date = { id: 'date', label: l10n.t('Date') };
  return {
    sorts: [
      { ...date, keyOf: ({ createdAt }) => momentOf(createdAt)?.time },
      { id: 'price', label: l10n.t('Price'), keyOf: ({ price }) => price?.value },
      { id: 'title', label: l10n.t('Title'), keyOf: orderName },
      { ...status, keyOf: order => statusText(order.status) },
    ],
    groups: [
      {
        ...status,
        valueOf: order => (isLate(order) ? lateGroup : order.status),
        labelOf: value => (value === lateGroup ? l10n.t('may never finish') : statusText(value)),
        rankOf: value => (value === lateGroup ? phaseOrder.length : phaseOrder.indexOf(orderPhase(value))),
      },
      { ...kind, valueOf: order => order.kind, labelOf: orderKindText },
      { id: 'day', label: l10n.t('Day'), valueOf: ({ createdAt }) => createdAt && dayText(createdAt) },
    ],
    filters: [
      { ...status, valuesOf: order => order.status, labelOf: statusText },
      { ...kind, valuesOf: order => order.kind, labelOf: orderKindText },
    ],
    textOf: order =>
      [orderName(order), order.id, order.customerRef, order.status, statusText(order.status)].join(' '),
  };
}
