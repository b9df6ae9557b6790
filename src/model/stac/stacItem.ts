/** STAC Items of images and of deliveries, and the catalog above them (SpatioTemporal Asset Catalog 1.1.0). */
import type { MultiPolygon, Polygon } from 'geojson';
import { isPolygon } from '../aoi/aoiRings.ts';
import { extentOfObject } from '../geometry/bbox.ts';
import { wrappedLongitude } from '../geometry/sphere.ts';
import type { Image } from '../images/imagery.ts';
import type { Order } from '../order/order.ts';
import { imageIdsOf, type Members } from '../order/orderContents.ts';
import { orderName } from '../words/kindText.ts';
import { momentOf } from '../words/moment.ts';

const version = '1.1.0';

/** By the prefix of the fields that an item may have. */
const extensions = {
  eo: 'https://stac-extensions.github.io/eo/v2.0.0/schema.json',
  view: 'https://stac-extensions.github.io/view/v1.1.0/schema.json',
  order: 'https://stac-extensions.github.io/order/v1.1.0/schema.json',
  file: 'https://stac-extensions.github.io/file/v2.1.0/schema.json',
};

/**
 * An image of the catalogue. Its pictures aren't assets, because they need a token. The service's azimuth is left out:
 * it is that of the image, not of the view.
 */
export function imageItem(image: Image): object {
  const { id, footprint, incidenceAngle, properties } = image;
  const acquired = timeOf(image.acquisitionDate);
  return itemOf(id, footprint, {
    datetime: acquired ?? null,
    // STAC needs a period if the time isn't known.
    ...(acquired === undefined ? { start_datetime: iso(0), end_datetime: iso(Date.now()) } : {}),
    platform: image.platform,
    constellation: image.constellation,
    gsd: within(image.resolution, Number.MIN_VALUE, Infinity),
    'eo:cloud_cover': within(image.cloudCover, 0, 100),
    'eo:snow_cover': within(image.snowCover, 0, 100),
    'view:incidence_angle': within(incidenceAngle && Math.abs(incidenceAngle), 0, 90),
    'view:sun_azimuth': within(properties.illuminationAzimuthAngle, 0, 360),
    'view:sun_elevation': within(properties.illuminationElevationAngle, -90, 90),
    processingLevel: image.processingLevel,
    productType: image.productType,
  });
}

/** A file in the folder of deliveries: size in bytes, hash in hexadecimal, times in ms since 1970. */
export interface DeliveredFile {
  name: string;
  size: number;
  sha256: string;
  writtenAt: number;
  /** When its content was acquired. */
  seenAt: number | undefined;
  order: Order;
  /** Index among the order's deliveries. */
  index: number;
  /** What this delivery was ordered with. */
  ordered: Members;
}

/** The item of a delivery, for the folder `stac/items`. The same facts always make the same item. */
export function deliveryItem({ name, order, index, ordered, ...file }: DeliveredFile): object {
  const delivery = order.deliveries[index];
  const delivered = timeOf(delivery?.deliveredAt ?? delivery?.updatedAt ?? order.updatedAt);
  const seen = file.seenAt === undefined ? timeOf(ordered.acquisitionDate) : iso(file.seenAt);
  const properties = {
    title: orderName(order),
    datetime: seen ?? delivered ?? iso(file.writtenAt),
    created: delivered,
    'order:id': order.id,
    'order:date': timeOf(order.createdAt),
    'order:status': 'succeeded',
    gsd: within(ordered.resolution, Number.MIN_VALUE, Infinity),
    analytic: ordered.analytic,
    productType: ordered.productType,
    imageIds: typeof ordered.id === 'string' ? [ordered.id] : imageIdsOf(order),
  };
  const asset = {
    href: `../../${name}`,
    type: mediaTypes[deliveredEnding(name) ?? '.bin'],
    title: name,
    roles: [name.endsWith('.pdf') ? 'metadata' : 'data'],
    'file:size': file.size,
    // A multihash: the code of SHA-256, and its length of 32 bytes.
    'file:checksum': `1220${file.sha256}`,
  };
  const links = ['root', 'parent'].map(rel => ({ rel, href: '../catalog.json', type: 'application/json' }));
  const area = isPolygon(ordered.aoi) ? ordered.aoi : null;
  return itemOf(withoutEnding(name), area, properties, links, { delivery: asset });
}

/** The catalog of deliveries. @param ids of the items, which are the names of their files */
export function deliveryCatalog(ids: readonly string[]): object {
  const type = mediaTypes['.geojson'];
  const items = ids.map(id => ({ rel: 'item', href: `./items/${id}.json`, type }));
  return {
    type: 'Catalog',
    stac_version: version,
    id: 'swath-deliveries',
    title: 'Deliveries',
    description: 'Delivered reports and image products with their orders, areas and checksums.',
    links: [{ rel: 'root', href: './catalog.json', type: 'application/json' }, ...items],
  };
}

const mediaTypes = {
  '.geojson': 'application/geo+json',
  '.zip': 'application/zip',
  '.tif': 'image/tiff; application=geotiff',
  '.jp2': 'image/jp2',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
  '.tar.gz': 'application/gzip',
  '.bin': 'application/octet-stream',
};

/** The extension of a name that a delivered file can have; `undefined` for any other name. */
export function deliveredEnding(name: string): keyof typeof mediaTypes | undefined {
  return (Object.keys(mediaTypes) as (keyof typeof mediaTypes)[]).find(ending => name.endsWith(ending));
}

export function withoutEnding(name: string): string {
  return name.slice(0, name.length - (deliveredEnding(name) ?? '').length);
}

function itemOf(
  id: string,
  geometry: Polygon | MultiPolygon | null,
  properties: Members,
  links: readonly object[] = [],
  assets: Readonly<Record<string, object>> = {},
): object {
  const known = Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
  const names = [known, ...Object.values(assets)].flatMap(Object.keys);
  const extent = extentOfObject(geometry);
  const used = Object.entries(extensions).filter(([prefix]) =>
    names.some(name => name.startsWith(`${prefix}:`)),
  );
  return {
    type: 'Feature',
    stac_version: version,
    stac_extensions: used.map(([, schema]) => schema),
    id,
    geometry,
    bbox: extent && [inRange(extent.west), extent.south, inRange(extent.east), extent.north],
    properties: known,
    links,
    assets,
  };
}

/** Footprints may have longitudes beyond ±180°; a box may not. */
function inRange(longitude: number): number {
  return Math.abs(longitude) > 180 ? wrappedLongitude(longitude) : longitude;
}

function timeOf(text: unknown): string | undefined {
  const moment = typeof text === 'string' ? momentOf(text) : undefined;
  return moment && iso(moment.time);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function within(value: unknown, least: number, most: number): number | undefined {
  return typeof value === 'number' && value >= least && value <= most ? value : undefined;
}
