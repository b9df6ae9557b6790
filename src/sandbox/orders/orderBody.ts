import { isRecord } from '../../base/fields.ts';
import { type AccountState, type OrderKind, orderKinds } from '../accounts/state.ts';
import { subscriptionStatus } from '../accounts/subscriptions.ts';
import {
  type Capture,
  captureById,
  captureFootprint,
  type Constellation,
  instruments,
} from '../catalogue/capture.ts';
import { type Area, coveredKilometers, meets, readPolygon, squareKilometers } from '../catalogue/shapes.ts';
import { forbidden, invalid, type Refusal, refuseMembers, type Service } from '../http/service.ts';
/** Reads the body of a price or order request by the rules of the specification's two tables. */
import { analyticByCode, sensorByResolution } from './analytics.ts';

// What things cost: credits per km² by constellation and product, or kilobytes for orders by volume.

type ProductType =
  | 'bundle'
  | 'pansharpened'
  | 'panchromatic'
  | 'multiSpectral'
  | 'bundle-fs'
  | 'pansharpened-fs';

/** Credits per km² of a full product. */
const ratePerKm2: Readonly<Record<Constellation, number>> = { PNEO: 8, PHR: 5, SPOT: 1.5 };

interface ProductTerms {
  /** Share of the full product's rate. */
  share: number;
  /** Samples per panchromatic pixel: four bands at a quarter of the sharpness are four sixteenths. */
  samples: number;
}

const products: Readonly<Record<ProductType, ProductTerms>> = {
  bundle: { share: 1, samples: 1.25 },
  pansharpened: { share: 1, samples: 4 },
  panchromatic: { share: 0.6, samples: 1 },
  multiSpectral: { share: 0.6, samples: 0.25 },
  'bundle-fs': { share: 1, samples: 1.375 },
  'pansharpened-fs': { share: 1, samples: 6 },
};

function roundArea(squareKilometers: number): number {
  return Math.round(squareKilometers * 100) / 100;
}

/** Whole credits, at least one. The product is rounded first, so that 12.000000001 does not become 13. */
function creditsFor(areaKm2: number, rate: number): number {
  return Math.max(1, Math.ceil(Math.round(areaKm2 * rate * 1000) / 1000));
}

function productCredits(areaKm2: number, constellation: Constellation, product: ProductType): number {
  return creditsFor(areaKm2, ratePerKm2[constellation] * products[product].share);
}

/** Estimated size of a product, kB: pixels × samples × bytes, packed to 40 %. */
function productKilobytes(
  areaKm2: number,
  constellation: Constellation,
  product: ProductType,
  bytesPerSample: 1 | 2,
): number {
  const pixels = (areaKm2 * 1e6) / instruments[constellation].resolution ** 2;
  return Math.max(1, Math.round((pixels * products[product].samples * bytesPerSample * 0.4) / 1000));
}

/** One thing to deliver: a product of one image, or the report of one or two. */
export interface QuotedItem {
  imageIds: string[];
  /** The part of the body that speaks of this item. */
  datas: Record<string, unknown>;
  areaKm2: number;
  credits: number;
  /** For orders by volume, which spend an allowance and no credits. */
  kilobytes: number;
  /** A stereo product ordered through this interface never completes delivery. */
  stereo: boolean;
  /** Reports are fully supported on SENSOR images alone. */
  unsupported: boolean;
}

export interface Quote {
  kind: OrderKind;
  payload: Record<string, unknown>;
  customerRef: string | undefined;
  tags: unknown;
  title: string | undefined;
  items: QuotedItem[];
  /** Of all items. */
  total: Pick<QuotedItem, 'credits' | 'kilobytes' | 'areaKm2'>;
  /** Why this account could not place the order, although the body is right. */
  obstacle: Refusal | undefined;
}

