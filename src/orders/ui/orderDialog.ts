/** The dialog that confirms orders. */
import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { withoutAltitude } from '../../model/aoi/aoi.ts';
import { crsName, epsgOf } from '../../model/geometry/projection.ts';
import { itemAt } from '../../model/itemAt.ts';
import { analyticOrderKind } from '../../model/order/analyticOrder.ts';
import { analyticIn, type OrderContext } from '../../model/order/checkOrder.ts';
import { imageName } from '../../model/order/imageText.ts';
import { formatAmount, type Price } from '../../model/order/order.ts';
import type { OrderBody } from '../../model/order/orderBody.ts';
import {
  aoisOf,
  areasOf,
  imagesOf,
  listOf,
  membersOf,
  wholeAreaOf,
} from '../../model/order/orderContents.ts';
import { imageFormats } from '../../model/order/productOptions.ts';
import { areaText } from '../../model/words/areaText.ts';
import { shortId } from '../../model/words/kindText.ts';
import { labeled } from '../../model/words/labeled.ts';
import { utcText } from '../../model/words/moment.ts';
import { safeLine } from '../../model/words/safeText.ts';
import { type Attention, confirm } from '../../editor/dialogs/confirm.ts';
import { type Account, balanceOf } from '../../session/account.ts';
import type { Exceeded } from '../budget.ts';
import { newPriceMs } from '../prices.ts';
import { amountsText, exceededText, totalText, typesAmount } from './budgetText.ts';
import { type ReadyOrder, totalsOfOrders } from './orderFiles.ts';
import { doubleOf, factsText } from './orderTable.ts';
import { ageNow, balanceLines, firstOf, listed, maxNamed, missingText, sizeText } from './orderTexts.ts';

/** In characters. */
const longestProduct = 160;
/** Warnings quote the document, and the price must stay visible below them. */
const longestWarning = 160;
const maxWarnings = 5;
/** Maximum number of orders that are listed individually. */
const maxOrders = 12;

interface Question {
  orders: readonly ReadyOrder[];
  /** Budget limits, because of which the amount must be typed. */
  exceeded: readonly Exceeded[];
  account: Account;
  context: OrderContext;
  /** What the orders weren't compared with. */
  gaps: readonly string[];
}

/**
 * Confirms exactly these orders: one with all that it contains, or several with a line for each. A total above the
 * budget must be typed.
 */
export async function confirmOrders(about: Question, attention: Attention): Promise<boolean> {
  const { orders, exceeded } = about;
  const totals = totalsOfOrders(orders);
  const only = onlyOf(orders);
  const question = only ? l10n.t('Order "{0}"?', only.title) : l10n.t('Place {0} orders?', orders.length);
  const isTyped = exceeded.length > 0;
  const order = isTyped ? l10n.t('Type the Amount…') : l10n.t('Order for {0}', amountsText(totals));
  const answer = await confirm(attention, { question, detail: detailOf(about), buttons: [order] });
  return answer !== undefined && (!isTyped || (await typesAmount(question, totals)));
}

/** Warnings first, then what is ordered, where, the price, and who pays. One short line each. */
function detailOf({ orders, exceeded, account, context, gaps }: Question): string {
  const only = onlyOf(orders);
  const warnings = warningLines(orders, exceeded, account);
  const { connection } = itemAt(orders, 0).ready.signedIn;
  return [
    ...warnings,
    ...(warnings.length > 0 ? [''] : []),
    ...(only
      ? [...contentLines(only.body, context), ...areaLines(only.body, only.ready.price, context)]
      : firstOf(
          orders.map(order => `${order.title}: ${factsText(order)}`),
          maxOrders,
        )),
    ...gaps,
    ...priceLines(orders),
    ...balanceLines(totalsOfOrders(orders), account),
    labeled(l10n.t('Connection'), safeLine(connection.name)),
  ].join('\n');
}

function onlyOf(orders: readonly ReadyOrder[]): ReadyOrder | undefined {
  return orders.length === 1 ? orders[0] : undefined;
}

