import * as l10n from '@vscode/l10n';
import { checkAnalyticOrder, type Analytic } from './analyticOrder.ts';
import type { Image } from '../images/imagery.ts';
import { isOrderKind, orderKinds, type OrderKind } from './order.ts';
import type { Problem } from '../problem.ts';
import { checkProductOrder } from './productOrder.ts';

/** What is known beside the body; what is not known is not judged. */
export interface OrderContext {
  analyticOf?: (code: string) => Analytic | undefined;
  imageOf?: (id: string) => Image | undefined;
  /** Kinds that the caller's subscriptions pay for, see `orderKindsOf`. */
  kindsPaidFor?: readonly string[] | undefined;
}

/** Everything that speaks against an order, whatever its kind: the one way in for whoever shows, prices or places it. */
export function checkOrder(body: Readonly<Record<string, unknown>>, context: OrderContext = {}): Problem[] {
  const { kind } = body;
  if (!isOrderKind(kind)) return [unknownKind(kind)];
  return [...checkPaidFor(kind, context.kindsPaidFor), ...checkByKind(kind, body, context)];
}

function checkByKind(
  kind: OrderKind,
  body: Readonly<Record<string, unknown>>,
  { analyticOf, imageOf }: OrderContext,
): Problem[] {
  switch (kind) {
    case 'order.analytics-toolbox.archive':
      return checkAnalyticOrder(
        body,
        typeof body.analytic === 'string' ? analyticOf?.(body.analytic) : undefined,
      );
    case 'order.data.product':
    case 'order.data.gb.product':
      return checkProductOrder(body, imageOf);
  }
}

function unknownKind(kind: unknown): Problem {
  const choice = orderKinds.join(' / ');
  const message =
    kind === undefined
      ? l10n.t('"kind" is missing: it must be {0}.', choice)
      : l10n.t('"kind" must be {0}.', choice);
  return {
    code: kind === undefined ? 'kind-missing' : 'kind-unknown',
    message,
    severity: 'error',
    path: ['kind'],
  };
}

/** A warning only: the service knows its subscriptions better. */
function checkPaidFor(kind: OrderKind, kindsPaidFor: readonly string[] | undefined): Problem[] {
  if (!kindsPaidFor || kindsPaidFor.includes(kind)) return [];
  const message =
    kindsPaidFor.length === 0
      ? l10n.t('You have no subscription in use: nothing pays for an order of "{0}".', kind)
      : l10n.t(
          'Your subscriptions pay for {0}, and not for "{1}": the service may refuse the order.',
          kindsPaidFor.join(' / '),
          kind,
        );
  return [{ code: 'kind-not-paid', message, severity: 'warning', path: ['kind'] }];
}
