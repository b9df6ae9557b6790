import * as l10n from '@vscode/l10n';
import { momentText } from '../../model/words/momentText.ts';
import type { Payment } from '../../model/account/payment.ts';
import { endOf } from '../../model/account/runs.ts';
import { isRevoked, revokeEffect, type Subscription, type Use } from '../../model/account/subscription.ts';
import { nameOfSubscription, periodText, shortKind, spanText } from '../../model/account/subscriptionText.ts';
import type { PagedReader } from '../reader.ts';
import type { RevokeMark } from '../revokeMarks.ts';
import { canRevoke } from '../revoking.ts';
import { otherFacts } from '../../editor/fieldFacts.ts';
import { offersRow } from './offersRow.ts';
import { paymentRows } from './paymentRows.ts';
import { factRow, said, type Fact, type Row } from '../../editor/row.ts';
import { runsRows } from './runRows.ts';
import { useFacts, useRow } from './useRow.ts';

/**
 * One subscription with what is known of it below.
 *
 * @param mark what this session knows of its revoke
 * @param now epoch ms
 */
export function subscriptionRow(
  subscription: Subscription,
  mark: RevokeMark | undefined,
  now: number,
  paymentsOf: (subscriptionId: string) => PagedReader<Payment>,
): Row {
  const id = `subscription/${subscription.id}`;
  const label = nameOfSubscription(subscription);
  const { status, kind } = subscription;
  return {
    id,
    ...said(label, [status, standing(subscription, mark, now), kind && shortKind(kind)]),
    ...iconOf(subscription, mark, now),
    tooltip: { heading: label, facts: factsOf(subscription), notes: notesOf(mark) },
    contextValue: canRevoke(subscription, mark, now) ? 'subscription subscription.revocable' : 'subscription',
    copyId: subscription.id,
    details: { title: l10n.t('Subscription {0}', label), fields: subscription.fields },
    subject: subscription,
    children: () => [
      periodRow(id, subscription),
      ...runsRows(id, subscription, mark, now),
      ...(subscription.offers.length === 0 ? [] : [offersRow(`${id}/offers`, subscription.offers)]),
      ...usedRows(id, subscription),
      {
        id: `${id}/payments`,
        label: l10n.t('Payments'),
        icon: 'credit-card',
        children: () => paymentRows(`${id}/payments`, paymentsOf(subscription.id)),
      },
    ],
  };
}

function standing(subscription: Subscription, mark: RevokeMark | undefined, now: number): string {
  const span = spanText(subscription, now);
  switch (mark?.kind) {
    case 'underWay':
      return l10n.t('{0}, revoking…', span);
    case 'unclear':
      return l10n.t('{0}, revoke unclear', span);
    case 'revoked':
      return isRevoked(subscription) ? span : l10n.t('revoked, {0}', span);
    case undefined:
      return span;
  }
}

function notesOf(mark: RevokeMark | undefined): string[] {
  switch (mark?.kind) {
    case 'unclear':
      return [
        l10n.t(
          'A revoke was sent and no clear answer came. Choose Revoke Subscription: it is read anew before anything is sent.',
        ),
      ];
    case 'revoked':
      return [l10n.t('Revoked in this session. Before that its period was {0}.', periodText(mark.before))];
    case 'underWay':
    case undefined:
      return [];
  }
}

function iconOf(
  subscription: Subscription,
  mark: RevokeMark | undefined,
  now: number,
): Pick<Row, 'icon' | 'colour'> {
  if (mark?.kind === 'underWay') return { icon: 'loading~spin' };
  if (mark?.kind === 'unclear') return { icon: 'question', colour: 'list.warningForeground' };
  const end = endOf(subscription);
  if (isRevoked(subscription) || (end !== undefined && end <= now)) return { icon: 'circle-slash' };
  if (mark?.kind === 'revoked') return { icon: 'stop-circle', colour: 'charts.yellow' };
  return statusIcon(subscription, now);
}

function statusIcon({ status, startedAt }: Subscription, now: number): Pick<Row, 'icon' | 'colour'> {
  switch (status?.toLowerCase()) {
    case 'active':
      return revokeEffect({ status, startedAt }, now) === 'instant'
        ? { icon: 'clock', colour: 'charts.blue' }
        : { icon: 'pass-filled', colour: 'charts.green' };
    case 'pending':
      return { icon: 'clock', colour: 'charts.blue' };
    case 'suspended':
      return { icon: 'warning', colour: 'list.warningForeground' };
    default:
      return { icon: 'circle-outline' };
  }
}

function periodRow(above: string, subscription: Subscription): Row {
  const label = l10n.t('Period');
  const tooltip = { heading: label, facts: startAndEnd(subscription) };
  return factRow(`${above}/period`, label, periodText(subscription), { icon: 'calendar', tooltip });
}

function startAndEnd({ startedAt, endedAt }: Subscription): [Fact, Fact] {
  return [
    [l10n.t('Start'), momentText(startedAt) ?? l10n.t('unknown')],
    [l10n.t('End'), momentText(endedAt) ?? l10n.t('none')],
  ];
}

function useOf({ amountConsumed, amountMax, isAmountEstimated }: Subscription): Omit<Use, 'name'> {
  return { consumed: amountConsumed, max: amountMax, isEstimate: isAmountEstimated };
}

/** Nothing where the service says neither what was used nor what the allowance is. */
function usedRows(above: string, subscription: Subscription): Row[] {
  const use = useOf(subscription);
  if (!use.consumed && !use.max) return [];
  const label = use.consumed ? l10n.t('Used') : l10n.t('Allowance');
  return [useRow(`${above}/amount`, label, 'dashboard', use, true)];
}

function factsOf(subscription: Subscription): Fact[] {
  const { isAmountEstimated: isEstimated } = subscription;
  const [start, end] = startAndEnd(subscription);
  return [
    [l10n.t('Status'), subscription.status],
    [l10n.t('Kind'), subscription.kind],
    [l10n.t('Service'), subscription.service],
    start,
    end,
    [l10n.t('Offers'), subscription.offers.join(', ')],
    ...useFacts(useOf(subscription), true),
    [
      l10n.t('Amount estimated'),
      isEstimated === undefined ? undefined : isEstimated ? l10n.t('yes') : l10n.t('no'),
    ],
    [l10n.t('Subscription'), subscription.id],
    ...otherFacts(subscription.fields, [...Object.keys(subscription), 'amountUnit']),
  ];
}
