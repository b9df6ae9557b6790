/** Read-only documents about several orders, in Markdown. */
import * as l10n from '@vscode/l10n';
import { itemAt } from '../../model/itemAt.ts';
import { formatAmount } from '../../model/order/order.ts';
import { labeled } from '../../model/words/labeled.ts';
import { utcText } from '../../model/words/moment.ts';
import {
  leftOutLines,
  markdownDocument,
  markdownTable,
  plainMarkdown,
} from '../../model/words/plainMarkdown.ts';
import type { Account } from '../../session/account.ts';
import { isBooked, type OrderResult } from '../inTurn.ts';
import { amountsText, totalText } from './budgetText.ts';
import type { LeftOut } from './optionStep.ts';
import { type ReadyOrder, totalsOfOrders } from './orderFiles.ts';
import { countsText, resultText } from './orderResults.ts';
import { balanceLines } from './orderTexts.ts';

export function resultsSummary(
  orders: readonly ReadyOrder[],
  results: readonly OrderResult[],
  leftOut: readonly LeftOut[],
): string {
  const { connection } = itemAt(orders, 0).ready.signedIn;
  const booked = orders.filter((_order, index) => results[index] && isBooked(results[index]));
  const rows = orders.map((order, index) => {
    const result = results[index] ?? { kind: 'notTried' };
    const id = result.kind === 'placed' ? result.order.id : '';
    return [order.path, order.title, formatAmount(order.ready.price.total), resultText(result), id];
  });
  return document(
    l10n.t('Order Results'),
    [
      labeled(l10n.t('Connection'), connection.name),
      utcText(new Date().toISOString()),
      countsText(results),
      totalLine(booked),
    ],
    [l10n.t('File'), l10n.t('Title'), l10n.t('Price'), l10n.t('Result'), l10n.t('Order')],
    rows,
    leftOut,
  );
}

export function pricesSummary(
  orders: readonly ReadyOrder[],
  leftOut: readonly LeftOut[],
  account: Account,
): string {
  const rows = orders.map(({ path, title, ready: { price } }) => [path, title, totalText(price)]);
  return document(
    l10n.t('Prices of the orders'),
    [totalLine(orders), ...balanceLines(totalsOfOrders(orders), account)],
    [l10n.t('File'), l10n.t('Title'), l10n.t('Price')],
    rows,
    leftOut,
  );
}

function totalLine(orders: readonly ReadyOrder[]): string {
  return labeled(l10n.t('Total'), amountsText(totalsOfOrders(orders)) || l10n.t('nothing'));
}

function document(
  title: string,
  lines: readonly string[],
  head: readonly string[],
  rows: readonly (readonly string[])[],
  leftOut: readonly LeftOut[],
): string {
  return markdownDocument(
    title,
    lines.map(line => `- ${plainMarkdown(line)}`),
    markdownTable(head, rows),
    leftOutLines(
      l10n.t('File'),
      leftOut.map(({ name, why }) => [name, why]),
    ),
  );
}
