import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type Client } from '../../src/api/client.ts';
import { wasSurelyRefused } from '../../src/api/errors.ts';
import { mostApiKeys } from '../../src/model/apiKey.ts';
import { revokeEffect, type Subscription } from '../../src/model/subscription.ts';
import type { Dialect } from '../../src/sandbox/sandbox.ts';
import { serveSandbox, type ServedSandbox } from '../../src/sandbox/serve.ts';
import { failure } from '../failure.ts';

/** 20 August, as in the specification's examples of a refund. */
const noon = Date.UTC(2025, 7, 20, 12);

const tokenPath = '/auth/realms/IDP/protocol/openid-connect/token';

interface Stage extends ServedSandbox {
  client: Client;
  contractId: string;
  clientOf: (apiKey: string) => Client;
  /** All that was logged or warned of. */
  lines: string[];
  /** What the service saw since it began, besides token exchanges: method and path. */
  seen: () => string[];
}

async function stage(dialect: Dialect): Promise<Stage> {
  const served = await serveSandbox({ now: () => noon, dialect });
  const { origin, sandbox } = served;
  const lines: string[] = [];
  const clientOf = (apiKey: string) =>
    createClient({
      connection: { name: 'Local', baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin },
      apiKey,
      fetch: (url, init) => fetch(url, init),
      log: line => lines.push(line),
      warn: line => lines.push(line),
      onRefused: () => undefined,
      now: () => noon,
      retryDelayMs: 1,
      orderPaceMs: 0,
    });
  const client = clientOf(sandbox.apiKey);
  return {
    ...served,
    client,
    contractId: (await client.profile()).contract.id,
    clientOf,
    lines,
    seen: () =>
      sandbox.requests
        .filter(({ path }) => path !== tokenPath)
        .map(request => `${request.method} ${request.path}`),
  };
}

function titled(subscriptions: readonly Subscription[], start: string): Subscription {
  const found = subscriptions.find(({ title }) => title?.startsWith(start));
  if (!found) throw new Error(`There is no subscription "${start}".`);
  return found;
}

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

/** All items of a list that is read a page at a time. */
async function turn<T>(
  read: (page: number) => Promise<{ items: T[]; total: number | undefined; isLast: boolean }>,
) {
  const pages: T[][] = [];
  for (let page = 1; ; page++) {
    const { items, isLast } = await read(page);
    pages.push(items);
    if (isLast) return pages;
    if (page === 50) throw new Error('The list has no end.');
  }
}

