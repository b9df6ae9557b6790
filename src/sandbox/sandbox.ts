import { wktToGeoJSON } from '@terraformer/wkt';
import { dayMs } from '../base/words/moment.ts';
import { tokenPath, workingSecret } from './accounts/authRoutes.ts';
import {
  type AccountState,
  renewFirstKeys,
  type SandboxSnapshot,
  seedState,
  snapshotVersion,
} from './accounts/state.ts';
import { type Capture, encodeImageId } from './catalogue/capture.ts';
import { search } from './catalogue/search.ts';
import { readSearch } from './catalogue/searchRequest.ts';
import type { ChosenForms } from './dialects/forms.ts';
import { createFaults, type Faults, faultyFetch } from './faults/faults.ts';
import { createApp } from './http/app.ts';
import { hashText } from './http/random.ts';
import { type Dialect, iso, type Service } from './http/service.ts';
import { readOrder } from './orders/orderBody.ts';
import { placeOrder, settleOrders } from './orders/orderBook.ts';

export type { Fault, FaultEffect, Faults } from './faults/faults.ts';
export type { ChosenForms, FormName } from './dialects/forms.ts';
export type { Dialect } from './http/service.ts';
export type { SandboxSnapshot } from './accounts/state.ts';

export interface SandboxOptions {
  /** Origin used in every link, no trailing slash, e.g. 'http://127.0.0.1:4000'. All four hosts share it. */
  origin?: string;
  /** Everything is drawn from it: the same seed is the same world. Default 'swath'. */
  seed?: string;
  /** How it speaks. Default 'deployed'. */
  dialect?: Dialect;
  /** Which form the answers of the specification have where it shows none. Default: all of them in turn. */
  forms?: ChosenForms | undefined;
  /** Where the turns begin; default: the seed. */
  formSeed?: string;
  /** Epoch ms, before the clock is moved. Default Date.now. */
  now?: () => number;
  /** Seconds until a report is delivered; products take half as long again. Default 8. */
  productionSeconds?: number;
  /** Seconds for which a token is honoured. Default 3600. */
  tokenSeconds?: number;
  /** Seconds for which a wrong key suspends all access. Default 60. */
  suspensionSeconds?: number;
  /** How many places and days a search looks at before it is refused as too broad. Default 30,000,000: some seconds. */
  searchLooks?: number;
  /** Whether a new Premium account has reports from earlier. Default false. */
  pastReports?: boolean;
  /** State to start from. One of another seed or of another version of the sandbox is left aside. */
  snapshot?: SandboxSnapshot;
}

/** Where the sandbox lives when it runs in-process: `.invalid` never resolves (RFC 2606). */
export const sandboxOrigin = 'https://sandbox.swath.invalid';

export type Sandbox = ReturnType<typeof createSandbox>;

