import { geojsonToWKT } from '@terraformer/wkt';
import { withoutAltitude } from './aoi.ts';
import type { SearchCriteria } from './searchQuery.ts';

/** The catalogue's own history starts well after this day; it stands in for an open start of an interval. */
const beforeAllAcquisitions = '2000-01-01';

/**
 * The default order is documented as newest first, then least cloudy, but it is not reliable on deployed
 * services: so it is always sent.
 */
export const newestThenClearest = '-acquisitionDate,cloudCover';

/**
 * The wire form of a search (specification: Search, query parameters): ranges as `[a,b]` without blanks, times in
 * UTC with milliseconds and `Z`, the polygon as WKT with capital keywords.
 *
 * @param page counts from 1
 * @param today `YYYY-MM-DD`, closes an interval of which only the start is set
 */
export function searchParameters(
  criteria: SearchCriteria,
  page: number,
  itemsPerPage: number,
  today: string,
): Record<string, string> {
  const parameters: Record<string, string> = {};
  if (criteria.aoi) {
    parameters.relation = 'intersects';
    parameters.geometry = geojsonToWKT(withoutAltitude(criteria.aoi));
  }
  if (criteria.acquiredFrom !== undefined || criteria.acquiredTo !== undefined) {
    const from = criteria.acquiredFrom ?? beforeAllAcquisitions;
    const to = criteria.acquiredTo ?? today;
    parameters.acquisitionDate = `[${from}T00:00:00.000Z,${to}T23:59:59.999Z]`;
  }
  if (criteria.maxCloudCover !== undefined) parameters.cloudCover = `[0,${criteria.maxCloudCover}]`;
  if (criteria.constellation !== undefined) parameters.constellation = criteria.constellation;
  if (criteria.processingLevel !== undefined) parameters.processingLevel = criteria.processingLevel;
  parameters.sortBy = newestThenClearest;
  parameters.itemsPerPage = String(itemsPerPage);
  parameters.startPage = String(page);
  return parameters;
}
