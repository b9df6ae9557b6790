/** What calls of the service are made of, for whoever sends them and for whoever shows them. */
import type { Connection } from '../account/connection.ts';
import { withoutAltitude } from '../aoi/aoi.ts';
import { searchParameters } from '../images/searchParameters.ts';
import type { SearchCriteria } from '../images/searchQuery.ts';
import * as l10n from '@vscode/l10n';
import { shownLine } from '../words/shownText.ts';

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

export function addressOf(connection: Connection, { host, path, query }: ServiceRequest): URL {
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
  if (addressOf(connection, asGet).href.length <= longestAddress) return asGet;
  const json = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, numbers.includes(name) ? Number(value) : value]),
  );
  // A body takes the polygon as GeoJSON: some services refuse WKT there.
  const geometry = criteria.aoi && { geometry: withoutAltitude(criteria.aoi) };
  return { host: 'searchUrl', method: 'POST', path, json: { ...json, ...geometry } };
}

/** An id that can't be used in an address. Thrown before anything is sent. */
export class UnusableIdError extends Error {
  constructor(id: string) {
    super(l10n.t('"{0}" can\'t be used as an id in an address. Nothing was sent.', shownLine(id)));
    this.name = 'UnusableIdError';
  }
}

/**
 * An id as one path segment. Otherwise an empty id would lead to the whole collection, and `.` or `..` to its parent.
 *
 * @throws {@link UnusableIdError} for those, and for a lone UTF-16 surrogate, which no address can contain
 */
export function pathSegment(id: string): string {
  if (id === '' || id === '.' || id === '..' || !id.isWellFormed()) throw new UnusableIdError(id);
  return encodeURIComponent(id);
}
