/** Read-only documents about several orders, in Markdown. */
import * as l10n from '@vscode/l10n';
import { itemAt } from '../../../../base/itemAt.ts';
import { labeled } from '../../../../base/words/labeled.ts';
import { utcText } from '../../../../base/words/moment.ts';
import {
  leftOutLines,
  markdownDocument,
  plainMarkdown,
  tableOfColumns,
} from '../../../../base/words/plainMarkdown.ts';
import { shortId } from '../../../../service/rules/kindText.ts';
import { formatAmount } from '../../../../service/rules/order.ts';
import { isBooked, type OrderResult } from '../../inTurn.ts';
import type { LeftOut } from '../draft/optionStep.ts';
import { type ReadyOrder, totalsOfOrders } from '../place/orderFiles.ts';
import { countsText, resultText } from './outcome.ts';
import { amountsText } from './price.ts';

export function resultsSummary(
  orders: readonly ReadyOrder[],
  results: readonly OrderResult[],
  leftOut: readonly LeftOut[],
): string {
  const { connection } = itemAt(orders, 0).ready.signedIn;
  const booked = orders.filter((_order, index) => results[index] && isBooked(results[index]));
  const rows = orders.map((order, index) => ({
    order,
    result: results[index] ?? ({ kind: 'notTried' } as const),
  }));
  return document(
    l10n.t('Order Results'),
    [
      labeled(l10n.t('Connection'), connection.name),
      utcText(new Date().toISOString()),
      countsText(results),
      totalLine(booked),
    ],
    tableOfColumns(rows, [
      { label: l10n.t('Title'), text: ({ order }) => order.title },
      { label: l10n.t('Price'), text: ({ order }) => formatAmount(order.ready.price.total) },
      { label: l10n.t('Result'), text: ({ result }) => resultText(result) },
      {
        label: l10n.t('Order'),
        text: ({ result }) => (result.kind === 'placed' ? shortId(result.order.id) : ''),
      },
      // To go on with what wasn't placed.
      { label: l10n.t('File'), text: ({ order, result }) => (result.kind === 'placed' ? '' : order.path) },
    ]),
    leftOut,
  );
}

function totalLine(orders: readonly ReadyOrder[]): string {
  return labeled(l10n.t('Total'), amountsText(totalsOfOrders(orders)) || l10n.t('nothing'));
}

function document(
  title: string,
  lines: readonly string[],
  table: readonly string[],
  leftOut: readonly LeftOut[],
): string {
  return markdownDocument(
    title,
    lines.map(line => `- ${plainMarkdown(line)}`),
    table,
    leftOutLines(
      l10n.t('File'),
      leftOut.map(({ name, why }) => [name, why]),
    ),
  );
}
