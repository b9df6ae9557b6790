import * as l10n from '@vscode/l10n';
import { ageText, momentText, parseMoment } from '../../../../base/words/moment.ts';
import type { Image } from '../../../../service/rules/imagery.ts';
import {
  type AnalyticNames,
  orderName,
  orderStatusText,
  statusAsSent,
} from '../../../../service/rules/kindText.ts';
import { type Delivery, type Order, type OrderPhase, orderPhase } from '../../../../service/rules/order.ts';
import { type Fact, otherFacts, type Row, rowText, rowTitle } from '../../../../platform/rows/row.ts';
import type { ServiceClock } from '../../../../session/serviceClock.ts';
import type { Orders } from '../../orders.ts';
import { isFailedDelivery, isReady } from '../../rules/deliveryState.ts';
import { isReport } from '../../rules/isReport.ts';
import { type MoneyOfFailed, moneyWords } from '../../rules/orderMoney.ts';
import { type PlacedContents, placedContents } from '../../rules/placedContents.ts';
import { factsIn, factsOfOrder } from '../words/facts.ts';
import { priceText } from '../words/price.ts';
import {
  deliveryName,
  deliveryText,
  latenessNote,
  orderNotes,
  orderProblem,
  unlistedNote,
} from '../words/status.ts';

/** Everything that the row of an order needs besides the order. */
export interface Appearance {
  /** Epoch ms. */
  now: number;
  /** Ids of orders whose delivery hasn't been opened yet. */
  unseen: ReadonlySet<string>;
  /** Ids of orders from this machine that the service accepted but doesn't list. */
  unlisted: ReadonlySet<string>;
  /** Ids of orders with a file on this machine, and those files as `id/index`. */
  downloaded: ReadonlySet<string>;
  /** The parent row shows the status. */
  hasStatusAbove: boolean;
  /** When an order was placed, epoch ms, if known. */
  placedAt: (orderId: string) => number | undefined;
  /** Age in milliseconds after which an order in progress is late; `undefined`: never. */
  lateAfterMs: number | undefined;
  /** The images that are known without a request. */
  imageById?: (id: string) => Image | undefined;
  /** The analytics that are known without a request. */
  analytics?: AnalyticNames | undefined;
  /** What became of the money of an order that failed or got something back. */
  failedMoney?: (order: Order) => MoneyOfFailed | undefined;
}

export function orderRow(order: Order, appearance: Appearance): Row {
  const label = orderName(order);
  const phase = orderPhase(order.status);
  const status = orderStatusText(order.status);
  const isNew = appearance.unseen.has(order.id);
  const problem = phase === 'failed' ? orderProblem(order) : undefined;
  const isUnlisted = appearance.unlisted.has(order.id);
  const isLate = isLateOrder(order, appearance);
  const money = appearance.failedMoney?.(order);
  const parts = [
    appearance.hasStatusAbove ? undefined : status,
    money && moneyWords(money),
    isUnlisted ? l10n.t('not listed by the service') : undefined,
    ageText(order.createdAt, appearance.now),
    isLate ? l10n.t('may never finish') : undefined,
    partsText(order, phase),
    money && saysAmount(money) ? undefined : priceText(order),
    // A sentence of the service, of which a narrow side bar shows only the start.
    problem,
  ];
  return {
    id: `order/${order.id}`,
    // First, because a narrow side bar cuts off what comes after a title.
    ...rowText(isNew ? l10n.t('New: {0}', rowTitle(label)) : rowTitle(label), parts),
    spoken: rowText(label, [
      isNew ? l10n.t('new') : undefined,
      appearance.hasStatusAbove ? status : undefined,
      ...parts,
    ]).spoken,
    ...(!isLate && !isUnlisted
      ? { icon: isReport(order) ? 'graph' : 'file-media', ...phaseColor(phase, isNew) }
      : { icon: 'warning', color: 'list.warningForeground' }),
    tooltip: {
      heading: label,
      facts: orderRowFacts(order, appearance),
      notes: [
        ...(isUnlisted ? [unlistedNote()] : []),
        ...(isLate ? [latenessNote()] : []),
        ...orderNotes(order, phase, money),
      ],
    },
    contextValue: orderContextValue(order, phase, isLate, appearance.downloaded),
    copyId: order.id,
    subject: { orderId: order.id },
    command: { id: 'swath.openOrder', title: l10n.t('Open Order'), arguments: [order.id] },
    children: isWorthOpening(order.deliveries)
      ? () =>
          order.deliveries.map((delivery, index) =>
            deliveryRow(order, delivery, index, appearance.downloaded),
          )
      : undefined,
  };
}

function isWorthOpening(deliveries: readonly Delivery[]): boolean {
  return deliveries.length > 1 || deliveries.some(isFailedDelivery);
}