/** What concerns money comes in full: the lists that are cut don't take its place. */
function warningLines(
  orders: readonly ReadyOrder[],
  exceeded: readonly Exceeded[],
  account: Account,
): string[] {
  const ofOrders = (textsOf: (order: ReadyOrder) => readonly string[]) =>
    orders.flatMap(order =>
      textsOf(order).map(text => (orders.length === 1 ? text : `${order.title}: ${text}`)),
    );
  const marked = (texts: readonly string[]) => texts.map(text => `⚠ ${safeLine(text, longestWarning)}`);
  return [
    ...firstOf(marked(ofOrders(doubleOf)), maxOrders),
    ...firstOf(marked(ofOrders(({ repeats }) => repeats)), maxWarnings),
    ...marked(totalsOfOrders(orders).flatMap(total => missingText({ total }, balanceOf(account)) ?? [])),
    ...marked(exceeded.map(exceededText)),
    ...firstOf(marked(ofOrders(({ warnings }) => warnings.map(({ message }) => message))), maxWarnings),
  ];
}

/** The analytic by its name and its images, or each product with its image. */
function contentLines(body: OrderBody, context: OrderContext): string[] {
  if (body.kind === analyticOrderKind) {
    const name = analyticIn(body, context)?.name ?? body.analytic;
    return [labeled(l10n.t('Analytic'), safeLine(String(name))), ...imageLines(body, context)];
  }
  const products = listOf(body.products).map(product => productText(product, context));
  return firstOf(
    products.map((text, index) =>
      labeled(products.length === 1 ? l10n.t('Product') : l10n.t('Product {0}', index + 1), text),
    ),
    maxNamed,
  );
}

/**
 * `2026-03-20, PHR · 1a2b · pansharpened · REFLECTANCE · GeoTIFF · WGS 84 / UTM zone 31N · 12 km²`; values that aren't
 * known as spelled.
 */
function productText(product: unknown, context: OrderContext): string {
  const { id, productType, radiometricProcessing, imageFormat, crsCode } = membersOf(product);
  const image = typeof id === 'string' ? imageText(id, context) : undefined;
  const area = wholeAreaOf({ products: [product] });
  const format = Object.entries(imageFormats).find(([code]) => code === imageFormat)?.[1] ?? imageFormat;
  const epsg = typeof crsCode === 'string' ? epsgOf(crsCode) : undefined;
  const parts = [
    image,
    productType,
    radiometricProcessing,
    format,
    epsg === undefined ? crsCode : crsName(epsg),
    area === undefined ? undefined : areaText(area),
  ];
  return safeLine(parts.filter((part): boolean => part !== undefined).join(' · '), longestProduct);
}

function imageText(id: string, { imageOf }: OrderContext): string {
  const image = imageOf?.(id);
  const isNamed = image?.acquisitionDate !== undefined;
  return safeLine(isNamed ? `${imageName(image)} · ${shortId(id)}` : shortId(id));
}

/** One line each, because the dates and sensors of a pair are compared. */
function imageLines(body: OrderBody, context: OrderContext): string[] {
  const names = imagesOf(body).map(id => imageText(id, context));
  return firstOf(
    names.map((name, index) =>
      names.length === 1 ? labeled(l10n.t('Image'), name) : labeled(l10n.t('Image {0}', index + 1), name),
    ),
    maxNamed,
  );
}

/** The total, and each AOI if the service doesn't report an area. */
function areaLines(body: OrderBody, price: Price, { area }: OrderContext): string[] {
  const whole = sizeText(body, price);
  if (whole === undefined) return [];
  const areas = areasOf(body);
  const each = price.areaKm2 === undefined && areas.length > 1 ? ` (${listed(areas.map(areaText))})` : '';
  const isActive = area && aoisOf(body).every(({ polygon }) => isSameArea(polygon, area.polygon));
  const size = whole + each;
  return [labeled(l10n.t('Area'), isActive ? `${safeLine(area.name)} · ${size}` : size)];
}

function isSameArea(a: Polygon, b: Polygon): boolean {
  return isDeepStrictEqual(withoutAltitude(a), withoutAltitude(b));
}

function priceLines(orders: readonly ReadyOrder[]): string[] {
  const total = totalText(...orders.map(({ ready }) => ready.price));
  const amounts = onlyOf(orders)?.ready.price.perDelivery.map(({ amount }) => formatAmount(amount)) ?? [];
  const pricedAt = Math.min(...orders.map(({ ready }) => ready.pricedAt));
  const isOld = Date.now() - pricedAt > newPriceMs;
  const at = new Date(pricedAt).toISOString();
  return [
    labeled(orders.length === 1 ? l10n.t('Price') : l10n.t('Total'), total),
    ...(amounts.length > 1 ? [l10n.t('Per delivery: {0}', listed(amounts))] : []),
    ...(isOld ? [l10n.t('Priced {0} ({1})', ageNow(at), utcText(at))] : []),
  ];
}
