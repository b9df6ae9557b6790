/** What happened to orders that were confirmed, in sentences. */
import * as l10n from '@vscode/l10n';
import { itemAt } from '../../../../base/itemAt.ts';
import { labeled } from '../../../../base/words/labeled.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import type { Image } from '../../../../service/rules/imagery.ts';
import { orderStatusText } from '../../../../service/rules/kindText.ts';
import { orderPhase, type Price } from '../../../../service/rules/order.ts';
import { bodyImageIds, type Members } from '../../../../service/rules/orderContents.ts';
import { ApiError } from '../../../../service/wire/errors.ts';
import { describeError } from '../../../../platform/host/presentError.ts';
import { type OrderResult, resultStanding, type Standing } from '../../inTurn.ts';
import type { NotSent } from '../../placing.ts';
import { riskText } from '../../rules/imageText.ts';
import { notOrderableText, shortNotOrderableText } from '../../rules/notOrderable.ts';
import type { ReadyOrder } from '../place/orderFiles.ts';
import { namesText } from './contents.ts';
import { doubleText } from './placed.ts';
import { exceededText, totalsText } from './price.ts';

/** `1 placed · 1 not confirmed · 4 not sent` */
export function countsText(results: readonly OrderResult[]): string {
  const counts = Map.groupBy(results, resultStanding);
  const standingCount = (standing: Standing) => counts.get(standing)?.length ?? 0;
  const texts: Record<Standing, (count: number) => string> = {
    placed: count => l10n.t('{0} placed', count),
    unconfirmed: count => l10n.t('{0} not confirmed', count),
    refused: count => l10n.t('{0} refused', count),
    notSent: count => l10n.t('{0} not sent', count),
  };
  return (Object.keys(texts) as Standing[])
    .filter(standing => standingCount(standing) > 0)
    .map(standing => texts[standing](standingCount(standing)))
    .join(' · ');
}

/** For several orders that ended with an unconfirmed one: which one it is, and what is known of the others. */
export function couldNotConfirmText(orders: readonly ReadyOrder[], results: readonly OrderResult[]): string {
  const titles = (standing: Standing) =>
    orders.flatMap(({ title }, index) =>
      resultStanding(itemAt(results, index)) === standing ? [title] : [],
    );
  const known: [string, string[]][] = [
    [l10n.t('Placed'), titles('placed')],
    [l10n.t('Refused'), titles('refused')],
    [l10n.t('Not sent'), titles('notSent')],
  ];
  return [
    couldNotConfirm(titles('unconfirmed').join('; ')),
    ...known.flatMap(([label, names]) => (names.length > 0 ? [`${labeled(label, namesText(names))}.`] : [])),
  ].join(' ');
}

/** The result of one order, in one sentence. */
export function resultText(result: OrderResult): string {
  switch (result.kind) {
    case 'placed': {
      const { status } = result.order;
      if (orderPhase(status) === 'failed') return rejectionText(status, undefined);
      const word = orderStatusText(status);
      const ordered =
        status.toLowerCase() === 'ordered' ? l10n.t('Ordered.') : l10n.t('Ordered, status "{0}".', word);
      return result.unwritten === undefined ? ordered : `${ordered} ${unwrittenText()}`;
    }
    case 'refused':
      return describeError(result.error);
    case 'unclear':
      return unclearText(result.error);
    case 'failed':
      return l10n.t('Not sent: {0}', describeError(result.error));
    case 'notSent':
      return notSentText(result.why);
    case 'notTried':
      return l10n.t('not sent');
  }
}

/** Why nothing was sent, and what to do. */
export function notSentText(why: NotSent): string {
  switch (why.kind) {
    case 'signedOut':
      return l10n.t("You've been signed out. Nothing was sent.");
    case 'noFreshPrice':
      return l10n.t('Request the price first, then order. Nothing was sent.');
    case 'notOrderable':
      return notOrderableText(why.reason);
    case 'onItsWay':
      return l10n.t('This order is already being sent.');
    case 'unresolved':
      return unresolvedText();
    case 'orderedMeanwhile':
      return l10n.t('Nothing was sent. {0} Order again to confirm.', doubleText(why.placedBefore));
    case 'overBudget':
      return l10n.t(
        'Nothing was sent. {0} Order again to confirm.',
        why.exceeded.map(exceededText).join(' '),
      );
  }
}

/** Of an order that the service has priced and doesn't allow. The likely reason is an image that may never be delivered. */
export function blockedText(
  price: Price,
  body: Members,
  imageById: (id: string) => Image | undefined = () => undefined,
): string {
  const images = bodyImageIds(body).flatMap(id => imageById(id) ?? []);
  return [
    totalsText(price),
    ...new Set(images.flatMap(image => riskText(image) ?? [])),
    shortNotOrderableText(safeLine(price.notOrderable ?? '')),
  ].join(' · ');
}

export function unresolvedText(): string {
  return l10n.t('This order was sent before and is not confirmed. Check its status first.');
}

/** @param missing how much the balance was short, if known */
export function rejectionText(status: string, missing: string | undefined): string {
  if (status.toLowerCase() !== 'rejected')
    return l10n.t('The order failed at the service. Open the order for the reason.');
  return missing === undefined
    ? l10n.t('The order failed: insufficient balance. Top up, then order again.')
    : l10n.t('The order failed: insufficient balance ({0} short). Top up, then order again.', missing);
}

/** The order was placed, but Swath can't record it. */
export function unwrittenText(): string {
  return l10n.t(
    'The order journal could not be written, so Swath checks the status before this order can be sent again.',
  );
}

/** For an order that was named before. */
export function unclearText(error: unknown): string {
  return labeled(l10n.t('Not confirmed'), notAgainText(error));
}

/** Which one it is, and that it may have been bought, come first: a notification is cut. */
export function unclearOrderText(title: string, error: unknown): string {
  return `${couldNotConfirm(title)} ${notAgainText(error)}`;
}

function notAgainText(error: unknown): string {
  return l10n.t("{0} Swath won't send it again.", unclearCause(error));
}

function couldNotConfirm(titles: string): string {
  return l10n.t('Couldn\'t confirm the order "{0}": it may have been placed.', titles);
}

/** Unlike {@link describeError}, this never suggests trying again, because that could pay twice. */
function unclearCause(error: unknown): string {
  if (!(error instanceof ApiError)) return describeError(error);
  switch (error.kind) {
    case 'network':
      return l10n.t('The connection was lost before the service answered.');
    case 'timeout':
      return l10n.t("The service didn't answer in time.");
    case 'server':
      return l10n.t('The service failed (status {0}).', error.details.status ?? '?');
    default:
      return describeError(error);
  }
}