describe.each<Dialect>(['specification', 'deployed'])(
  'the account of a service that speaks as %s',
  dialect => {
    describe('reading', () => {
      let service: Stage;
      let client: Client;
      let contractId: string;

      beforeAll(async () => {
        service = await stage(dialect);
        ({ client, contractId } = service);
      });
      afterAll(() => service.close());

      it('Service roles: every name of the table is a flag', async () => {
        const services = await client.services();
        const table = ['change-detection', 'geostore-premier', 'verde', 'ocean-finder', 'earth-monitor'];
        table.push('platform-data', 'analytics-toolbox', 'pfneo-3d', 'tasking');
        expect(Object.keys(services).sort()).toEqual(table.sort());
        expect([services['platform-data'], services['verde']]).toEqual([true, false]);
      });

      it('Contract: it is read by its id as the profile tells of it, with every field', async () => {
        const contract = await client.contract(contractId);
        expect(contract).toEqual((await client.profile()).contract);
        expect(contract.balance).toEqual({ value: 5000, unit: 'credits' });
        expect(Object.keys(contract.fields)).toEqual(expect.arrayContaining(['_links', 'balance', 'status']));
        if (dialect === 'specification') {
          expect(contract.status).toBe('active');
        } else {
          expect(contract.kind).toMatch(/^contract\..*\.premium$/);
          expect(contract.companyName).toBe('Harbour Analytics');
          expect(contract.workspaceName).toBe('bluefox');
          expect(contract.offers).toContain('order.analytics-toolbox.archive');
        }
      });

      it('Contract: another user’s contract is not to be had', async () => {
        const other = (await service.clientOf(service.sandbox.evaluationKey).profile()).contract.id;
        const error = await failure(client.contract(other));
        expect([error.kind, error.details.status]).toEqual(['notFound', 404]);
        expect(error.details.serverMessage).toContain(other);
      });

      it('Subscription: the fields of the table are known, and a Premium user holds the generic one too', async () => {
        const subscriptions = await client.subscriptions(contractId, {});
        const kinds = subscriptions.map(({ kind }) => kind);
        expect(kinds).toEqual(expect.arrayContaining(['subscription.data.premium', 'subscription.platform']));
        for (const subscription of subscriptions) {
          expect(['pending', 'active', 'revoked']).toContain(subscription.status);
          expect(subscription.title).toEqual(expect.any(String));
          expect(subscription.service).toEqual(expect.any(String));
          expect(subscription.startedAt).toMatch(/^\d{4}-\d\d-\d\d/);
          expect(subscription.isAmountEstimated).toEqual(expect.any(Boolean));
        }
        expect(titled(subscriptions, 'Imagery by volume')).toMatchObject({
          isAmountEstimated: true,
          offers: ['order.data.gb.product'],
        });
        expect(titled(subscriptions, 'Quarry watch').startedAt).toMatch(/^2025-10-01/);
        expect(titled(subscriptions, 'Quarry watch').endedAt).toMatch(/^2025-12-01/);
        expect(titled(subscriptions, 'Platform access').endedAt).toBeUndefined();
      });

      it('Subscription: one of them is read alone as in the list', async () => {
        const [first] = await client.subscriptions(contractId, {});
        expect(await client.subscription(contractId, first?.id ?? '')).toEqual(first);
        expect((await failure(client.subscription(contractId, 'nowhere'))).kind).toBe('notFound');
      });

      it('Account and contracts, subscriptions: the type takes away and never adds', async () => {
        const all = await client.subscriptions(contractId, {});
        const some = await client.subscriptions(contractId, { type: 'change-detection' });
        expect(some.map(({ service: name }) => name)).toEqual(some.map(() => 'change-detection'));
        expect(some.length).toBeGreaterThan(0);
        expect(ids(some)).toEqual(ids(all.filter(({ service: name }) => name === 'change-detection')));
      });

      it('Endpoints, page parameters: the pages of subscriptions together are all of them, each once', async () => {
        const whole = ids(await client.subscriptions(contractId, {}));
        for (const itemsPerPage of [1, 3, whole.length, whole.length + 1]) {
          const pages = await turn(page => client.subscriptionsPage(contractId, { page, itemsPerPage }));
          expect(ids(pages.flat())).toEqual(whole);
          expect(Math.max(...pages.map(page => page.length))).toBeLessThanOrEqual(itemsPerPage);
        }
        const page = await client.subscriptionsPage(contractId, {
          type: 'change-detection',
          page: 2,
          itemsPerPage: 2,
        });
        expect(page).toMatchObject({ items: [{ service: 'change-detection' }], isLast: true });
        expect(page.total).toBe(dialect === 'deployed' ? 3 : undefined);
      });

      it('Endpoints, page parameters: pages count from 1', async () => {
        const error = await failure(client.ordersPage({ page: 0, itemsPerPage: 10 }));
        expect([error.kind, error.details.status]).toEqual(['invalid', 400]);
      });

      it('Payment: the pages of a contract’s payments hold each once, and each is read alone by its id', async () => {
        const pages = await turn(page => client.payments(contractId, { page, itemsPerPage: 2 }));
        const all = pages.flat();
        expect(all.length).toBeGreaterThan(2);
        expect(new Set(ids(all)).size).toBe(all.length);
        for (const payment of all) {
          expect(['payment', 'refund', 'credit']).toContain(payment.type);
          expect(payment.creditAmount?.unit).toBe('credits');
          expect(await client.payment(contractId, payment.id)).toEqual(payment);
        }
        expect((await failure(client.payment(contractId, 'nowhere'))).kind).toBe('notFound');
      });

      it('Payment: those of a subscription are the contract’s that name it', async () => {
        const { id } = titled(await client.subscriptions(contractId, {}), 'Coastal works');
        const { items: all } = await client.payments(contractId, { page: 1, itemsPerPage: 100 });
        const { items: own, isLast } = await client.subscriptionPayments(id, { page: 1, itemsPerPage: 5 });
        expect(own).toEqual(all.filter(({ subscriptionId }) => subscriptionId === id));
        expect([own.map(({ creditAmount }) => creditAmount), isLast]).toEqual([
          [{ value: 600, unit: 'credits' }],
          true,
        ]);
      });

      it('Subscription consumption: what streaming took of its allowance is told with its unit', async () => {
        const { remaining, uses } = await client.consumption();
        const consumed = uses.filter(({ consumed: amount }) => amount?.unit === 'kB');
        const sum = consumed.reduce((total, use) => total + (use.consumed?.value ?? 0), 0);
        const allowance = consumed.reduce((total, use) => total + (use.max?.value ?? 0), 0);
        // Plans of 10 and 4 GB, of which 1.24 GB are streamed.
        expect([sum, allowance]).toEqual([1_240_000, 14_000_000]);
        expect(remaining).toEqual(dialect === 'specification' ? { value: 5000, unit: 'credits' } : undefined);
      });

      it('warns of nothing, for nothing is wrong', () => {
        expect(service.lines.filter(line => line.includes('left out'))).toEqual([]);
      });
    });

    describe('revoking', () => {
      async function ownStage() {
        const service = await stage(dialect);
        onTestFinished(() => service.close());
        const { client, contractId } = service;
        return {
          ...service,
          subscription: async (title: string) => titled(await client.subscriptions(contractId, {}), title),
          balance: async () => (await client.contract(contractId)).balance?.value ?? Number.NaN,
          refundsOf: async (id: string) =>
            (await client.subscriptionPayments(id, { page: 1, itemsPerPage: 50 })).items
              .filter(({ type }) => type === 'refund')
              .map(({ creditAmount }) => creditAmount?.value),
        };
      }

      it('Behaviour of revoking, not started: revoked at once, with a full refund', async () => {
        const { client, subscription, balance, refundsOf } = await ownStage();
        const before = await balance();
        const pending = await subscription('Quarry watch');
        expect([pending.status, revokeEffect(pending, noon)]).toEqual(['pending', 'instant']);
        const revoked = await client.revoke(pending.id);
        expect(revoked).toMatchObject({ id: pending.id, status: 'revoked' });
        expect(Date.parse(revoked.endedAt ?? '')).toBe(noon);
        expect(revokeEffect(revoked, noon)).toBe('none');
        expect([await balance(), await refundsOf(pending.id)]).toEqual([before + 200, [200]]);
      });

      it.each([
        [
          'monthly, August to November, on 20 August: September to November',
          'Port of call',
          '2025-09-01',
          300,
        ],
        ['quarterly, in its first quarter: the second', 'Coastal works', '2025-10-01', 300],
      ])('Behaviour of revoking, running, %s are refunded', async (_what, title, end, refund) => {
        const { client, contractId, subscription, balance, refundsOf } = await ownStage();
        const before = await balance();
        const running = await subscription(title);
        expect([running.status, revokeEffect(running, noon)]).toEqual(['active', 'endOfPeriod']);
        const revoked = await client.revoke(running.id);
        expect(revoked.endedAt?.slice(0, 10)).toBe(end);
        expect(revoked.status).toBe('active');
        expect([await balance(), await refundsOf(running.id)]).toEqual([before + refund, [refund]]);
        expect(await client.subscription(contractId, running.id)).toEqual(revoked);
      });

      it('Revoke: the path of the table is asked once, and no other', async () => {
        const { client, subscription, seen } = await ownStage();
        const { id } = await subscription('Quarry watch');
        await client.revoke(id);
        expect(seen().filter(line => line.endsWith('/revoke'))).toEqual([
          `GET /api/v1/subscriptions/${id}/revoke`,
        ]);
      });

      it.each([404, 405] as const)(
        'Revoke: where the path of the table answers %i, that of the example revokes',
        async status => {
          const { client, sandbox, subscription, seen } = await ownStage();
          const { id } = await subscription('Quarry watch');
          sandbox.faults.add({ kind: 'status', status, path: '/api/v1/subscriptions/*/revoke' });
          expect(await client.revoke(id)).toMatchObject({ id, status: 'revoked' });
          expect(seen().filter(line => line.endsWith('/revoke'))).toEqual([
            `GET /api/v1/subscriptions/${id}/revoke`,
            `GET /api/v1/${id}/revoke`,
          ]);
        },
      );

      it('Revoke: one that does not exist is told with the words of the service', async () => {
        const { client } = await ownStage();
        const error = await failure(client.revoke('nowhere'));
        expect([error.kind, wasSurelyRefused(error)]).toEqual(['notFound', true]);
        expect(error.details.request).toBe('GET /api/v1/subscriptions/nowhere/revoke');
        expect(error.details.serverMessage).toContain('nowhere');
      });

      it('Revoke: it is sent once though it is a GET, and what became of it can be read', async () => {
        const { client, contractId, sandbox, subscription, seen, refundsOf } = await ownStage();
        const { id } = await subscription('Quarry watch');
        sandbox.faults.add({
          kind: 'reset',
          when: 'after',
          path: '/api/v1/subscriptions/*/revoke',
          count: 1,
        });
        const error = await failure(client.revoke(id));
        expect([error.kind, wasSurelyRefused(error)]).toEqual(['network', false]);
        expect(seen().filter(line => line.endsWith('/revoke'))).toHaveLength(1);
        expect((await client.subscription(contractId, id)).status).toBe('revoked');
        expect(await refundsOf(id)).toEqual([200]);
      });
    });

    describe('API keys', () => {
      async function ownStage() {
        const service = await stage(dialect);
        onTestFinished(() => service.close());
        return service;
      }

      it('Authentication, 5: a key-management token opens no imagery call, and the other way round', async () => {
        const { client, sandbox, origin } = await ownStage();
        await client.keys();
        const tokenOf = async (clientId: string) => {
          const form = { apikey: sandbox.apiKey, client_id: clientId, grant_type: 'api_key' };
          const answer = await fetch(origin + tokenPath, { method: 'POST', body: new URLSearchParams(form) });
          return ((await answer.json()) as { access_token: string }).access_token;
        };
        const statusAt = async (path: string, clientId: string) => {
          const headers = { Authorization: `Bearer ${await tokenOf(clientId)}` };
          return (await fetch(origin + path, { headers })).status;
        };
        expect(await statusAt('/api/v1/apikeys', 'AAA')).toBe(200);
        expect(await statusAt('/api/v1/apikeys', 'IDP')).toBe(403);
        expect(await statusAt('/api/v1/me', 'AAA')).toBe(403);
        expect(await statusAt('/api/v1/me', 'IDP')).toBe(200);
      });

      it('Authentication, 5: the client exchanges its key once for each of the two', async () => {
        const { client, sandbox } = await ownStage();
        const exchanges = () => sandbox.requests.filter(({ path }) => path === tokenPath).length;
        expect(exchanges()).toBe(1);
        await Promise.all([client.keys(), client.keys(), client.services()]);
        expect(exchanges()).toBe(2);
      });

      it('Authentication, 1: the secret is in the answer of the creation alone, and opens the service', async () => {
        const { client, clientOf, lines, contractId } = await ownStage();
        const created = await client.createKey('Second desk');
        expect(created).toMatchObject({ description: 'Second desk' });
        expect(Date.parse(created.expirationDate ?? '')).toBeGreaterThan(noon);
        const { secret, ...rest } = created;
        const listed = await client.keys();
        expect(listed).toContainEqual(rest);
        expect(JSON.stringify(listed)).not.toContain(secret);
        expect(lines.join('\n')).not.toContain(secret);
        expect((await clientOf(secret).profile()).contract.id).toBe(contractId);
      });

      it('Authentication, 8 and Limits: ten keys at most, and after a deletion one more', async () => {
        const { client } = await ownStage();
        const held = (await client.keys()).length;
        const made: string[] = [];
        for (let count = held; count < mostApiKeys; count++)
          made.push((await client.createKey(`Key ${count}`)).id);
        const error = await failure(client.createKey('One too many'));
        expect(wasSurelyRefused(error)).toBe(true);
        expect(error.details.serverMessage).toContain(String(mostApiKeys));
        expect(await client.keys()).toHaveLength(mostApiKeys);
        await client.deleteKey(made[0] ?? '');
        await client.createKey('In its place');
        expect(await client.keys()).toHaveLength(mostApiKeys);
      });

      it('Authentication, 9: deleting succeeds whether or not the key exists; the list tells which', async () => {
        const { client, clientOf } = await ownStage();
        const before = ids(await client.keys());
        const { id, secret } = await client.createKey('For a day');
        await client.deleteKey('nowhere');
        expect(ids(await client.keys())).toEqual([...before, id]);
        await client.deleteKey(id);
        expect(ids(await client.keys())).toEqual(before);
        await client.deleteKey(id);
        expect(ids(await client.keys())).toEqual(before);
        expect((await failure(clientOf(secret).signIn())).kind).toBe('denied');
      });

      it('Authentication, API keys: a creation whose answer is lost is sent once, and found in the list', async () => {
        const { client, sandbox, seen } = await ownStage();
        sandbox.faults.add({
          kind: 'reset',
          when: 'after',
          method: 'POST',
          path: '/api/v1/apikeys',
          count: 1,
        });
        const error = await failure(client.createKey('Lost'));
        expect([error.kind, wasSurelyRefused(error)]).toEqual(['network', false]);
        expect(seen().filter(line => line === 'POST /api/v1/apikeys')).toHaveLength(1);
        expect((await client.keys()).map(({ description }) => description)).toContain('Lost');
      });
    });
  },
);
