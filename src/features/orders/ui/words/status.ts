/** What is said of the status of an order and its deliveries. */
import * as l10n from '@vscode/l10n';
import { orderStatusText } from '../../../../service/rules/kindText.ts';
import type { Delivery, Order, OrderPhase } from '../../../../service/rules/order.ts';
import { describeError } from '../../../../platform/host/presentError.ts';
import { isFailedDelivery, isReady } from '../../rules/deliveryState.ts';
import { type MoneyOfFailed, moneySentence } from '../../rules/orderMoney.ts';

/** The service's reason for a failure: from the first failed delivery that has one, else from the order. */
export function orderProblem({ deliveries, message }: Order): string | undefined {
  const failed = deliveries
    .filter(isFailedDelivery)
    .find(({ message, errorCode }) => message !== undefined || errorCode !== undefined);
  return failed?.message ?? message ?? failed?.errorCode;
}

export function unlistedNote(): string {
  return l10n.t(
    "The service accepted this order but doesn't list it. Contact the service's support with the order id before you order it again.",
  );
}

/** @param money what became of it, if the order failed or got something back */
export function orderNotes(order: Order, phase: OrderPhase, money?: MoneyOfFailed): string[] {
  const problem = phase === 'failed' ? orderProblem(order) : undefined;
  return [
    ...(problem === undefined ? [] : [l10n.t('The service reported: "{0}"', problem)]),
    // Specification: States and transitions, Order.
    ...(order.status.toLowerCase() === 'rejected'
      ? [l10n.t('The service rejects orders when the balance is insufficient.')]
      : []),
    ...(money ? [moneyText(money)] : []),
  ];
}

export function moneyText(money: MoneyOfFailed): string {
  return moneySentence(money, describeError);
}

export function latenessNote(): string {
  return l10n.t(
    "Production takes minutes to 48 hours. Stereo and tri-stereo products are never delivered. Contact the service's support with the order id.",
  );
}

export function deliveryText(delivery: Delivery): string {
  const ready = isReady(delivery) ? l10n.t('ready to download') : undefined;
  const status = delivery.status === undefined ? ready : orderStatusText(delivery.status);
  return [status, delivery.errorCode, delivery.message].filter(part => part !== undefined).join(' · ');
}

/** Always includes the number, because two deliveries can be identical. */
export function deliveryName({ datas }: Delivery, index: number): string {
  const number = l10n.t('Delivery {0}', index + 1);
  const what = datas?.productType;
  return typeof what === 'string' ? `${number}: ${what}` : number;
}
