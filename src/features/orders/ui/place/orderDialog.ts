/** The dialog that confirms orders. */
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { listOrNone } from '../../../../base/fields.ts';
import { itemAt } from '../../../../base/itemAt.ts';
import { areaText, shareText } from '../../../../base/words/areaText.ts';
import { numberText } from '../../../../base/words/displayLanguage.ts';
import { labeled } from '../../../../base/words/labeled.ts';
import { plainNumber } from '../../../../base/words/plainNumber.ts';
import { quoted, unquoted } from '../../../../base/words/quoted.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import { withoutAltitude } from '../../../../geo/aoi.ts';
import { coveredShare } from '../../../../geo/coverage.ts';
import { jointOverlap } from '../../../../geo/overlap.ts';
import { polygonAreaKm2 } from '../../../../geo/polygonArea.ts';
import { positionText } from '../../../../geo/positionText.ts';
import { analyticOrderKind } from '../../../../service/rules/analyticOrder.ts';
import type { Image } from '../../../../service/rules/imagery.ts';
import { contractName, shortId } from '../../../../service/rules/kindText.ts';
import { type Amount, formatAmount, type Price } from '../../../../service/rules/order.ts';
import {
  bodyAois,
  bodyImageIds,
  type Members,
  membersOrNone,
  totalAreaKm2,
} from '../../../../service/rules/orderContents.ts';
import { neededMembers, optionTexts, shownMembers } from '../../../../service/rules/orderMembers.ts';
import { type Attention, confirm, typesAimed } from '../../../../platform/dialogs/confirm.ts';
import { readValue } from '../../../../platform/host/reading.ts';
import type { Account } from '../../../../session/account.ts';
import { clearText } from '../../../images/rules/index.ts';
import type { Exceeded } from '../../budget.ts';
import { newPriceMs } from '../../prices.ts';
import { analyticIn, type OrderContext } from '../../rules/checkOrder.ts';
import { lookText } from '../../rules/imageText.ts';
import type { OrderBody } from '../../rules/orderBody.ts';
import { middlePosition } from '../../rules/placedContents.ts';
import { openBudget } from '../orderSettings.ts';
import { firstLines, maxNamed, namesText, sizeText } from '../words/contents.ts';
import { ageNow } from '../words/placed.ts';
import {
  amountsText,
  balanceLines,
  balanceSince,
  exceededText,
  missingText,
  totalsText,
} from '../words/price.ts';
import { type ReadyOrder, totalsOfOrders } from './orderFiles.ts';
import { doubleNotes } from './orderTable.ts';

/** In characters. */
const longestTitle = 80;
const longestPath = 80;
const longestProduct = 200;
const longestOption = 40;
const longestMember = 80;
/** Warnings quote the document, and the price must stay visible below them. */
const longestWarning = 160;
const maxWarnings = 5;
/** Maximum number of orders, and of products of one, that are listed individually. */
const maxOrders = 12;
const maxProducts = 8;

interface Question {
  orders: readonly ReadyOrder[];
  /** Budget limits, because of which the amount must be typed. */
  exceeded: readonly Exceeded[];
  account: Account;
  /** When the last order was placed, epoch ms. */
  placedMs: number;
  context: OrderContext;
  /** What the orders weren't compared with. */
  gaps: readonly string[];
}

/**
 * Confirms exactly these orders: one with all that it contains, or several with a line for each. The total must be
 * typed if it is above the budget, or if something would be bought twice.
 */
export async function confirmOrders(about: Question, attention: Attention): Promise<boolean> {
  const { orders, exceeded } = about;
  const totals = totalsOfOrders(orders);
  const only = onlyOrder(orders);
  const question = only
    ? l10n.t('Order "{0}"?', unquoted(only.title, longestTitle))
    : l10n.t('Place {0} orders?', orders.length);
  // Nothing is bought twice by Enter.
  const isRepeat = orders.some(
    ({ ready, repeatsOthers }) => ready.placedBefore !== undefined || repeatsOthers === true,
  );
  const isTyped = isRepeat || exceeded.length > 0;
  const order = isTyped ? l10n.t('Type the Amount…') : l10n.t('Order for {0}', amountsText(totals));
  const setBudget = l10n.t('Set Budget…');
  const answer = await confirm(attention, {
    question,
    detail: questionDetail(about),
    buttons: [order, ...(exceeded.length > 0 ? [setBudget] : [])],
  });
  if (answer === setBudget) await openBudget();
  return answer === order && (!isTyped || (await typesAmount(question, totals)));
}

