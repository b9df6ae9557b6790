import * as l10n from '@vscode/l10n';
import { itemAt } from '../../../../base/itemAt.ts';
import { labeled } from '../../../../base/words/labeled.ts';
import type { Fact } from '../../../../platform/rows/row.ts';
import { isBooked, type OrderResult } from '../../inTurn.ts';
import type { LeftOut } from '../draft/optionStep.ts';
import type { Batch } from '../page/batchPage.ts';
import { countsText, resultText } from '../words/outcome.ts';
import type { ReadyOrder } from './orderFiles.ts';

/** What became of orders that were confirmed together, for the page of several orders. */
export function orderResults(
  orders: readonly ReadyOrder[],
  results: readonly OrderResult[],
  leftOut: readonly LeftOut[],
): Batch {
  const areAllPlaced = results.every(({ kind }) => kind === 'placed');
  const { connection } = itemAt(orders, 0).ready.signedIn;
  return {
    title: l10n.t('Order Results'),
    notes: [labeled(l10n.t('Connection'), connection.name)],
    outcome: countedText(results),
    files: orders.map(({ uri, title, path }, index) => {
      const result = itemAt(results, index);
      // To go on with what wasn't placed.
      const file: Fact = [l10n.t('File'), result.kind === 'placed' ? '' : path];
      return {
        uri,
        cells: [[l10n.t('Title'), title], ...(areAllPlaced ? [] : [file])],
        result: {
          // Beside its price, the page says that it was ordered.
          text: isPlain(result) ? undefined : resultText(result),
          orderId: result.kind === 'placed' ? result.order.id : undefined,
        },
      };
    }),
    leftOut,
  };
}

export function countedText(results: readonly OrderResult[]): string {
  return labeled(l10n.t('Orders'), countsText(results));
}

function isPlain(result: OrderResult): boolean {
  return isBooked(result) && result.kind === 'placed' && result.unwritten === undefined;
}
