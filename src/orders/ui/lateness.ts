import * as l10n from '@vscode/l10n';
import { orderPhase, type Order } from '../../model/order/order.ts';
import { dayMs, hourMs, minuteMs } from '../../model/words/moment.ts';

/**
 * How long an order has been in progress, where that is longer than the setting has it: `72 h`, `6 days`; `undefined`
 * for one that is not late.
 *
 * @param placedAt epoch ms
 * @param lateAfterMs `undefined`: nothing is ever late
 * @param now epoch ms
 */
export function lateText(
  { status }: Pick<Order, 'status'>,
  placedAt: number | undefined,
  lateAfterMs: number | undefined,
  now: number,
): string | undefined {
  if (orderPhase(status) !== 'inProgress' || placedAt === undefined || lateAfterMs === undefined)
    return undefined;
  const age = now - placedAt;
  if (age < lateAfterMs) return undefined;
  if (age < hourMs) return l10n.t('{0} min', Math.floor(age / minuteMs));
  return age < 4 * dayMs
    ? l10n.t('{0} h', Math.floor(age / hourMs))
    : l10n.t('{0} days', Math.floor(age / dayMs));
}

/** Why an order may never finish, and what can be done. */
export function latenessNote(): string {
  return l10n.t(
    'Production takes minutes to 48 hours. Stereo and tri-stereo products that are ordered this way are never delivered. Ask the support of the service, with the id of the order.',
  );
}
