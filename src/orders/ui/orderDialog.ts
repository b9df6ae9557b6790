/** The text of the dialog that confirms an order. */
import * as l10n from '@vscode/l10n';
import { isDeepStrictEqual } from 'node:util';
import type { Polygon } from 'geojson';
import { withoutAltitude } from '../../model/aoi/aoi.ts';
import { analyticOrderKind } from '../../model/order/analyticOrder.ts';
import { analyticIn, type OrderContext } from '../../model/order/checkOrder.ts';
import { type Amount, balanceAfter, formatAmount, type Price } from '../../model/order/order.ts';
import { imageName } from '../../model/order/imageText.ts';
import { areasOf, wholeAreaOf } from '../../model/order/orderAreas.ts';
import { aoisOf, imagesOf, listOf, membersOf } from '../../model/order/orderContents.ts';
import { imageFormats } from '../../model/order/productOptions.ts';
import { crsName, epsgOf } from '../../model/order/projection.ts';
import type { Problem } from '../../model/problem.ts';
import { areaText } from '../../model/words/areaText.ts';
import { shortId } from '../../model/words/kindText.ts';
import { ageText, utcText } from '../../model/words/moment.ts';
import { shownLine } from '../../model/words/shownText.ts';
import { balanceOf, newBalanceMs, type Account } from '../../account/account.ts';
import { unknownLabel } from '../../editor/arrangement.ts';
import type { OrderBody } from '../../model/order/orderBody.ts';
import type { Readiness } from '../placing.ts';
import type { PlacedBefore } from '../orderAttempts.ts';
import { exceededText, totalText } from './budgetText.ts';
import { UserError } from '../../editor/userError.ts';

export type Ready = Extract<Readiness, { kind: 'ready' }>;

/** Maximum number of images and deliveries that a dialog lists individually. */
const mostNamed = 4;
const mostWarnings = 5;
/** In characters. */
const longestWarning = 160;
/** The age of a price is shown if it is older than this, in milliseconds. */
const newPriceMs = 10 * 60_000;

/** Warnings first, then what is ordered, where, the price, and who pays. One short line each. */
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
    ...boughtLines(body, context),
    ...imageLines(body, context),
    ...areaLines(body, price, context),
    ...priceLines(price, pricedAt),
    ...balanceLines(price, account),
    l10n.t('Connection: {0}', shownLine(signedIn.connection.name)),
  ].join('\n');
}

/** Each on its own short line: they quote the document, and the price must stay visible below them. */
export function warningLines(texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const lines = texts.map(text => shownLine(text, longestWarning));
  return [...firstOf(lines, mostWarnings).map(text => `⚠ ${text}`), ''];
}

/** The first few, and the number of the rest. */
export function firstOf(lines: readonly string[], most: number): string[] {
  const more = lines.length - most;
  return [...lines.slice(0, most), ...(more > 0 ? [l10n.t('and {0} more', more)] : [])];
}

export function doubleText({ at, orderId: id }: Pick<PlacedBefore, 'at' | 'orderId'>): string {
  return l10n.t('You placed the same order {0} (order {1}).', ageNow(at), shownLine(id));
}

/** For a file whose order was placed: when, and as which order. */
export function placedText({ at, orderId }: Pick<PlacedBefore, 'at' | 'orderId'>): string {
  return l10n.t('Ordered {0}: order {1}', ageNow(at), shortId(orderId));
}

/** How long ago this was. @param at ISO 8601 */
export function ageNow(at: string): string {
  return ageText(at, Date.now()) ?? at;
}

/** @param reason from the service */
export function notOrderableText(reason: string): string {
  return l10n.t('The service doesn\'t allow this account to place the order: "{0}".', reason);
}

/** How much the balance is short of a price; `undefined` if it is sufficient or can't be compared. */
export function missingFor({ total }: Pick<Price, 'total'>, account: Account): string | undefined {
  return missingOf({ total }, balanceOf(account));
}

function missingOf({ total }: Pick<Price, 'total'>, balance: Amount | undefined): string | undefined {
  const after = balanceAfter(balance, total);
  return after && after.value < 0 ? formatAmount({ value: -after.value, unit: after.unit }) : undefined;
}

export function balanceWarnings(price: Pick<Price, 'total'>, account: Account): string[] {
  const missing = missingText(price, balanceOf(account));
  return missing === undefined ? [] : [missing];
}

export function missingText(price: Pick<Price, 'total'>, balance: Amount | undefined): string | undefined {
  const missing = missingOf(price, balance);
  return missing === undefined ? undefined : l10n.t('Insufficient balance: {0} short', missing);
}

