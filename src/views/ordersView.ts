import * as vscode from 'vscode';
import { analyticOrderKind } from '../model/analyticOrder.ts';
import { formatAmount, orderPhase, type Order, type OrderPhase } from '../model/order.ts';
import { onChange } from '../platform/onChange.ts';
import { describeError } from '../platform/presentError.ts';
import type { Orders } from '../state/orders.ts';

type Row =
  /** The orders of one status, under the service's own word for it. */
  | { kind: 'status'; status: string; orders: readonly Order[] }
  | { kind: 'order'; order: Order; orderId: string; parent: Row }
  /** The list could not be read; the rows below it, if any, are those known before. */
  | { kind: 'failed'; error: unknown };

/** The Orders view: orders by status, newest first, with a badge for deliveries not yet seen. */
export function registerOrdersView(orders: Orders): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const view = vscode.window.createTreeView<Row>('swath.orders', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: row => (row ? childrenOf(row) : rowsOf(orders)),
      getParent: row => (row.kind === 'order' ? row.parent : undefined),
      getTreeItem: itemOf,
    },
  });
  return vscode.Disposable.from(
    view,
    changed,
    onChange([orders.current], () => {
      changed.fire();
      view.message = orders.current.value.kind === 'loading' ? vscode.l10n.t('Reading the orders…') : '';
    }),
    onChange([orders.unseen], () => {
      const value = orders.unseen.value.size;
      const tooltip = vscode.l10n.t('{0} delivered and not yet seen', value);
      view.badge = value === 0 ? undefined : { value, tooltip };
    }),
  );
}

/** What needs attention first: in progress, then failed, then done. */
const phaseOrder: readonly OrderPhase[] = ['inProgress', 'failed', 'delivered'];

function rowsOf(orders: Orders): Row[] {
  const state = orders.current.peek();
  switch (state.kind) {
    case 'none':
    case 'loading':
      return [];
    case 'failed':
      return [{ kind: 'failed', error: state.error }];
    case 'ready': {
      const groups = [...Map.groupBy(state.orders, order => order.status)]
        .map(([status, ofStatus]): Row => ({ kind: 'status', status, orders: ofStatus }))
        .sort((a, b) => rank(a) - rank(b));
      return state.stale === undefined ? groups : [{ kind: 'failed', error: state.stale }, ...groups];
    }
  }
}

function rank(row: Row): number {
  return row.kind === 'status' ? phaseOrder.indexOf(orderPhase(row.status)) : 0;
}

function childrenOf(row: Row): Row[] {
  if (row.kind !== 'status') return [];
  return [...row.orders]
    .sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''))
    .map(order => ({ kind: 'order', order, orderId: order.id, parent: row }));
}

function itemOf(row: Row): vscode.TreeItem {
  switch (row.kind) {
    case 'status':
      return statusItem(row.status, row.orders.length);
    case 'order':
      return orderItem(row.order);
    case 'failed':
      return failureItem(row.error);
  }
}

function statusItem(status: string, count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(status, vscode.TreeItemCollapsibleState.Expanded);
  item.id = `status/${status}`;
  item.description = String(count);
  item.iconPath = iconOf(orderPhase(status));
  item.contextValue = 'status';
  return item;
}

function failureItem(error: unknown): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('The orders could not be read. Try again'));
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.tooltip = describeError(error);
  item.command = { title: vscode.l10n.t('Refresh'), command: 'swath.refresh' };
  return item;
}

function orderItem(order: Order): vscode.TreeItem {
  const item = new vscode.TreeItem(order.title ?? order.id);
  const phase = orderPhase(order.status);
  const isReport = order.kind === analyticOrderKind;
  const price = order.price && formatAmount(order.price);
  item.id = order.id;
  item.description = price ?? '';
  item.iconPath = new vscode.ThemeIcon(isReport ? 'graph' : 'file-media');
  item.tooltip = tooltipOf(order);
  item.contextValue = `order.${phase}${isReport ? '.report' : ''}`;
  const spoken = [order.title ?? order.id, order.status, price].filter(part => part !== undefined);
  item.accessibilityInformation = { label: spoken.join(', ') };
  if (phase === 'delivered' && isReport) {
    item.command = {
      title: vscode.l10n.t('Open Report'),
      command: 'swath.openReport',
      arguments: [order.id],
    };
  }
  return item;
}

function iconOf(phase: OrderPhase): vscode.ThemeIcon {
  switch (phase) {
    case 'delivered':
      return new vscode.ThemeIcon('pass-filled', new vscode.ThemeColor('charts.green'));
    case 'failed':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('charts.red'));
    case 'inProgress':
      return new vscode.ThemeIcon('loading~spin');
  }
}

function tooltipOf(order: Order): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text
    .appendMarkdown('**')
    .appendText(order.title ?? order.id)
    .appendMarkdown('**\n\n');
  const fields: [string, string | undefined][] = [
    [vscode.l10n.t('Order'), order.id],
    [vscode.l10n.t('Status'), order.status],
    [vscode.l10n.t('Kind'), order.kind],
    [vscode.l10n.t('Price'), order.price && formatAmount(order.price)],
    [vscode.l10n.t('Placed'), order.createdAt],
  ];
  for (const [name, value] of fields) {
    if (value !== undefined) text.appendText(`${name}: ${value}`).appendMarkdown('  \n');
  }
  for (const delivery of order.deliveries) {
    const said = [delivery.status, delivery.errorCode, delivery.message]
      .filter(part => part !== undefined)
      .join(' · ');
    if (said !== '') text.appendMarkdown('- ').appendText(said).appendMarkdown('\n');
  }
  return text;
}
