import type { MultiPolygon, Polygon } from 'geojson';
import * as z from 'zod';
import { type Fields, isRecord, textOrNothing } from '../../base/fields.ts';
import { crossesAntimeridian, halfTurn } from '../../geo/antimeridian.ts';
import type { Connection } from '../rules/connection.ts';
import { constellationCodes, type Image } from '../rules/imagery.ts';
import type { SearchCriteria } from '../rules/searchCriteria.ts';
import { type Bounds, searchLimits } from '../rules/searchQuery.ts';
import { byLetter, searchRequest, type ServiceRequest } from '../rules/serviceRequest.ts';
import type { Calls } from './calls.ts';
import { wasRefused } from './errors.ts';
import { keyOfUnreadable, totalIn } from './pages.ts';
import { plainName, readLinks, readRights, toNumber } from './wire.ts';

/**
 * An image, or why a feature isn't one. Its `properties` are the service's own object, not a copy, and are read by
 * hand: a page of results contains thousands. A property that is missing or of another type is `undefined`.
 */
function toImage(sent: unknown): Image | string {
  const {
    type: _type,
    geometry,
    properties: sentFields,
    _links,
    rights,
    ...beside
  } = isRecord(sent) ? sent : {};
  // GeoJSON has the id outside of the properties; files and exports have it inside. Some services have no properties,
  // but their members beside the geometry.
  const fields = isRecord(sentFields) ? sentFields : beside;
  const sentId = [bareValue(fields.id), bareValue(beside.id), bareValue(fieldValue(fields, 'id'))].find(isId);
  if (sentId === undefined) return 'no id';
  const id = String(sentId);
  if (!isFootprint(geometry)) return 'its geometry is no Polygon and no MultiPolygon';
  const properties = fields.id === id ? fields : { ...fields, id };
  return {
    id,
    footprint: geometry,
    acquisitionDate: timeIn(properties, 'acquisitionDate'),
    cloudCover: numberIn(properties, 'cloudCover'),
    snowCover: numberIn(properties, 'snowCover'),
    constellation: wordIn(properties, 'constellation', constellationCodes),
    platform: fieldText(properties, 'platform'),
    incidenceAngle: numberIn(properties, 'incidenceAngle'),
    resolution: numberIn(properties, 'resolution'),
    processingLevel: wordIn(properties, 'processingLevel', ['SENSOR', 'ALBUM']),
    productType: fieldText(properties, 'productType'),
    parentIdentifier: fieldText(properties, 'parentIdentifier'),
    acquisitionIdentifier: fieldText(properties, 'acquisitionIdentifier'),
    links: readLinks(_links ?? beside.links ?? fields._links),
    rights: readRights(rights ?? fields.rights),
    properties,
  };
}

/** A property, whatever the case of its name. */
function fieldValue(fields: Fields, name: string): unknown {
  if (Object.hasOwn(fields, name)) return fields[name];
  const plain = plainName(name);
  const other = Object.keys(fields).find(key => plainName(key) === plain);
  return other === undefined ? undefined : fields[other];
}

/** A value, or the one in an object around it, or in a list of one. */
function bareValue(sent: unknown): unknown {
  if (isRecord(sent)) return sent.value;
  return Array.isArray(sent) && sent.length === 1 ? sent[0] : sent;
}

function fieldText(fields: Fields, name: string): string | undefined {
  const value = bareValue(fieldValue(fields, name));
  return typeof value === 'number' ? String(value) : textOrNothing(value);
}

/** A number, also as text with a unit, such as `0.5 m`. */
function numberIn(fields: Fields, name: string): number | undefined {
  const value = bareValue(fieldValue(fields, name));
  return toNumber(
    typeof value === 'string'
      ? value
          .trim()
          .replace(/(?:%|°|m|deg|degrees|meters)$/i, '')
          .trim()
      : value,
  );
}

/** One of the known words in any case, or whatever the service says. */
function wordIn(fields: Fields, name: string, known: readonly string[]): string | undefined {
  const text = fieldText(fields, name);
  return known.find(word => word === text?.trim().toUpperCase()) ?? text;
}

