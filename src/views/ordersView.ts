import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { analyticOrderKind } from '../model/analyticOrder.ts';
import { formatAmount, orderPhase, type Order } from '../model/order.ts';
import { describeError } from '../platform/presentError.ts';
import type { Orders } from '../state/orders.ts';

type Row =
  | { kind: 'order'; order: Order; orderId: string }
  /** The list could not be read; the rows below it, if any, are those known before. */
  | { kind: 'failed'; error: unknown };

/** The Orders view: every order with its state, newest first, with a badge for deliveries not yet seen. */
export function registerOrdersView(orders: Orders): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const view = vscode.window.createTreeView<Row>('swath.orders', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: row => (row ? [] : rowsOf(orders)),
      getTreeItem: row => (row.kind === 'order' ? orderItem(row.order) : failureItem(row.error)),
    },
  });
  const ends = [
    effect(() => {
      void orders.current.value;
      changed.fire();
    }),
    effect(() => {
      const count = orders.unseen.value.size;
      view.badge =
        count === 0
          ? undefined
          : { value: count, tooltip: vscode.l10n.t('{0} delivered and not yet seen', count) };
    }),
    effect(() => {
      view.message = orders.current.value.kind === 'loading' ? vscode.l10n.t('Reading the orders…') : '';
    }),
  ];
  return vscode.Disposable.from(view, changed, new vscode.Disposable(() => ends.forEach(end => end())));
}

function rowsOf(orders: Orders): Row[] {
  const state = orders.current.peek();
  switch (state.kind) {
    case 'none':
    case 'loading':
      return [];
    case 'failed':
      return [{ kind: 'failed', error: state.error }];
    case 'ready': {
      const rows = [...state.orders]
        .sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''))
        .map((order): Row => ({ kind: 'order', order, orderId: order.id }));
      return state.stale === undefined ? rows : [{ kind: 'failed', error: state.stale }, ...rows];
    }
  }
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
  const price = order.price && formatAmount(order.price);
  item.id = order.id;
  item.description = [order.status, price].filter(part => part !== undefined).join(' · ');
  item.iconPath = iconOf(phase);
  item.tooltip = tooltipOf(order);
  item.contextValue = `order.${phase}${order.kind === analyticOrderKind ? '.report' : ''}`;
  item.accessibilityInformation = { label: `${order.title ?? order.id}, ${item.description}` };
  if (phase === 'delivered' && order.kind === analyticOrderKind) {
    item.command = {
      title: vscode.l10n.t('Open Report'),
      command: 'swath.openReport',
      arguments: [order.id],
    };
  }
  return item;
}

function iconOf(phase: ReturnType<typeof orderPhase>): vscode.ThemeIcon {
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
