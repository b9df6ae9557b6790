/** What a person chooses and reads before several orders are placed. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { wholeAreaOf } from '../../model/order/orderAreas.ts';
import { imagesOf } from '../../model/order/orderContents.ts';
import { areaText } from '../../model/words/areaText.ts';
import { numberText } from '../../model/words/displayLanguage.ts';
import { shownLine } from '../../model/words/shownText.ts';
import { confirm, type Attention } from '../../editor/confirm.ts';
import { createQuickPick } from '../../editor/window.ts';
import { balanceOf, type Account } from '../../account/account.ts';
import { totalsOf, type Exceeded } from '../budget.ts';
import { amountsText, exceededText, totalText, typesAmount } from './budgetText.ts';
import type { BrokenFile, ReadyFile } from './chooseOrders.ts';
import { balanceLines, balanceWarnings, doubleText, warningLines } from './orderDialog.ts';
import { itemAt } from '../../model/itemAt.ts';

/** Orders that the dialog names one by one. */
const mostNamed = 12;

interface Item extends vscode.QuickPickItem {
  file: ReadyFile | undefined;
}

/**
 * A table of all orders with their prices, of which those to place are chosen; the title has the sum and what is left of
 * the balance. `undefined` when the user cancels.
 */
export function chooseFromTable(
  ready: readonly ReadyFile[],
  not: readonly BrokenFile[],
  account: Account,
): Promise<readonly ReadyFile[] | undefined> {
  const items: Item[] = ready.map(file => ({
    label: file.title,
    description: itemText(file),
    detail: shownLine([file.path, ...warningsOf(file).map(text => `⚠ ${text}`)].join(' · '), 300),
    file,
  }));
  const others: Item[] = not.map(({ path, why }) => ({
    label: path,
    iconPath: new vscode.ThemeIcon('circle-slash'),
    detail: why,
    file: undefined,
  }));
  const heading: Item = {
    label: l10n.t("can't be ordered"),
    kind: vscode.QuickPickItemKind.Separator,
    file: undefined,
  };
  const pick = createQuickPick<Item>();
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.placeholder = l10n.t('The next dialog asks for confirmation');
  pick.items = others.length > 0 ? [...items, heading, ...others] : items;
  // What was ordered a moment ago is most likely chosen by mistake.
  pick.selectedItems = items.filter(({ file }) => file?.ready.placedBefore === undefined);
  const showSum = (chosen: readonly Item[]) => (pick.title = sumText(filesOf(chosen), account));
  showSum(pick.selectedItems);
  return new Promise(resolve => {
    const end = (chosen: readonly ReadyFile[] | undefined) => {
      resolve(chosen);
      pick.dispose();
    };
    pick.onDidChangeSelection(chosen => {
      const possible = chosen.filter(({ file }) => file !== undefined);
      if (possible.length < chosen.length) pick.selectedItems = possible;
      showSum(possible);
    });
    pick.onDidAccept(() => end(filesOf(pick.selectedItems)));
    pick.onDidHide(() => end(undefined));
    pick.show();
  });
}

function filesOf(items: readonly Item[]): ReadyFile[] {
  return items.flatMap(({ file }) => (file ? [file] : []));
}

function totalOf(files: readonly ReadyFile[]) {
  return totalsOf(files.map(({ ready: { price } }) => price.total));
}

function sumText(files: readonly ReadyFile[], account: Account): string {
  if (files.length === 0) return l10n.t('Nothing selected');
  const total = totalOf(files);
  const unit = balanceOf(account)?.unit;
  const inUnit = total.find(one => one.unit === unit);
  const after = inUnit ? balanceLines({ total: inUnit }, account).slice(1) : [];
  const sum =
    files.length === 1
      ? l10n.t('One order for {0}', amountsText(total))
      : l10n.t('{0} orders for {1}', files.length, amountsText(total));
  return [sum, ...after].join(' · ');
}

/** What it costs, and how many images and how much area that is for: `12 credits · 2 images · 30 km²`. */
function itemText(file: ReadyFile): string {
  const images = imagesOf(file.body).length;
  const area = file.ready.price.areaKm2 ?? wholeAreaOf(file.body);
  return [
    totalText(file.ready.price),
    images === 1 ? l10n.t('1 image') : l10n.t('{0} images', numberText(images)),
    ...(area === undefined ? [] : [areaText(area)]),
  ].join(' · ');
}

function warningsOf({ ready: { placedBefore }, warnings }: ReadyFile): string[] {
  return [...(placedBefore ? [doubleText(placedBefore)] : []), ...warnings.map(({ message }) => message)];
}

/** One dialog over all of them: each that it lists gets a yes of its own. Above the budget the sum is typed. */
export async function agreesToBatch(
  files: readonly ReadyFile[],
  exceeded: readonly Exceeded[],
  account: Account,
  attention: Attention,
): Promise<boolean> {
  const total = totalOf(files);
  const sum = amountsText(total);
  const first = itemAt(files, 0);
  const question =
    files.length === 1 ? l10n.t('Order "{0}"?', first.title) : l10n.t('Place {0} orders?', files.length);
  const warnings = [
    ...total.flatMap(one => balanceWarnings({ total: one }, account)),
    ...exceeded.map(exceededText),
    ...files.flatMap(file => warningsOf(file).map(text => `${file.title}: ${text}`)),
  ];
  const estimates = files.filter(({ ready: { price } }) => price.isEstimate).length;
  const inUnit = total.find(({ unit }) => unit === balanceOf(account)?.unit);
  const detail = [
    ...warningLines(warnings),
    l10n.t('Connection: {0}', shownLine(first.ready.signedIn.connection.name)),
    ...shorten(files.map(file => `${file.title}: ${itemText(file)}`)),
    l10n.t('Total: {0}', sum),
    ...(estimates > 0 ? [l10n.t('Estimated prices: {0}', estimates)] : []),
    ...(inUnit ? balanceLines({ total: inUnit }, account) : []),
    ...(files.length > 1 ? [l10n.t('Orders are placed one after another.')] : []),
  ].join('\n');
  const isTyped = exceeded.length > 0;
  const order = isTyped ? l10n.t('Type the Amount…') : l10n.t('Order {0} for {1}', files.length, sum);
  const answer = await confirm(attention, { question, detail, buttons: [order] });
  return answer !== undefined && (!isTyped || (await typesAmount(question, total)));
}

function shorten(lines: readonly string[]): string[] {
  if (lines.length <= mostNamed) return [...lines];
  return [...lines.slice(0, mostNamed), l10n.t('and {0} more', lines.length - mostNamed)];
}
