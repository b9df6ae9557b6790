import * as z from 'zod';
import type { MultiPolygon, Polygon } from 'geojson';
import type { Connection } from '../model/account/connection.ts';
import type { Image } from '../model/images/imagery.ts';
import type { SearchCriteria } from '../model/images/searchQuery.ts';
import { searchRequest } from '../model/request/serviceRequest.ts';
import type { Calls } from './calls.ts';
import { readLinks, readRights } from './links.ts';
import { numberOf, optionalNumber, readItems, textOf } from './wire.ts';
import { isRecord } from '../model/fields.ts';

/**
 * Its `properties` are the service's own object, not a copy, and are read by hand: a page of results holds thousands. A
 * property that is missing or of another type is `undefined`.
 */
const feature = z.unknown().transform((sent, context): Image => {
  const refuse = (message: string, ...path: string[]) => {
    context.addIssue({ code: 'custom', message, path });
    return z.NEVER;
  };
  const { geometry, properties, _links, rights } = isRecord(sent) ? sent : {};
  if (!isRecord(properties)) return refuse('no properties', 'properties');
  if (typeof properties.id !== 'string') return refuse('no id', 'properties', 'id');
  if (!isFootprint(geometry)) return refuse('no Polygon and no MultiPolygon', 'geometry');
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
});

const searchAnswer = z.looseObject({ features: z.array(z.unknown()), totalResults: optionalNumber });

export interface SearchPage {
  images: Image[];
  /** Matches in all; stops at 10,000, where it is a cap and not a count. `undefined` when the service does not say. */
  total: number | undefined;
  /** Features that the service sent, readable as images or not: a short page is the last one. */
  received: number;
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
  const { items, broken } = readItems(answer.features, feature);
  for (const { index, reason } of broken)
    calls.warn(`search: feature ${index} of page ${page} is left out: ${reason}`);
  return { images: items, total: answer.totalResults, received: answer.features.length };
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

function isListOf(sent: unknown, least: number, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(sent) && sent.length >= least && sent.every(isItem);
}
