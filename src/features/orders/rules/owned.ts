/** What was ordered or delivered before, and which part of an area it covers. */
import * as l10n from '@vscode/l10n';
import type { MultiPolygon, Polygon } from 'geojson';
import { isRecord, listOrNone, nonEmptyText } from '../../../base/fields.ts';
import { shareText } from '../../../base/words/areaText.ts';
import { labeled } from '../../../base/words/labeled.ts';
import { dayMs, dayText, parseMoment } from '../../../base/words/moment.ts';
import { safeLine } from '../../../base/words/safeText.ts';
import { isPolygon } from '../../../geo/aoiRings.ts';
import { footprintMeets } from '../../../geo/coverage.ts';
import { footprintOverlap, jointOverlap, nearTo } from '../../../geo/overlap.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import { type AnalyticNames, analyticText, shortId } from '../../../service/rules/kindText.ts';
import { type Order, orderPhase } from '../../../service/rules/order.ts';
import { bodyImageIds, type Members, membersOrNone } from '../../../service/rules/orderContents.ts';
import { orderPart } from '../../../service/rules/orderMembers.ts';
import { imageFormats } from '../../../service/rules/productOptions.ts';
import { pastBody } from './pastOrder.ts';

/** A product or a report that the account ordered, or whose files are in the workspace. */
export interface OwnedItem {
  orderId: string;
  imageIds: readonly string[];
  /** `undefined` if nobody reports it, or if it can't be read. */
  area: Polygon | undefined;
  /** The product type or the analytic, as the service spells it. */
  product: string | undefined;
  isReport: boolean;
  /** Media type of the images. */
  format: string | undefined;
  /** When it was delivered, or else ordered; as the service spells it. */
  at: string | undefined;
  isDelivered: boolean;
  /** Known from a file in the workspace, which can be of another account, or of the sandbox. */
  isInWorkspace?: true;
}

/** @param sent the body that this machine sent, if known */
export function ownedInOrder(order: Order, sent?: Members): OwnedItem[] {
  const phase = orderPhase(order.status);
  if (phase === 'failed') return [];
  const body = pastBody(order, sent)?.body ?? {};
  const isDelivered = phase === 'delivered';
  const deliveredAt = order.deliveries.find(delivery => delivery.deliveredAt !== undefined)?.deliveredAt;
  const at = (isDelivered ? (deliveredAt ?? order.updatedAt) : undefined) ?? order.createdAt;
  const common = { orderId: order.id, at, isDelivered };
  if (orderPart({ kind: order.kind, ...body }) === 'report') {
    const { aoi, analytic } = body;
    const rest = {
      isReport: true,
      imageIds: bodyImageIds(body),
      area: polygonOrNothing(aoi),
      product: nonEmptyText(analytic),
    };
    return [{ ...common, ...rest, format: undefined }];
  }
  const products = listOrNone(body.products).map(membersOrNone);
  return (products.length > 0 ? products : [{}]).map(product => ({
    ...common,
    isReport: false,
    imageIds: bodyImageIds({ products: [product] }),
    area: polygonOrNothing(product.aoi),
    product: nonEmptyText(product.productType),
    format: nonEmptyText(product.imageFormat),
  }));
}

/** The STAC Item of a delivery, as `deliveryItem` writes it; `undefined` for anything else. */
export function ownedInStacItem(value: unknown): OwnedItem | undefined {
  const { properties, geometry, assets } = membersOrNone(value);
  if (!isRecord(properties) || !isRecord(assets) || !isRecord(assets.delivery)) return undefined;
  const orderId = nonEmptyText(properties['order:id']);
  if (orderId === undefined) return undefined;
  const analytic = nonEmptyText(properties.analytic);
  return {
    orderId,
    imageIds: bodyImageIds({ imageIds: properties.imageIds }),
    area: polygonOrNothing(geometry),
    product: analytic ?? nonEmptyText(properties.productType),
    isReport: analytic !== undefined,
    format: nonEmptyText(assets.delivery.type),
    at: nonEmptyText(properties.created) ?? nonEmptyText(properties['order:date']),
    isDelivered: true,
    isInWorkspace: true,
  };
}

function polygonOrNothing(value: unknown): Polygon | undefined {
  return isPolygon(value) ? value : undefined;
}

export interface Ownership {
  kind: 'sameImage' | 'sameWeek';
  /** Of the area, 0 to 1. */
  share: number;
  /** Of the area as well. */
  part: MultiPolygon;
  /** The latest one. */
  item: OwnedItem;
}

