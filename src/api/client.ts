import PQueue from 'p-queue';
import type { Profile } from '../model/account.ts';
import type { Analytic } from '../model/analyticOrder.ts';
import type { Connection } from '../model/connection.ts';
import type { Order, Price } from '../model/order.ts';
import type { SearchCriteria } from '../model/searchQuery.ts';
import { readProfile } from './account.ts';
import { listAnalytics } from './analytics.ts';
import { createCalls } from './calls.ts';
import { searchCatalog, type SearchPage } from './catalog.ts';
import { downloadDelivery, type DownloadTarget } from './deliveries.ts';
import { createHttp, type Fetch, type Http, type HttpLog } from './http.ts';
import { listOrders, placeOrder, priceOrder, readOrder } from './orders.ts';
import { createTokens } from './token.ts';

export interface ClientOptions {
  connection: Connection;
  apiKey: string;
  fetch: Fetch;
  log: HttpLog;
  warn: (message: string) => void;
  /** The key was refused at the token exchange: from now on every call fails without being sent. */
  onRefused: () => void;
  now?: () => number;
  retryDelayMs?: number;
  timeoutMs?: number;
  /** Least distance between two price or order calls, milliseconds. */
  orderPaceMs?: number;
}

/** The whole service for one connection and one key. Every function throws `ApiError`. */
export interface Client {
  readonly connection: Connection;
  /** Exchanges the key for a token and nothing else: proves the key. */
  signIn(signal?: AbortSignal): Promise<void>;
  profile(signal?: AbortSignal): Promise<Profile>;
  search(
    criteria: SearchCriteria,
    page: number,
    itemsPerPage: number,
    signal?: AbortSignal,
  ): Promise<SearchPage>;
  analytics(signal?: AbortSignal): Promise<Analytic[]>;
  price(body: unknown, signal?: AbortSignal): Promise<Price>;
  /** Spends money; see `placeOrder` in orders.ts. */
  placeOrder(body: unknown): Promise<Order>;
  order(orderId: string, signal?: AbortSignal): Promise<Order>;
  orders(filter: { status?: string; kind?: string }, signal?: AbortSignal): Promise<Order[]>;
  download(
    link: string,
    target: DownloadTarget,
    progress: (received: number, total: number | undefined) => void,
    signal?: AbortSignal,
  ): Promise<void>;
}

/** Sister services ban for ten minutes above one ordering call a second, and forbid parallel ones. */
const defaultOrderPaceMs = 1000;

export function createClient(options: ClientOptions): Client {
  const { connection, now = Date.now, orderPaceMs = defaultOrderPaceMs } = options;
  const tokens = createTokens(connection, options.apiKey, () => http, options.onRefused, now);
  const http: Http = createHttp({
    connection,
    fetch: options.fetch,
    log: options.log,
    secrets: () => tokens.secrets(),
    ...(options.retryDelayMs === undefined ? {} : { retryDelayMs: options.retryDelayMs }),
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  });
  const calls = createCalls(connection, http, tokens, options.warn);
  const ordering = new PQueue({
    concurrency: 1,
    interval: orderPaceMs,
    intervalCap: 1,
    strict: orderPaceMs > 0,
  });
  const today = () => new Date(now()).toISOString().slice(0, 10);

  return {
    connection,
    signIn: async signal => {
      await tokens.get('IDP', signal);
    },
    profile: signal => readProfile(calls, signal),
    search: (criteria, page, itemsPerPage, signal) =>
      searchCatalog(calls, criteria, page, itemsPerPage, today(), signal),
    analytics: signal => listAnalytics(calls, signal),
    price: (body, signal) => ordering.add(() => priceOrder(calls, body, signal)),
    placeOrder: body => ordering.add(() => placeOrder(calls, body)),
    order: (orderId, signal) => readOrder(calls, orderId, signal),
    orders: (filter, signal) => listOrders(calls, filter, signal),
    download: (link, target, progress, signal) => downloadDelivery(calls, link, target, progress, signal),
  };
}