export function readOrder(service: Service, account: AccountState, body: unknown): Quote {
  if (!isRecord(body)) throw invalid('The body must be a JSON object');
  const kind = orderKinds.find(candidate => candidate === body['kind']);
  if (!kind) throw invalid(`kind must be one of ${orderKinds.join(', ')}`);
  const members = kind === 'order.analytics-toolbox.archive' ? reportMembers : orderMembers;
  if (service.dialect === 'specification') refuseMembers(body, members);
  const common = {
    kind,
    payload: body,
    customerRef: optionalText(body, 'customerRef'),
    tags: body['tags'],
    title: optionalText(body, 'title'),
  };
  switch (kind) {
    case 'order.analytics-toolbox.archive': {
      const item = readAnalytic(service, body);
      return { ...common, items: [item], total: item, obstacle: missingOffer(service, account, kind) };
    }
    case 'order.data.product':
    case 'order.data.gb.product': {
      const products = body['products'];
      if (!Array.isArray(products) || products.length === 0)
        throw invalid('products must list at least one product');
      const read = products.map((product, index) =>
        readProduct(service, kind, product, `products[${index}]`),
      );
      return {
        ...common,
        items: read.map(({ item }) => item),
        total: quoteTotal(read.map(({ item }) => item)),
        obstacle: missingOffer(service, account, kind) ?? read.find(({ obstacle }) => obstacle)?.obstacle,
      };
    }
  }
}

function quoteTotal(items: readonly QuotedItem[]): Quote['total'] {
  return items.reduce(
    (sum, item) => ({
      credits: sum.credits + item.credits,
      kilobytes: sum.kilobytes + item.kilobytes,
      areaKm2: roundArea(sum.areaKm2 + item.areaKm2),
    }),
    { credits: 0, kilobytes: 0, areaKm2: 0 },
  );
}

/** Specification, Product order body: the kind must match the subscription type of the caller. */
function missingOffer(service: Service, account: AccountState, kind: OrderKind): Refusal | undefined {
  const active = account.subscriptions.filter(
    subscription => subscriptionStatus(subscription, service.now()) === 'active',
  );
  if (!active.some(subscription => subscription.offers.includes(kind))) {
    return forbidden(`None of your subscriptions offers ${kind}`);
  }
  // Specification, Subscription: without the generic platform subscription the full data services cannot be used.
  const hasPlatform = active.some(subscription => subscription.kind === 'subscription.platform');
  return hasPlatform ? undefined : forbidden('The platform subscription is not active');
}

function readAnalytic(service: Service, body: Record<string, unknown>): QuotedItem {
  const aoi = readPolygon(body['aoi'], 'aoi', service.dialect === 'specification');
  const code = text(body, 'analytic', 'analytic');
  const analytic = analyticByCode(code);
  if (!analytic) throw invalid(`There is no analytic ${code}`);
  text(body, 'title', 'title');
  const resolution = body['resolution'];
  const sensor = sensorByResolution(typeof resolution === 'number' ? resolution : Number.NaN);
  if (!sensor) throw invalid('resolution must be 0.5 or 1.5');
  if (!analytic.sensor.some(supported => supported === sensor)) {
    throw invalid(`${code} does not support the resolution ${String(resolution)}`);
  }
  const imageIds = body['imageIds'];
  if (!isTextArray(imageIds)) throw invalid('imageIds must be an array of image ids');
  const expected = analytic.type === 'objects' ? 1 : 2;
  if (imageIds.length !== expected || new Set(imageIds).size !== expected) {
    // Specification: Limits, images per analytic.
    throw invalid(`${code} takes ${expected === 1 ? 'exactly one image' : 'two different images'}`);
  }
  const images = imageIds.map((id, index) => imageFor(service, id, aoi, `imageIds[${index}]`));
  for (const image of images) {
    if (image.spacecraft.instrument.constellation !== sensor) {
      throw invalid(`The resolution ${String(resolution)} wants images of ${sensor}`);
    }
  }
  const areaKm2 = roundArea(squareKilometers(aoi));
  return {
    imageIds,
    datas: { analytic: code, resolution, imageIds, aoi: body['aoi'], title: body['title'] },
    areaKm2,
    credits: creditsFor(areaKm2, analytic.rate),
    kilobytes: 0,
    stereo: false,
    unsupported: images.some(image => image.level === 'ALBUM'),
  };
}

/** Specification: Product types, by sensor. */
const productTypes: Readonly<Record<Constellation, readonly ProductType[]>> = {
  PHR: ['bundle', 'pansharpened', 'panchromatic', 'multiSpectral'],
  SPOT: ['bundle', 'pansharpened', 'panchromatic', 'multiSpectral'],
  PNEO: ['bundle-fs', 'pansharpened-fs'],
};

/** Specification: Radiometric processing, by sensor. */
const radiometries: Readonly<Record<Constellation, readonly string[]>> = {
  PHR: ['BASIC16', 'REFLECTANCE', 'DISPLAY'],
  SPOT: ['BASIC16', 'REFLECTANCE', 'DISPLAY'],
  PNEO: ['REFLECTANCE', 'DISPLAY'],
};

