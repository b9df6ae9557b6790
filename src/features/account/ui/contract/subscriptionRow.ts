import * as l10n from '@vscode/l10n';
import { nonEmptyText } from '../../../../base/fields.ts';
import { shareText } from '../../../../base/words/areaText.ts';
import { dayText, momentText, utcText } from '../../../../base/words/moment.ts';
import { offerText, statusText } from '../../../../service/rules/kindText.ts';
import { formatAmount } from '../../../../service/rules/order.ts';
import { isRefund, type Payment } from '../../../../service/rules/payment.ts';
import { usedShare } from '../../../../service/rules/quantity.ts';
import { serviceText } from '../../../../service/rules/roles.ts';
import {
  isRevoked,
  revokeEffect,
  type Subscription,
  type Use,
} from '../../../../service/rules/subscription.ts';
import type { Paged, Reading } from '../../../../platform/host/reading.ts';
import {
  type Fact,
  factRow,
  otherFacts,
  readNames,
  type Row,
  rowText,
} from '../../../../platform/rows/row.ts';
import type { PagedReader } from '../../../../session/reader.ts';
import { sumByUnit } from '../../../orders/rules/index.ts';
import type { RevokeMark } from '../../revokeMarks.ts';
import { allPayments, canRevoke, wasRevoked } from '../../revoking.ts';
import { type Run, runAt, type RunPlan, subscriptionEnd, subscriptionRuns } from '../../rules/runs.ts';
import {
  nameOfSubscription,
  periodText,
  runCountText,
  runText,
  subscriptionKindText,
  termText,
} from '../../rules/subscriptionText.ts';
import { offersText } from '../words.ts';
import { offersRow } from './contractRow.ts';
import { paymentRows } from './paymentRows.ts';
import { usedText, useFacts, useRow } from './useRow.ts';

/**
 * One subscription, with its known facts below.
 *
 * @param mark what is known about its revocation
 * @param now epoch ms
 * @param payments those of it that were requested before
 */
export function subscriptionRow(
  subscription: Subscription,
  mark: RevokeMark | undefined,
  now: number,
  paymentsFor: (subscriptionId: string) => PagedReader<Payment>,
  payments?: Reading<Paged<Payment>>,
): Row {
  const id = `subscription/${subscription.id}`;
  const label = nameOfSubscription(subscription);
  const { status, kind, service } = subscription;
  const refunded = refundedText(subscription, mark, payments);
  return {
    id,
    // A narrow side bar cuts off the end, and the icon shows the status.
    ...rowText(label, [
      usedShareText(subscription, mark),
      standing(subscription, mark, now),
      status && statusText(status),
      kind && subscriptionKindText(kind),
    ]),
    ...subscriptionIcon(subscription, mark, now),
    tooltip: { heading: label, facts: subscriptionFacts(subscription, mark, refunded) },
    contextValue: canRevoke(subscription, mark, now) ? 'subscription subscription.revocable' : 'subscription',
    copyId: subscription.id,
    details: {
      title: label,
      fields: subscription.fields,
      facts: () => subscriptionFacts(subscription, mark, refunded, Infinity),
    },
    subject: subscription,
    children: () => [
      factRow(`${id}/period`, l10n.t('Period'), periodText(subscription), { icon: 'calendar' }),
      ...runsRows(id, subscription, mark, now),
      ...(service
        ? [factRow(`${id}/service`, l10n.t('Service'), serviceText(service), { icon: 'tools' })]
        : []),
      ...(subscription.offers.length === 0 ? [] : [offersRow(`${id}/offers`, subscription.offers)]),
      ...usedRows(id, subscription, mark),
      ...(refunded ? [factRow(`${id}/refunded`, l10n.t('Refunded'), refunded, { icon: 'discard' })] : []),
      {
        id: `${id}/payments`,
        label: l10n.t('Payments'),
        icon: 'credit-card',
        children: () => paymentRows(`${id}/payments`, paymentsFor(subscription.id)),
      },
    ],
  };
}

function standing(subscription: Subscription, mark: RevokeMark | undefined, now: number): string {
  const span = termText(subscription, now);
  switch (mark?.kind) {
    case 'underWay':
      return l10n.t('{0}, revoking…', span);
    case 'unclear':
      return unconfirmedText(span);
    case 'revoked':
      return isRevoked(subscription) ? span : revokedSpan(span);
    case 'recorded':
      if (!mark.isConfirmed) return unconfirmedText(span);
      return isRevoked(subscription) ? span : revokedSpan(span);
    case 'possible':
      return l10n.t('may be revoked, {0}', span);
    case undefined:
      return span;
  }
}

