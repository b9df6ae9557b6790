import type { MultiPolygon, Polygon } from 'geojson';
import * as z from 'zod';
import type { Connection } from '../model/account/connection.ts';
import { isRecord } from '../model/fields.ts';
import { crossesAntimeridian } from '../model/geometry/antimeridian.ts';
import type { Image } from '../model/images/imagery.ts';
import { type SearchCriteria, searchLimits } from '../model/images/searchQuery.ts';
import { searchRequest } from '../model/request/serviceRequest.ts';
import type { Calls } from './calls.ts';
import { numberOf, optionalNumber, readLinks, readRights, textOf } from './wire.ts';

/**
 * An image, or why a feature isn't one. Its `properties` are the service's own object, not a copy, and are read by
 * hand: a page of results contains thousands. A property that is missing or of another type is `undefined`.
 */
function imageOf(sent: unknown): Image | string {
  const { id: featureId, geometry, properties: fields, _links, rights } = isRecord(sent) ? sent : {};
  if (!isRecord(fields)) return 'no properties';
  // GeoJSON has it outside of the properties; files and exports have it inside.
  const properties =
    typeof fields.id !== 'string' && isId(featureId) ? { ...fields, id: String(featureId) } : fields;
  if (typeof properties.id !== 'string') return 'no id';
  if (!isFootprint(geometry)) return 'its geometry is no Polygon and no MultiPolygon';
  return {
    id: properties.id,
    footprint: geometry,
    acquisitionDate: textOf(properties.acquisitionDate),
    cloudCover: numberOf(properties.cloudCover),
    snowCover: numberOf(properties.snowCover),
    constellation: textOf(properties.constellation),
    platform: textOf(properties.platform),
    incidenceAngle: numberOf(properties.incidenceAngle),
    resolution: numberOf(properties.resolution),
    processingLevel: textOf(properties.processingLevel),
    productType: textOf(properties.productType),
    parentIdentifier: textOf(properties.parentIdentifier),
    acquisitionIdentifier: textOf(properties.acquisitionIdentifier),
    links: readLinks(_links),
    rights: readRights(rights),
    properties,
  };
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
  const read = imageOf(sent);
  return typeof read === 'string' ? undefined : read;
}

const searchAnswer = z.looseObject({ features: z.array(z.unknown()), totalResults: optionalNumber });

export interface SearchPage {
  images: Image[];
  /**
   * Matches in all; stops at 10,000, where it is a cap and not a count. `undefined` if the service doesn't report it.
   */
  total: number | undefined;
  /** Features that the service sent, readable as images or not: a short page is the last one. */
  received: number;
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
 * Earth. Only for images that intersect the AOI, since other relations don't follow from those to its parts.
 */
export async function criteriaOfSides<C extends Pick<SearchCriteria, 'aoi' | 'relation'>>(
  criteria: C,
): Promise<C[]> {
  const { aoi, relation = 'intersects' } = criteria;
  if (!aoi || relation !== 'intersects' || !crossesAntimeridian(aoi)) return [criteria];
  const { cutAtAntimeridian } = await import('../model/geometry/overlap.ts');
  const parts = cutAtAntimeridian(aoi.coordinates) ?? [aoi.coordinates];
  return parts.map(coordinates => ({ ...criteria, aoi: { type: 'Polygon', coordinates } }));
}

/**
 * Searches an AOI across the antimeridian as one: a page is the pages of both sides, each image once. The total is only
 * known with the last page, because images on both sides count twice in theirs.
 */
export function searchAcross(search: SearchPageOf): SearchPageOf {
  return async (criteria, page, itemsPerPage, signal) => {
    const sides = await criteriaOfSides(criteria);
    const pages = await Promise.all(sides.map(side => search(side, page, itemsPerPage, signal)));
    const [only, ...others] = pages;
    if (only && others.length === 0) return only;
    const sent = pages.flatMap(result => result.images);
    const images = criteria.sortBy === undefined ? sent.toSorted(byNewest) : sent;
    const known = new Map(images.map(image => [image.id, image]));
    const unreadable = pages.reduce((sum, result) => sum + result.received, 0) - images.length;
    const reached = page * itemsPerPage;
    const hasMore =
      reached < searchLimits.reachable &&
      pages.some(({ total, received }) =>
        total === undefined ? received >= itemsPerPage : received > 0 && total > reached,
      );
    const received = known.size + unreadable;
    const total = page === 1 && !hasMore ? received : undefined;
    return { images: [...known.values()], total, received, hasMore };
  };
}

/** Images without a date come last. */
export function byNewest(a: Image, b: Image): number {
  return (b.acquisitionDate ?? '').localeCompare(a.acquisitionDate ?? '');
}

/**
 * GET or POST /api/v2/opensearch, or v1 where the connection says so. `page` counts from 1; `today` is `YYYY-MM-DD`.
 *
 * @throws RangeError where criteria contradict each other, before anything is sent
 */
export async function searchCatalog(
  calls: Calls,
  connection: Connection,
  criteria: SearchCriteria,
  page: number,
  itemsPerPage: number,
  today: string,
  signal?: AbortSignal,
): Promise<SearchPage> {
  const request = searchRequest(connection, criteria, page, itemsPerPage, today);
  const answer = await calls.json({ ...request, safe: true }, searchAnswer, signal);
  const images: Image[] = [];
  for (const [index, sent] of answer.features.entries()) {
    const read = imageOf(sent);
    if (typeof read !== 'string') images.push(read);
    else calls.warn(`search: feature ${index} of page ${page} is left out: ${read}`);
  }
  return { images, total: answer.totalResults, received: answer.features.length };
}

/** By hand as well: a schema would copy each position. */
function isFootprint(sent: unknown): sent is Polygon | MultiPolygon {
  if (!isRecord(sent)) return false;
  const { type, coordinates } = sent;
  if (type === 'Polygon') return isListOf(coordinates, 1, isRing);
  return type === 'MultiPolygon' && isListOf(coordinates, 1, part => isListOf(part, 1, isRing));
}

function isRing(sent: unknown): boolean {
  if (!Array.isArray(sent) || sent.length < 4) return false;
  // Not by `every`: this is half of what reading an image costs.
  for (const position of sent as unknown[]) {
    if (!Array.isArray(position) || position.length < 2) return false;
    for (const part of position as unknown[]) if (!Number.isFinite(part)) return false;
  }
  return true;
}

function isListOf(sent: unknown, minLength: number, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(sent) && sent.length >= minLength && sent.every(isItem);
}
