import type { MultiPolygon, Polygon } from 'geojson';
import * as z from 'zod';
import type { Image } from '../model/imagery.ts';
import { searchParameters } from '../model/searchParameters.ts';
import type { SearchCriteria } from '../model/searchQuery.ts';
import type { Calls } from './calls.ts';
import { optionalNumber, optionalText, readItems } from './wire.ts';

const position = z.array(z.number()).min(2);
const ring = z.array(position).min(4);
const footprint = z.union([
  z.looseObject({ type: z.literal('Polygon'), coordinates: z.array(ring).min(1) }),
  z.looseObject({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring).min(1)).min(1) }),
]) as unknown as z.ZodType<Polygon | MultiPolygon>;

/** Never fails: a property that is missing or of another type is `undefined`. */
const known = z.object({
  acquisitionDate: optionalText,
  cloudCover: optionalNumber,
  snowCover: optionalNumber,
  constellation: optionalText,
  platform: optionalText,
  incidenceAngle: optionalNumber,
  resolution: optionalNumber,
  processingLevel: optionalText,
  productType: optionalText,
});

const feature = z
  .looseObject({ geometry: footprint, properties: z.looseObject({ id: z.string() }) })
  .transform(({ geometry, properties }): Image => {
    const read = known.parse(properties);
    return {
      id: properties.id,
      footprint: geometry,
      acquisitionDate: read.acquisitionDate,
      cloudCover: read.cloudCover,
      snowCover: read.snowCover,
      constellation: read.constellation,
      platform: read.platform,
      incidenceAngle: read.incidenceAngle,
      resolution: read.resolution,
      processingLevel: read.processingLevel,
      productType: read.productType,
      properties,
    };
  });

const searchAnswer = z.looseObject({ features: z.array(z.unknown()), totalResults: optionalNumber });

export interface SearchPage {
  images: Image[];
  /** Matches in all; stops at 10,000, where it is a cap and not a count. `undefined` when the service does not say. */
  total: number | undefined;
  /** Features that the service sent, readable or not: a short page is the last one. */
  received: number;
}

/** The address length from which the search is sent as POST. */
const longestAddress = 2000;

/** GET or POST /api/v2/opensearch. `page` counts from 1; `today` is `YYYY-MM-DD`. */
export async function searchCatalog(
  calls: Calls,
  criteria: SearchCriteria,
  page: number,
  itemsPerPage: number,
  today: string,
  signal?: AbortSignal,
): Promise<SearchPage> {
  const parameters = searchParameters(criteria, page, itemsPerPage, today);
  const path = '/api/v2/opensearch';
  const fits = new URLSearchParams(parameters).toString().length + path.length < longestAddress;
  const answer = await calls.json(
    {
      host: 'searchUrl',
      path,
      safe: true,
      ...(fits ? { method: 'GET', query: parameters } : { method: 'POST', json: parameters }),
    },
    searchAnswer,
    signal,
  );
  const { items, broken } = readItems(answer.features, feature);
  for (const { index, reason } of broken)
    calls.warn(`search: feature ${index} of page ${page} is left out: ${reason}`);
  return { images: items, total: answer.totalResults, received: answer.features.length };
}