/** What is about to be ordered: an image product, or with an analytic a report. */
export interface OwnershipRequest {
  area: Polygon;
  imageIds: readonly string[];
  isReport: boolean;
  analytic?: string | undefined;
}

/** Acquisitions that are less apart show nearly the same, in milliseconds. */
const weekMs = 7 * dayMs;

/**
 * What the same images, or else others of the same week, cover of the area. The largest share counts.
 *
 * @returns `undefined` if nothing of it is known to overlap
 */
export function findOwnership(
  items: readonly OwnedItem[],
  { area, imageIds, isReport, analytic }: OwnershipRequest,
  imageById: (id: string) => Image | undefined,
): Ownership | undefined {
  const comparable = items.filter(
    item => item.isReport === isReport && (!isReport || item.product === analytic),
  );
  const same = comparable.filter(
    item => imageIds.length > 0 && imageIds.every(id => item.imageIds.includes(id)),
  );
  const ofSame = deliveredOrNot('sameImage', area, same, imageById);
  if (ofSame) return ofSame;
  const acquisitionTimes = (ids: readonly string[]) =>
    ids.flatMap(id => parseMoment(imageById(id)?.acquisitionDate)?.time ?? []);
  const requested = acquisitionTimes(imageIds);
  const near = comparable.filter(item =>
    acquisitionTimes(item.imageIds).some(time => requested.some(other => Math.abs(time - other) < weekMs)),
  );
  const footprints = imageIds.flatMap(id => imageById(id)?.footprint ?? []);
  const isNear = nearTo(area);
  // In a large area, it can be far from what these images show.
  const there = near.filter(
    ({ area: delivered }) =>
      delivered && isNear(delivered) && footprints.some(footprint => footprintMeets(footprint, delivered)),
  );
  return deliveredOrNot('sameWeek', area, there, imageById);
}

/** What counts as all of an area whose coordinates the service may have rounded. */
const wholeShare = 0.999;

/** The latest delivered report and the latest delivered image products of exactly these images, each over the whole area; the later one first. */
export function latestDelivered(
  items: readonly OwnedItem[],
  imageIds: readonly string[],
  area: Polygon,
): readonly OwnedItem[] {
  const delivered = items.filter(({ isDelivered }) => isDelivered);
  const latest = [true, false].flatMap(isReport => {
    const ofKind = delivered.filter(item => item.isReport === isReport);
    return latestOrder(ofKind, imageIds, area) ?? [];
  });
  return latest.sort((a, b) => ownedTime(b) - ownedTime(a));
}

/** The latest order of exactly these images, each over the whole area, whatever was ordered of them. */
export function latestOrder(
  items: readonly OwnedItem[],
  imageIds: readonly string[],
  area: Polygon,
): OwnedItem | undefined {
  const ids = new Set(imageIds);
  const orders = Map.groupBy(items, ({ orderId }) => orderId).values();
  const exact = [...orders].filter(parts => {
    const ordered = new Set(parts.flatMap(part => part.imageIds));
    return (
      ordered.size === ids.size &&
      imageIds.every(id => ordered.has(id)) &&
      parts.every(part => (largest('sameImage', area, [part], () => undefined)?.share ?? 0) >= wholeShare)
    );
  });
  return exact.flatMap(([first]) => first ?? []).sort((a, b) => ownedTime(b) - ownedTime(a))[0];
}

/** `Analytic report (Change detection): ordered 2026-05-03, order 1a2b`. */
export function latestOrderText(item: OwnedItem, analytics: AnalyticNames | undefined): string {
  const { isReport, product, orderId } = item;
  const kind = isReport ? l10n.t('Analytic report') : l10n.t('Image product');
  const name = isReport && product !== undefined ? analyticText(product, analytics) : product;
  const what = name === undefined ? kind : `${kind} (${safeLine(name, 40)})`;
  return labeled(what, `${whenText(item)}, ${l10n.t('order {0}', shortId(orderId))}`);
}

/** What was delivered is owned; what was only ordered may fail. The larger share of the two. */
function deliveredOrNot(
  ...[kind, area, items, imageById]: Parameters<typeof largest>
): Ownership | undefined {
  const [delivered, ordered] = [true, false].map(isDelivered =>
    largest(
      kind,
      area,
      items.filter(item => item.isDelivered === isDelivered),
      imageById,
    ),
  );
  return (delivered?.share ?? 0) >= (ordered?.share ?? 0) ? delivered : ordered;
}

