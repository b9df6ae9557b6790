import * as l10n from '@vscode/l10n';
import { analyticOrderKind } from '../model/order/analyticOrder.ts';
import { orderKindText } from '../model/words/kindText.ts';
import { ageText, momentText } from '../model/words/momentText.ts';
import { shortId } from '../model/words/shortId.ts';
import {
  formatAmount,
  orderPhase,
  type Delivery,
  type Order,
  type OrderPhase,
} from '../model/order/order.ts';
import { deliveryRow, deliveryText, isFailedDelivery } from './deliveryRow.ts';
import { otherFacts } from './fieldFacts.ts';
import type { Fact, Row } from './row.ts';

/** What the row of an order takes from elsewhere. */
export interface Appearance {
  /** Epoch ms. */
  now: number;
  /** Ids of orders whose delivery the user has not opened yet. */
  unseen: ReadonlySet<string>;
  /** The row above tells the status already. */
  hasStatusAbove: boolean;
}

/** What an order is called: products have no title, so their kind and the begin of their id stand in for it. */
export function orderName({ title, customerRef, kind, id }: Order): string {
  return title ?? customerRef ?? (kind === undefined ? id : `${orderKindText(kind)} ${shortId(id)}`);
}

/** Where the service does not say what it is, it may be a report. */
function isReport({ kind }: Order): boolean {
  return kind === undefined || kind === analyticOrderKind;
}

export function orderRow(order: Order, appearance: Appearance): Row {
  const label = orderName(order);
  const phase = orderPhase(order.status);
  const isNew = appearance.unseen.has(order.id);
  const problem = phase === 'failed' ? problemOf(order) : undefined;
  const said = [
    isNew ? l10n.t('new') : undefined,
    appearance.hasStatusAbove ? undefined : order.status,
    problem,
    ageText(order.createdAt, appearance.now),
    priceText(order),
  ].filter(part => part !== undefined);
  return {
    id: `order/${order.id}`,
    label,
    description: said.join(' · '),
    spoken: [label, ...(appearance.hasStatusAbove ? [order.status] : []), ...said].join(', '),
    icon: isReport(order) ? 'graph' : 'file-media',
    ...colourOf(phase, isNew),
    tooltip: { heading: label, facts: factsOf(order), notes: notesOf(order, phase) },
    contextValue: contextOf(order, phase),
    copyId: order.id,
    details: { title: l10n.t('Order {0}', label), fields: order.fields },
    subject: { orderId: order.id },
    ...(phase === 'delivered' && isReport(order)
      ? { command: { id: 'swath.openReport', title: l10n.t('Open Report'), arguments: [order.id] } }
      : {}),
    ...(isWorthOpening(order.deliveries)
      ? { children: () => order.deliveries.map((one, index) => deliveryRow(order, one, index)) }
      : {}),
  };
}

function isWorthOpening(deliveries: readonly Delivery[]): boolean {
  return deliveries.length > 1 || deliveries.some(isFailedDelivery);
}

/** Words that the menus of the manifest look for. */
function contextOf(order: Order, phase: OrderPhase): string {
  return `order order.${phase}.${isReport(order) ? 'report' : 'product'}`;
}

function colourOf(phase: OrderPhase, isNew: boolean): Pick<Row, 'colour'> {
  if (phase === 'failed') return { colour: 'charts.red' };
  return isNew ? { colour: 'charts.green' } : {};
}

function priceText({ price, isEstimate }: Order): string | undefined {
  return price && (isEstimate ? `≈ ${formatAmount(price)}` : formatAmount(price));
}

/** What the service says of a failure, of the first delivery that tells. */
function problemOf({ deliveries }: Order): string | undefined {
  const told = deliveries.find(({ message, errorCode }) => message !== undefined || errorCode !== undefined);
  return told?.message ?? told?.errorCode;
}

function notesOf(order: Order, phase: OrderPhase): string[] {
  if (order.status.toLowerCase() === 'rejected') {
    // Specification: States and transitions, Order.
    return [l10n.t('The service rejects an order when the balance does not suffice.')];
  }
  const problem = phase === 'failed' ? problemOf(order) : undefined;
  return problem === undefined ? [] : [l10n.t('The service said: "{0}"', problem)];
}

function factsOf(order: Order): Fact[] {
  return [
    [l10n.t('Order'), order.id],
    [l10n.t('Status'), order.status],
    [l10n.t('Kind'), order.kind],
    [l10n.t('Reference'), order.customerRef],
    [l10n.t('Price'), priceText(order)],
    [l10n.t('Estimate'), order.estimatedAmount && formatAmount(order.estimatedAmount)],
    [l10n.t('Placed'), momentText(order.createdAt)],
    [l10n.t('Updated'), momentText(order.updatedAt)],
    ...order.deliveries.map((one, index): Fact => [l10n.t('Delivery {0}', index + 1), deliveryText(one)]),
    ...otherFacts(order.fields, namedFields),
  ];
}

const namedFields: readonly string[] = [
  'id',
  'status',
  'kind',
  'title',
  'customerRef',
  'price',
  'amount',
  'amountUnit',
  'isAmountEstimated',
  'estimatedAmount',
  'createdAt',
  'updatedAt',
  'deliveries',
];
