/** What the dialog that confirms an order says. */
import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { withoutAltitude } from '../../model/aoi/aoi.ts';
import { crsName, epsgOf } from '../../model/geometry/projection.ts';
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
import type { Problem } from '../../model/problem.ts';
import { areaText } from '../../model/words/areaText.ts';
import { shortId } from '../../model/words/kindText.ts';
import { labeled } from '../../model/words/labeled.ts';
import { utcText } from '../../model/words/moment.ts';
import { safeLine } from '../../model/words/safeText.ts';
import type { Account } from '../../session/account.ts';
import type { Owned } from '../owned.ts';
import { newPriceMs } from '../prices.ts';
import { exceededText, totalText } from './budgetText.ts';
import {
  ageNow,
  balanceLines,
  balanceWarnings,
  doubleText,
  firstOf,
  listed,
  maxNamed,
  type Ready,
  sizeText,
  warningLines,
} from './orderDialog.ts';

/** In characters. */
const longestProduct = 160;

/** Warnings first, then what is ordered, where, the price, and who pays. One short line each. */
export function orderDetail(
  body: OrderBody,
  { price, pricedAt, signedIn, placedBefore, exceeded }: Ready,
  problems: readonly Problem[],
  account: Account,
  context: OrderContext,
  owned: Pick<Owned, 'textsOf' | 'gapTexts'>,
): string {
  return [
    ...warningLines([
      ...(placedBefore ? [doubleText(placedBefore)] : []),
      ...owned.textsOf(body, id => context.imageOf?.(id)),
      ...balanceWarnings(price, account),
      ...exceeded.map(exceededText),
      ...problems.map(({ message }) => message),
    ]),
    ...contentLines(body, context),
    ...areaLines(body, price, context),
    ...owned.gapTexts(),
    ...priceLines(price, pricedAt),
    ...balanceLines(price, account),
    labeled(l10n.t('Connection'), safeLine(signedIn.connection.name)),
  ].join('\n');
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

function priceLines(price: Price, pricedAt: number): string[] {
  const amounts = price.perDelivery.map(({ amount }) => formatAmount(amount));
  const isOld = Date.now() - pricedAt > newPriceMs;
  const at = new Date(pricedAt).toISOString();
  return [
    labeled(l10n.t('Price'), totalText(price)),
    ...(amounts.length > 1 ? [l10n.t('Per delivery: {0}', listed(amounts))] : []),
    ...(isOld ? [l10n.t('Priced {0} ({1})', ageNow(at), utcText(at))] : []),
  ];
}
