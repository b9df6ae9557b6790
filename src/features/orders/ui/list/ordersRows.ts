import type { ReadonlySignal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { numberText } from '../../../../base/words/displayLanguage.ts';
import type { Image } from '../../../../service/rules/imagery.ts';
import type { AnalyticNames } from '../../../../service/rules/kindText.ts';
import { formatAmount, type Order, orderPhase } from '../../../../service/rules/order.ts';
import { applyArrangement, type Group } from '../../../../platform/rows/arrangement.ts';
import type { ArrangementOwner } from '../../../../platform/rows/arrangementOwner.ts';
import { lackRows, noMatchRow, readingRows, type Row, rowText } from '../../../../platform/rows/row.ts';
import type { ReadyOrders, Unfinished } from '../../knownOrders.ts';
import type { OrderAttempt } from '../../orderAttempts.ts';
import type { MoneyKnown } from '../../orderMoney.ts';
import type { Orders } from '../../orders.ts';
import { attemptName, attemptSummary } from '../words/attempts.ts';
import { type Appearance, lateness, type LatenessParts, orderRow } from './orderRow.ts';
import { lateGroup, orderArrangements } from './ordersArrangement.ts';

export interface OrdersParts extends LatenessParts {
  orders: Orders;
  money: Pick<MoneyKnown, 'current' | 'of'> | undefined;
  arrangement: ArrangementOwner;
  /** The images that are known without a request. */
  imageById?: (id: string) => Image | undefined;
  /** The same of analytics. */
  analytics?: () => AnalyticNames | undefined;
  /** Sent from this machine on this connection, and not known to be booked. */
  unconfirmed: ReadonlySignal<readonly OrderAttempt[]>;
}

/** The rows of the Orders view; none if the welcome text is shown instead. What may have cost money comes first. */
export function ordersRows(parts: OrdersParts): readonly Row[] {
  return [...parts.unconfirmed.peek().map(unconfirmedRow), ...listedRows(parts)];
}

/** A click checks whether the service booked it. */
function unconfirmedRow(attempt: OrderAttempt): Row {
  const name = attemptName(attempt);
  return {
    id: `unconfirmed/${attempt.id}`,
    ...rowText(name, [l10n.t('not confirmed'), attemptSummary(attempt)]),
    icon: 'question',
    color: 'list.warningForeground',
    tooltip: {
      heading: name,
      facts: [[l10n.t('Price'), formatAmount(attempt.price)]],
      notes: [l10n.t('Sent, but the answer is missing. The service may have booked it.')],
    },
    command: { id: 'swath.resolveOrder', title: l10n.t('Check Order Status'), arguments: [[attempt.id]] },
  };
}

function listedRows(parts: OrdersParts): readonly Row[] {
  const { orders } = parts;
  const state = orders.current.peek();
  if (state.kind === 'none') return [];
  const reading = state.kind === 'ready' ? { ...state, value: state.orders, at: 0 } : state;
  const retry = () => void orders.refreshAnew();
  const unfinished = state.kind === 'ready' ? state.unfinished : undefined;
  const rows = readingRows('orders', l10n.t('Orders'), reading, retry, all =>
    arrangedRows(parts, all, unfinished !== undefined),
  );
  if (state.kind !== 'ready') return rows;
  const lacks = state.lack ? lackRows('orders', { ...state.lack, count: state.orders.length }, retry) : [];
  return [...(unfinished ? [unfinishedRow(state, unfinished)] : lacks), ...rows];
}

/** Says how many orders are shown so far, and of how many. */
function unfinishedRow({ orders, stale }: ReadyOrders, { total }: Unfinished): Row {
  const all = total === undefined ? `${orders.length}+` : numberText(total);
  const extent = l10n.t('{0} of {1}', numberText(orders.length), all);
  return {
    id: 'orders/unfinished',
    ...(stale === undefined
      ? { ...rowText(l10n.t('Loading…'), [extent]), icon: 'loading~spin' }
      : { ...rowText(l10n.t('Not all orders are loaded'), [extent]), icon: 'info' }),
  };
}

function arrangedRows(parts: OrdersParts, all: readonly Order[], isUnfinished: boolean): Row[] {
  const { orders, money, arrangement, lateAfterMs, imageById, analytics, clock } = parts;
  const chosen = arrangement.current.peek();
  const groups = applyArrangement(all, chosen, orderArrangements(clock.now(), lateness(parts)));
  const appearance: Appearance = {
    now: clock.now(),
    unseen: orders.unseen.peek(),
    unlisted: orders.unlisted.peek(),
    downloaded: orders.downloaded.peek(),
    hasStatusAbove: chosen.groupBy === 'status',
    placedAt: id => orders.placedAt(id),
    lateAfterMs: lateAfterMs?.(),
    failedMoney: money?.of,
    imageById,
    analytics: analytics?.(),
  };
  const rowsOfGroup = (group: Group<Order>) => group.items.map(order => orderRow(order, appearance));
  if (all.length > 0 && groups.every(group => group.items.length === 0)) {
    return [noMatchRow('orders', () => arrangement.showAll())];
  }
  return groups.flatMap(group =>
    group.value === undefined
      ? rowsOfGroup(group)
      : [groupRow(group, chosen.groupBy, rowsOfGroup, isUnfinished)],
  );
}

/** More failed orders than this are closed at first: they come before the results. */
const maxFailedOpen = 5;

function groupRow(
  group: Group<Order>,
  groupBy: string | undefined,
  rowsOfGroup: (group: Group<Order>) => Row[],
  isUnfinished: boolean,
): Row {
  const { value = '', label, items } = group;
  return {
    id: `${groupBy ?? ''}/${value}`,
    ...rowText(label, [isUnfinished ? `${items.length}+` : String(items.length)]),
    ...(groupBy === 'status' ? groupIcon(value) : {}),
    contextValue: 'group',
    isOpen: items.length <= maxFailedOpen || groupBy !== 'status' || orderPhase(value) !== 'failed',
    children: () => rowsOfGroup(group),
  };
}

function groupIcon(status: string): Pick<Row, 'icon' | 'color'> {
  if (status === lateGroup) return { icon: 'warning', color: 'list.warningForeground' };
  switch (orderPhase(status)) {
    case 'delivered':
      return { icon: 'pass-filled', color: 'charts.green' };
    case 'failed':
      return { icon: 'error', color: 'charts.red' };
    case 'inProgress':
      return { icon: 'loading~spin' };
  }
}