/** Specification: Limits, minimum AOI area of product orders, km². */
const smallestAoi = 0.1;

/** Specification: Projections. EPSG:4326, and the UTM zones north (326xx) and south (327xx). */
const projection = /^urn:ogc:def:crs:EPSG::(4326|32[67](0[1-9]|[1-5]\d|60))$/;

/** Specification: Analytic order body. */
const reportMembers = ['kind', 'aoi', 'analytic', 'resolution', 'imageIds', 'title'];

/** Specification: Product order body. */
const orderMembers = ['kind', 'products'];
const productMembers = ['id', 'productType', 'radiometricProcessing', 'imageFormat', 'crsCode', 'aoi'];

function readProduct(
  service: Service,
  kind: 'order.data.product' | 'order.data.gb.product',
  product: unknown,
  where: string,
): { item: QuotedItem; obstacle: Refusal | undefined } {
  if (!isRecord(product)) throw invalid(`${where} must be an object`);
  const isStrict = service.dialect === 'specification';
  if (isStrict) refuseMembers(product, productMembers, `${where}.`);
  const aoi = readPolygon(product['aoi'], `${where}.aoi`, isStrict);
  const wholeArea = squareKilometers(aoi);
  if (wholeArea < smallestAoi) {
    throw invalid(`${where}.aoi has ${wholeArea.toFixed(4)} km², the least is ${smallestAoi} km²`);
  }
  const id = text(product, 'id', `${where}.id`);
  const image = imageFor(service, id, aoi, `${where}.id`);
  const { constellation } = image.spacecraft.instrument;
  if (kind === 'order.data.gb.product' && constellation === 'PNEO') {
    // Specification: Order kinds, the 0.3 m constellation is accessible through a km2 subscription only.
    throw invalid(`${where}: 0.3 m images are ordered with order.data.product`);
  }
  const productType = allowedValue(product, 'productType', productTypes[constellation], where);
  const radiometry = allowedValue(product, 'radiometricProcessing', radiometries[constellation], where);
  allowedValue(product, 'imageFormat', ['image/jp2', 'image/geotiff'], where);
  if (!projection.test(text(product, 'crsCode', `${where}.crsCode`))) {
    throw invalid(
      `${where}.crsCode must be EPSG 4326, 32601–32660 or 32701–32760 as urn:ogc:def:crs:EPSG::<code>`,
    );
  }
  const areaKm2 = roundArea(coveredKilometers(aoi, captureFootprint(image)));
  const byVolume = kind === 'order.data.gb.product';
  const item: QuotedItem = {
    imageIds: [id],
    datas: product,
    areaKm2,
    credits: byVolume ? 0 : productCredits(areaKm2, constellation, productType),
    kilobytes: byVolume
      ? productKilobytes(areaKm2, constellation, productType, radiometry === 'DISPLAY' ? 1 : 2)
      : 0,
    stereo: image.stereo !== 'mono',
    unsupported: false,
  };
  // Specification: Image, processingLevel. Ordering ALBUM images for delivery is announced as coming.
  const obstacle =
    image.level === 'ALBUM'
      ? invalid(`${where}: image ${id} is of level ALBUM and cannot be ordered yet`)
      : undefined;
  return { item, obstacle };
}

function imageFor(service: Service, id: string, aoi: Area, where: string): Capture {
  const image = captureById(service.world, id);
  if (!image || image.published > service.now()) throw invalid(`${where}: there is no image ${id}`);
  if (!meets(captureFootprint(image), aoi))
    throw invalid(`${where}: image ${id} does not cover any part of the AOI`);
  return image;
}

function text(body: Record<string, unknown>, field: string, where: string): string {
  const value = body[field];
  if (typeof value !== 'string') throw invalid(`${where} must be a string`);
  return value;
}

function optionalText(body: Record<string, unknown>, field: string): string | undefined {
  return body[field] === undefined ? undefined : text(body, field, field);
}

function allowedValue<T extends string>(
  body: Record<string, unknown>,
  field: string,
  allowed: readonly T[],
  where: string,
): T {
  const value = allowed.find(candidate => candidate === body[field]);
  if (value === undefined) throw invalid(`${where}.${field} must be one of ${allowed.join(', ')}`);
  return value;
}

function isTextArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(entry => typeof entry === 'string');
}