/** The items count together, by exact polygons. */
function largest(
  kind: Ownership['kind'],
  area: Polygon,
  items: readonly OwnedItem[],
  imageById: (id: string) => Image | undefined,
): Ownership | undefined {
  const isNear = nearTo(area);
  const placed = items.flatMap(item => {
    // Most orders are elsewhere, and clipping takes longer.
    const polygon = item.area && isNear(item.area) ? deliveredArea(item, imageById) : undefined;
    if (!polygon) return [];
    const overlap = jointOverlap(area, [polygon]);
    return overlap.share > 0 ? [{ item, polygon, overlap }] : [];
  });
  const [first, ...others] = placed.sort((a, b) => ownedTime(b.item) - ownedTime(a.item));
  if (!first) return undefined;
  const polygons = placed.map(({ polygon }) => polygon);
  const { share, parts } = others.length === 0 ? first.overlap : jointOverlap(area, polygons);
  return { kind, share, part: { type: 'MultiPolygon', coordinates: parts }, item: first.item };
}

/** A product ends where its image ends, if the image is known. */
function deliveredArea(
  { area, imageIds, isReport }: OwnedItem,
  imageById: (id: string) => Image | undefined,
): Polygon | MultiPolygon | undefined {
  const footprint = isReport ? undefined : imageById(imageIds[0] ?? '')?.footprint;
  if (!area || !footprint) return area;
  const overlap = footprintOverlap(area, footprint);
  switch (overlap.kind) {
    case 'none':
      return undefined;
    case 'parts':
      return { type: 'MultiPolygon', coordinates: overlap.parts };
    // The area can't be clipped if its rings cross.
    case 'unclear':
    case 'whole':
      return area;
  }
}

function ownedTime({ at }: OwnedItem): number {
  return parseMoment(at)?.time ?? 0;
}

/** `You already have this image: 92 % of this area, delivered 2026-05-03 (PHR, pansharpened, GeoTIFF), order 1a2b`. */
export function ownershipText(
  { kind, share, item }: Ownership,
  imageById: (id: string) => Image | undefined,
): string {
  const { isDelivered, isReport, product, format, imageIds, orderId } = item;
  const [constellation] = imageIds.map(id => imageById(id)?.constellation);
  const formatName = Object.entries(imageFormats).find(([code]) => code === format)?.[1];
  // A report is compared with those of its analytic only.
  const facts = [constellation, isReport ? undefined : product, formatName].filter(
    fact => fact !== undefined,
  );
  const details = facts.length > 0 ? ` (${safeLine(facts.join(', '), 60)})` : '';
  const order = item.isInWorkspace
    ? l10n.t('order {0} (a file in the workspace, perhaps of another account)', shortId(orderId))
    : l10n.t('order {0}', shortId(orderId));
  const what = `${whenText(item)}${details}, ${order}`;
  const args = [shareText(share), what] as const;
  if (kind === 'sameWeek') return l10n.t('Another image of the same week: {0} of the area, {1}', ...args);
  if (!isDelivered)
    return isReport
      ? l10n.t('You already ordered this report: {0} of the area, {1}', ...args)
      : l10n.t('You already ordered this image: {0} of the area, {1}', ...args);
  return isReport
    ? l10n.t('You already have this report: {0} of the area, {1}', ...args)
    : l10n.t('You already have this image: {0} of the area, {1}', ...args);
}

/** `delivered 2026-05-03`. */
function whenText({ isDelivered, at }: OwnedItem): string {
  const day = at === undefined ? undefined : dayText(at);
  if (isDelivered) return day === undefined ? l10n.t('delivered') : l10n.t('delivered {0}', day);
  return day === undefined ? l10n.t('ordered') : l10n.t('ordered {0}', day);
}

/** The request of each part of an order. */
export function ownershipRequests(body: Members): OwnershipRequest[] {
  if (orderPart(body) === 'report') {
    const { aoi, analytic } = body;
    return isPolygon(aoi)
      ? [{ area: aoi, imageIds: bodyImageIds(body), isReport: true, analytic: nonEmptyText(analytic) }]
      : [];
  }
  return listOrNone(body.products).flatMap(product => {
    const { aoi } = membersOrNone(product);
    return isPolygon(aoi)
      ? [{ area: aoi, imageIds: bodyImageIds({ products: [product] }), isReport: false }]
      : [];
  });
}
