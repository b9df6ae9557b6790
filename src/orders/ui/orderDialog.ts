/** What a person reads before they order. */
import * as l10n from '@vscode/l10n';
import type { OrderContext } from '../../model/order/checkOrder.ts';
import { balanceAfter, formatAmount, type Amount, type Price } from '../../model/order/order.ts';
import { imageName } from '../../model/order/imageText.ts';
import { areasOf, wholeAreaOf } from '../../model/order/orderAreas.ts';
import { imagesOf } from '../../model/order/orderContents.ts';
import type { Problem } from '../../model/problem.ts';
import { areaText } from '../../model/words/areaText.ts';
import { orderKindText, shortId } from '../../model/words/kindText.ts';
import { ageText, utcText } from '../../model/words/moment.ts';
import { shownLine } from '../../model/words/shownText.ts';
import { balanceOf, newBalanceMs, type Account } from '../../account/account.ts';
import type { OrderBody } from '../../model/order/orderBody.ts';
import type { Readiness } from '../placing.ts';
import type { PlacedBefore } from '../orderAttempts.ts';
import { exceededText } from './budgetText.ts';
import { UserError } from '../../editor/userError.ts';

export type Ready = Extract<Readiness, { kind: 'ready' }>;

/** Images and deliveries that a dialog names one by one. */
const mostNamed = 4;
const mostWarnings = 5;
/** Characters. */
const longestWarning = 160;
/** A price is no newer than that without a word about its age, milliseconds. */
const newPriceMs = 10 * 60_000;

/** Warnings first, then what is ordered, where, and what it costs. */
export function orderDetail(
  body: OrderBody,
  { price, pricedAt, signedIn, placedBefore, exceeded }: Ready,
  problems: readonly Problem[],
  account: Account,
  context: OrderContext,
): string {
  return [
    ...warningLines([
      ...(placedBefore ? [doubleText(placedBefore)] : []),
      ...balanceWarnings(price, account),
      ...exceeded.map(exceededText),
      ...problems.map(({ message }) => message),
    ]),
    l10n.t('Connection: {0}', shownLine(signedIn.connection.name)),
    l10n.t('Order of: {0}', orderKindText(typeof body.kind === 'string' ? body.kind : '')),
    ...imageLines(body, context),
    ...productLines(body),
    ...areaLines(body, price),
    ...priceLines(price, pricedAt),
    ...balanceLines(price, account),
  ].join('\n');
}

/** Each on a line of its own and none long: they quote the document, and what it costs stands below them. */
export function warningLines(texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const more = texts.length - mostWarnings;
  return [
    ...texts.slice(0, mostWarnings).map(text => `⚠ ${shownLine(text, longestWarning)}`),
    ...(more > 0 ? [more === 1 ? l10n.t('⚠ 1 more warning') : l10n.t('⚠ {0} more warnings', more)] : []),
    '',
  ];
}

export function doubleText({ at, orderId: id }: PlacedBefore): string {
  const orderId = shownLine(id);
  const minutes = Math.floor((Date.now() - Date.parse(at)) / 60_000);
  if (minutes < 1) return l10n.t('You placed the same order less than a minute ago (order {0}).', orderId);
  return minutes === 1
    ? l10n.t('You placed the same order a minute ago (order {0}).', orderId)
    : l10n.t('You placed the same order {0} minutes ago (order {1}).', minutes, orderId);
}

/** What the balance lacks for a price; `undefined` when it suffices or cannot be compared. */
export function missingFor({ total }: Pick<Price, 'total'>, account: Account): string | undefined {
  const after = balanceAfter(balanceOf(account), total);
  return after && after.value < 0 ? formatAmount({ value: -after.value, unit: after.unit }) : undefined;
}

export function balanceWarnings(price: Pick<Price, 'total'>, account: Account): string[] {
  const missing = missingFor(price, account);
  if (missing === undefined) return [];
  return [l10n.t('Insufficient balance: {0} short. The service will reject the order.', missing)];
}