function unconfirmedText(span: string): string {
  return l10n.t('{0}, revocation unconfirmed', span);
}

function revokedSpan(span: string): string {
  return l10n.t('revoked, {0}', span);
}

/** How the revocation is known, for tooltip and details. */
function revocationFact(mark: RevokeMark | undefined): string | undefined {
  switch (mark?.kind) {
    case 'underWay':
      return l10n.t('in progress');
    case 'unclear':
      return l10n.t('sent, never confirmed');
    case 'revoked':
      return l10n.t('carried out in this session');
    case 'recorded':
      return mark.isConfirmed
        ? l10n.t('carried out from this machine, {0}', utcText(mark.at))
        : l10n.t('sent from this machine and never confirmed, {0}', utcText(mark.at));
    case 'possible': {
      if (!mark.refund) return l10n.t('possible: it has fewer runs than such a subscription starts with');
      const { creditAmount, createdAt } = mark.refund;
      const facts = [creditAmount && formatAmount(creditAmount), createdAt && dayText(createdAt)];
      const text = facts.filter(Boolean).join(', ') || mark.refund.id;
      return l10n.t('possible: a refund was issued for it ({0})', text);
    }
    case undefined:
      return undefined;
  }
}

function subscriptionIcon(
  subscription: Subscription,
  mark: RevokeMark | undefined,
  now: number,
): Pick<Row, 'icon' | 'color'> {
  if (mark?.kind === 'underWay') return { icon: 'loading~spin' };
  if (mark?.kind === 'unclear' || (mark?.kind === 'recorded' && !mark.isConfirmed)) {
    return { icon: 'question', color: 'list.warningForeground' };
  }
  const end = subscriptionEnd(subscription);
  if (isRevoked(subscription) || (end !== undefined && end <= now)) return { icon: 'circle-slash' };
  if (wasRevoked(mark)) return { icon: 'stop-circle', color: 'charts.yellow' };
  if (mark?.kind === 'possible') return { icon: 'question', color: 'charts.yellow' };
  return statusIcon(subscription, now);
}

function statusIcon({ status, startedAt }: Subscription, now: number): Pick<Row, 'icon' | 'color'> {
  switch (status?.toLowerCase()) {
    case 'active':
      return revokeEffect({ status, startedAt }, now) === 'instant'
        ? { icon: 'clock', color: 'charts.blue' }
        : { icon: 'pass-filled', color: 'charts.green' };
    case 'pending':
      return { icon: 'clock', color: 'charts.blue' };
    case 'suspended':
      return { icon: 'warning', color: 'list.warningForeground' };
    default:
      return { icon: 'circle-outline' };
  }
}

function subscriptionUse({ amountConsumed, amountMax, isAmountEstimated }: Subscription): Omit<Use, 'name'> {
  return { consumed: amountConsumed, max: amountMax, isEstimate: isAmountEstimated };
}

/** `25 % used`, where the allowance is known. */
function usedShareText(subscription: Subscription, mark: RevokeMark | undefined): string | undefined {
  const { consumed, max } = subscriptionUse(subscription);
  const share = usedShare(consumed, max);
  if (share === undefined || reportedUse(subscription, mark)) return undefined;
  return l10n.t('{0} used', shareText(share));
}

/** A service can count all runs as used, also those that it refunded: of a revoked one this is only what it reports. */
function reportedUse(subscription: Subscription, mark: RevokeMark | undefined): Fact | undefined {
  const use = subscriptionUse(subscription);
  const isOver = isRevoked(subscription) || wasRevoked(mark);
  return isOver && use.consumed ? [l10n.t('Reported as used'), usedText(use)] : undefined;
}

/** What came back for a revoked subscription, as far as its payments were all read. */
function refundedText(
  subscription: Subscription,
  mark: RevokeMark | undefined,
  payments: Reading<Paged<Payment>> | undefined,
): string | undefined {
  if (!payments || (!isRevoked(subscription) && !mark)) return undefined;
  const refunds = allPayments(payments)?.filter(
    payment => isRefund(payment) && payment.subscriptionId === subscription.id,
  );
  const amounts = sumByUnit((refunds ?? []).flatMap(({ creditAmount }) => creditAmount ?? []));
  return amounts.map(formatAmount).join(' + ') || undefined;
}

/** No rows if the service sends neither the usage nor the allowance. */
function usedRows(above: string, subscription: Subscription, mark: RevokeMark | undefined): Row[] {
  const use = subscriptionUse(subscription);
  if (!use.consumed && !use.max) return [];
  const [name, text = ''] = reportedUse(subscription, mark) ?? [];
  if (name) return [factRow(`${above}/amount`, name, text, { icon: 'dashboard' })];
  const label = use.consumed ? l10n.t('Used') : l10n.t('Allowance');
  return [useRow(`${above}/amount`, label, 'dashboard', use, true)];
}

