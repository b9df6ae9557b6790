import * as vscode from 'vscode';
import { givenRow } from '../platform/givenRow.ts';
import { UserError } from '../platform/presentError.ts';
import { copyId } from './copyId.ts';

/** Each opens its view at the row of an id; `false` where no such row is shown. */
export interface RelatedViews {
  revealOrder: (orderId: string) => Promise<boolean>;
  revealSubscription: (subscriptionId: string) => Promise<boolean>;
}

/** Goes to what a payment was for: its order, else its subscription. Where that is not shown, its id is told. */
export async function revealRelated(views: RelatedViews, given: unknown): Promise<void> {
  const { orderId, subscriptionId } = givenRow(given)?.subject ?? {};
  if (typeof orderId === 'string') {
    if (!(await views.revealOrder(orderId))) await tell(missingOrder(orderId), orderId);
    return;
  }
  if (typeof subscriptionId === 'string') {
    if (!(await views.revealSubscription(subscriptionId)))
      await tell(missingSubscription(subscriptionId), subscriptionId);
    return;
  }
  throw new UserError(
    vscode.l10n.t(
      'The service does not say what this was for: choose a payment that names an order or a subscription.',
    ),
  );
}

function missingOrder(id: string): string {
  return vscode.l10n.t(
    'Order {0} is not shown: a filter of the Orders view hides it, or the service does not list it.',
    id,
  );
}

function missingSubscription(id: string): string {
  return vscode.l10n.t(
    'Subscription {0} is not shown: a filter of the Subscriptions view hides it, or the service does not list it.',
    id,
  );
}

async function tell(message: string, id: string): Promise<void> {
  const copy = vscode.l10n.t('Copy ID');
  if ((await vscode.window.showInformationMessage(message, copy)) === copy) await copyId(id);
}
