import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isReport } from '../../model/order/isReport.ts';
import { orderName } from '../../model/words/kindText.ts';
import { orderPhase, type Order } from '../../model/order/order.ts';
import { runCommand } from '../../editor/commands.ts';
import type { CommandId } from '../../editor/commandTable.ts';
import {
  showErrorMessage,
  showInformationMessage,
  showWarningMessage,
  type ShowMessage,
} from '../../editor/window.ts';
import type { Account } from '../../account/account.ts';
import { latenessNote, orderRow, problemOf } from '../../orders/ui/orderRow.ts';

/** Orders that are named in one notification; of more their number tells. */
const mostNamed = 3;

/** What can be chosen in a notification. */
interface Choice {
  title: string;
  run: () => Thenable<unknown>;
}

/** A failed production gives back what it cost, and an estimate becomes an amount. */
export function followEnded(ended: readonly Order[], account: Pick<Account, 'refresh'>): void {
  if (ended.some(order => order.isEstimate || orderPhase(order.status) === 'failed')) void account.refresh();
}

/** One notification for orders that reach their end together, with the way to their results. */
export function tellFinished(finished: readonly Order[]): void {
  const ofPhase = (phase: string) => finished.filter(order => orderPhase(order.status) === phase);
  void tellDelivered(ofPhase('delivered'));
  void tellFailed(ofPhase('failed'));
}

async function tellDelivered(delivered: readonly Order[]): Promise<void> {
  const [order] = delivered;
  if (!order) return;
  if (delivered.length > 1) {
    const message = l10n.t('{0} orders were delivered: {1}.', delivered.length, namesOf(delivered));
    const getAll = command(l10n.t('Download All'), 'swath.downloadReady');
    await choose(showInformationMessage, message, [showOrders(), getAll]);
    return;
  }
  const choices = isReport(order)
    ? [
        command(l10n.t('Open Report'), 'swath.openReport', order.id),
        command(l10n.t('Show on Map'), 'swath.showOrderOnMap', order.id),
        command(l10n.t('Reveal File'), 'swath.revealDelivery', order.id),
      ]
    : [command(l10n.t('Download'), 'swath.downloadDelivery', order.id), showOrders()];
  const message = l10n.t('"{0}" was delivered.', orderName(order));
  await choose(showInformationMessage, message, choices);
}

async function tellFailed(failed: readonly Order[]): Promise<void> {
  const [order] = failed;
  if (!order) return;
  if (failed.length > 1) {
    const message = l10n.t('{0} orders failed: {1}.', failed.length, namesOf(failed));
    await choose(showErrorMessage, message, [showOrders()]);
    return;
  }
  const said = problemOf(order);
  const message = l10n.t('"{0}" ended with status "{1}".', orderName(order), order.status);
  await choose(
    showErrorMessage,
    said === undefined ? message : l10n.t('{0} The service reported: "{1}"', message, said),
    [showDetails(order), showOrders()],
  );
}

/** One notification for orders that take too long. */
export async function tellLate(late: readonly Order[]): Promise<void> {
  const [order] = late;
  if (!order) return;
  const message =
    late.length > 1
      ? l10n.t('{0} orders may never finish: {1}.', late.length, namesOf(late))
      : l10n.t('"{0}" may never finish. Its status is still "{1}".', orderName(order), order.status);
  const choices = late.length > 1 ? [showOrders()] : [showOrders(), showDetails(order)];
  await choose(showWarningMessage, `${message} ${latenessNote()}`, choices);
}

async function choose(show: ShowMessage, message: string, choices: readonly Choice[]): Promise<void> {
  const chosen = await show(message, ...choices.map(({ title }) => title));
  await choices.find(({ title }) => title === chosen)?.run();
}

function command(title: string, id: CommandId, ...given: unknown[]): Choice {
  return { title, run: () => runCommand(id, ...given) };
}

function showOrders(): Choice {
  // Made by the editor, of the view's own id.
  return {
    title: l10n.t('Show Orders'),
    run: () => vscode.commands.executeCommand('swath.orders.focus'),
  };
}

/** Everything that the service sent, as the row's own menu shows it. */
function showDetails(order: Order): Choice {
  const row = orderRow(order, {
    now: Date.now(),
    unseen: new Set(),
    unlisted: new Set(),
    hasStatusAbove: false,
    placedAt: () => undefined,
    lateAfterMs: undefined,
  });
  return command(l10n.t('Show Details'), 'swath.showDetails', row);
}

function namesOf(orders: readonly Order[]): string {
  const named = orders.slice(0, mostNamed).map(orderName).join(', ');
  const rest = orders.length - mostNamed;
  return rest > 0 ? l10n.t('{0} and {1} more', named, rest) : named;
}