export function balanceLines({ total }: Pick<Price, 'total'>, account: Account): string[] {
  const balance = balanceOf(account);
  const after = balanceAfter(balance, total);
  const shown = balance ? formatAmount(balance) : unknownLabel();
  const reading = account.current.peek();
  const isOld = balance && reading.kind === 'ready' && Date.now() - reading.at > newBalanceMs;
  return [
    isOld
      ? l10n.t('Balance: {0} (read {1})', shown, ageNow(new Date(reading.at).toISOString()))
      : l10n.t('Balance: {0}', shown),
    ...(after ? [l10n.t('Balance after order: {0}', formatAmount(after))] : []),
  ];
}

/** The analytic by its name, or the form of the products, each form once. */
function boughtLines(body: OrderBody, context: OrderContext): string[] {
  if (body.kind === analyticOrderKind) {
    const name = analyticIn(body, context)?.name ?? body.analytic;
    return [l10n.t('Analytic: {0}', shownLine(String(name)))];
  }
  const forms = Map.groupBy(listOf(body.products).map(formOf), form => form);
  const texts = [...forms].map(([form, { length }]) => (length > 1 ? `${length} × ${form}` : form));
  return firstOf(
    texts.map(text => l10n.t('Product: {0}', text)),
    mostNamed,
  );
}

/** `pansharpened · GeoTIFF · WGS 84 / UTM zone 31N`; values that aren't known as spelled. */
function formOf(product: unknown): string {
  const { productType, imageFormat, crsCode } = membersOf(product);
  const format = Object.entries(imageFormats).find(([code]) => code === imageFormat)?.[1] ?? imageFormat;
  const epsg = typeof crsCode === 'string' ? epsgOf(crsCode) : undefined;
  return shownLine([productType, format, epsg === undefined ? crsCode : crsName(epsg)].join(' · '));
}

/** One line each, because the dates and sensors of a pair are compared. */
function imageLines(body: OrderBody, { imageOf }: OrderContext): string[] {
  const names = imagesOf(body).map(id => {
    const image = imageOf?.(id);
    const isNamed = image?.acquisitionDate !== undefined;
    return shownLine(isNamed ? `${imageName(image)} · ${shortId(id)}` : shortId(id));
  });
  return firstOf(
    names.map((name, index) =>
      names.length === 1 ? l10n.t('Image: {0}', name) : l10n.t('Image {0}: {1}', index + 1, name),
    ),
    mostNamed,
  );
}

/** The area that the service charges for if it reports one, otherwise the area of the AOIs. */
function areaLines(body: OrderBody, { areaKm2 }: Price, { area }: OrderContext): string[] {
  const whole = areaKm2 ?? wholeAreaOf(body);
  if (whole === undefined) return [];
  const areas = areasOf(body);
  const each = areaKm2 === undefined && areas.length > 1 ? ` (${listed(areas.map(areaText))})` : '';
  const isActive = area && aoisOf(body).every(({ polygon }) => isSameArea(polygon, area.polygon));
  const size = areaText(whole) + each;
  return [l10n.t('Area: {0}', isActive ? `${shownLine(area.name)} · ${size}` : size)];
}

function isSameArea(one: Polygon, other: Polygon): boolean {
  return isDeepStrictEqual(withoutAltitude(one), withoutAltitude(other));
}

function priceLines(price: Price, pricedAt: number): string[] {
  const amounts = price.perDelivery.map(({ amount }) => formatAmount(amount));
  const isOld = Date.now() - pricedAt > newPriceMs;
  const at = new Date(pricedAt).toISOString();
  return [
    l10n.t('Price: {0}', totalText(price)),
    ...(amounts.length > 1 ? [l10n.t('Per delivery: {0}', listed(amounts))] : []),
    ...(isOld ? [l10n.t('Priced {0} ({1})', ageNow(at), utcText(at))] : []),
  ];
}

/** The first few, on one line. */
export function listed(names: readonly string[]): string {
  return firstOf(names, mostNamed).join('; ');
}

/** The display name of an order, because products have no title. */
export function titleOf(body: OrderBody): string {
  return typeof body.title === 'string' ? shownLine(body.title) : '';
}

/**
 * Throws if the order violates the specification, with the location of the problem, before anything is sent.
 *
 * @returns warnings
 */
export async function refuseBrokenOrder(body: OrderBody, context: OrderContext = {}): Promise<Problem[]> {
  const { orderWork } = await import('../../model/order/orderWork.ts');
  const problems = orderWork.checkOrder(body, context);
  const first = problems.find(problem => problem.severity === 'error');
  if (first) throw new UserError(l10n.t('{0} (at {1})', first.message, first.path.join('.')));
  return problems;
}
