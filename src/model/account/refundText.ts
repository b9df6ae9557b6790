/** What a revoke would do, in plain words for whoever is asked to agree to it. Dates are days in UTC. */
import * as l10n from '@vscode/l10n';
import { daysBetween, isoDay, momentOf, dayText } from '../words/moment.ts';
import { formatAmount } from '../order/order.ts';
import { refundEstimate, type Paid, type Refund, type RestOfRuns } from './refund.ts';
import type { Subscription } from './subscription.ts';
import { runCountText, runText } from './subscriptionText.ts';

/**
 * @param now epoch ms
 * @returns paragraphs
 */
export function refundText(refund: Refund, subscription: Subscription, paid: Paid, now: number): string[] {
  const price = paidText(paid);
  switch (refund.kind) {
    case 'nothing':
      return [nothingText(refund.why, subscription)];
    case 'all':
      return [allText(subscription, paid), price];
    case 'rest':
      return [...restTexts(refund.options, paid, now), price];
    case 'unknown':
      return [unknownText(refund.why)];
  }
}

function nothingText(why: Extract<Refund, { kind: 'nothing' }>['why'], { endedAt }: Subscription): string {
  if (why === 'ended') return l10n.t('It ended on {0}. There is nothing to revoke.', dayText(endedAt ?? '?'));
  return endedAt === undefined
    ? l10n.t('It is already revoked.')
    : l10n.t('It is already revoked and ends on {0}.', dayText(endedAt));
}

function allText({ startedAt }: Subscription, paid: Paid): string {
  const start = momentOf(startedAt);
  const day = start ? isoDay(start.time) : l10n.t('unknown');
  return paid.kind === 'told'
    ? l10n.t(
        'It starts on {0}, so it ends immediately and is fully refunded: ≈ {1}.',
        day,
        formatAmount(paid.amount),
      )
    : l10n.t('It starts on {0}, so it ends immediately and is fully refunded.', day);
}

function restTexts(
  [first, ...others]: readonly [RestOfRuns, ...RestOfRuns[]],
  paid: Paid,
  now: number,
): string[] {
  if (others.length === 0) return [restText(first, paid, now)];
  return [
    l10n.t("Its dates match both monthly and quarterly runs, and the service doesn't report which."),
    ...[first, ...others].map(option =>
      l10n.t(
        'If it has {0}: {1}',
        runCountText(option.plan.runs.length, option.plan.cadence),
        restText(option, paid, now),
      ),
    ),
  ];
}

function restText(option: RestOfRuns, paid: Paid, now: number): string {
  const { plan, current } = option;
  const end = isoDay(current.to);
  const runs = l10n.t(
    'Run {0} of {1} ends on {2} ({3}). It continues until then.',
    current.index,
    plan.runs.length,
    end,
    inDaysText(daysBetween(now, current.to)),
  );
  return `${runs} ${refundedText(option, paid)}`;
}

function inDaysText(days: number): string {
  if (days === 0) return l10n.t('today');
  return days === 1 ? l10n.t('in 1 day') : l10n.t('in {0} days', days);
}

function refundedText(option: RestOfRuns, paid: Paid): string {
  const { refunded } = option;
  const [first] = refunded;
  const last = refunded.at(-1);
  if (!first || !last)
    return l10n.t("That is its last run: nothing is refunded, and the end doesn't change.");
  const dates = runText({ from: first.from, to: last.to });
  const runs =
    first === last
      ? l10n.t('Run {0} ({1}) is refunded', first.index, dates)
      : l10n.t('Runs {0}–{1} ({2}) are refunded', first.index, last.index, dates);
  return paid.kind === 'told'
    ? l10n.t('{0}: ≈ {1}.', runs, formatAmount(refundEstimate(paid.amount, option)))
    : `${runs}.`;
}

function unknownText(why: Extract<Refund, { kind: 'unknown' }>['why']): string {
  switch (why) {
    case 'noStart':
      return l10n.t(
        "The service doesn't report when it starts. If it hasn't started, it ends immediately and is fully refunded. Otherwise it continues to the end of the current period, and the rest is refunded. The amount is unknown.",
      );
    case 'openEnded':
    case 'otherPeriod':
      return l10n.t(
        "Its dates don't match monthly or quarterly runs. It continues to the end of the current period. The date and the refund are unknown.",
      );
  }
}

/** Where an amount comes from, or why there is none. */
function paidText(paid: Paid): string {
  switch (paid.kind) {
    case 'told':
      return l10n.t(
        'According to the payments, it cost {0}. Amounts with ≈ are estimates; the service decides.',
        formatAmount(paid.amount),
      );
    case 'refunded': {
      const { creditAmount, createdAt } = paid.refund;
      const facts = [creditAmount && formatAmount(creditAmount), createdAt && dayText(createdAt)];
      const said = facts.filter(Boolean).join(', ') || paid.refund.id;
      return l10n.t(
        'A refund was already issued ({0}), so this subscription may have been revoked before. The remaining refund is unknown.',
        said,
      );
    }
    case 'untold':
      return l10n.t("Its payments don't show what it cost, so no amount is estimated.");
    case 'unread':
      return l10n.t('Not all of its payments could be loaded, so no amount is estimated.');
  }
}
