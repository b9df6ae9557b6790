import * as l10n from '@vscode/l10n';
import type { Payment } from '../../model/account/payment.ts';
import { endOf } from '../../model/account/runs.ts';
import { isRevoked, lacksPlatform, type Subscription } from '../../model/account/subscription.ts';
import { applyArrangement, type Arrangement, type Group } from '../../editor/arrangement.ts';
import type { PagedReader } from '../reader.ts';
import type { Reading } from '../../editor/reading.ts';
import type { RevokeMark } from '../revokeMarks.ts';
import { noMatchRow, rowsOf, type Row } from '../../editor/row.ts';
import { subscriptionArrangements, wantedTypes } from './subscriptionsArrangement.ts';
import { subscriptionRow } from './subscriptionRow.ts';

export interface SubscriptionsState {
  reading: Reading<readonly Subscription[]>;
  /** What the service answers for each type that it was asked for. */
  ofType: ReadonlyMap<string, Reading<readonly Subscription[]>>;
  /** What this session knows of revokes, by the id of the subscription. */
  marks: ReadonlyMap<string, RevokeMark>;
  /** Epoch ms. */
  now: number;
}

export interface SubscriptionsActions {
  /** Reads the list again. */
  retry: () => void;
  /** Lets every subscription pass the filter again. */
  showAll: () => void;
  paymentsOf: (subscriptionId: string) => PagedReader<Payment>;
}

/** The rows of the Subscriptions view; none where there is no subscription, which its welcome text says. */
export function subscriptionsRows(
  state: SubscriptionsState,
  arrangement: Arrangement,
  actions: SubscriptionsActions,
): readonly Row[] {
  const { reading, now } = state;
  return rowsOf('subscriptions', l10n.t('Subscriptions'), reading, actions.retry, listed => {
    if (listed.length === 0) return [];
    return rowsOfTypes(state, wantedTypes(arrangement), actions, isOfTypes => {
      const groups = applyArrangement(listed.filter(isOfTypes), arrangement, subscriptionArrangements());
      const isHiding = groups.every(({ items }) => items.length === 0);
      return [
        ...platformRows(listed, now),
        ...(isHiding
          ? [noMatchRow('subscriptions', actions.showAll)]
          : groups.flatMap(group => groupRows(group, state, actions))),
      ];
    });
  });
}

/** The rows of what is of one of the types, once the service has told of each of them; of no type: of everything. */
function rowsOfTypes(
  { ofType }: Pick<SubscriptionsState, 'ofType'>,
  wanted: readonly string[],
  { retry }: Pick<SubscriptionsActions, 'retry'>,
  show: (isOfTypes: (one: Subscription) => boolean) => readonly Row[],
): readonly Row[] {
  if (wanted.length === 0) return show(() => true);
  const ids = new Set<string>();
  const notices = wanted.flatMap(type => {
    return rowsOf(
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
  const isKnown = wanted.every(type => ofType.get(type)?.kind === 'ready');
  return isKnown ? [...notices, ...show(({ id }) => ids.has(id))] : notices;
}

function groupRows(
  { value, label, items }: Group<Subscription>,
  { marks, now }: SubscriptionsState,
  { paymentsOf }: SubscriptionsActions,
): Row[] {
  const rows = () => items.map(one => subscriptionRow(one, marks.get(one.id), now, paymentsOf));
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

/** Data plans need the generic subscription of the platform beside them (specification: Subscription). */
function platformRows(listed: readonly Subscription[], now: number): Row[] {
  const inUse = listed.filter(one => !isRevoked(one) && (endOf(one) ?? Infinity) > now);
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
      colour: 'list.warningForeground',
      tooltip: { heading: label, facts: [], notes: [note] },
    },
  ];
}