/** A time as text; a number is milliseconds since 1970, or seconds. */
function timeIn(fields: Fields, name: string): string | undefined {
  const value = bareValue(fieldValue(fields, name));
  if (typeof value !== 'number') return textOrNothing(value);
  const date = new Date(Math.abs(value) < 1e11 ? value * 1000 : value);
  return Number.isNaN(date.valueOf()) ? undefined : date.toISOString();
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' ? value !== '' : typeof value === 'number';
}

/**
 * An image as a GeoJSON feature from elsewhere, read like one of the service; `undefined` if it isn't one. Any feature
 * can have an id of its own, so here only an id in the properties identifies an image.
 */
export function readImage(sent: unknown): Image | undefined {
  if (!isRecord(sent) || !isRecord(sent.properties) || typeof sent.properties.id !== 'string')
    return undefined;
  const read = toImage(sent);
  return typeof read === 'string' ? undefined : read;
}

const searchAnswer = z.looseObject({ features: z.array(z.unknown()) });

export interface SearchPage {
  images: Image[];
  /**
   * Matches in all; stops at 10,000, where it is a cap and not a count. `undefined` if the service doesn't report it.
   */
  total: number | undefined;
  /** Features that the service sent, readable as images or not. */
  received: number;
  /** What distinguishes the features that aren't readable as images; absent if there are none. */
  unreadable?: readonly string[];
  /** Whether there are more pages, where it isn't seen from `total` and `received`: see {@link searchAcross}. */
  hasMore?: boolean;
}

/** One page of a search; `page` counts from 1. */
export type SearchPageOf = (
  criteria: SearchCriteria,
  page: number,
  itemsPerPage: number,
  signal?: AbortSignal,
) => Promise<SearchPage>;

/**
 * The criteria once, or once for each side of the antimeridian: the service reads an edge across it as one around the
 * Earth, and has no box whose west is greater than its east. Only for images that intersect the AOI, since other
 * relations don't follow from those to its parts.
 */
export async function criteriaOfSides<C extends Pick<SearchCriteria, 'aoi' | 'relation' | 'bounds'>>(
  criteria: C,
): Promise<C[]> {
  const { aoi, relation = 'intersects', bounds } = criteria;
  if (bounds) return sidesOfBounds(bounds).map(side => ({ ...criteria, bounds: side }));
  if (!aoi || relation !== 'intersects' || !crossesAntimeridian(aoi)) return [criteria];
  const { cutAtAntimeridian } = await import('../../geo/overlap.ts');
  const parts = cutAtAntimeridian(aoi.coordinates) ?? [aoi.coordinates];
  return parts.map(coordinates => ({ ...criteria, aoi: { type: 'Polygon', coordinates } }));
}

function sidesOfBounds([west, south, east, north]: Bounds): Bounds[] {
  if (west <= east) return [[west, south, east, north]];
  // A box that ends at the antimeridian has nothing on the other side.
  const sides: Bounds[] = [
    [west, south, halfTurn, north],
    [-halfTurn, south, east, north],
  ];
  return sides.filter(side => side[0] < side[2]);
}

/**
 * Searches an AOI or a box across the antimeridian as one: a page is the pages of both sides, each image once. The total is only
 * known with the last page, because images on both sides count twice in theirs.
 */
export function searchAcross(search: SearchPageOf): SearchPageOf {
  return async (criteria, page, itemsPerPage, signal) => {
    const sides = await criteriaOfSides(criteria);
    const pages = await Promise.all(sides.map(side => search(side, page, itemsPerPage, signal)));
    const [only, ...others] = pages;
    if (only && others.length === 0) return only;
    const sent = pages.flatMap(result => result.images);
    const images = sent.toSorted(criteria.sortBy === undefined ? byNewest : byFields(criteria.sortBy));
    const known = new Map(images.map(image => [image.id, image]));
    const unreadable = pages.reduce((sum, result) => sum + result.received, 0) - images.length;
    // Pages can be smaller than requested.
    const hasMore =
      (page + 1) * itemsPerPage <= searchLimits.reachable &&
      pages.some(({ total, received }) => received > 0 && (total === undefined || total > page * received));
    const received = known.size + unreadable;
    const total = page === 1 && !hasMore ? received : undefined;
    return { images: [...known.values()], total, received, hasMore };
  };
}

