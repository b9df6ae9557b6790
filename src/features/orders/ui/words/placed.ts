/** What is said of a file whose order was sent. */
import * as l10n from '@vscode/l10n';
import { labeled } from '../../../../base/words/labeled.ts';
import { ageText } from '../../../../base/words/moment.ts';
import { shortId } from '../../../../service/rules/kindText.ts';
import type { OrderPhase } from '../../../../service/rules/order.ts';
import type { PlacedBefore } from '../../orderAttempts.ts';

/** An order that was placed; `isOther`: before the file that it is said of was drafted, with the same contents. */
type SaidOrder = Pick<PlacedBefore, 'at'> & { isOther?: boolean | undefined };

/** For what isn't ordered yet: that another order has the same contents. @param now by the clock of `at`, epoch ms */
export function doubleText(order: Pick<PlacedBefore, 'at' | 'orderId'>, now = Date.now()): string {
  return placedText({ ...order, isOther: true }, undefined, at => ageText(at, now) ?? at);
}

/**
 * When an order was placed, and how it ended.
 *
 * @param phase `undefined` if it isn't known
 * @param when shows a time, ISO 8601
 */
export function orderedText({ at, isOther }: SaidOrder, phase?: OrderPhase, when = ageNow): string {
  const time = when(at);
  if (isOther) return l10n.t('The same was ordered {0}', time);
  switch (phase) {
    case 'failed':
      return l10n.t('Ordered {0}, failed', time);
    case 'delivered':
      return l10n.t('Ordered {0}, delivered', time);
    default:
      return l10n.t('Ordered {0}', time);
  }
}

/** The same with the order. */
export function placedText(
  placed: SaidOrder & Pick<PlacedBefore, 'orderId'>,
  phase?: OrderPhase,
  when = ageNow,
): string {
  return labeled(orderedText(placed, phase, when), l10n.t('order {0}', shortId(placed.orderId)));
}

/** How long ago this was. @param at ISO 8601 */
export function ageNow(at: string): string {
  return ageText(at, Date.now()) ?? at;
}

/** @param when when it was sent, or how long ago */
export function notConfirmedText(when: string): string {
  return l10n.t('Sent {0}, not confirmed', when);
}
