import PQueue from 'p-queue';
import type { Contract, Profile, Services } from '../model/account/account.ts';
import type { Analytic } from '../model/order/analyticOrder.ts';
import type { ApiKey, CreatedApiKey } from '../model/account/apiKey.ts';
import type { Connection } from '../model/account/connection.ts';
import type { Image } from '../model/images/imagery.ts';
import type { Order, Price } from '../model/order/order.ts';
import type { Payment } from '../model/account/payment.ts';
import type { SearchCriteria } from '../model/images/searchQuery.ts';
import type { Consumption, Subscription } from '../model/account/subscription.ts';
import { readContract, readProfile, readServices } from './account.ts';
import { createKey, deleteKey, listKeys } from './apiKeys.ts';
import { createCalls, type Calls } from './calls.ts';
import { searchCatalog, type SearchPage } from './catalog.ts';
import { readConsumption } from './consumption.ts';
import { downloadDelivery, type DownloadTarget } from './deliveries.ts';
import type { ApiError } from './errors.ts';
import { createHttp, type Fetch, type Http, type HttpLog } from './http.ts';
import { listOrders, listOrdersPage, placeOrder, priceOrder, readOrder, type OrderFilter } from './orders.ts';
import { type ListPage, type PageRequest, readAllPages } from './pages.ts';
import { listPayments, listSubscriptionPayments, readPayment } from './payments.ts';
import {
  listSubscriptions,
  listSubscriptionsPage,
  readSubscription,
  revokeSubscription,
  type SubscriptionFilter,
} from './subscriptions.ts';
import { searchAll, type SearchAllCriteria, type SearchAllOptions } from './searchAll.ts';
import { createTokens } from './token.ts';
import * as z from 'zod';
import { optionalText, optionalWords } from './wire.ts';
import { isoDay } from '../model/words/moment.ts';

const analytic = z
  .looseObject({
    code: z.string(),
    name: optionalText,
    type: optionalText,
    sensor: optionalWords,
    description: optionalText,
  })
  .transform((item): Analytic => ({
    code: item.code,
    name: item.name ?? item.code,
    type: item.type ?? '',
    sensor: item.sensor ?? [],
    description: item.description,
  }));

/** GET /api/v1/analytics, all pages. */
function listAnalytics(calls: Calls, signal?: AbortSignal): Promise<Analytic[]> {
  return readAllPages(calls, '/api/v1/analytics', {}, analytic, one => one.code, signal);
}

export interface ClientOptions {
  connection: Connection;
  apiKey: string;
  fetch: Fetch;
  log: HttpLog;
  warn: (message: string) => void;
  /** The key was refused at the token exchange: from now on every call fails without being sent. */
  onRefused: (error: ApiError) => void;
  /** Aborted when the window goes; see `HttpOptions`. */
  lifetime?: AbortSignal;
  now?: () => number;
  retryDelayMs?: number;
  timeoutMs?: number;
  /** Longest wait for the next byte of a download, milliseconds. */
  stallMs?: number;
  /** Least distance between two price or order calls, milliseconds. */
  orderPaceMs?: number;
}

/**
 * The whole service for one connection and one key. Every function throws `ApiError`, and those that take an id
 * `UnusableIdError` where no address can hold it.
 */
/** A turn to order. No other price or order leaves before it ends. */
export interface OrderSlot {
  /** Spends money; see `placeOrder` in orders.ts. To be called once. */
  place(body: unknown): Promise<Order>;
  /** Lets the next call have its turn; a second time it does nothing. */
  end(): void;
}

