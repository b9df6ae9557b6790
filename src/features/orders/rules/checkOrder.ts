import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { error, type Problem, warning } from '../../../base/problem.ts';
import type { ProblemCode } from '../../../base/problemCodes.ts';
import { type Analytic, analyticOrderKind } from '../../../service/rules/analyticOrder.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import { notMeant, unknownText } from '../../../service/rules/memberForms.ts';
import { nearWord } from '../../../service/rules/nearWord.ts';
import { isOrderKind, type OrderKind, orderKinds } from '../../../service/rules/order.ts';
import { orderPart } from '../../../service/rules/orderMembers.ts';
import { checkAnalyticOrder } from './checkAnalyticOrder.ts';
import { checkNames } from './checkMembers.ts';
import { type OrderRights, whyNoRole, whyNotPaid } from './orderRights.ts';
import { checkProductOrder } from './productOrder.ts';

/** Known facts besides the body; rules about unknown facts are skipped. */
export interface OrderContext extends OrderRights {
  imageById?: (id: string) => Image | undefined;
  /** The clear share of what an image shows of an area, 0 to 1, if it was estimated. */
  clearIn?: (area: Polygon, id: string) => number | undefined;
  /** All that the service lists; for proposals, and to report an unlisted code. */
  analytics?: readonly Analytic[] | undefined;
  /** The service lists more, or may: then any code can be one of those. */
  lacksAnalytics?: boolean;
  /** Images that can be proposed: the selected ones first. */
  images?: readonly Image[];
  /** Ids of the images that are selected on the map. */
  chosen?: readonly string[];
  area?: { name: string; polygon: Polygon } | undefined;
}

/** All problems of an order of any kind: the one entry point for showing, pricing or placing it. */
export function checkOrder(body: Readonly<Record<string, unknown>>, context: OrderContext = {}): Problem[] {
  const { kind } = body;
  const { imageById } = context;
  if (!isOrderKind(kind)) return [unknownKind(kind)];
  return [
    ...notForUser('kind-not-paid', kind, whyNotPaid(kind, context)),
    ...notForUser('role-missing', kind, whyNoRole(kind, context)),
    ...(kind === analyticOrderKind
      ? [
          ...checkAnalyticOrder(body, analyticIn(body, context), imageById),
          ...checkListed(body.analytic, context),
        ]
      : checkProductOrder(kind, body, imageById)),
    ...checkNames(body, orderPart(body)),
  ];
}

export function analyticIn(
  { analytic: code }: Readonly<Record<string, unknown>>,
  { analytics }: OrderContext,
): Analytic | undefined {
  return analytics?.find(analytic => analytic.code === code);
}

/** Only a warning: the service knows its analytics better. */
function checkListed(code: unknown, context: OrderContext): Problem[] {
  const { analytics, lacksAnalytics = false } = context;
  if (lacksAnalytics) return [];
  if (typeof code !== 'string' || code === '' || !analytics || analytics.length === 0) return [];
  if (analyticIn({ analytic: code }, context)) return [];
  const meant = meantAnalytic(code, analytics)?.code;
  const listed = analytics.map(analytic => analytic.code);
  const problem = warning('analytic-unknown', unknownText(code, meant, listed), ['analytic']);
  return [{ ...problem, meant }];
}

/** By its code, by the end of the code, or by its name. */
function meantAnalytic(written: string, analytics: readonly Analytic[]): Analytic | undefined {
  const last = (code: string) => code.split('.').at(-1) ?? code;
  for (const toWord of [
    ({ code }: Analytic) => code,
    ({ code }: Analytic) => last(code),
    ({ name }: Analytic) => name,
  ]) {
    const meant = nearWord(written, analytics.map(toWord)) ?? nearWord(last(written), analytics.map(toWord));
    if (meant !== undefined) return analytics.find(analytic => toWord(analytic) === meant);
  }
  return undefined;
}

/** The kind that was probably meant; `undefined` if none is close. */
function meantKind(written: unknown): OrderKind | undefined {
  const text: unknown = Array.isArray(written) && written.length === 1 ? written[0] : written;
  const meant = typeof text === 'string' ? nearWord(text, orderKinds) : undefined;
  return isOrderKind(meant) ? meant : undefined;
}

function unknownKind(kind: unknown): Problem {
  const code = kind === undefined ? 'kind-missing' : 'kind-unknown';
  const { message, meant } = notMeant('kind', kind, orderKinds, meantKind(kind));
  return { ...error(code, message, ['kind']), meant };
}

/** Only a warning: the service knows its subscriptions and roles better. */
function notForUser(code: ProblemCode, kind: OrderKind, whyNot: string | undefined): Problem[] {
  return whyNot === undefined ? [] : [warning(code, l10n.t('{0}: {1}.', kind, whyNot), ['kind'])];
}
