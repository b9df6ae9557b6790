/** What calls of the service are made of, for whoever sends them and for whoever shows them. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { isRecord } from '../../base/fields.ts';
import { plainNumber } from '../../base/words/plainNumber.ts';
import { withoutAltitude } from '../../geo/aoi.ts';
import { wktText } from '../../geo/wkt.ts';
import { acquisitionInterval, endOfDay, isoTime } from './acquisitionInterval.ts';
import type { Connection } from './connection.ts';
import { criteriaFaults } from './criteriaFaults.ts';
import { plainCriteria, type SearchCriteria } from './searchCriteria.ts';
import { searchLimits } from './searchQuery.ts';
import { UnusableIdError } from './unusableId.ts';

/** One call, without the token that goes along. */
export interface ServiceRequest {
  /** Which of the connection's addresses the path belongs to. */
  host: 'baseUrl' | 'searchUrl' | 'authUrl' | 'accessUrl';
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string>>;
  /** Of the body; absent where there is none. */
  json?: unknown;
}

export function requestUrl(connection: Connection, { host, path, query }: ServiceRequest): URL {
  const url = new URL(connection[host] + path);
  url.search = new URLSearchParams(query).toString();
  return url;
}

/** Below `authUrl`; takes a form with `apikey`, `client_id` and `grant_type`. */
export const tokenPath = '/auth/realms/IDP/protocol/openid-connect/token';

/** POST /api/v1/prices. Costs nothing and changes nothing. */
export function priceRequest(body: unknown): ServiceRequest {
  return { host: 'baseUrl', method: 'POST', path: '/api/v1/prices', json: body };
}

/** POST /api/v1/orders: spends money. */
export function orderRequest(body: unknown): ServiceRequest {
  return { host: 'baseUrl', method: 'POST', path: '/api/v1/orders', json: body };
}

/** GET /api/v1/orders/{orderId}. Throws `UnusableIdError`. */
export function readOrderRequest(orderId: string): ServiceRequest {
  return { host: 'baseUrl', method: 'GET', path: `/api/v1/orders/${pathSegment(orderId)}` };
}

/** GET {accessUrl}/api/v1/items/{itemId}/download. Throws `UnusableIdError`. */
export function itemRequest(itemId: string): ServiceRequest {
  return { host: 'accessUrl', method: 'GET', path: `/api/v1/items/${pathSegment(itemId)}/download` };
}

/** The longest address, characters, that a search is sent to as GET. */
const longestAddress = 2000;

/** Parameters that the specification types as numbers; in a JSON body they are numbers too. */
const numbers: readonly string[] = ['lat', 'lon', 'radius', 'itemsPerPage', 'startPage'];

/**
 * GET or POST /api/v2/opensearch, or v1 where the connection says so.
 *
 * @param page counts from 1
 * @param today `YYYY-MM-DD`
 * @throws RangeError where criteria contradict each other
 */
export function searchRequest(
  connection: Connection,
  criteria: SearchCriteria,
  page: number,
  itemsPerPage: number,
  today: string,
): ServiceRequest {
  const query = searchParameters(criteria, page, itemsPerPage, today);
  const path = connection.searchPath ?? '/api/v2/opensearch';
  const asGet: ServiceRequest = { host: 'searchUrl', method: 'GET', path, query };
  if (requestUrl(connection, asGet).href.length <= longestAddress) return asGet;
  const json = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, numbers.includes(name) ? Number(value) : value]),
  );
  // A body takes the polygon as GeoJSON: some services refuse WKT there. `byLetter` writes WKT.
  const geometry = criteria.aoi && { geometry: withoutAltitude(criteria.aoi) };
  return { host: 'searchUrl', method: 'POST', path, json: { ...json, ...geometry } };
}

/**
 * Parameters of a search that may say more than the specification has: what it has instead. Deployed services take the
 * longer forms.
 */
