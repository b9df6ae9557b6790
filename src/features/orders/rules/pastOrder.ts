/** The request body of an earlier order, restored from what is known about it. */
import type { Polygon } from 'geojson';
import { orderResolution } from '../../../service/rules/analyticOrder.ts';
import { type Image, isConstellation } from '../../../service/rules/imagery.ts';
import type { Order } from '../../../service/rules/order.ts';
import { type Members, membersOrNone } from '../../../service/rules/orderContents.ts';
import { neededMembers, orderMembers, orderPart } from '../../../service/rules/orderMembers.ts';
import { productTypes, radiometries, supportedOptions } from '../../../service/rules/productOptions.ts';
import { draftProduct, isProductOrderKind } from './productOrder.ts';

/** Source of a body: the service repeats it, or what each delivery was ordered with, or the journal of this machine. */
export type PastSource = 'echo' | 'deliveries' | 'journal';

export interface PastBody {
  body: Members;
  from: PastSource;
  /** Required members of an order that no source contains, such as `analytic` or `products[1].aoi`. */
  missing: readonly string[];
}

type ReportedOrder = Pick<Order, 'kind' | 'title' | 'customerRef' | 'payload' | 'deliveries'>;

/**
 * What an order was placed with. The service's own data comes first if it is complete; otherwise the source that lacks
 * least.
 *
 * @param journaled the body that this machine sent, if known
 * @returns `undefined` if no source contains anything
 */
export function pastBody(order: ReportedOrder, journaled?: Members): PastBody | undefined {
  const bodies: readonly (readonly [PastSource, Members])[] = [
    ['echo', echoedBody(order)],
    ['deliveries', bodyOfDeliveries(order)],
    ['journal', journaled ?? {}],
  ];
  return bodies
    .filter(([, body]) => Object.keys(body).length > 0)
    .map(([from, body]): PastBody => {
      const missing = [...missingIn(body), ...(from === 'deliveries' ? unlisted(body, journaled) : [])];
      return { from, body, missing };
    })
    .reduce<PastBody | undefined>(
      (best, candidate) => (best && best.missing.length <= candidate.missing.length ? best : candidate),
      undefined,
    );
}

/** The service can leave out of its echo what it reports as part of the order. */
function echoedBody({ payload = {}, kind, title }: ReportedOrder): Members {
  if (Object.keys(payload).length === 0) return {};
  const isReport = orderPart({ kind, ...payload }) === 'report';
  return { ...membersNamed(isReport ? ['kind', 'title'] : ['kind'], { kind, title }), ...payload };
}

/** For a product order: a product per delivery. A report has one delivery, which contains all of it. */
function bodyOfDeliveries({ kind, title, customerRef, deliveries }: ReportedOrder): Members {
  const datas = deliveries.flatMap(delivery => (delivery.datas ? [delivery.datas] : []));
  const [first] = datas;
  if (!first) return {};
  const head = membersNamed(['kind', 'customerRef'], { kind, customerRef });
  if (isProductOrderKind(kind) || 'productType' in first) {
    return { ...head, products: datas.map(data => membersNamed(orderMembers.product, data)) };
  }
  return { ...head, ...membersNamed(orderMembers.report, { title, ...first }) };
}

/** Deliveries contain more than was ordered. */
function membersNamed(names: readonly string[], members: Members): Members {
  return Object.fromEntries(
    names.flatMap(name => (members[name] === undefined ? [] : [[name, members[name]]])),
  );
}

/** Products sent from this machine for which the service lists no delivery. */
function unlisted({ products }: Members, journaled: Members = {}): string[] {
  const listed = Array.isArray(products) ? products.length : 0;
  const sent = Array.isArray(journaled.products) ? journaled.products.length : 0;
  return Array.from({ length: Math.max(0, sent - listed) }, (_none, index) => `products[${listed + index}]`);
}

function missingIn(body: Members): string[] {
  const part = orderPart(body);
  const missing = neededMembers(part).filter(name => isNothing(body[name]));
  if (part === 'report' || !Array.isArray(body.products)) return missing;
  const ofProducts = body.products.flatMap((product: unknown, index) =>
    neededMembers('product')
      .filter(name => isNothing(membersOrNone(product)[name]))
      .map(name => `products[${index}].${name}`),
  );
  return [...missing, ...ofProducts];
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/**
 * The same order on other images of an area: a report keeps its analytic, products keep the options of the first one as
 * far as the image's sensor supports them.
 */
export function onOtherImages(body: Members, images: readonly Image[], aoi: Polygon): Members {
  if (orderPart(body) === 'report') {
    const resolution = orderResolution(images) ?? body.resolution;
    return { ...body, resolution, imageIds: images.map(({ id }) => id), aoi };
  }
  const [previous] = Array.isArray(body.products) ? body.products.map(membersOrNone) : [];
  const products = images.flatMap(image => {
    const usual = draftProduct(image, aoi);
    return usual ? [{ ...usual, ...keptMembers(previous ?? {}, image) }] : [];
  });
  return { ...body, products };
}

/** The projection isn't kept: it depends on the area. */
function keptMembers(previous: Members, { constellation }: Image): Members {
  if (!isConstellation(constellation)) return {};
  const allowed: [string, readonly string[]][] = [
    ['productType', supportedOptions(productTypes, [constellation])],
    ['radiometricProcessing', supportedOptions(radiometries, [constellation])],
  ];
  const kept = allowed.filter(([name, options]) => options.some(option => option === previous[name]));
  const names = [...kept.map(([name]) => name), 'imageFormat'];
  return membersNamed(names, previous);
}
