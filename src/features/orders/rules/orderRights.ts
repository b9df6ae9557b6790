/** What the user may order, as far as known: the service knows its subscriptions and roles better. */
import * as l10n from '@vscode/l10n';
import type { Services } from '../../../service/rules/account.ts';
import { analyticOrderKind } from '../../../service/rules/analyticOrder.ts';
import { orderKindText } from '../../../service/rules/kindText.ts';
import { isOrderKind } from '../../../service/rules/order.ts';
import { accountRoles } from '../../../service/rules/roles.ts';

export interface OrderRights {
  /** Kinds that the caller's subscriptions pay for, see `paidOrderKinds`. */
  kindsPaidFor?: readonly string[] | undefined;
  /** Roles of the user. */
  services?: Services | undefined;
}

/**
 * Only for products must the kind match the type of a subscription (specification: Product order body, `kind`). Without
 * any subscription for products, orders may be paid from the balance.
 */
export function whyNotPaid(kind: string, { kindsPaidFor = [] }: OrderRights): string | undefined {
  const products = kindsPaidFor.filter(isForProducts);
  if (!isForProducts(kind) || products.length === 0 || products.includes(kind)) return undefined;
  return l10n.t('your subscriptions pay only for: {0}', products.map(orderKindText).join(', '));
}

function isForProducts(kind: string): boolean {
  return isOrderKind(kind) && kind !== analyticOrderKind;
}

export function whyNoRole(kind: string, { services = {} }: OrderRights): string | undefined {
  const isOfKind = (name: string) =>
    kind === analyticOrderKind ? name === 'analytics-toolbox' : name.endsWith('-data');
  const role = accountRoles(services).find(({ name }) => isOfKind(name));
  return role?.isGranted === false
    ? l10n.t('you don\'t have the role "{0}": ask your contract administrator', role.name)
    : undefined;
}