const formsOfText: Readonly<Record<string, (sent: unknown) => unknown>> = {
  // A field name.
  sortBy: sent => String(sent).split(',')[0],
  // A word; `mono` is the one that excludes stereo.
  productType: sent => (String(sent).split(',').includes('mono') ? 'mono' : sent),
  // A WKT polygon.
  geometry: sent => (isRecord(sent) ? wktText(withoutAltitude(sent as unknown as Polygon)) : sent),
};

export const parametersBeyondText: ReadonlySet<string> = new Set(Object.keys(formsOfText));

/**
 * A search with nothing in these parameters that the specification doesn't have.
 *
 * @returns the request, and the names of the parameters that were written in another form
 */
export function byLetter(
  request: ServiceRequest,
  names: ReadonlySet<string> = parametersBeyondText,
): { request: ServiceRequest; changed: string[] } {
  const changed: string[] = [];
  const written = (parameters: object) =>
    Object.fromEntries(
      Object.entries(parameters).map(([name, sent]: [string, unknown]) => {
        const form = names.has(name) ? formsOfText[name]?.(sent) : undefined;
        if (form === undefined || form === sent) return [name, sent];
        changed.push(name);
        return [name, form];
      }),
    );
  const { query, json } = request;
  return {
    request: {
      ...request,
      ...(query && { query: written(query) as Record<string, string> }),
      ...(isRecord(json) && { json: written(json) }),
    },
    changed,
  };
}

/**
 * An id as one path segment. Otherwise an empty id would lead to the whole collection, and `.` or `..` to its parent.
 *
 * @throws {@link UnusableIdError} for those, for a lone UTF-16 surrogate, which no address can contain, and for a long
 *   one, which no server and no command line takes
 */
export function pathSegment(id: string): string {
  if (id === '' || id === '.' || id === '..' || !id.isWellFormed()) throw new UnusableIdError(id);
  const segment = encodeURIComponent(id);
  if (segment.length > longestSegment) throw new UnusableIdError(id);
  return segment;
}

/** Servers refuse addresses of some 8,000 characters. */
const longestSegment = 4_000;

/**
 * The default order is documented as newest first, then least cloudy, but it is not reliable on deployed services: so
 * it is always sent. One field, as the specification has it.
 */
export const newestFirst = '-acquisitionDate';

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
  if (!isPage || !Number.isInteger(itemsPerPage) || page * itemsPerPage > reachable) {
    throw new RangeError(l10n.t("Page {0} with {1} results can't be requested.", page, itemsPerPage));
  }
  const interval = acquisitionInterval(criteria, endOfDay(today));
  return {
    ...areaParameters(criteria),
    ...(criteria.ids && { id: criteria.ids.join(',') }),
    ...(interval && { acquisitionDate: `[${isoTime(interval.from)},${isoTime(interval.to)}]` }),
    ...cloudParameters(criteria),
    ...plainParameters(criteria),
    sortBy: criteria.sortBy ?? newestFirst,
    itemsPerPage: String(itemsPerPage),
    startPage: String(page),
  };
}

function areaParameters({ aoi, relation, circle, bounds }: SearchCriteria): Record<string, string> {
  if (aoi) return { relation: relation ?? 'intersects', geometry: wktText(withoutAltitude(aoi)) };
  if (circle) {
    const { longitude, latitude, radius } = circle;
    return { lat: plainNumber(latitude), lon: plainNumber(longitude), radius: plainNumber(radius) };
  }
  return bounds ? { bbox: bounds.map(plainNumber).join(',') } : {};
}

function cloudParameters({ minCloudCover, maxCloudCover }: SearchCriteria): Record<string, string> {
  if (minCloudCover === undefined && maxCloudCover === undefined) return {};
  return { cloudCover: `[${plainNumber(minCloudCover ?? 0)},${plainNumber(maxCloudCover ?? 100)}]` };
}

function plainParameters(criteria: SearchCriteria): Record<string, string> {
  return Object.fromEntries(
    plainCriteria.flatMap(([name, parameter]) => {
      const value = criteria[name];
      if (typeof value === 'number') return [[parameter, plainNumber(value)]];
      return typeof value === 'string' ? [[parameter, value]] : [];
    }),
  );
}
