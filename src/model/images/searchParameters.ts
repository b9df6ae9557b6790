import { geojsonToWKT } from '@terraformer/wkt';
import { withoutAltitude } from '../aoi/aoi.ts';
import { acquisitionInterval, endOfDay, isoTime } from './acquisitionInterval.ts';
import { criteriaFaults } from './criteriaFaults.ts';
import { searchLimits, type SearchCriteria } from './searchQuery.ts';
import * as l10n from '@vscode/l10n';

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
 * @throws RangeError with the first of `criteriaFaults`, where there is one, and for a page that no search has
 */
export function searchParameters(
  criteria: SearchCriteria,
  page: number,
  itemsPerPage: number,
  today: string,
): Record<string, string> {
  const [fault] = criteriaFaults(criteria);
  if (fault) throw new RangeError(fault.message);
  const { maximumPageSize, reachable } = searchLimits;
  const isPage = Number.isInteger(page) && page >= 1 && itemsPerPage >= 1 && itemsPerPage <= maximumPageSize;
  if (!isPage || !Number.isInteger(itemsPerPage) || (page - 1) * itemsPerPage >= reachable) {
    throw new RangeError(
      l10n.t(
        "Page {0} with {1} results can't be requested. A page has at most {2} results, and a search reaches {3}.",
        page,
        itemsPerPage,
        maximumPageSize,
        reachable,
      ),
    );
  }
  const interval = acquisitionInterval(criteria, endOfDay(today));
  return {
    ...areaParameters(criteria),
    ...textParameter('id', criteria.ids?.join(',')),
    ...(interval && { acquisitionDate: `[${isoTime(interval.from)},${isoTime(interval.to)}]` }),
    ...cloudParameters(criteria),
    ...textParameter('constellation', criteria.constellation),
    ...textParameter('processingLevel', criteria.processingLevel),
    ...textParameter('productType', criteria.productType),
    ...textParameter('workspace', criteria.workspace),
    ...textParameter('workspaceid', criteria.workspaceId),
    sortBy: criteria.sortBy ?? newestThenClearest,
    itemsPerPage: String(itemsPerPage),
    startPage: String(page),
  };
}

/** Numbers in a text without exponents: not every service reads those. */
function plain(text: string | number): string {
  return String(text).replaceAll(
    /(\d)(?:\.(\d+))?e-(\d+)/g,
    (_all, first: string, rest = '', places: string) => `0.${'0'.repeat(Number(places) - 1)}${first}${rest}`,
  );
}

function areaParameters({ aoi, relation, circle, bounds }: SearchCriteria): Record<string, string> {
  if (aoi) return { relation: relation ?? 'intersects', geometry: plain(geojsonToWKT(withoutAltitude(aoi))) };
  if (circle) {
    const { longitude, latitude, radius } = circle;
    return { lat: plain(latitude), lon: plain(longitude), radius: plain(radius) };
  }
  return bounds ? { bbox: plain(bounds.join(',')) } : {};
}

function cloudParameters({ minCloudCover, maxCloudCover }: SearchCriteria): Record<string, string> {
  if (minCloudCover === undefined && maxCloudCover === undefined) return {};
  return { cloudCover: `[${plain(minCloudCover ?? 0)},${plain(maxCloudCover ?? 100)}]` };
}

function textParameter(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value };
}