export function balanceLines({ total }: Pick<Price, 'total'>, account: Account): string[] {
  const balance = balanceOf(account);
  const after = balanceAfter(balance, total);
  return [
    balance ? knownBalance(balance, account) : l10n.t('Balance: unknown'),
    ...(after ? [l10n.t('Balance after order: {0}', formatAmount(after))] : []),
  ];
}

/** One that could not be read anew is told with its age. */
function knownBalance(balance: Amount, account: Account): string {
  const reading = account.current.peek();
  const shown = formatAmount(balance);
  if (reading.kind !== 'ready' || Date.now() - reading.at <= newBalanceMs)
    return l10n.t('Balance: {0}', shown);
  const at = new Date(reading.at).toISOString();
  return l10n.t('Balance: {0} (read {1})', shown, ageText(at, Date.now()) ?? at);
}

function imageLines(body: OrderBody, { imageOf }: OrderContext): string[] {
  const ids = imagesOf(body);
  const named = ids.slice(0, mostNamed).map(id => {
    const image = imageOf?.(id);
    const known = image && [imageName(image), image.processingLevel].filter(Boolean).join(' · ');
    return known === undefined ? shortId(id) : shownLine(known);
  });
  return listed(
    images =>
      ids.length === 1 ? l10n.t('Image: {0}', images) : l10n.t('Images ({0}): {1}', ids.length, images),
    named,
    ids.length,
  );
}

function productLines({ products }: OrderBody): string[] {
  return Array.isArray(products) && products.length > 1 ? [l10n.t('Products: {0}', products.length)] : [];
}

/** The area that the service reckons with where it tells one, else that of what is asked for. */
function areaLines(body: OrderBody, { areaKm2 }: Price): string[] {
  if (areaKm2 !== undefined) return [l10n.t('Area: {0}', areaText(areaKm2))];
  const whole = wholeAreaOf(body);
  if (whole === undefined) return [];
  const areas = areasOf(body);
  const each = areas.slice(0, mostNamed).map(areaText);
  return areas.length === 1
    ? [l10n.t('Area of the AOI: {0}', areaText(whole))]
    : listed(list => l10n.t('Area of the AOIs: {0} ({1})', areaText(whole), list), each, areas.length);
}

function priceLines(price: Price, pricedAt: number): string[] {
  const total = formatAmount(price.total);
  const parts = price.perDelivery.slice(0, mostNamed).map(({ amount }) => formatAmount(amount));
  const isOld = Date.now() - pricedAt > newPriceMs;
  const at = new Date(pricedAt).toISOString();
  return [
    price.isEstimate ? l10n.t('Price: {0} (estimate)', total) : l10n.t('Price: {0}', total),
    ...(price.perDelivery.length > 1
      ? listed(amounts => l10n.t('Per delivery: {0}', amounts), parts, price.perDelivery.length)
      : []),
    ...(isOld ? [l10n.t('Priced {0} ({1})', ageText(at, Date.now()) ?? at, utcText(at))] : []),
  ];
}

/** The first few on one line. */
function listed(say: (list: string) => string, named: readonly string[], count: number): string[] {
  const more = count - named.length;
  const text = named.join('; ');
  return [say(more > 0 ? l10n.t('{0}; and {1} more', text, more) : text)];
}

/** What an order is called on screen: products have no title. */
export function titleOf(body: OrderBody): string {
  return typeof body.title === 'string' ? shownLine(body.title) : '';
}

/**
 * What the specification forbids is told here, with the place, instead of being sent.
 *
 * @returns what is only to be warned of
 */
export async function refuseBrokenOrder(body: OrderBody, context: OrderContext = {}): Promise<Problem[]> {
  const { orderWork } = await import('../../model/order/orderWork.ts');
  const problems = orderWork.checkOrder(body, context);
  const first = problems.find(problem => problem.severity === 'error');
  if (first) throw new UserError(l10n.t('{0} (at {1})', first.message, first.path.join('.')));
  return problems;
}
