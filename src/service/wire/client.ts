import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import * as z from 'zod';
import { isRecord } from '../../base/fields.ts';
import { isoDay } from '../../base/words/moment.ts';
import { type Analytic, imagesOfTypes } from '../rules/analyticOrder.ts';
import type { Connection } from '../rules/connection.ts';
import { constellationsNamed } from '../rules/imagery.ts';
import type { Order } from '../rules/order.ts';
import { readContract, readProfile, readServices } from './account.ts';
import { createKey, deleteKey, listKeys } from './apiKeys.ts';
import { type Calls, createCalls } from './calls.ts';
import { searchAcross, searchCatalog, type SearchPageOf } from './catalog.ts';
import { downloadDelivery, type DownloadTarget } from './deliveries.ts';
import type { ApiError } from './errors.ts';
import { createHttp, type Fetch, type Http, type HttpLog } from './http.ts';
import type { Listed } from './listed.ts';
import { listOrders, listOrdersPage, placeOrder, priceOrder, readOrder } from './orders.ts';
import { readAllPages } from './pages.ts';
import { listPayments, listSubscriptionPayments, readPayment } from './payments.ts';
import { searchAll, type SearchAllCriteria, type SearchAllOptions } from './searchAll.ts';
import { listSubscriptions, readConsumption, readSubscription, revokeSubscription } from './subscriptions.ts';
import { createTokens } from './token.ts';
import { looseFields } from './wire.ts';

/** The words of the specification in other cases and numbers; a type that appeared later stays as it is. */
function typeNamed(word: string): string {
  const known = word.trim().toLowerCase();
  return Object.keys(imagesOfTypes).find(type => type === known || type === `${known}s`) ?? word;
}

/** `sensor` names constellations or resolutions. */
const analytic = z.unknown().transform((sent, context): Analytic => {
  const fields = isRecord(sent) ? sent : {};
  const own = looseFields(isRecord(fields.analytic) ? fields.analytic : fields);
  const code = own.text('code', 'analyticCode', 'analytic');
  if (code === undefined) {
    context.addIssue({ code: 'custom', message: 'no code', path: ['code'] });
    return z.NEVER;
  }
  const sensors = own.words('sensor', 'sensors', 'constellation', 'constellations', 'resolution');
  return {
    code,
    name: own.text('name', 'title', 'label') ?? code,
    type: typeNamed(own.text('type', 'analyticType') ?? ''),
    sensor: [...new Set(sensors.flatMap(constellationsNamed))],
    description: own.text('description'),
  };
});

/** GET /api/v1/analytics, all pages. */
function listAnalytics(calls: Calls, signal?: AbortSignal): Promise<Listed<Analytic>> {
  return readAllPages(calls, '/api/v1/analytics', {}, analytic, item => item.code, signal);
}

export interface ClientOptions {
  connection: Connection;
  apiKey: string;
  fetch: Fetch;
  log: HttpLog;
  warn: (message: string) => void;
  /** The key was refused at the token exchange: every later call fails without being sent. */
  onRefused: (error: ApiError) => void;
  /** See `HttpOptions`. */
  proxy?: string;
  /** See `HttpOptions`. */
  onEnd?: (origin: string, failure: ApiError | undefined) => void;
  /** Aborted when the window goes; see `HttpOptions`. */
  lifetime?: AbortSignal;
  now?: () => number;
  /** By the clock of the service, epoch ms: it ends searches without an end. Default: `now`. */
  serviceNow?: () => number;
  retryDelayMs?: number;
  timeoutMs?: number;
  /** Longest wait for the next byte of a download, milliseconds. */
  stallMs?: number;
  /** Pause after each price or order call, and after each order that is read, milliseconds. */
  orderPaceMs?: number;
}

/** A turn to order. No other price or order is sent before it ends. */
export interface OrderSlot {
  /** Spends money; see `placeOrder` in orders.ts. Call it once. */
  place(body: unknown): Promise<Order>;
  /** Ends the turn. Calling it again has no effect. */
  end(): void;
}

/**
 * Sister services ban callers for ten minutes above one ordering call per second, and forbid parallel calls. With
 * reserve.
 */
const defaultOrderPaceMs = 1050;

/** Whose turn comes first among those that wait: an order that a person confirmed, before what nobody waits for. */
const turns = { order: 2, usual: 1, patient: 0 } as const;

export type Client = ReturnType<typeof createClient>;

/**
 * The whole service for one connection and one key. Every function throws `ApiError`, and those that take an id
 * `UnusableIdError` if no address can contain it. Each is documented in its own file.
 */
