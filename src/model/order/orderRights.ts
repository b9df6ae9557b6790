/** What the user may order, as far as known: the service knows its subscriptions and roles better. */
import * as l10n from '@vscode/l10n';
import type { Services } from '../account/account.ts';
import { rolesOf } from '../account/roles.ts';
import { analyticOrderKind } from './analyticOrder.ts';

export interface OrderRights {
  /** Kinds that the caller's subscriptions pay for, see `orderKindsOf`. */
  kindsPaidFor?: readonly string[] | undefined;
  /** Roles of the user. */
  services?: Services | undefined;
}

export function whyNotPaid(kind: string, { kindsPaidFor }: OrderRights): string | undefined {
  if (!kindsPaidFor || kindsPaidFor.includes(kind)) return undefined;
  return kindsPaidFor.length === 0
    ? l10n.t('no active subscription pays for it')
    : l10n.t('your subscriptions pay only for {0}', kindsPaidFor.join(', '));
}

export function whyNoRole(kind: string, { services = {} }: OrderRights): string | undefined {
  const isOfKind = (name: string) =>
    kind === analyticOrderKind ? name === 'analytics-toolbox' : name.endsWith('-data');
  const role = rolesOf(services).find(({ name }) => isOfKind(name));
  return role?.isGranted === false
    ? l10n.t('you don\'t have the role "{0}": ask your contract administrator', role.name)
    : undefined;
}
