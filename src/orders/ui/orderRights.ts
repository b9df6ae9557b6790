/** What the user may order, as far as that is known, asked before an order is drafted. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { analyticOrderKind } from '../../model/order/analyticOrder.ts';
import { whyNoRole, whyNotPaid, type OrderRights } from '../../model/order/orderRights.ts';
import { UserError } from '../../editor/userError.ts';
import { withProgress } from '../../editor/window.ts';
import type { Contracts } from '../../account/contracts.ts';
import { rightsNow } from '../orderFacts.ts';
import { valueOf } from '../../editor/reading.ts';
import type { Subscriptions } from '../../account/subscriptions.ts';

/** What an order is of. */
export type OrderSort = 'report' | 'product';

/** Who knows what the user may order. */
export interface RightsParts {
  subscriptions: Pick<Subscriptions, 'current' | 'refresh'>;
  contracts: Pick<Contracts, 'services'>;
}

/** Read where nobody has yet; what cannot be read rules nothing out. */
export async function readRights({ subscriptions, contracts }: RightsParts): Promise<OrderRights> {
  const unknown = [subscriptions, contracts.services].filter(
    ({ current }) => valueOf<unknown>(current.peek()) === undefined,
  );
  if (unknown.length > 0) {
    await withProgress(
      { location: vscode.ProgressLocation.Window, title: l10n.t('Loading your permissions') },
      () => Promise.all(unknown.map(reader => reader.refresh())),
    );
  }
  return rightsNow(subscriptions, contracts);
}

export function labelOfSort(sort: OrderSort): string {
  return sort === 'report' ? l10n.t('Report from an Analytic') : l10n.t('Image Product');
}

/** Why the user can order nothing of a sort, or `undefined`. */
export function whyNotSort(sort: OrderSort, rights: OrderRights): string | undefined {
  const kinds = sort === 'report' ? [analyticOrderKind] : ['order.data.product', 'order.data.gb.product'];
  const [first, ...others] = kinds.map(kind => whyNoRole(kind, rights) ?? whyNotPaid(kind, rights));
  return others.includes(undefined) ? undefined : first;
}

/** The complaint about a sort that the user has no right to. */
export function notAllowed(sort: OrderSort, whyNot: string): UserError {
  return new UserError(l10n.t('{0}: {1}.', labelOfSort(sort), whyNot));
}
