import * as l10n from '@vscode/l10n';
import type { Image } from '../../model/images/imagery.ts';
import { orderPhase, type Order } from '../../model/order/order.ts';
import { applyArrangement, type Group } from '../../editor/arrangement.ts';
import type { ArrangementOwner } from '../../editor/arrangementOwner.ts';
import type { Orders } from '../orders.ts';
import { lateGroup, orderArrangements } from './ordersArrangement.ts';
import { lateness, type LatenessParts, orderRow, type Appearance } from './orderRow.ts';
import { noMatchRow, rowsOf, said, type Row } from '../../editor/row.ts';

export interface OrdersParts extends LatenessParts {
  orders: Orders;
  arrangement: ArrangementOwner;
  /** The images that are known without a request. */
  imageOf?: (id: string) => Image | undefined;
}

/** The rows of the Orders view; none if the welcome text is shown instead. */
export function ordersRows(parts: OrdersParts): readonly Row[] {
  const { orders } = parts;
  const state = orders.current.peek();
  if (state.kind === 'none') return [];
  const reading = state.kind === 'ready' ? { ...state, value: state.orders, at: 0 } : state;
  const retry = () => void orders.refreshAnew();
  return rowsOf('orders', l10n.t('Orders'), reading, retry, all => arrangedRows(parts, all));
}

function arrangedRows(parts: OrdersParts, all: readonly Order[]): Row[] {
  const { orders, arrangement, lateAfterMs, imageOf, now = Date.now } = parts;
  const chosen = arrangement.current.peek();
  const groups = applyArrangement(all, chosen, orderArrangements(lateness(parts)));
  const appearance: Appearance = {
    now: now(),
    unseen: orders.unseen.peek(),
    unlisted: orders.unlisted.peek(),
    hasStatusAbove: chosen.groupBy === 'status',
    placedAt: id => orders.placedAt(id),
    lateAfterMs: lateAfterMs?.(),
    ...(imageOf ? { imageOf } : {}),
  };
  const rowsOfGroup = (group: Group<Order>) => group.items.map(order => orderRow(order, appearance));
  if (all.length > 0 && groups.every(group => group.items.length === 0)) {
    return [noMatchRow('orders', () => arrangement.showAll())];
  }
  return groups.flatMap(group =>
    group.value === undefined ? rowsOfGroup(group) : [groupRow(group, chosen.groupBy, rowsOfGroup)],
  );
}

function groupRow(
  group: Group<Order>,
  groupBy: string | undefined,
  rowsOfGroup: (group: Group<Order>) => Row[],
): Row {
  const { value = '', label, items } = group;
  return {
    id: `${groupBy ?? ''}/${value}`,
    ...said(label, [String(items.length)]),
    ...(groupBy === 'status' ? iconOf(value) : {}),
    contextValue: 'group',
    isOpen: true,
    children: () => rowsOfGroup(group),
  };
}

function iconOf(status: string): Pick<Row, 'icon' | 'color'> {
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
