import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { orderPhase, type Order } from '../../model/order/order.ts';
import { orderName } from '../../model/words/orderName.ts';
import type { Log } from '../../editor/log.ts';
import { logError, describeError } from '../../editor/presentError.ts';
import { UserError } from '../../editor/userError.ts';
import { showErrorMessage, showInformationMessage } from '../../editor/window.ts';
import type { Account } from '../../account/account.ts';
import type { Orders } from '../orders.ts';
import type { Placed } from '../placing.ts';
import { isApiError } from '../../api/errors.ts';

/**
 * Says what became of an order that was sent.
 *
 * @param missing what the balance lacked
 * @param lookUp leads to what the service lists
 */
export async function tellPlaced(
  { account, log, orders }: { account: Account; log: Log; orders: Pick<Orders, 'current'> },
  placed: Exclude<Placed, { kind: 'notSent' }>,
  missing: string | undefined,
  lookUp: () => Promise<void>,
): Promise<void> {
  void account.refresh();
  switch (placed.kind) {
    case 'placed': {
      const { order, unwritten } = placed;
      if (unwritten !== undefined) logError(unwritten, log);
      await vscode.commands.executeCommand('swath.orders.focus');
      if (orderPhase(order.status) === 'failed') throw new UserError(rejectionText(order.status, missing));
      const name = orderName(asListed(order, orders));
      void showInformationMessage(
        unwritten === undefined
          ? l10n.t('"{0}" is ordered. Swath tells you when it is delivered.', name)
          : l10n.t(
              '"{0}" is ordered (order {1}), but the order journal could not be written: Swath looks it up before it is sent again.',
              name,
              order.id,
            ),
      );
      return;
    }
    case 'refused':
      throw placed.error;
    case 'unclear': {
      logError(placed.error, log);
      const look = l10n.t('Look It Up');
      const message = l10n.t(
        'It is not known whether the order was booked: {0} It is not sent again by itself.',
        unclearCause(placed.error),
      );
      if ((await showErrorMessage(message, look)) === look) await lookUp();
    }
  }
}

/** By the name that the rest of the window knows it by. */
function asListed(order: Order, orders: Pick<Orders, 'current'>): Order {
  const state = orders.current.peek();
  return (state.kind === 'ready' && state.orders.find(({ id }) => id === order.id)) || order;
}

export function rejectionText(status: string, missing: string | undefined): string {
  return missing === undefined
    ? l10n.t('The service answered "{0}": nothing will be produced.', status)
    : l10n.t('The service answered "{0}": {1} missing from the balance.', status, missing);
}

/**
 * Why it is not known what became of an order, in a sentence. Unlike {@link describeError} it never advises to try again:
 * that could pay twice.
 */
export function unclearCause(error: unknown): string {
  if (!isApiError(error)) return describeError(error);
  const { serverMessage, status } = error.details;
  switch (error.kind) {
    case 'network':
      return l10n.t('The connection broke before an answer came.');
    case 'timeout':
      return l10n.t('No answer came in time.');
    case 'server':
      return serverMessage === undefined
        ? l10n.t('The service failed (status {0}).', status ?? '?')
        : l10n.t('The service failed (status {0}): "{1}"', status ?? '?', serverMessage);
    default:
      return describeError(error);
  }
}
