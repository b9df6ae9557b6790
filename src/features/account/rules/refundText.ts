/** What a revocation does, for the person who confirms it. Dates are days in UTC. */
import * as l10n from '@vscode/l10n';
import { daysBetween, dayText, isoDay, parseMoment, relativeDay } from '../../../base/words/moment.ts';
import { formatAmount } from '../../../service/rules/order.ts';
import type { Subscription } from '../../../service/rules/subscription.ts';
import { type Paid, type Refund, refundEstimate, type RestOfRuns } from './refund.ts';
import { cadenceText, periodText, runText } from './subscriptionText.ts';

/**
 * @param now epoch ms
 * @returns paragraphs
 */
export function refundText(refund: Refund, subscription: Subscription, paid: Paid, now: number): string[] {
  switch (refund.kind) {
    case 'nothing':
      return [nothingText(refund.why, subscription)];
    case 'all': {
      const start = parseMoment(subscription.startedAt);
      const day = start ? isoDay(start.time) : l10n.t('unknown');
      const text =
        paid.kind === 'refunded'
          ? l10n.t('It starts on {0}, so it ends immediately.', day)
          : l10n.t('It starts on {0}, so it ends immediately and is fully refunded.', day);
      return [text, paidText(paid)];
    }
    case 'rest':
      return [...restTexts(refund.options, paid, now), paidText(paid)];
    case 'unknown':
      return [unknownRefundText(refund.why)];
  }
}

function nothingText(why: Extract<Refund, { kind: 'nothing' }>['why'], subscription: Subscription): string {
  return why === 'ended'
    ? l10n.t('It ended on {0}. There is nothing to revoke.', dayText(subscription.endedAt ?? '?'))
    : l10n.t('It is already revoked. Its period is {0}.', periodText(subscription));
}

function restTexts(options: readonly RestOfRuns[], paid: Paid, now: number): string[] {
  const texts = options.map(option => restText(option, paid, now));
  if (options.length === 1) return texts;
  return [
    l10n.t("The dates match both monthly and quarterly runs, and the service doesn't report which."),
    ...options.map(({ plan }, index) => `${cadenceText(plan.cadence)}: ${texts[index] ?? ''}`),
  ];
}

function restText(option: RestOfRuns, paid: Paid, now: number): string {
  const { plan, current, refunded } = option;
  const goesOn = l10n.t(
    'Run {0} of {1} ends on {2} ({3}). It continues until then.',
    current.index,
    plan.runs.length,
    isoDay(current.to),
    relativeDay(daysBetween(now, current.to)),
  );
  const [first] = refunded;
  const last = refunded.at(-1);
  if (!first || !last)
    return `${goesOn} ${l10n.t("That is its last run: nothing is refunded, and the end doesn't change.")}`;
  const facts = [
    runText({ from: first.from, to: last.to }),
    ...(paid.kind === 'told' ? [`≈ ${formatAmount(refundEstimate(paid.amount, option))}`] : []),
  ];
  const details = facts.join(', ');
  const refund =
    first === last
      ? l10n.t('Run {0} is refunded ({1}).', first.index, details)
      : l10n.t('Runs {0} to {1} are refunded ({2}).', first.index, last.index, details);
  return `${goesOn} ${refund}`;
}

function unknownRefundText(why: Extract<Refund, { kind: 'unknown' }>['why']): string {
  switch (why) {
    case 'noStart':
      return l10n.t(
        'Its start is unknown. Before the start it is fully refunded; afterwards it runs to the end of the current period, and only the rest is refunded.',
      );
    case 'openEnded':
    case 'otherPeriod':
      return l10n.t(
        "Its dates don't match monthly or quarterly runs. It continues to the end of the current period. The date and the refund are unknown.",
      );
  }
}

function paidText(paid: Paid): string {
  switch (paid.kind) {
    case 'told':
      return l10n.t(
        'According to the payments, it cost {0}. Refunds are estimates; the service decides.',
        formatAmount(paid.amount),
      );
    case 'refunded': {
      const { creditAmount, createdAt } = paid.refund;
      const facts = [creditAmount && formatAmount(creditAmount), createdAt && dayText(createdAt)];
      const details = facts.filter(Boolean).join(', ') || paid.refund.id;
      if (!paid.isNamed) {
        return l10n.t(
          "The payments list a refund ({0}) and don't say what it is for, so no amount is estimated.",
          details,
        );
      }
      return l10n.t(
        'A refund was already issued ({0}), so this subscription may have been revoked before. The remaining refund is unknown.',
        details,
      );
    }
    case 'untold':
      return l10n.t("The payments loaded don't show what it cost, so no amount is estimated.");
  }
}
