import * as vscode from 'vscode';
import { orderPhase, type Order } from '../model/order/order.ts';
import { runCommand } from '../platform/commands.ts';
import type { Account } from '../state/account.ts';
import type { Orders } from '../state/orders.ts';

/** One notification when an order reaches its end, with the way to its result. */
export function registerDeliveryNotice(orders: Orders, account: Account): void {
  orders.onFinished(order => {
    void notify(order);
    // A refused or failed production can give credits back.
    void account.refresh();
  });
}

async function notify(order: Order): Promise<void> {
  const title = order.title ?? order.id;
  if (orderPhase(order.status) === 'failed') {
    const said = order.deliveries.find(delivery => delivery.message !== undefined)?.message;
    const message = vscode.l10n.t('"{0}" ended with status "{1}".', title, order.status);
    void vscode.window.showErrorMessage(said === undefined ? message : `${message} ${said}`);
    return;
  }
  const open = vscode.l10n.t('Open Report');
  const show = vscode.l10n.t('Show on Map');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('"{0}" is delivered.', title),
    open,
    show,
  );
  if (answer === open) await runCommand('swath.openReport', order.id);
  if (answer === show) await runCommand('swath.showOrderOnMap', order.id);
}
