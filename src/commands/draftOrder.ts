import * as vscode from 'vscode';
import { rolesOf } from '../model/account/roles.ts';
import { analyticOrderKind } from '../model/order/analyticOrder.ts';
import { back } from '../platform/steps.ts';
import { draftAnalyticOrder } from './draftAnalyticOrder.ts';
import {
  draftProductOrder,
  readRights,
  type ProductDraftParts,
  type RightsParts,
} from './draftProductOrder.ts';
import { choose, type Option } from './optionStep.ts';

/** What an order is of. */
export type OrderSort = 'report' | 'product';

/**
 * Asks what is to be ordered, a report or image products, and has that drafted.
 *
 * @param given an {@link AoiTarget}, or nothing for the AOI in hand, else the one at the cursor, else one that is asked
 *   for
 */
export async function draftOrder(parts: ProductDraftParts, given?: unknown): Promise<void> {
  let now: OrderSort = 'report';
  for (;;) {
    const sort = await askSort(parts, now, false);
    if (sort === undefined || sort === back) return;
    now = sort;
    const end =
      sort === 'report'
        ? await draftAnalyticOrder(parts.session, parts.catalog, given, true)
        : await draftProductOrder(parts, given, true);
    if (end !== back) return;
  }
}

/** A report or image products; what the user has no right to comes last, with the reason. */
export async function askSort(
  parts: RightsParts,
  now: OrderSort,
  hasBack: boolean,
): Promise<OrderSort | typeof back | undefined> {
  const { kindsPaidFor, services } = await readRights(parts);
  const roles = services ? rolesOf(services) : [];
  const whyNot = (kinds: readonly string[], isRole: (name: string) => boolean) => {
    const role = roles.find(({ name }) => isRole(name));
    if (role?.isGranted === false) {
      return vscode.l10n.t('you have no role for it ("{0}"): ask where your contract is managed', role.name);
    }
    return !kindsPaidFor || kinds.some(kind => kindsPaidFor.includes(kind))
      ? undefined
      : vscode.l10n.t('no subscription of yours pays for it');
  };
  const items: Option<OrderSort>[] = [
    {
      value: 'report',
      label: vscode.l10n.t('Report from an Analytic'),
      text: vscode.l10n.t('objects or changes that are found on one image or two'),
      whyNot: whyNot([analyticOrderKind], name => name === 'analytics-toolbox'),
    },
    {
      value: 'product',
      label: vscode.l10n.t('Image Product'),
      text: vscode.l10n.t('the images themselves, clipped to the area'),
      whyNot: whyNot(['order.data.product', 'order.data.gb.product'], name => name.endsWith('-data')),
    },
  ];
  let sort = now;
  const end = await choose({
    title: vscode.l10n.t('What is ordered?'),
    placeholder: vscode.l10n.t('The draft is a file; nothing is ordered by it'),
    items,
    now,
    hasBack,
    take: value => void (sort = value),
  });
  return end === 'done' ? sort : end;
}