/** Warnings first, then what is ordered, where, the price, and who pays. One short line each, except for several orders. */
function questionDetail({ orders, exceeded, account, placedMs, context, gaps }: Question): string {
  const only = onlyOrder(orders);
  const warnings = warningLines(orders, exceeded, balanceSince(account, placedMs));
  const { connection } = itemAt(orders, 0).ready.signedIn;
  const money = [
    ...priceLines(orders),
    ...balanceLines(totalsOfOrders(orders), account, placedMs),
    labeled(l10n.t('Connection'), [safeLine(connection.name), ...payerTexts(account)].join(' · ')),
  ];
  const sections = only
    ? [
        warnings,
        [
          ...contentLines(only.body, context),
          ...areaLines(only.body, only.ready.price, context),
          labeled(l10n.t('File'), unquoted(only.path, longestPath)),
          ...gaps,
          ...money,
        ],
      ]
    : // A small window cuts off the end of a long list.
      [
        warnings,
        [...money, ...gaps],
        firstLines(
          orders.map((order, index) => `${index + 1}. ${orderText(order, context)}`),
          maxOrders,
        ),
      ];
  return sections
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n');
}

/** Who pays: the contract, by its name if it has one. */
function payerTexts(account: Account): string[] {
  const contract = readValue(account.current.peek())?.contract;
  if (!contract) return [];
  return [l10n.t('contract {0}', safeLine(contractName(contract) ?? shortId(contract.id)))];
}

function onlyOrder(orders: readonly ReadyOrder[]): ReadyOrder | undefined {
  return orders.length === 1 ? orders[0] : undefined;
}

/** What concerns money comes in full: the lists that are cut don't take its place. */
function warningLines(
  orders: readonly ReadyOrder[],
  exceeded: readonly Exceeded[],
  balance: Amount | undefined,
): string[] {
  const ofOrders = (toTexts: (order: ReadyOrder) => readonly string[]) =>
    orders.flatMap(order =>
      marked(toTexts(order), orders.length === 1 ? undefined : labeled(quoted(order.title), '')),
    );
  const marked = (texts: readonly string[], before = '') =>
    texts.map(text => `⚠ ${before}${safeLine(text, longestWarning)}`);
  return [
    ...firstLines(ofOrders(doubleNotes), maxOrders),
    ...firstLines(
      ofOrders(({ repeats }) => repeats),
      maxWarnings,
    ),
    ...marked(totalsOfOrders(orders).flatMap(total => missingText({ total }, balance) ?? [])),
    ...marked(exceeded.map(exceededText)),
    ...firstLines(
      ofOrders(({ warnings }) => warnings.map(({ message }) => message)),
      maxWarnings,
    ),
  ];
}

/**
 * One of several orders: `"Quay" (quay.order.json) · 12 credits · Cars detection, 0.5 m · 2026-03-20, PHR · 30 km² ·
 * 43.02500° N, 5.03320° E`.
 */
