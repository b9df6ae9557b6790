/** STAC Items of images and of deliveries, and the catalog above them (SpatioTemporal Asset Catalog 1.1.0). */
import type { MultiPolygon, Polygon } from 'geojson';
import { isRecord } from '../../../base/fields.ts';
import { parseMoment } from '../../../base/words/moment.ts';
import { isPolygon } from '../../../geo/aoiRings.ts';
import { geojsonExtent } from '../../../geo/bbox.ts';
import { exportedGeometry } from '../../../geo/export/exportTable.ts';
import { customName } from '../../../service/rules/customName.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import type { Order } from '../../../service/rules/order.ts';
import { type Members, orderImageIds } from '../../../service/rules/orderContents.ts';
import { type FactName, factNamed, factNames, factValue, type Known, withFacts } from './imageFacts.ts';

type Area = Polygon | MultiPolygon | null;
type Assets = Readonly<Record<string, object>>;

/** By the prefix of their fields. */
const extensionVersions = { eo: '2.0.0', view: '1.1.0', order: '1.1.0', file: '2.1.0' };

/**
 * An image of the catalogue. Its pictures aren't assets, because they need a token. The service's azimuth is left out:
 * it is that of the image, not of the view.
 */
export function imageItem(image: Image): object {
  const known = withFacts(image);
  const { id, footprint, acquisitionDate, properties } = known;
  const acquired = rfc3339Time(acquisitionDate);
  const fields = {
    datetime: acquired ?? null,
    // STAC needs a period if the time isn't known.
    ...(acquired === undefined ? { start_datetime: iso(0), end_datetime: iso(Date.now()) } : {}),
    'view:sun_azimuth': within(properties.illuminationAzimuthAngle, 0, 360),
    ...Object.fromEntries(factNames.flatMap(name => stacField(name, known))),
  };
  return makeStacItem(id, footprint, fields, [], {});
}

/** At most one. */
function stacField(name: FactName, image: Known): [string, unknown][] {
  const fact = factNamed(name);
  const value = factValue(name, image);
  if (!fact.stac) return [];
  if (fact.type !== 'number') return [[fact.stac.name, value]];
  const { min, max, write } = fact.stac;
  return [[fact.stac.name, within(typeof value === 'number' && write ? write(value) : value, min, max)]];
}

/** Name in its folder, bytes, hexadecimal hash, and when it was written and its content acquired, ms since 1970. */
export interface DeliveredFile {
  name: string;
  size: number;
  sha256: string;
  writtenAt: number;
  seenAt: number | undefined;
}

/** The item of the delivery with this index, and of what it was ordered with, for the folder `stac/items`. */
export function deliveryItem(order: Order, index: number, ordered: Members, file: DeliveredFile): object {
  const delivery = order.deliveries[index];
  const delivered = rfc3339Time(delivery?.deliveredAt ?? delivery?.updatedAt ?? order.updatedAt);
  const seen = file.seenAt === undefined ? rfc3339Time(ordered.acquisitionDate) : iso(file.seenAt);
  const properties = {
    title: customName(order),
    datetime: seen ?? null,
    // STAC needs a period if the time isn't known: before it was delivered.
    ...(seen === undefined ? { start_datetime: iso(0), end_datetime: delivered ?? iso(file.writtenAt) } : {}),
    created: delivered,
    'order:id': order.id,
    'order:date': rfc3339Time(order.createdAt),
    'order:status': 'succeeded',
    analytic: ordered.analytic,
    productType: ordered.productType,
    imageIds: typeof ordered.id === 'string' ? [ordered.id] : orderImageIds(order),
  };
  const id = withoutEnding(file.name);
  const asset = {
    href: `../../${file.name}`,
    type: mediaTypes[file.name.slice(id.length)],
    roles: [file.name.endsWith('.pdf') ? 'metadata' : 'data'],
    'file:size': file.size,
    // A multihash: the code of SHA-256, and its length of 32 bytes.
    'file:checksum': `1220${file.sha256}`,
  };
  const links = ['root', 'parent'].map(rel => ({ rel, href: '../catalog.json', type: 'application/json' }));
  return makeStacItem(id, isPolygon(ordered.aoi) ? ordered.aoi : null, properties, links, {
    delivery: asset,
  });
}

/**
 * The catalog of deliveries.
 *
 * @param ids of all items in its folder `items`, which are the names of their files
 * @param before the existing catalog: its other members and links stay
 */
export function deliveryCatalog(ids: readonly string[], before?: Members & { links: unknown[] }): object {
  const items = ids.map(id => ({ rel: 'item', href: `./items/${id}.json`, type: 'application/geo+json' }));
  if (before) return { ...before, links: [...before.links.filter(link => !isInItems(link)), ...items] };
  return {
    type: 'Catalog',
    stac_version: '1.1.0',
    id: 'swath-deliveries',
    title: 'Deliveries',
    description: 'Delivered reports and image products with their orders, areas and checksums.',
    links: [{ rel: 'root', href: './catalog.json', type: 'application/json' }, ...items],
  };
}

function isInItems(link: unknown): boolean {
  return isRecord(link) && link.rel === 'item' && /^(?:\.\/)*items\/[^/]+\.json$/.test(String(link.href));
}

const mediaTypes: Readonly<Record<string, string>> = {
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

/** The name of a delivered file without its extension; a name that no delivery can have stays as it is. */
export function withoutEnding(name: string): string {
  const ending = Object.keys(mediaTypes).find(extension => name.endsWith(extension)) ?? '';
  return name.slice(0, name.length - ending.length);
}

function makeStacItem(id: string, area: Area, fields: Members, links: object[], assets: Assets): object {
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const names = [known, ...Object.values(assets)].flatMap(Object.keys);
  const stac_extensions = Object.entries(extensionVersions).flatMap(([prefix, number]) => {
    const isUsed = names.some(name => name.startsWith(`${prefix}:`));
    return isUsed ? [`https://stac-extensions.github.io/${prefix}/v${number}/schema.json`] : [];
  });
  // Footprints may have longitudes beyond ±180°, or steps across it; an item may not.
  const geometry = area && ((exportedGeometry(area).shape as Area | undefined) ?? area);
  const bbox = geojsonExtent(geometry);
  const head = { type: 'Feature', stac_version: '1.1.0', stac_extensions, id, geometry, bbox };
  return { ...head, properties: known, links, assets };
}

function rfc3339Time(text: unknown): string | undefined {
  const moment = typeof text === 'string' ? parseMoment(text) : undefined;
  return moment && iso(moment.time);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function within(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && value >= min && value <= max ? value : undefined;
}