/** As the service sorts: by the fields in turn, descending where `-` stands before the name. What has no value is last. */
function byFields(sortBy: string): (a: Image, b: Image) => number {
  const fields = sortBy.split(',').map(field => {
    const isDescending = field.startsWith('-');
    return { name: isDescending ? field.slice(1) : field, sign: isDescending ? -1 : 1 };
  });
  return (a, b) => {
    for (const { name, sign } of fields) {
      const order = compared(a.properties[name], b.properties[name], sign);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function compared(sentA: unknown, sentB: unknown, sign: number): number {
  const a = toNumber(sentA) ?? textOrNothing(sentA);
  const b = toNumber(sentB) ?? textOrNothing(sentB);
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)));
}

/** Images without a date come last. */
export function byNewest(a: Image, b: Image): number {
  return (b.acquisitionDate ?? '').localeCompare(a.acquisitionDate ?? '');
}

/**
 * GET or POST /api/v2/opensearch, or v1 where the connection says so. `page` counts from 1; `today` is `YYYY-MM-DD`.
 *
 * A service that refuses the search gets it once more in the words of the specification. If it takes that, the forms
 * aren't sent again that the specification doesn't have.
 *
 * @param refused the parameters that the service takes only as the specification has them; added to
 * @throws RangeError where criteria contradict each other, before anything is sent
 */
export async function searchCatalog(
  calls: Calls,
  connection: Connection,
  criteria: SearchCriteria,
  page: number,
  itemsPerPage: number,
  today: string,
  refused: Set<string>,
  signal?: AbortSignal,
): Promise<SearchPage> {
  const send = (request: ServiceRequest) => calls.json({ ...request, safe: true }, searchAnswer, signal);
  const { request } = byLetter(searchRequest(connection, criteria, page, itemsPerPage, today), refused);
  const answer = await send(request).catch(async (error: unknown) => {
    const repeated = byLetter(request);
    if (!wasRefused(error) || repeated.changed.length === 0) throw error;
    const second = await send(repeated.request);
    for (const name of repeated.changed) refused.add(name);
    return second;
  });
  const images: Image[] = [];
  const unreadable: string[] = [];
  for (const [index, sent] of answer.features.entries()) {
    const read = toImage(sent);
    if (typeof read !== 'string') images.push(read);
    else {
      calls.warn(`search: feature ${index} of page ${page} is left out: ${read}`);
      // The same text twice on a page is two features.
      const key = keyOfUnreadable(sent);
      unreadable.push(`${key}#${unreadable.filter(known => known.startsWith(`${key}#`)).length}`);
    }
  }
  const received = answer.features.length;
  return {
    images,
    total: totalIn(answer),
    received,
    unreadable: unreadable.length > 0 ? unreadable : undefined,
  };
}

/** By hand as well: a schema would copy each position. */
function isFootprint(sent: unknown): sent is Polygon | MultiPolygon {
  if (!isRecord(sent)) return false;
  const { type, coordinates } = sent;
  if (type === 'Polygon') return isListWith(coordinates, 1, isSentRing);
  return type === 'MultiPolygon' && isListWith(coordinates, 1, part => isListWith(part, 1, isSentRing));
}

function isSentRing(sent: unknown): boolean {
  if (!Array.isArray(sent) || sent.length < 4) return false;
  // Not by `every`: this is half of what reading an image costs.
  for (const position of sent as unknown[]) {
    if (!Array.isArray(position) || position.length < 2) return false;
    for (const part of position as unknown[]) if (!Number.isFinite(part)) return false;
  }
  return true;
}

function isListWith(sent: unknown, minLength: number, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(sent) && sent.length >= minLength && sent.every(isItem);
}
