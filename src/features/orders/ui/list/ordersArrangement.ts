import * as l10n from '@vscode/l10n';
import { dayText, parseMoment } from '../../../../base/words/moment.ts';
import { orderKindText, orderName, orderStatusText } from '../../../../service/rules/kindText.ts';
import { type Order, type OrderPhase, orderPhase } from '../../../../service/rules/order.ts';
import type { ArrangementChoices } from '../../../../platform/rows/arrangement.ts';
import { dateFilter } from '../../../../platform/rows/timeArrangement.ts';

/** What went wrong comes first. Late orders come last, because they can still be delivered. */
const phaseOrder: readonly OrderPhase[] = ['failed', 'inProgress', 'delivered'];

/** Stands for the status of late orders, which have a group of their own. No service sends it. */
export const lateGroup = '(late)';

/** Whatever the service calls a failure is one group. */
function statusGroup(status: string): string {
  return orderPhase(status) === 'failed' ? 'failed' : status;
}

/**
 * @param now time of the service, epoch ms
 * @param isLate whether an order in progress may never finish
 */
export function orderArrangements(
  now: number,
  isLate: (order: Order) => boolean = () => false,
): ArrangementChoices<Order> {
  const status = { id: 'status', label: l10n.t('Status') };
  const kind = { id: 'kind', label: l10n.t('Kind') };
  const date = { id: 'date', label: l10n.t('Date') };
  return {
    sorts: [
      { ...date, toKey: ({ createdAt }) => parseMoment(createdAt)?.time },
      { id: 'price', label: l10n.t('Price'), toKey: ({ price }) => price?.value },
      { id: 'title', label: l10n.t('Title'), toKey: orderName },
      { ...status, toKey: order => orderStatusText(order.status) },
    ],
    groups: [
      {
        ...status,
        toValue: order => (isLate(order) ? lateGroup : statusGroup(order.status)),
        toLabel: value => (value === lateGroup ? l10n.t('may never finish') : orderStatusText(value)),
        toRank: value => (value === lateGroup ? phaseOrder.length : phaseOrder.indexOf(orderPhase(value))),
      },
      { ...kind, toValue: order => order.kind, toLabel: orderKindText },
      { id: 'day', label: l10n.t('Day'), toValue: ({ createdAt }) => createdAt && dayText(createdAt) },
    ],
    filters: [
      dateFilter(({ createdAt }) => createdAt, now),
      { ...status, toValues: order => statusGroup(order.status), toLabel: orderStatusText },
      { ...kind, toValues: order => order.kind, toLabel: orderKindText },
    ],
    toText: order =>
      [
        orderName(order),
        order.createdAt && dayText(order.createdAt),
        order.id,
        order.customerRef,
        order.status,
        orderStatusText(order.status),
      ].join(' '),
  };
}
