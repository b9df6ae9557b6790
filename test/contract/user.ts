import { expect } from 'vitest';
import type { Dialect } from '../../src/sandbox/sandbox.ts';
import { serveSandbox } from '../../src/sandbox/serve.ts';
import { type Client, type ClientOptions, createClient } from '../../src/service/wire/client.ts';
import { wasSurelyRefused } from '../../src/service/wire/errors.ts';
import type { Fetch } from '../../src/service/wire/http.ts';
import { clientAt, keepingTarget } from './downloading.ts';
import { learntForms } from './learntForms.ts';
import { localConnection } from './localConnection.ts';
import { placeOrder } from './placeOrder.ts';
import { quay } from './places.ts';
import { noon, type Sent, tokenPath, type Weather } from './weather.ts';

export const wrongKey = 'AAECAwQFBgcICQoLDA0ODw==';

/** What a user can do with a client, and the path where that can go wrong. */
export const deeds = {
  'sign in': tokenPath,
  'sign in with a wrong key': tokenPath,
  search: '/api/v2/opensearch',
  'list analytics': '/api/v1/analytics',
  'read the balance': '/api/v1/me',
  price: '/api/v1/prices',
  'place an order': '/api/v1/orders',
  'list orders': '/api/v1/orders',
  'read an order': '/api/v1/orders/*',
  download: '/api/v1/items/*',
  'list keys': '/api/v1/apikeys',
  'create a key': '/api/v1/apikeys',
  'delete a key': '/api/v1/apikeys/*',
  'list subscriptions': '/api/v1/contracts/*',
  revoke: '/api/v1/*/revoke',
} as const;
export type Deed = keyof typeof deeds;

/** What became of a call that must not be repeated, as far as the client can tell. */
type Outcome = 'done' | 'refused' | 'unclear';

export const isOrder = ({ method, path }: Sent) => method === 'POST' && path === '/api/v1/orders';
const isRevocation = ({ path }: Sent) => path.endsWith('/revoke');
const isCreation = ({ method, path }: Sent) => method === 'POST' && path === '/api/v1/apikeys';
const isDeletion = ({ method }: Sent) => method === 'DELETE';
const isExchange = ({ path }: Sent) => path === tokenPath;
const changes = [isOrder, isRevocation, isCreation, isDeletion];

/** Most tries of a safe request. A new token after a 401 or a 403 allows as many again. */
const maxTries = 4;

/** An image that the quay can be ordered of. The catalogue is the same for every sandbox of the dialect. */
export async function imageOfQuay(dialect: Dialect): Promise<string> {
  const service = await serveSandbox({ dialect, forms: learntForms, now: () => noon });
  const client = clientAt(service.origin, { apiKey: service.sandbox.apiKey, now: () => noon });
  const { images } = await client.search(
    { aoi: quay, constellation: 'PHR', processingLevel: 'SENSOR' },
    1,
    1,
  );
  await service.close();
  if (!images[0]) throw new Error('The catalogue has no image of the quay.');
  return images[0].id;
}

export function carsOrder(title: string, imageId: string): Record<string, unknown> {
  return {
    kind: 'order.analytics-toolbox.archive',
    title,
    analytic: 'analytic.orbitalinsight.cars-detection',
    resolution: 0.5,
    imageIds: [imageId],
    aoi: quay,
  };
}

/** A client as the extension makes it, in this weather, with waits that suit a test. */
export function clientIn(
  air: Weather,
  apiKey: string,
  onRefused: ClientOptions['onRefused'],
  fetch: Fetch = (url, init) => air.fetch(url, init),
): Client {
  const { origin, clock, lines } = air;
  air.beginClient(apiKey);
  return createClient({
    connection: localConnection(origin),
    apiKey,
    fetch,
    log: line => lines.push(line),
    warn: line => lines.push(line),
    onRefused,
    now: () => clock.now,
    retryDelayMs: 1,
    timeoutMs: 100,
    stallMs: 100,
    orderPaceMs: 0,
  });
}

