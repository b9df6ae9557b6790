/** Read-only documents about several orders, in Markdown. */
import * as l10n from '@vscode/l10n';
import { formatAmount, orderPhase } from '../../model/order/order.ts';
import { utcText } from '../../model/words/moment.ts';
import {
  plainMarkdown,
  markdownTable,
  leftOutLines,
  markdownDocument,
} from '../../model/words/plainMarkdown.ts';
import { describeError } from '../../editor/presentError.ts';
import { unclearText, rejectionText, notSentText, unwrittenText } from './placeOrder.ts';
import type { Account } from '../../account/account.ts';
import { isBooked, type BatchResult } from '../batch.ts';
import { amountsText, totalText } from './budgetText.ts';
import type { ReadyFile } from './chooseOrders.ts';
import { batchBalanceLines, totalOf } from './batchDialogs.ts';
import type { LeftOut } from './optionStep.ts';

/** The result of each order of a batch. */
export function batchReport(
  files: readonly ReadyFile[],
  results: readonly BatchResult[],
  not: readonly LeftOut[],
  connection: string,
): string {
  const booked = files.filter((_file, index) => results[index] && isBooked(results[index]));
  const rows = files.map((file, index) => {
    const result = results[index] ?? { kind: 'notTried' };
    const id = result.kind === 'placed' ? result.order.id : '';
    return [file.path, file.title, formatAmount(file.ready.price.total), resultText(result), id];
  });
  return document(
    l10n.t('Order Results'),
    [
      l10n.t('Connection: {0}', connection),
      utcText(new Date().toISOString()),
      l10n.t('{0} of {1} orders are placed.', booked.length, files.length),
      totalLine(booked),
    ],
    [l10n.t('File'), l10n.t('Title'), l10n.t('Price'), l10n.t('Result'), l10n.t('Order')],
    rows,
    not,
  );
}

/** What each order of a batch costs. */
export function pricesReport(files: readonly ReadyFile[], not: readonly LeftOut[], account: Account): string {
  const rows = files.map(({ path, title, ready: { price } }) => [path, title, totalText(price)]);
  return document(
    l10n.t('Prices of the orders'),
    [totalLine(files), ...batchBalanceLines(files, account)],
    [l10n.t('File'), l10n.t('Title'), l10n.t('Price')],
    rows,
    not,
  );
}

function totalLine(files: readonly ReadyFile[]): string {
  return l10n.t('Total: {0}', amountsText(totalOf(files)) || l10n.t('nothing'));
}

function document(
  title: string,
  lines: readonly string[],
  head: readonly string[],
  rows: readonly (readonly string[])[],
  not: readonly LeftOut[],
): string {
  return markdownDocument(
    title,
    lines.map(line => `- ${plainMarkdown(line)}`),
    markdownTable(head, rows),
    leftOutLines(
      l10n.t('File'),
      not.map(({ name, why }) => [name, why]),
    ),
  );
}

/** The result of one order, in a sentence. */
export function resultText(result: BatchResult): string {
  switch (result.kind) {
    case 'placed': {
      const { status } = result.order;
      if (orderPhase(status) === 'failed') return rejectionText(status, undefined);
      const ordered = l10n.t('Ordered, status "{0}".', status);
      return result.unwritten === undefined ? ordered : `${ordered} ${unwrittenText()}`;
    }
    case 'refused':
      return describeError(result.error);
    case 'unclear':
      return unclearText(result.error);
    case 'failed':
      return l10n.t('Not sent: {0}', describeError(result.error));
    case 'notSent':
      return notSentText(result.why);
    case 'notTried':
      return l10n.t('not sent');
  }
}
