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
import { unclearCause, rejectionText, notSentText } from './placeOrder.ts';
import type { Account } from '../../account/account.ts';
import { isBooked, type BatchResult } from '../batch.ts';
import { totalsOf } from '../budget.ts';
import { amountsText } from './budgetText.ts';
import type { BrokenFile, ReadyFile } from './chooseOrders.ts';
import { balanceLines } from './orderDialog.ts';

/** What became of each order of a batch. */
export function batchReport(
  files: readonly ReadyFile[],
  results: readonly BatchResult[],
  not: readonly BrokenFile[],
  connection: string,
): string {
  const resultOf = (index: number) => results[index] ?? { kind: 'notTried' };
  const booked = files.filter((_file, index) => isBooked(resultOf(index)));
  const rows = files.map((file, index) => {
    const result = resultOf(index);
    const id = result.kind === 'placed' ? result.order.id : '';
    return [file.path, file.title, formatAmount(file.ready.price.total), resultText(result), id];
  });
  return markdownDocument(
    l10n.t('Order Results'),
    l10n.t(
      'Connection {0}, {1}. Ordered: {2} of {3}, for {4}.',
      connection,
      utcText(new Date().toISOString()),
      booked.length,
      files.length,
      amountsText(totalsOf(booked.map(({ ready: { price } }) => price.total))) || l10n.t('nothing'),
    ),
    markdownTable(
      [l10n.t('File'), l10n.t('Title'), l10n.t('Price'), l10n.t('Result'), l10n.t('Order')],
      rows,
    ),
    leftOutFiles(not),
  );
}

/** What each order of a batch costs. */
export function pricesReport(
  files: readonly ReadyFile[],
  not: readonly BrokenFile[],
  account: Account,
): string {
  const total = totalsOf(files.map(({ ready: { price } }) => price.total));
  const rows = files.map(({ path, title, ready: { price } }) => [
    path,
    title,
    formatAmount(price.total),
    price.isEstimate ? l10n.t('estimate') : '',
  ]);
  return markdownDocument(
    l10n.t('Prices of the orders'),
    [
      l10n.t('Total: {0}', amountsText(total) || l10n.t('nothing')),
      ...total.slice(0, 1).flatMap(one => balanceLines({ total: one }, account)),
    ].map(line => `- ${plainMarkdown(line)}`),
    markdownTable([l10n.t('File'), l10n.t('Title'), l10n.t('Price'), l10n.t('Note')], rows),
    leftOutFiles(not),
  );
}

/** What became of one order, in a sentence. */
export function resultText(result: BatchResult): string {
  switch (result.kind) {
    case 'placed': {
      const { status } = result.order;
      if (orderPhase(status) === 'failed') return rejectionText(status, undefined);
      return result.unwritten === undefined
        ? l10n.t('Ordered, status "{0}".', status)
        : l10n.t('Ordered, status "{0}". The order journal could not be written.', status);
    }
    case 'refused':
      return l10n.t('Refused: {0}', describeError(result.error));
    case 'unclear':
      return l10n.t('Not confirmed: {0} Check its status.', unclearCause(result.error));
    case 'failed':
      return l10n.t('Not sent: {0}', describeError(result.error));
    case 'notSent':
      return notSentText(result.why);
    case 'notTried':
      return l10n.t('Not sent: the batch ended first.');
  }
}

function leftOutFiles(not: readonly BrokenFile[]): string[] {
  return leftOutLines(
    l10n.t('File'),
    not.map(({ path, why }) => [path, why] as const),
  );
}
