import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandId } from '../../../base/commandId.ts';
import { orderName, orderStatusText } from '../../../service/rules/kindText.ts';
import { type Order, orderPhase } from '../../../service/rules/order.ts';
import {
  showErrorMessage,
  showInformationMessage,
  type ShowMessage,
  showWarningMessage,
} from '../../../platform/dialogs/window.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import { settingValue } from '../../../platform/host/settings.ts';
import type { Account } from '../../../session/account.ts';
import { isReport, type MoneyOfFailed, moneyWords } from '../../orders/rules/index.ts';
import type { MoneyKnown, NewsKind } from '../../orders/index.ts';
import { latenessNote, orderProblem } from '../../orders/ui/index.ts';

/** Maximum number of orders to name in one notification; for more, only the number is shown. */
const maxNamed = 3;

interface Choice {
  title: string;
  run: () => Thenable<unknown>;
}

/** A failed production is refunded, and an estimate becomes an amount. */
export function followEnded(ended: readonly Order[], account: Pick<Account, 'refresh'>): void {
  if (ended.some(order => order.isEstimate || orderPhase(order.status) === 'failed')) void account.refresh();
}

/**
 * One notification for orders of the same news, with a button that leads to what they are about. Of delivered orders as
 * the setting says; what went wrong is always told.
 */
export function tellNews(
  kind: NewsKind,
  orders: readonly Order[],
  money?: Pick<MoneyKnown, 'of' | 'learn'>,
): void {
  if (kind === 'late') {
    void tellLate(orders);
    return;
  }
  const ofPhase = (phase: string) => orders.filter(order => orderPhase(order.status) === phase);
  const delivered = ofPhase('delivered');
  const wish = settingValue('orders.deliveryNotifications');
  if (wish === 'each') for (const order of delivered) void tellDelivered([order]);
  else if (wish !== 'none') void tellDelivered(delivered);
  void tellFailed(ofPhase('failed'), money);
}

async function tellDelivered(delivered: readonly Order[]): Promise<void> {
  const [order] = delivered;
  if (!order) return;
  const all = [showOrders(), command(l10n.t('Download All'), 'swath.downloadReady')];
  const message = l10n.t('Delivered: {0}.', listText(delivered.map(orderName)));
  await choose(showInformationMessage, message, delivered.length > 1 ? all : noticeChoices(order));
}

function noticeChoices(order: Order): Choice[] {
  if (!isReport(order))
    return [command(l10n.t('Download'), 'swath.downloadDelivery', order.id), showOrders()];
  return [
    command(l10n.t('Open Report'), 'swath.openReport', order.id),
    command(l10n.t('Reveal File'), 'swath.revealDelivery', order.id),
  ];
}

async function tellFailed(
  failed: readonly Order[],
  money: Pick<MoneyKnown, 'of' | 'learn'> | undefined,
): Promise<void> {
  const [order, ...others] = failed;
  if (!order) return;
  if (money) await money.learn(failed);
  const message = l10n.t('Failed: {0}.', listText(failed.map(order => withMoney(order, money?.of(order)))));
  const problem = others.length === 0 ? orderProblem(order) : undefined;
  const text = problem === undefined ? message : l10n.t('{0} The service reported: "{1}"', message, problem);
  const open = others.length === 0 ? [command(l10n.t('Open Order'), 'swath.openOrder', order.id)] : [];
  await choose(showErrorMessage, text, [...open, showOrders()]);
}

async function tellLate(late: readonly Order[]): Promise<void> {
  if (late.length === 0) return;
  const message = l10n.t('May never finish: {0}.', listText(late.map(withStatus)));
  await choose(showWarningMessage, `${message} ${latenessNote()}`, [showOrders()]);
}

async function choose(show: ShowMessage, message: string, choices: readonly Choice[]): Promise<void> {
  const chosen = await show(message, ...choices.map(({ title }) => title));
  await choices.find(({ title }) => title === chosen)?.run();
}

function command(title: string, id: CommandId, ...args: unknown[]): Choice {
  return { title, run: () => runCommand(id, ...args) };
}

function showOrders(): Choice {
  // VS Code creates this command from the id of the view.
  return {
    title: l10n.t('Show Orders'),
    run: () => vscode.commands.executeCommand('swath.orders.focus'),
  };
}

function withStatus(order: Order): string {
  return `${orderName(order)} (${orderStatusText(order.status)})`;
}

function withMoney(order: Order, money: MoneyOfFailed | undefined): string {
  return money ? `${orderName(order)} (${moneyWords(money)})` : orderName(order);
}

function listText(names: readonly string[]): string {
  const named = names.slice(0, maxNamed).join(', ');
  const rest = names.length - maxNamed;
  return rest > 0 ? l10n.t('{0} and {1} more', named, rest) : named;
}