/** Someone at work with one client after another. Each thing that they do is looked over when it is done. */
export class User {
  private readonly air: Weather;
  private readonly imageId: string;
  private client: Client;
  /** The key was refused: nothing may leave until they sign in again. */
  private isRefused = false;
  private readonly orders = new Map<string, Outcome>();
  private readonly keys = new Map<string, Outcome>();
  private readonly revoked = new Map<string, Outcome>();
  private orderIds: string[] = [];
  private links: string[] = [];
  private keyIds: string[] = [];

  constructor(air: Weather, imageId: string) {
    this.air = air;
    this.imageId = imageId;
    this.client = this.newClient(air.sandbox.apiKey);
  }

  async do(deed: Deed): Promise<void> {
    const { accounts } = this.air.sandbox.snapshot();
    switch (deed) {
      case 'sign in':
        this.client = this.newClient(this.air.sandbox.apiKey);
        return this.read(client => client.signIn());
      case 'sign in with a wrong key':
        this.client = this.newClient(wrongKey);
        return this.read(client => client.signIn());
      case 'search':
        return this.read(client => client.search({ aoi: quay }, 1, 20));
      case 'list analytics':
        // By the letter, an empty page ends the list.
        return this.read(client => client.analytics(), 2);
      case 'read the balance':
        // A service may leave the contract to a request of its own.
        return this.read(client => client.profile(), 2);
      case 'price':
        return this.read(client => client.price(carsOrder('Price', this.imageId)));
      case 'place an order': {
        const title = `Order ${this.orders.size}`;
        const body = carsOrder(title, this.imageId);
        this.orders.set(title, await this.change(client => placeOrder(client, body), isOrder));
        return;
      }
      case 'list orders':
        return this.read(async client => {
          const orders = await client.orders({});
          this.orderIds = orders.map(({ id }) => id);
          this.links = orders.flatMap(({ deliveries }) => deliveries[0]?.download ?? []);
        }, 2);
      case 'read an order':
        return this.read(client => client.order(this.orderIds[0] ?? 'nowhere'));
      case 'download':
        return this.download();
      case 'list keys':
        return this.read(async client => {
          this.keyIds = (await client.keys()).map(({ id }) => id);
        });
      case 'create a key': {
        const name = `Key ${this.keys.size}`;
        this.keys.set(name, await this.change(client => client.createKey(name), isCreation));
        return;
      }
      case 'delete a key': {
        // Never the first one, which they use.
        const id = this.keyIds[1] ?? 'nowhere';
        await this.change(client => client.deleteKey(id), isDeletion);
        return;
      }
      case 'list subscriptions':
        return this.read(client => client.subscriptions(accounts[0]?.contractId ?? '', {}), 2);
      case 'revoke': {
        const { subscriptions = [] } = accounts[0] ?? {};
        const { id = '' } = subscriptions[this.revoked.size % subscriptions.length] ?? {};
        const outcome = await this.change(client => client.revoke(id), isRevocation, 2);
        if (this.revoked.get(id) !== 'done') this.revoked.set(id, outcome);
        return;
      }
    }
  }

  /** What the service has booked is what the user knows of: nothing twice, nothing that was refused. */
  async expectOneOfEach(): Promise<void> {
    await this.air.settled();
    const [account] = this.air.sandbox.snapshot().accounts;
    const booked = account?.orders.map(({ title, payload }) => title ?? payload['title']) ?? [];
    expect(booked.filter(title => !this.orders.has(String(title)))).toEqual([]);
    for (const [title, outcome] of this.orders) {
      const count = booked.filter(value => value === title).length;
      expect([title, outcome, count]).toEqual([title, outcome, expectedCount(outcome, count)]);
    }
    const described = account?.keys.map(({ description }) => description) ?? [];
    for (const [name, outcome] of this.keys) {
      const count = described.filter(description => description === name).length;
      expect(count).toBeLessThanOrEqual(outcome === 'refused' ? 0 : 1);
    }
    for (const { id, revokedAt } of account?.subscriptions ?? []) {
      if (revokedAt !== null) expect(['done', 'unclear']).toContain(this.revoked.get(id));
    }
  }