export interface Client {
  readonly connection: Connection;
  /** Exchanges the key for a token and nothing else: proves the key. */
  signIn(signal?: AbortSignal): Promise<void>;
  profile(signal?: AbortSignal): Promise<Profile>;
  services(signal?: AbortSignal): Promise<Services>;
  contract(contractId: string, signal?: AbortSignal): Promise<Contract>;
  subscriptions(
    contractId: string,
    filter: SubscriptionFilter,
    signal?: AbortSignal,
  ): Promise<Subscription[]>;
  subscriptionsPage(
    contractId: string,
    wanted: SubscriptionFilter & PageRequest,
    signal?: AbortSignal,
  ): Promise<ListPage<Subscription>>;
  subscription(contractId: string, subscriptionId: string, signal?: AbortSignal): Promise<Subscription>;
  /** Changes state; see `revokeSubscription` in subscriptions.ts. */
  revoke(subscriptionId: string): Promise<Subscription>;
  consumption(signal?: AbortSignal): Promise<Consumption>;
  payments(contractId: string, wanted: PageRequest, signal?: AbortSignal): Promise<ListPage<Payment>>;
  subscriptionPayments(
    subscriptionId: string,
    wanted: PageRequest,
    signal?: AbortSignal,
  ): Promise<ListPage<Payment>>;
  payment(contractId: string, paymentId: string, signal?: AbortSignal): Promise<Payment>;
  search(
    criteria: SearchCriteria,
    page: number,
    itemsPerPage: number,
    signal?: AbortSignal,
  ): Promise<SearchPage>;
  /** Every match, newest first; see `searchAll` in searchAll.ts. */
  searchAll(criteria: SearchAllCriteria, options?: SearchAllOptions): AsyncGenerator<Image, void, undefined>;
  analytics(signal?: AbortSignal): Promise<Analytic[]>;
  price(body: unknown, signal?: AbortSignal): Promise<Price>;
  /**
   * Waits until nothing stands before an order any more: neither its turn among the calls that price and order, nor a
   * token. Whoever waited has to end the slot.
   */
  orderSlot(): Promise<OrderSlot>;
  order(orderId: string, signal?: AbortSignal): Promise<Order>;
  orders(filter: OrderFilter, signal?: AbortSignal): Promise<Order[]>;
  ordersPage(wanted: OrderFilter & PageRequest, signal?: AbortSignal): Promise<ListPage<Order>>;
  download(
    link: string,
    target: DownloadTarget,
    progress: (received: number, total: number | undefined) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  /** As `download`, for a picture of an image or a tile of it. */
  picture(
    link: string,
    kind: 'picture' | 'tile',
    target: DownloadTarget,
    progress: (received: number, total: number | undefined) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  /** The one answer that holds the key's secret; see `createKey` in apiKeys.ts. */
  createKey(description: string): Promise<CreatedApiKey>;
  keys(signal?: AbortSignal): Promise<ApiKey[]>;
  /** Success does not say that the key existed or is gone: list the keys. */
  deleteKey(keyId: string): Promise<void>;
  /** After the very key of this client was deleted: it is exchanged no more, and the tokens at hand are the last. */
  sealKey(): void;
  /** Key and tokens, also former ones: what is shown or written down holds none of them. */
  secrets(): readonly string[];
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
    ...(options.lifetime === undefined ? {} : { lifetime: options.lifetime }),
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
  const today = () => isoDay(now());
  const search: Client['search'] = (criteria, page, itemsPerPage, signal) =>
    searchCatalog(calls, connection, criteria, page, itemsPerPage, today(), signal);

  return {
    connection,
    signIn: async signal => {
      await tokens.get('IDP', signal);
    },
    profile: signal => readProfile(calls, signal),
    services: signal => readServices(calls, signal),
    contract: (contractId, signal) => readContract(calls, contractId, signal),
    subscriptions: (contractId, filter, signal) => listSubscriptions(calls, contractId, filter, signal),
    subscriptionsPage: (contractId, wanted, signal) =>
      listSubscriptionsPage(calls, contractId, wanted, signal),
    subscription: (contractId, subscriptionId, signal) =>
      readSubscription(calls, contractId, subscriptionId, signal),
    revoke: subscriptionId => revokeSubscription(calls, subscriptionId),
    consumption: signal => readConsumption(calls, signal),
    payments: (contractId, wanted, signal) => listPayments(calls, contractId, wanted, signal),
    subscriptionPayments: (subscriptionId, wanted, signal) =>
      listSubscriptionPayments(calls, subscriptionId, wanted, signal),
    payment: (contractId, paymentId, signal) => readPayment(calls, contractId, paymentId, signal),
    search,
    searchAll: (criteria, options) => searchAll(search, criteria, { now, ...options }),
    analytics: signal => listAnalytics(calls, signal),
    price: (body, signal) => ordering.add(() => priceOrder(calls, body, signal)),
    orderSlot: () =>
      new Promise((resolve, reject) => {
        ordering
          .add(async () => {
            await tokens.get('IDP');
            await new Promise<void>(end => resolve({ place: body => placeOrder(calls, body), end }));
          })
          .catch(reject);
      }),
    order: (orderId, signal) => readOrder(calls, orderId, signal),
    orders: (filter, signal) => listOrders(calls, filter, signal),
    ordersPage: (wanted, signal) => listOrdersPage(calls, wanted, signal),
    download: (link, target, progress, signal) =>
      downloadDelivery(calls, link, 'delivery', target, progress, options, signal),
    picture: (link, kind, target, progress, signal) =>
      downloadDelivery(calls, link, kind, target, progress, options, signal),
    createKey: description => createKey(calls, description, secret => tokens.hide(secret)),
    keys: signal => listKeys(calls, signal),
    deleteKey: keyId => deleteKey(calls, keyId),
    sealKey: () => tokens.seal(),
    secrets: () => tokens.secrets(),
  };
}
