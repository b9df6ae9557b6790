/** The table in which a user chooses the orders to place. */
import * as l10n from '@vscode/l10n';
import { labeled } from '../../../../base/words/labeled.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import { bodyImageIds } from '../../../../service/rules/orderContents.ts';
import { createQuickPick } from '../../../../platform/dialogs/window.ts';
import type { Account } from '../../../../session/account.ts';
import { type LeftOut, type ValueItem, withLeftOut } from '../draft/optionStep.ts';
import { imagesText, sizeText } from '../words/contents.ts';
import { doubleText } from '../words/placed.ts';
import { amountsText, balanceAfterLines, totalsText } from '../words/price.ts';
import { type ReadyOrder, totalsOfOrders } from './orderFiles.ts';

/**
 * Shows a table of all orders with their prices, in which the user selects those to place. The title shows the sum and
 * the remaining balance. `undefined` when the user cancels.
 */
export function chooseFromTable(
  ready: readonly ReadyOrder[],
  leftOut: readonly LeftOut[],
  account: Account,
): Promise<readonly ReadyOrder[] | undefined> {
  const items = ready.map(order => ({
    label: order.title,
    description: factsText(order),
    detail: safeLine([order.path, ...orderWarnings(order).map(text => `⚠ ${text}`)].join(' · '), 300),
    value: order,
  }));
  const pick = createQuickPick<ValueItem<ReadyOrder>>();
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.placeholder = l10n.t('You confirm before anything is spent');
  pick.items = withLeftOut(items, leftOut);
  pick.selectedItems = items.filter(({ value }) => value.ready.placedBefore === undefined);
  const showSum = () => (pick.title = sumText(tableOrders(pick.selectedItems), account));
  showSum();
  return new Promise(resolve => {
    const end = (chosen: readonly ReadyOrder[] | undefined) => {
      resolve(chosen);
      pick.dispose();
    };
    pick.onDidChangeSelection(chosen => {
      const possible = chosen.filter(({ value }) => value);
      if (possible.length < chosen.length) pick.selectedItems = possible;
      showSum();
    });
    pick.onDidAccept(() => end(tableOrders(pick.selectedItems)));
    pick.onDidHide(() => end(undefined));
    pick.show();
  });
}

function tableOrders(items: readonly ValueItem<ReadyOrder>[]): ReadyOrder[] {
  return items.flatMap(({ value }) => value ?? []);
}

function sumText(orders: readonly ReadyOrder[], account: Account): string {
  const totals = totalsOfOrders(orders);
  const sum = labeled(l10n.t('Total'), amountsText(totals));
  return [sum, ...balanceAfterLines(totals, account)].join(' · ');
}

/** The price, and the images and area that it covers: `12 credits · 2 images · 30 km²`. */
export function factsText({ body, ready: { price } }: ReadyOrder): string {
  const area = sizeText(body, price);
  return [
    totalsText(price),
    imagesText(bodyImageIds(body).length),
    ...(area === undefined ? [] : [area]),
  ].join(' · ');
}

/** That the same order was placed before, if it was. */
export function doubleNotes({ ready: { placedBefore } }: ReadyOrder): string[] {
  return placedBefore ? [doubleText(placedBefore)] : [];
}

function orderWarnings(order: ReadyOrder): string[] {
  return [...doubleNotes(order), ...order.repeats, ...order.warnings.map(({ message }) => message)];
}