  private newClient(apiKey: string): Client {
    this.isRefused = false;
    return clientIn(this.air, apiKey, () => (this.isRefused = true));
  }

  private async download(): Promise<void> {
    const [link] = this.links;
    if (link === undefined) return;
    const { target, steps } = keepingTarget();
    // Six answers, each after a question for a range and one for the whole.
    await this.read(client => client.download(link, target, () => undefined), 12);
    expect(steps.filter(step => step !== 'restart')).toHaveLength(1);
  }

  /** Runs one call of the client. What it sent and how it ended must be sound whatever the call is. */
  private async call<T>(run: (client: Client) => Promise<T>) {
    const wasRefused = this.isRefused;
    const from = this.air.sent.length;
    this.air.begin();
    const result = await run(this.client).then(
      value => ({ value }),
      (error: unknown) => ({ error }),
    );
    const sent = this.air.sent.slice(from);
    if ('error' in result) this.air.inspectError(result.error);
    this.air.expectNoProblem();
    if (wasRefused) expect(sent).toEqual([]);
    else if (this.isRefused) expect(sent.map(isExchange).lastIndexOf(true)).toBe(sent.length - 1);
    return { result, sent };
  }

  /** @param requests how many it makes when nothing is wrong */
  private async read(run: (client: Client) => Promise<unknown>, requests = 1): Promise<void> {
    const { sent } = await this.call(run);
    // What was led elsewhere was answered there.
    const tries: Sent[] = [];
    for (const attempt of sent.filter(request => !isExchange(request))) {
      const before = attempt.isHop ? tries.pop() : undefined;
      tries.push(before ? { ...before, status: attempt.status } : attempt);
    }
    expect(tries.length).toBeLessThanOrEqual(2 * maxTries * requests);
    if (requests === 1)
      // After a 400, the same is asked by the letter of the specification, which is another request.
      expect(longestRun(tries, ({ status }) => ![400, 401, 403].includes(status))).toBeLessThanOrEqual(
        maxTries,
      );
    expect(sent.filter(isExchange).length).toBeLessThanOrEqual(2 * requests);
    expect(sent.filter(request => changes.some(isIt => isIt(request)))).toEqual([]);
  }

  /** @param maxRequests requests that it may send: a second one only where the service did not know the first one's path */
  private async change(
    run: (client: Client) => Promise<unknown>,
    isIt: (sent: Sent) => boolean,
    maxRequests = 1,
  ): Promise<Outcome> {
    const { result, sent } = await this.call(run);
    const requests = sent.filter(request => !isExchange(request));
    expect(requests.filter(isIt)).toEqual(requests);
    expect(requests.length).toBeLessThanOrEqual(maxRequests);
    for (const { status } of requests.slice(0, -1)) expect([404, 405]).toContain(status);
    expect(sent.filter(isExchange).length).toBeLessThanOrEqual(1);
    if ('value' in result) {
      expect(requests.length).toBeGreaterThan(0);
      return 'done';
    }
    return requests.length === 0 || wasSurelyRefused(result.error) ? 'refused' : 'unclear';
  }
}

function expectedCount(outcome: Outcome, count: number): number {
  switch (outcome) {
    case 'done':
      return 1;
    case 'refused':
      return 0;
    case 'unclear':
      return Math.min(count, 1);
  }
}

/** How many in a row are like that. */
function longestRun<T>(all: readonly T[], isLikeThat: (item: T) => boolean): number {
  let run = 0;
  return Math.max(0, ...all.map(item => (run = isLikeThat(item) ? run + 1 : 0)));
}
