import * as l10n from '@vscode/l10n';
import type { Payment } from '../../../../service/rules/payment.ts';
import { isRevoked, lacksPlatform, type Subscription } from '../../../../service/rules/subscription.ts';
import { hasEverything, type Listed } from '../../../../service/wire/listed.ts';
import type { Paged, Reading } from '../../../../platform/host/reading.ts';
import { applyArrangement, type Arrangement, type Group } from '../../../../platform/rows/arrangement.ts';
import { lackRows, listedExtent, noMatchRow, readingRows, type Row } from '../../../../platform/rows/row.ts';
import type { PagedReader } from '../../../../session/reader.ts';
import type { ServiceClock } from '../../../../session/serviceClock.ts';
import type { SessionOwner } from '../../../../session/session.ts';
import type { Subscriptions } from '../../../../session/subscriptions.ts';
import { type RecordedActions, type RevocationLookup, revocationsNow } from '../../knownRevocation.ts';
import type { RevokeMarks } from '../../revokeMarks.ts';
import { subscriptionEnd } from '../../rules/runs.ts';
import { subscriptionRow } from './subscriptionRow.ts';
import { selectedTypes, subscriptionArrangements } from './subscriptionsArrangement.ts';

export interface SubscriptionsState {
  reading: Reading<Listed<Subscription>>;
  /** The service's answer for each type that was requested. */
  ofType: ReadonlyMap<string, Reading<Listed<Subscription>>>;
  findRevocation: RevocationLookup;
  /** The payments that were requested, by subscription ID. */
  payments: ReadonlyMap<string, Reading<Paged<Payment>>>;
  /** Epoch ms. */
  now: number;
}

export interface SubscriptionsParts {
  session: SessionOwner;
  subscriptions: Subscriptions;
  marks: RevokeMarks;
  ledger: RecordedActions;
  clock: ServiceClock;
}

/** What has been read so far. */
export function subscriptionsNow(parts: SubscriptionsParts): SubscriptionsState {
  const { session, subscriptions, marks, ledger, clock } = parts;
  return {
    reading: subscriptions.current.peek(),
    ofType: subscriptions.ofType.current.peek(),
    findRevocation: revocationsNow(session, subscriptions, marks, ledger),
    payments: subscriptions.payments.peek(),
    now: clock.now(),
  };
}

export interface SubscriptionsActions {
  retry: () => void;
  showAll: () => void;
  paymentsFor: (subscriptionId: string) => PagedReader<Payment>;
}

/** The rows of the Subscriptions view; none if there are no subscriptions, which the welcome text says. */
export function subscriptionsRows(
  state: SubscriptionsState,
  arrangement: Arrangement,
  actions: SubscriptionsActions,
): readonly Row[] {
  const { reading, now } = state;
  return readingRows('subscriptions', l10n.t('Subscriptions'), reading, actions.retry, listed => {
    const lacks = lackRows('subscriptions', listedExtent(listed), actions.retry);
    if (listed.length === 0) return lacks;
    return rowsOfTypes(state, selectedTypes(arrangement), actions, isOfTypes => {
      const groups = applyArrangement(
        listed.filter(isOfTypes),
        arrangement,
        subscriptionArrangements(state.findRevocation),
      );
      const isHiding = groups.every(({ items }) => items.length === 0);
      return [
        ...lacks,
        ...(hasEverything(listed) ? platformRows(listed, now) : []),
        ...(isHiding
          ? [noMatchRow('subscriptions', actions.showAll)]
          : groups.flatMap(group => groupRows(group, state, actions))),
      ];
    });
  });
}

/** The rows of subscriptions of the selected types, once the service has answered for each type; no types: all rows. */
function rowsOfTypes(
  { ofType }: Pick<SubscriptionsState, 'ofType'>,
  types: readonly string[],
  { retry }: Pick<SubscriptionsActions, 'retry'>,
  show: (isOfTypes: (subscription: Subscription) => boolean) => readonly Row[],
): readonly Row[] {
  if (types.length === 0) return show(() => true);
  const ids = new Set<string>();
  const notices = types.flatMap(type => {
    return readingRows(
      `subscriptions/${type}`,
      l10n.t('Subscriptions'),
      ofType.get(type) ?? { kind: 'none' },
      retry,
      found => {
        for (const { id } of found) ids.add(id);
        return [];
      },
    );
  });
  const isKnown = types.every(type => ofType.get(type)?.kind === 'ready');
  return isKnown ? [...notices, ...show(({ id }) => ids.has(id))] : notices;
}

function groupRows(
  { value, label, items }: Group<Subscription>,
  { findRevocation, payments, now }: SubscriptionsState,
  { paymentsFor }: SubscriptionsActions,
): Row[] {
  const rows = () =>
    items.map(item => subscriptionRow(item, findRevocation(item), now, paymentsFor, payments.get(item.id)));
  if (value === undefined) return rows();
  return [
    {
      id: `group/${value}`,
      label,
      description: String(items.length),
      icon: 'folder',
      isOpen: true,
      children: rows,
    },
  ];
}

/** Data plans require the generic platform subscription (specification: Subscription). */
function platformRows(listed: readonly Subscription[], now: number): Row[] {
  const inUse = listed.filter(
    subscription => !isRevoked(subscription) && (subscriptionEnd(subscription) ?? Infinity) > now,
  );
  if (!lacksPlatform(inUse)) return [];
  const label = l10n.t('Platform subscription missing');
  const note = l10n.t(
    'A data plan also needs the generic platform subscription; without it, data services are limited. Ask your provider for it.',
  );
  return [
    {
      id: 'subscriptions/noPlatform',
      label,
      spoken: `${label}. ${note}`,
      icon: 'warning',
      color: 'list.warningForeground',
      tooltip: { heading: label, facts: [], notes: [note] },
    },
  ];
}