/** Context values for the menus in package.json. */
function orderContextValue(
  order: Order,
  phase: OrderPhase,
  isLate: boolean,
  downloaded: ReadonlySet<string>,
): string {
  const words = [
    'order',
    `order.${phase}.${isReport(order) ? 'report' : 'product'}`,
    phase === 'delivered' || order.deliveries.some(isReady) ? 'order.ready' : undefined,
    isLate ? 'order.late' : undefined,
    downloaded.has(order.id) ? 'hasFile' : undefined,
  ];
  return words.filter(Boolean).join(' ');
}

/** Some results are ready while others are in progress or failed. */
function partsText({ deliveries }: Order, phase: OrderPhase): string | undefined {
  const ready = deliveries.filter(isReady).length;
  if (deliveries.length < 2 || phase === 'delivered' || ready === 0) return undefined;
  return l10n.t('{0} of {1} ready', ready, deliveries.length);
}

function phaseColor(phase: OrderPhase, isNew: boolean): Pick<Row, 'color'> {
  if (phase === 'failed') return { color: 'charts.red' };
  return isNew ? { color: 'charts.green' } : {};
}

function saysAmount({ kind }: MoneyOfFailed): boolean {
  return kind === 'returned' || kind === 'charged';
}

/** Large areas take long to check, and rows are drawn often. */
const contentsByOrder = new WeakMap<Order, PlacedContents>();

function knownContents(order: Order): PlacedContents {
  const known = contentsByOrder.get(order) ?? placedContents(order);
  contentsByOrder.set(order, known);
  return known;
}

/** Only what is looked for in a list, as a tooltip lies over it: the page of the order has the rest. */
function orderRowFacts(order: Order, { imageById = () => undefined, analytics }: Appearance): Fact[] {
  const facts = factsOfOrder(order, knownContents(order), imageById, analytics);
  const { status, kind, analytic, products, area, images, price, estimate, placed } = facts;
  const what = [analytic, products].filter(({ value }) => value);
  return factsIn([
    ...[status, ...(what.length > 0 ? what : [kind]), area, images],
    ...[price.value ? price : estimate, placed],
  ]);
}

type Lateness = Pick<Appearance, 'now' | 'unlisted' | 'placedAt' | 'lateAfterMs'>;

function isLateOrder(order: Order, { now, unlisted, placedAt, lateAfterMs = Infinity }: Lateness): boolean {
  if (orderPhase(order.status) !== 'inProgress' || unlisted.has(order.id)) return false;
  const placed = parseMoment(order.createdAt)?.time ?? placedAt(order.id);
  return placed !== undefined && now - placed >= lateAfterMs;
}

export interface LatenessParts {
  orders: Pick<Orders, 'unlisted' | 'placedAt'>;
  /** Age in milliseconds after which an order in progress is late; `undefined`: never. */
  lateAfterMs?: () => number | undefined;
  clock: ServiceClock;
}

/** Whether an order in progress may never finish, as of now. */
export function lateness({ orders, lateAfterMs, clock }: LatenessParts): (order: Order) => boolean {
  const as: Lateness = {
    now: clock.now(),
    unlisted: orders.unlisted.peek(),
    placedAt: id => orders.placedAt(id),
    lateAfterMs: lateAfterMs?.(),
  };
  return order => isLateOrder(order, as);
}

/** One result of an order. @param index counted from 0 */
function deliveryRow(order: Order, delivery: Delivery, index: number, downloaded: ReadonlySet<string>): Row {
  const hasFile = downloaded.has(`${order.id}/${index}`);
  const label = deliveryName(delivery, index);
  return {
    id: `order/${order.id}/delivery/${index}`,
    ...rowText(label, [deliveryText(delivery)]),
    ...deliveryIcon(delivery),
    tooltip: { heading: label, facts: deliveryFacts(delivery) },
    contextValue: deliveryContext(order, delivery) + (hasFile ? ' hasFile' : ''),
    copyId: delivery.id,
    subject: { orderId: order.id, deliveryIndex: index },
  };
}

/** Context values for the menus in package.json. */
function deliveryContext(order: Order, delivery: Delivery): string {
  if (!isReady(delivery)) return 'delivery';
  return `delivery delivery.delivered delivery.${isReport(order) ? 'report' : 'product'}`;
}

function deliveryIcon(delivery: Delivery): Pick<Row, 'icon' | 'color'> {
  if (isFailedDelivery(delivery)) return { icon: 'error', color: 'charts.red' };
  return isReady(delivery) ? { icon: 'pass', color: 'charts.green' } : { icon: 'clock' };
}

export function deliveryFacts(delivery: Delivery): Fact[] {
  return [
    [l10n.t('Delivery'), delivery.id],
    [l10n.t('Status'), delivery.status && orderStatusText(delivery.status)],
    [l10n.t('Status at the service'), delivery.status && statusAsSent(delivery.status)],
    [l10n.t('Error code'), delivery.errorCode],
    [l10n.t('Message'), delivery.message],
    [l10n.t('Updated'), momentText(delivery.updatedAt)],
    [l10n.t('Delivered'), momentText(delivery.deliveredAt)],
    ...otherFacts({ datas: delivery.datas }, []),
  ];
}
