import * as l10n from '@vscode/l10n';
import { parseMoment } from '../../../../base/words/moment.ts';
import { statusText } from '../../../../service/rules/kindText.ts';
import { serviceText } from '../../../../service/rules/roles.ts';
import { isRevoked, type Subscription } from '../../../../service/rules/subscription.ts';
import type { Arrangement, ArrangementChoices } from '../../../../platform/rows/arrangement.ts';
import type { RevocationLookup } from '../../knownRevocation.ts';
import { wasRevoked } from '../../revoking.ts';
import { subscriptionEnd } from '../../rules/runs.ts';
import { nameOfSubscription, subscriptionKindText } from '../../rules/subscriptionText.ts';

/** Status values in the order users look for them; unknown ones come before `revoked`. */
const statusOrder: readonly string[] = ['active', 'suspended', 'pending'];

/** Types that the service distinguishes: the one in the specification, and one that deployed services know. */
const types: readonly string[] = ['change-detection', 'view'];

/** The types that an arrangement selects; none: all. */
export function selectedTypes({ filters }: Arrangement): readonly string[] {
  return (filters.type ?? []).filter(type => types.includes(type));
}

/** @param findRevocation if absent, only labels are needed */
export function subscriptionArrangements(
  findRevocation: RevocationLookup = () => undefined,
): ArrangementChoices<Subscription> {
  const isMarked = (subscription: Subscription) =>
    !isRevoked(subscription) && wasRevoked(findRevocation(subscription));
  const service = {
    id: 'service',
    label: l10n.t('Service'),
    toValue: (subscription: Subscription) => subscription.service,
    toLabel: serviceText,
  };
  const status = {
    id: 'status',
    label: l10n.t('Status'),
    toValue: (subscription: Subscription) => subscription.status,
    toLabel: statusText,
  };
  const kind = {
    id: 'kind',
    label: l10n.t('Kind'),
    toValue: (subscription: Subscription) => subscription.kind,
    toLabel: subscriptionKindText,
  };
  return {
    sorts: [
      {
        id: 'status',
        label: l10n.t('Status'),
        // A revoked subscription that runs on comes after those of the same status.
        toKey: subscription =>
          subscription.status === undefined
            ? undefined
            : statusRank(subscription.status) + (isMarked(subscription) ? 0.5 : 0),
      },
      { id: 'title', label: l10n.t('Title'), toKey: nameOfSubscription },
      { id: 'start', label: l10n.t('Start'), toKey: ({ startedAt }) => parseMoment(startedAt)?.time },
      { id: 'end', label: l10n.t('End'), toKey: subscriptionEnd },
    ],
    groups: [service, { ...status, toRank: statusRank }, kind],
    filters: [
      { id: 'type', label: l10n.t('Type'), requested: types },
      { ...service, toValues: service.toValue },
      {
        ...status,
        toValues: subscription =>
          isMarked(subscription) ? [subscription.status ?? '', 'revoked'] : subscription.status,
      },
      { ...kind, toValues: kind.toValue },
    ],
    toText: ({ title, kind: code, service: name, id, offers }) =>
      [title, code, code && subscriptionKindText(code), name && serviceText(name), id, ...offers].join(' '),
  };
}

function statusRank(status: string): number {
  const place = statusOrder.indexOf(status.toLowerCase());
  if (place >= 0) return place;
  return isRevoked({ status }) ? statusOrder.length + 1 : statusOrder.length;
}
