import * as l10n from '@vscode/l10n';
import { isReport } from '../../model/order/isReport.ts';
import { momentText } from '../../model/words/momentText.ts';
import { orderPhase, type Delivery, type Order } from '../../model/order/order.ts';
import { otherFacts } from '../../editor/fieldFacts.ts';
import type { Fact, Row } from '../../editor/row.ts';

/** One result of an order. @param index counts from 0 */
export function deliveryRow(order: Order, delivery: Delivery, index: number): Row {
  const label = nameOf(delivery, index);
  const said = deliveryText(delivery);
  return {
    id: `order/${order.id}/delivery/${index}`,
    label,
    description: said,
    spoken: [label, said].filter(Boolean).join(', '),
    ...iconOf(delivery),
    tooltip: { heading: label, facts: factsOf(delivery) },
    contextValue: contextOf(order, delivery),
    ...(delivery.id === undefined ? {} : { copyId: delivery.id }),
    subject: { orderId: order.id, deliveryIndex: index },
  };
}

/** Status, error code and message of a delivery, as far as the service tells them. */
export function deliveryText(delivery: Delivery): string {
  const status = delivery.status ?? (isReady(delivery) ? l10n.t('ready to download') : undefined);
  return [status, delivery.errorCode, delivery.message].filter(part => part !== undefined).join(' · ');
}

export function isFailedDelivery({ status, errorCode, message }: Delivery): boolean {
  if (status !== undefined && orderPhase(status) === 'delivered') return false;
  const isFailed = status !== undefined && orderPhase(status) === 'failed';
  return isFailed || errorCode !== undefined || message !== undefined;
}

/** Words that the menus of the manifest look for. */
function contextOf({ kind }: Order, delivery: Delivery): string {
  if (!isReady(delivery)) return 'delivery';
  return `delivery delivery.delivered delivery.${isReport({ kind }) ? 'report' : 'product'}`;
}

export function isReady({ download }: Delivery): boolean {
  return download !== undefined;
}

/** What it was ordered as, where the service says; its number always, because two can be alike. */
function nameOf({ datas }: Delivery, index: number): string {
  const number = l10n.t('Delivery {0}', index + 1);
  const what = datas?.productType;
  return typeof what === 'string' ? `${number}: ${what}` : number;
}

function iconOf(delivery: Delivery): Pick<Row, 'icon' | 'colour'> {
  if (isFailedDelivery(delivery)) return { icon: 'error', colour: 'charts.red' };
  return isReady(delivery) ? { icon: 'pass', colour: 'charts.green' } : { icon: 'clock' };
}

function factsOf(delivery: Delivery): Fact[] {
  return [
    [l10n.t('Delivery'), delivery.id],
    [l10n.t('Status'), delivery.status],
    [l10n.t('Error code'), delivery.errorCode],
    [l10n.t('Message'), delivery.message],
    [l10n.t('Updated'), momentText(delivery.updatedAt)],
    [l10n.t('Delivered'), momentText(delivery.deliveredAt)],
    ...otherFacts({ datas: delivery.datas }, []),
  ];
}