export function createClient(options: ClientOptions) {
  const { connection, fetch, log, lifetime, now = Date.now } = options;
  const { serviceNow = now, orderPaceMs = defaultOrderPaceMs } = options;
  const ordering = new PQueue({ concurrency: 1 });
  /** Counted from the answer, because the request had arrived by then. */
  const pauseAfterOrdering = async () => {
    const until = { ref: false, signal: lifetime };
    if (orderPaceMs > 0) await sleep(orderPaceMs, undefined, until).catch(() => undefined);
  };
  let count = 0;
  const inTurn = <T>(run: () => Promise<T>, signal?: AbortSignal, patience?: AbortSignal) =>
    new Promise<T>((resolve, reject) => {
      const id = String((count += 1));
      const giveUp = () => reject(new Error('Aborted before its turn.'));
      const hurry = () => ordering.setPriority(id, turns.usual);
      signal?.addEventListener('abort', giveUp, { once: true });
      const isPatient = patience?.aborted === false;
      if (isPatient) patience.addEventListener('abort', hurry, { once: true });
      const go = async () => {
        signal?.removeEventListener('abort', giveUp);
        patience?.removeEventListener('abort', hurry);
        if (signal?.aborted) {
          giveUp();
          return;
        }
        await run().then(resolve, reject);
        await pauseAfterOrdering();
      };
      void ordering.add(go, { id, priority: isPatient ? turns.patient : turns.usual });
    });
  const tokens = createTokens(connection, options.apiKey, () => http, options.onRefused, now);
  const http: Http = createHttp({
    connection,
    fetch,
    log,
    secrets: () => tokens.secrets(),
    inTurn,
    lifetime,
    proxy: options.proxy,
    onEnd: options.onEnd,
    retryDelayMs: options.retryDelayMs,
    timeoutMs: options.timeoutMs,
  });
  const calls = createCalls(connection, http, tokens, options.warn);
  /** A function of the service with the calls of this client. */
  const bound =
    <Rest extends unknown[], R>(run: (calls: Calls, ...rest: Rest) => R) =>
    (...rest: Rest): R =>
      run(calls, ...rest);
  /** See `searchCatalog`. */
  const refused = new Set<string>();
  const search: SearchPageOf = (criteria, page, itemsPerPage, signal) =>
    searchCatalog(calls, connection, criteria, page, itemsPerPage, isoDay(serviceNow()), refused, signal);
  type Transfer = [
    target: DownloadTarget,
    progress: (received: number, total: number | undefined) => void,
    signal?: AbortSignal,
  ];

  return {
    connection,
    /** Only exchanges the key for a token, to verify the key. */
    async signIn(signal?: AbortSignal): Promise<void> {
      await tokens.get('IDP', signal);
    },
    profile: bound(readProfile),
    services: bound(readServices),
    contract: bound(readContract),
    subscriptions: bound(listSubscriptions),
    subscription: bound(readSubscription),
    /** Changes state. */
    revoke: bound(revokeSubscription),
    consumption: bound(readConsumption),
    payments: bound(listPayments),
    subscriptionPayments: bound(listSubscriptionPayments),
    payment: bound(readPayment),
    search: searchAcross(search),
    /** Every match, newest first. */
    searchAll: (criteria: SearchAllCriteria, options?: SearchAllOptions) =>
      searchAll(search, criteria, { now: serviceNow, ...options }),
    analytics: bound(listAnalytics),
    price: bound(priceOrder),
    /**
     * Waits until an order can be sent at once: until it is its turn among the calls that price and order, and there is
     * a token. The caller must end the slot.
     */
    orderSlot: (): Promise<OrderSlot> =>
      new Promise((resolve, reject) => {
        ordering
          .add(
            async () => {
              await tokens.get('IDP');
              await new Promise<void>(end => resolve({ place: body => placeOrder(calls, body), end }));
              await pauseAfterOrdering();
            },
            { priority: turns.order },
          )
          .catch(reject);
      }),
    order: bound(readOrder),
    orders: bound(listOrders),
    ordersPage: bound(listOrdersPage),
    download: (link: string, ...[target, progress, signal]: Transfer) =>
      downloadDelivery(calls, link, 'delivery', target, progress, options, signal),
    /** As `download`, for a picture of an image or a tile of it. */
    picture: (link: string, kind: 'picture' | 'tile', ...[target, progress, signal]: Transfer) =>
      downloadDelivery(calls, link, kind, target, progress, options, signal),
    /** The only answer that contains the key's secret. */
    createKey: (description: string) => createKey(calls, description, secret => tokens.hide(secret)),
    keys: bound(listKeys),
    /** Success doesn't prove that the key existed or is gone: list the keys. */
    deleteKey: bound(deleteKey),
    /**
     * Call after the key of this client was deleted: it is not exchanged again, and the current tokens are the last.
     */
    sealKey: () => tokens.seal(),
    /** The key and all tokens, current and previous: they are removed from whatever is shown or logged. */
    secrets: () => tokens.secrets(),
  };
}