/** @param others most fields that aren't named here */
function subscriptionFacts(
  subscription: Subscription,
  mark: RevokeMark | undefined,
  refunded: string | undefined,
  others?: number,
): Fact[] {
  const reported = reportedUse(subscription, mark);
  return [
    [l10n.t('Status'), subscription.status && statusText(subscription.status)],
    [l10n.t('Revocation'), revocationFact(mark)],
    [l10n.t('Kind'), subscription.kind && subscriptionKindText(subscription.kind)],
    [l10n.t('Service'), subscription.service && serviceText(subscription.service)],
    [l10n.t('Start'), momentText(subscription.startedAt) ?? l10n.t('unknown')],
    [l10n.t('End'), momentText(subscription.endedAt) ?? l10n.t('none')],
    [l10n.t('Can order'), offersText(subscription.offers, offerText)],
    ...(reported ? [reported] : useFacts(subscriptionUse(subscription), true)),
    [l10n.t('Refunded'), refunded],
    [l10n.t('Amount'), subscription.isAmountEstimated === true ? l10n.t('estimated') : undefined],
    [l10n.t('Subscription'), subscription.id],
    [l10n.t('Contract'), nonEmptyText(subscription.fields.contractId)],
    ...otherFacts(subscription.fields, [...readNames(subscription), 'amountUnit', 'contractId'], others),
  ];
}

/**
 * The runs of a subscription, as far as its dates show them: past, in progress, upcoming, or refunded by a revocation
 * in this session. No rows if the dates show none.
 *
 * @param above ID of the subscription's row
 * @param now epoch ms
 */
function runsRows(
  above: string,
  subscription: Subscription,
  mark: RevokeMark | undefined,
  now: number,
): Row[] {
  const id = `${above}/runs`;
  const label = l10n.t('Runs');
  const isCutShort = mark?.kind === 'revoked';
  const reading = subscriptionRuns(isCutShort ? mark.before : subscription);
  if (reading.kind === 'unknown') return [];
  const end = isCutShort ? subscriptionEnd(mark.after) : undefined;
  const { plans } = reading;
  const [only, another] = plans;
  return [
    factRow(id, label, plansText(plans, now, end), {
      icon: 'list-ordered',
      children: () =>
        another === undefined
          ? only.runs.map(run => runRow(id, run, now, end))
          : plans.map(({ cadence, runs }) => ({
              id: `${id}/${cadence}`,
              label: runCountText(runs.length, cadence),
              icon: 'question',
              children: () => runs.map(run => runRow(`${id}/${cadence}`, run, now, end)),
            })),
    }),
  ];
}

function plansText(
  [only, another]: readonly [RunPlan, ...RunPlan[]],
  now: number,
  end: number | undefined,
): string {
  return another === undefined
    ? planText(only, now, end)
    : l10n.t('{0} or {1}', planText(only, now, end), planText(another, now, end));
}

/**
 * `run 1 of 4, monthly` while it runs; `run 1 of 1, monthly · 3 refunded` after a revocation.
 *
 * @param end of the subscription after a revocation
 */
function planText({ runs, cadence }: RunPlan, now: number, end = Infinity): string {
  const left = runs.filter(({ from }) => from < end);
  const current = runAt({ runs: left }, now);
  const count = runCountText(left.length, cadence);
  const refunded = runs.length - left.length;
  return [
    current ? l10n.t('run {0} of {1}', current.index, count) : count,
    ...(refunded === 0 ? [] : [l10n.t('{0} refunded', refunded)]),
  ].join(' · ');
}

/** @param end of the subscription after a revocation: runs from then on are refunded */
function runRow(above: string, run: Run, now: number, end: number | undefined): Row {
  const label = l10n.t('Run {0}', run.index);
  const { word, ...drawn } = runState(run, now, end);
  return {
    id: `${above}/${run.index}`,
    label,
    description: `${runText(run)} · ${word}`,
    spoken: `${label}, ${word}, ${runText(run)}`,
    ...drawn,
  };
}

function runState(
  run: Run,
  now: number,
  end: number | undefined,
): Pick<Row, 'icon' | 'color'> & { word: string } {
  if (end !== undefined && run.from >= end) {
    return { word: l10n.t('refunded'), icon: 'discard', color: 'charts.green' };
  }
  if (run.to <= now) return { word: l10n.t('ended'), icon: 'check' };
  return run.from <= now
    ? { word: l10n.t('in progress'), icon: 'play', color: 'charts.green' }
    : { word: l10n.t('upcoming'), icon: 'circle-outline' };
}
