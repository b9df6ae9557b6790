import * as vscode from 'vscode';
import { balanceAfter, formatAmount } from '../model/order/order.ts';
import type { CommandId } from '../platform/commands.ts';
import { onChange } from '../platform/onChange.ts';
import { orderFilePattern, readOrderBody } from '../platform/orderDocument.ts';
import { describeError } from '../platform/presentError.ts';
import { balanceOf, type Account } from '../state/account.ts';
import type { Prices, PriceState } from '../state/prices.ts';
import type { SessionOwner } from '../state/session.ts';

/** The row above an order file: its price beside the balance, and the way to order. */
export function registerOrderLenses(
  session: SessionOwner,
  account: Account,
  prices: Prices,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const watching = onChange([session.current, account.current, prices.current], () => changed.fire());

  function lensesFor(document: vscode.TextDocument): vscode.Command[] {
    const command = (title: string, id: CommandId, tooltip?: string): vscode.Command => ({
      title,
      command: id,
      arguments: [document.uri.toString()],
      ...(tooltip === undefined ? {} : { tooltip }),
    });
    const body = readOrderBody(document);
    if (!body) return [];
    if (session.current.peek().kind !== 'signedIn') {
      return [{ title: `$(sign-in) ${vscode.l10n.t('Sign in to see the price')}`, command: 'swath.signIn' }];
    }
    const state = prices.of(body);
    const place = command(`$(credit-card) ${vscode.l10n.t('Order…')}`, 'swath.placeOrder');
    const again = vscode.l10n.t('Ask the service for the price again');
    switch (state?.kind) {
      case undefined:
        return [
          command(`$(tag) ${vscode.l10n.t('Price')}`, 'swath.priceOrder', vscode.l10n.t('Costs nothing')),
        ];
      case 'pricing':
        return [{ title: `$(sync~spin) ${vscode.l10n.t('Pricing…')}`, command: '' }];
      case 'failed':
        return [command(`$(warning) ${describeError(state.error)}`, 'swath.priceOrder', again)];
      case 'priced':
        return [command(`$(tag) ${priceText(state, account)}`, 'swath.priceOrder', again), place];
    }
  }

  return vscode.Disposable.from(
    watching,
    changed,
    vscode.languages.registerCodeLensProvider(
      { pattern: orderFilePattern },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses(document) {
          const top = new vscode.Range(0, 0, 0, 0);
          return lensesFor(document).map(command => new vscode.CodeLens(top, command));
        },
      },
    ),
  );
}

function priceText(state: Extract<PriceState, { kind: 'priced' }>, account: Account): string {
  const { price } = state;
  const total = formatAmount(price.total);
  const shown = price.isEstimate ? vscode.l10n.t('{0} (estimate)', total) : total;
  const balance = balanceOf(account);
  const parts = [shown];
  if (balance) {
    const isShort = (balanceAfter(balance, price.total)?.value ?? 0) < 0;
    const shown = formatAmount(balance);
    parts.push(
      isShort ? vscode.l10n.t('balance {0}: not enough', shown) : vscode.l10n.t('balance {0}', shown),
    );
  }
  if (price.notOrderable !== undefined) parts.push(vscode.l10n.t('not orderable: {0}', price.notOrderable));
  return parts.join(' · ');
}