function orderText({ body, title, path, ready: { price } }: ReadyOrder, context: OrderContext): string {
  const file = unquoted(path, longestPath);
  const named = title === safeLine(basename(path)) ? file : `${quoted(title)} (${file})`;
  const images = bodyImageIds(body).map(
    id => describedImage(id, orderedArea(body, id), context) ?? shortId(id),
  );
  return [
    named,
    totalsText(price),
    ...whatTexts(body, context),
    namesText(images),
    sizeText(body, price),
    placesText(body),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The analytic with the members that it needs, or the options that the products have. */
function whatTexts(body: OrderBody, context: OrderContext): string[] {
  if (body.kind === analyticOrderKind) {
    const needed = neededMembers('report');
    const members = shownMembers(body).filter(({ name }) => needed.includes(name));
    return [
      [analyticName(body, context), ...members.map(({ value }) => safeLine(value, longestOption))].join(', '),
    ];
  }
  const options = listOrNone(body.products).map(product => productOptionTexts(product).join(', '));
  return [namesText([...new Set(options)].filter(Boolean).map(text => safeLine(text, longestProduct)))];
}

function analyticName(body: OrderBody, context: OrderContext): string {
  return safeLine(String(analyticIn(body, context)?.name ?? body.analytic));
}

/** The middles of the areas, each once; empty if none can be drawn. */
function placesText(body: OrderBody): string {
  return namesText(areaPlaces(body));
}

function isOnePlace(body: OrderBody): boolean {
  return areaPlaces(body).length <= 1;
}

function areaPlaces(body: OrderBody): string[] {
  return [...new Set(bodyAois(body).map(({ polygon }) => positionText(middlePosition([polygon]))))];
}

/** The analytic by its name and its images, or each product with its image; and each other member. */
function contentLines(body: OrderBody, context: OrderContext): string[] {
  const members = shownMembers(body).map(({ label, value }) =>
    labeled(label, safeLine(value, longestMember)),
  );
  if (body.kind === analyticOrderKind)
    return [
      labeled(l10n.t('Analytic'), analyticName(body, context)),
      ...members,
      ...imageLines(body, context),
    ];
  const products = listOrNone(body.products);
  const hasPlaces = !isOnePlace(body);
  const lines = products.map((product, index) =>
    labeled(
      products.length === 1 ? l10n.t('Product') : l10n.t('Product {0}', index + 1),
      productText(product, context, hasPlaces, products.length > 1),
    ),
  );
  return [...firstLines(lines, maxProducts), ...members];
}

/**
 * `2026-03-20, PHR 0.5 m · covers 25 % · 1a2b · pansharpened · REFLECTANCE · GeoTIFF · WGS 84 / UTM zone 31N · 12 km²`, the area where there are several; values that aren't
 * known as spelled.
 */
function productText(product: unknown, context: OrderContext, hasPlace: boolean, hasArea: boolean): string {
  const { id } = membersOrNone(product);
  const body = { products: [product] };
  const image = typeof id === 'string' ? imageText(id, body, context) : undefined;
  // That of the only product has a line of its own.
  const area = hasArea ? totalAreaKm2(body) : undefined;
  const parts = [
    image,
    ...productOptionTexts(product),
    area === undefined ? undefined : areaText(area),
    hasPlace ? placesText(body) : undefined,
  ];
  return safeLine(parts.filter(Boolean).join(' · '), longestProduct);
}

/** `pansharpened`, `DISPLAY (8-bit)`, `GeoTIFF`, `WGS 84 / UTM zone 31N`; values that aren't known as written. */
function productOptionTexts(product: unknown): string[] {
  return optionTexts(membersOrNone(product)).map(text => safeLine(text, longestOption));
}

function imageText(id: string, body: Members, context: OrderContext): string {
  return [describedImage(id, orderedArea(body, id), context), shortId(id)].filter(Boolean).join(' · ');
}

function describedImage(id: string, area: Polygon | undefined, context: OrderContext) {
  const image = context.imageById?.(id);
  return image?.acquisitionDate === undefined ? undefined : safeLine(orderedImageText(image, area, context));
}

/**
 * `2026-03-20, PNEO 0.3 m · 30 % cloud`, `clear over ≈ 19 %` if that was estimated, and `covers 25 %` if that is less than
 * all of the area.
 */
export function orderedImageText(
  image: Image,
  area: Polygon | undefined,
  { clearIn }: Pick<OrderContext, 'clearIn'> = {},
): string {
  const share = area === undefined ? 1 : coveredShare(area, image.footprint);
  const clear = area && clearIn?.(area, image.id);
  return [
    lookText(image),
    ...(clear === undefined ? [] : [clearText(clear * share)]),
    ...(share < 1 ? [l10n.t('covers {0}', shareText(share))] : []),
  ].join(' · ');
}

/** The area that an image is ordered for; `undefined` if products have it for several. */
function orderedArea(body: Members, id: string): Polygon | undefined {
  const products = listOrNone(body.products).map(membersOrNone);
  const bodies = products.length === 0 ? [body] : products.filter(product => product.id === id);
  const [area, ...others] = bodies.flatMap(part => bodyAois({ aoi: part.aoi }));
  return others.length === 0 ? area?.polygon : undefined;
}

/** One line each, because the dates and sensors of a pair are compared. */
function imageLines(body: OrderBody, context: OrderContext): string[] {
  const names = bodyImageIds(body).map(id => imageText(id, body, context));
  return firstLines(
    names.map((name, index) =>
      names.length === 1 ? labeled(l10n.t('Image'), name) : labeled(l10n.t('Image {0}', index + 1), name),
    ),
    maxNamed,
  );
}

/** The size, which several products of one area multiply, and the place. */
function areaLines(body: OrderBody, price: Price, { area, imageById }: OrderContext): string[] {
  const size = sizeText(body, price);
  const twice = orderedTwiceKm2(body, imageById);
  if (size === undefined) return [];
  const isActive = area && bodyAois(body).every(({ polygon }) => isSameArea(polygon, area.polygon));
  // Each of several products has its own.
  const place = isOnePlace(body) ? placesText(body) : '';
  return [
    labeled(l10n.t('Area'), isActive ? `${quoted(area.name)} · ${size}` : size),
    ...(twice === undefined
      ? []
      : [labeled(l10n.t('Ordered twice'), l10n.t('{0}, where the images overlap', areaText(twice)))]),
    ...(place === '' ? [] : [labeled(l10n.t('Center'), place)]),
  ];
}

/** A smaller part of an area that images order twice isn't worth knowing. */
const minTwice = 0.01;

/**
 * What products of one area that complete each other contain twice; `undefined` if nothing, or unknown. Images that each
 * show all of it are wanted for their dates.
 */
export function orderedTwiceKm2(
  { products }: OrderBody,
  imageById: OrderContext['imageById'],
): number | undefined {
  const parts = listOrNone(products).map(membersOrNone);
  const [area, ...others] = parts.flatMap(({ aoi }) => bodyAois({ aoi })).map(({ polygon }) => polygon);
  const footprints = parts.flatMap(({ id }) => imageById?.(String(id))?.footprint ?? []);
  if (!area || !others.every(other => isSameArea(other, area)) || footprints.length < parts.length)
    return undefined;
  const shares = footprints.map(footprint => coveredShare(area, footprint));
  if (shares.every(share => share === 1)) return undefined;
  const twice = shares.reduce((sum, share) => sum + share, -jointOverlap(area, footprints).share);
  return twice < minTwice ? undefined : twice * polygonAreaKm2(area);
}

function isSameArea(a: Polygon, b: Polygon): boolean {
  return isDeepStrictEqual(withoutAltitude(a), withoutAltitude(b));
}

function priceLines(orders: readonly ReadyOrder[]): string[] {
  const total = totalsText(...orders.map(({ ready }) => ready.price));
  const amounts = onlyOrder(orders)?.ready.price.perDelivery.map(({ amount }) => formatAmount(amount)) ?? [];
  const pricedAt = Math.min(...orders.map(({ ready }) => ready.pricedAt));
  const isOld = Date.now() - pricedAt > newPriceMs;
  const at = new Date(pricedAt).toISOString();
  return [
    labeled(orders.length === 1 ? l10n.t('Price') : l10n.t('Total'), total),
    ...(amounts.length > 1 ? [l10n.t('Per delivery: {0}', namesText(amounts))] : []),
    ...(isOld ? [l10n.t('Priced {0}', ageNow(at))] : []),
  ];
}

/**
 * Accepts only the exact amount, as it is shown or with all of its digits, with or without its unit.
 *
 * @param amounts one per unit
 */
export async function typesAmount(title: string, amounts: readonly Amount[]): Promise<boolean> {
  const expected = amountsText(amounts);
  return typesAimed(
    title,
    l10n.t('Type the amount to order: {0}', expected),
    text => isAmount(text, amounts),
    l10n.t('This is not {0}. Press Escape to cancel.', expected),
  );
}

function isAmount(text: string, amounts: readonly Amount[]): boolean {
  const typed = text.trim().replaceAll(/\s+/g, ' ');
  const exact = amounts.map(({ value, unit }) => `${plainNumber(value)} ${unit}`).join(' + ');
  const exactAsShown = amounts.map(({ value, unit }) => `${allDigits(value)} ${unit}`).join(' + ');
  const forms = [amountsText(amounts), exact, exactAsShown];
  const [only] = amounts;
  if (only && amounts.length === 1) {
    forms.push(plainNumber(only.value), allDigits(only.value), formatAmount({ ...only, unit: '' }).trim());
  }
  // The display language can write the unit in upper case.
  return forms.some(form => form.toLowerCase() === typed.toLowerCase());
}

/** Uses the decimal separator of the display language, as the shown amount does. */
function allDigits(value: number): string {
  return numberText(value, { useGrouping: false, maximumFractionDigits: 20 });
}