export function createSandbox(options: SandboxOptions = {}) {
  const seed = options.seed ?? 'swath';
  const dialect = options.dialect ?? 'deployed';
  const clock = options.now ?? Date.now;
  const state = startState(seed, clock(), options.snapshot);
  const now = () => clock() + (state.aheadMs ?? 0);
  const listeners = new Set<() => void>();
  const service: Service = {
    origin: options.origin ?? sandboxOrigin,
    seed,
    dialect,
    formSeed: options.formSeed ?? seed,
    forms: options.forms,
    world: { seed: hashText(seed), duplicates: dialect === 'deployed' },
    productionSeconds: options.productionSeconds ?? 8,
    tokenSeconds: options.tokenSeconds ?? 3600,
    suspensionSeconds: options.suspensionSeconds ?? 60,
    searchLooks: options.searchLooks ?? 30_000_000,
    state,
    now,
    changed: () => {
      for (const listener of listeners) listener();
    },
  };
  const accountAt = (index: number): AccountState => {
    const account = service.state.accounts[index];
    if (!account) throw new Error(`The snapshot holds no account ${index}`);
    return account;
  };
  const orderPast = () => {
    if (options.pastReports) orderPastReports(service, accountAt(0));
  };
  if (state.serial === 0) orderPast();
  const app = createApp(service);
  const faults = createFaults();
  const requests: SandboxRequest[] = [];

  return {
    /**
     * Rejects as a network's fetch does: with a TypeError on a broken connection, with the signal's reason on an abort.
     */
    fetch: async (request: Request): Promise<Response> => {
      request.signal.throwIfAborted();
      const entry = await noted(request, now());
      requests.push(entry);
      if (requests.length > requestsKept) requests.shift();
      delete requests.at(-1 - bodiesKept)?.body;
      const response = await faultyFetch(faults, request, async (passed, bindings) =>
        app.fetch(passed, bindings),
      );
      request.signal.throwIfAborted();
      entry.status = response.status;
      return response;
    },
    /** A key of the Premium contract that works now: the first one that is left, or a new one. Looked up each time. */
    get apiKey(): string {
      return workingSecret(service, accountAt(0));
    },
    /** The same of the evaluation contract, which has little credit. */
    get evaluationKey(): string {
      return workingSecret(service, accountAt(1));
    },
    /** The last requests, newest last. */
    requests: requests as readonly SandboxRequest[],
    faults: faults as Faults,
    /** How far its clock is ahead of that of the options, ms. */
    get aheadMs(): number {
      return state.aheadMs ?? 0;
    },
    /** Moves its clock, only forward. Throws a RangeError for anything else. */
    moveClock: (milliseconds: number): void => {
      if (!(milliseconds > 0 && now() + milliseconds < latestTime)) {
        throw new RangeError(`The clock can't be moved by ${milliseconds} ms`);
      }
      state.aheadMs = (state.aheadMs ?? 0) + milliseconds;
      settleOrders(service);
      service.changed();
    },
    /**
     * New accounts at the time of the options' clock: what happened later can't be undone one by one. Ids made later
     * differ from all former ones.
     */
    startOver: (): void => {
      Object.assign(state, seedState(seed, clock()), { serial: state.serial, aheadMs: 0 });
      orderPast();
      service.changed();
    },
    /** The state as plain JSON, a copy. */
    snapshot: () => structuredClone(service.state),
    /** Calls back after state worth saving has changed; returns how to stop that. */
    onDidChange: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Years have four digits. */
const latestTime = Date.UTC(9000, 0);

/** Ids and images of a snapshot mean something in the world of its own seed only. */
function startState(seed: string, clock: number, snapshot: SandboxSnapshot | undefined): SandboxSnapshot {
  const fits = snapshot?.seed === seed && snapshot.version === snapshotVersion;
  if (!fits) return seedState(seed, clock);
  const state = structuredClone(snapshot);
  renewFirstKeys(state, clock + (state.aheadMs ?? 0));
  return state;
}

export interface SandboxRequest {
  method: string;
  path: string;
  /** With its question mark, or empty. */
  query: string;
  /** 0 while there is no answer, and for good where a fault broke the connection. */
  status: number;
  /** A JSON body as text, of the later requests; never that of the token exchange. */
  body?: string;
  /** Epoch ms. */
  at: number;
}

const requestsKept = 5000;
/** Areas of interest can be megabytes long. */
const bodiesKept = 50;

/** A request as it came; its status is filled in when there is one. */
async function noted(request: Request, at: number): Promise<SandboxRequest> {
  const { pathname, search } = new URL(request.url);
  const isJson = /\bjson\b/.test(request.headers.get('content-type') ?? '');
  return {
    method: request.method,
    path: pathname,
    query: search,
    status: 0,
    body: isJson && pathname !== tokenPath ? await request.clone().text() : undefined,
    at,
  };
}

/** The sample of the same name. */
const harbour =
  'POLYGON((3.993 51.948,4.021 51.931,4.072 51.936,4.081 51.962,4.032 51.976,3.998 51.967,3.993 51.948))';

/** Orders reports of three images at least three weeks apart, a day after each came. The balance stays the same. */
export function orderPastReports(service: Service, account: AccountState): void {
  const aoi = wktToGeoJSON(harbour);
  const past = [service.now() - 400 * dayMs, service.now() - 3 * dayMs].map(iso);
  const place = { geometry: harbour, relation: 'contains' };
  const clear = { constellation: 'PHR', processingLevel: 'SENSOR', cloudCover: '[0,20]' };
  // Not a request from outside: a dialect may refuse the relation.
  const request = readSearch({ ...place, ...clear, acquisitionDate: `[${past.join(',')}]` }, 'deployed');
  const steps = search(service, account, request);
  let step = steps.next();
  while (!step.done) step = steps.next();
  const images: Capture[] = [];
  for (const { capture } of step.value.results) {
    const latest = (images[0]?.time ?? Infinity) - 21 * dayMs;
    if (images.length < 3 && capture.time < latest) images.unshift(capture);
  }
  const [credit] = account.payments;
  const { balance } = account;
  for (const image of images) {
    const then = { ...service, now: () => image.published + dayMs };
    const order = {
      kind: 'order.analytics-toolbox.archive',
      aoi,
      analytic: 'analytic.orbitalinsight.cars-detection',
      resolution: 0.5,
      imageIds: [encodeImageId(service.world, image)],
      title: `Harbour cars ${iso(image.time).slice(0, 10)}`,
    };
    placeOrder(then, account, readOrder(then, account, order));
  }
  if (credit) credit.creditAmount += balance - account.balance;
  account.balance = balance;
}
