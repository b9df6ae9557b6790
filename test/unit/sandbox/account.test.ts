import { describe, expect, test } from 'vitest';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { exchange, harness, noon, type Harness, sure } from './harness.ts';

interface Subscription {
  id: string;
  kind: string;
  service: string;
  status: string;
  startedAt: string;
  endedAt: string | null;
  title: string;
  isAmountEstimated: boolean | string;
  offers: string[];
  amountConsumed: number;
  amountMax: number;
  amountUnit: string;
}
interface Payment {
  id: string;
  type: string;
  creditAmount: number;
  subscriptionId?: string;
}
interface Page<T> {
  items: T[];
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
}

async function contractId(h: Harness): Promise<string> {
  const { body } = await h.call('GET', '/api/v1/me');
  return sure(sure(/contracts\/([^/"]+)"/.exec(JSON.stringify(body)))[1]);
}

async function balance(h: Harness): Promise<number> {
  const { body } = await h.call<{ balance: number }>('GET', `/api/v1/contracts/${await contractId(h)}`);
  return body.balance;
}

async function subscriptions(h: Harness, query = ''): Promise<Subscription[]> {
  const path = `/api/v1/contracts/${await contractId(h)}/subscriptions?itemsPerPage=50${query}`;
  return (await h.call<Page<Subscription>>('GET', path)).body.items;
}

async function titled(h: Harness, title: string): Promise<Subscription> {
  const found = (await subscriptions(h)).find(subscription => subscription.title.startsWith(title));
  if (!found) throw new Error(`no subscription ${title}`);
  return found;
}

describe('specification', () => {
  test('the profile holds what the text names, and the workspace', async () => {
    const h = harness({ dialect: 'specification' });
    const { body } = await h.call('GET', '/api/v1/me');
    expect(Object.keys(body).sort()).toEqual(['_links', 'createdAt', 'id', 'licence', 'workspaceId']);
    expect(Object.keys(body['_links'] as object)).toEqual([
      'self',
      'contracts',
      'orders',
      'payments',
      'subscriptions',
    ]);
  });

  test('the contract has the five fields of its table', async () => {
    const h = harness({ dialect: 'specification' });
    const { body } = await h.call('GET', `/api/v1/contracts/${await contractId(h)}`);
    expect(Object.keys(body).sort()).toEqual(['_links', 'balance', 'id', 'status', 'workspaceId']);
    expect(body).toMatchObject({ balance: 5000, status: 'active' });
  });

  test('a subscription has the fields of its table, and its flag is a boolean', async () => {
    const h = harness({ dialect: 'specification' });
    const all = await subscriptions(h);
    const known = [
      'endedAt',
      'id',
      'isAmountEstimated',
      'kind',
      'offers',
      'service',
      'startedAt',
      'status',
      'title',
    ];
    for (const subscription of all) {
      expect(known).toEqual(expect.arrayContaining(Object.keys(subscription)));
      expect(typeof subscription.isAmountEstimated).toBe('boolean');
    }
    expect(all.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['subscription.data.premium', 'subscription.platform']),
    );
  });

  test('consumption is one result, and wants the service data', async () => {
    const h = harness({ dialect: 'specification' });
    const { body } = await h.call('GET', '/api/v1/subscriptions?service=data');
    expect(body).toMatchObject({
      remainingCredit: 5000,
      streaming: { amountUnit: 'kB' },
      imagery: { amount: 0 },
    });
    expect((await h.call('GET', '/api/v1/subscriptions')).status).toBe(400);
  });

  test('has no PUT for revoke, and no list of contracts', async () => {
    const h = harness({ dialect: 'specification' });
    const { id } = await titled(h, 'Quarry watch');
    expect((await h.call('PUT', `/api/v1/subscriptions/${id}/revoke`)).status).toBe(404);
    expect((await h.call('GET', '/api/v1/contracts')).status).toBe(404);
  });
});

describe('deployed', () => {
  test('the profile embeds the contract', async () => {
    const h = harness();
    const { body } = await h.call<{ contract: Record<string, unknown> }>('GET', '/api/v1/me');
    expect(body.contract).toMatchObject({
      balance: 5000,
      balanceUnit: 'credits',
      kind: 'contract.platformdata.premium',
      workspaceName: 'bluefox',
    });
    const id = String(body.contract['id']);
    expect((await h.call('GET', `/api/v1/contracts/${id}`)).body).toEqual(body.contract);
    expect((await h.call<Page<unknown>>('GET', '/api/v1/contracts')).body.items).toEqual([body.contract]);
  });

  test('both contract types have a key of their own and see nothing of each other', async () => {
    const premium = harness();
    const evaluation = harness({}, sandbox => sandbox.evaluationKey);
    const { body } = await evaluation.call<{ contract: Record<string, unknown> }>('GET', '/api/v1/me');
    expect(body.contract).toMatchObject({ balance: 100, kind: 'contract.platformdata.techEval' });
    expect((await premium.call('GET', `/api/v1/contracts/${String(body.contract['id'])}`)).status).toBe(404);
    const foreign = sure((await subscriptions(premium))[0]);
    expect((await evaluation.call('GET', `/api/v1/subscriptions/${foreign.id}/revoke`)).status).toBe(404);
  });

  test('every service role of the table is there, as a boolean', async () => {
    const h = harness();
    const { body } = await h.call('GET', '/api/v1/me/services');
    expect(Object.keys(body)).toEqual([
      'platform-data',
      'change-detection',
      'geostore-premier',
      'verde',
      'ocean-finder',
      'earth-monitor',
      'analytics-toolbox',
      'pfneo-3d',
      'tasking',
    ]);
    expect(new Set(Object.values(body))).toEqual(new Set([true, false]));
  });

  test('subscriptions come in several kinds, services and states', async () => {
    const all = await subscriptions(harness());
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['active', 'pending', 'revoked']));
    expect(new Set(all.map(({ service }) => service)).size).toBeGreaterThan(3);
    expect(all.flatMap(({ offers }) => offers)).toEqual(
      expect.arrayContaining([
        'order.data.product',
        'order.data.gb.product',
        'order.analytics-toolbox.archive',
      ]),
    );
    for (const { startedAt, isAmountEstimated } of all) {
      expect(startedAt).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(['true', 'false']).toContain(isAmountEstimated);
    }
  });

  test('filters: type and status', async () => {
    const h = harness();
    const changes = await subscriptions(h, '&type=change-detection');
    expect(changes.length).toBe(3);
    expect(changes.every(({ service }) => service === 'change-detection')).toBe(true);
    expect((await subscriptions(h, '&type=view')).every(({ amountUnit }) => amountUnit === 'kB')).toBe(true);
    expect((await subscriptions(h, '&status=pending')).map(({ title }) => title)).toEqual([
      'Quarry watch, monthly',
    ]);
    expect(await subscriptions(h, '&type=nothing')).toEqual([]);
  });

  test('consumption is the list of data subscriptions with their amounts', async () => {
    const h = harness();
    const { body } = await h.call<Page<Subscription>>('GET', '/api/v1/subscriptions?service=data');
    expect(body.items.map(({ amountMax, amountUnit }) => [amountMax, amountUnit])).toEqual([
      [10_000_000, 'kB'],
      [4_000_000, 'kB'],
    ]);
  });

  test('pages: from 1, ten by default, in the envelope', async () => {
    const h = harness();
    const base = `/api/v1/contracts/${await contractId(h)}/subscriptions`;
    const first = await h.call<Page<Subscription>>('GET', `${base}?itemsPerPage=3`);
    expect(first.body).toMatchObject({
      startIndex: 0,
      totalResults: 8,
      itemsPerPage: 3,
      countLimitReached: false,
    });
    const third = await h.call<Page<Subscription>>('GET', `${base}?itemsPerPage=3&page=3`);
    expect([third.body.startIndex, third.body.items.length]).toEqual([6, 2]);
    expect((await h.call<Page<unknown>>('GET', `${base}?page=4&itemsPerPage=3`)).body.items).toEqual([]);
    expect((await h.call<Page<unknown>>('GET', base)).body.itemsPerPage).toBe(10);
    for (const query of ['page=0', 'page=-1', 'page=x', 'page=1.5', 'itemsPerPage=0']) {
      expect((await h.call('GET', `${base}?${query}`)).status).toBe(400);
    }
  });

  test('payments of the contract, of a subscription, and one', async () => {
    const h = harness();
    const contract = await contractId(h);
    const { body } = await h.call<Page<Payment>>(
      'GET',
      `/api/v1/contracts/${contract}/payments?itemsPerPage=50`,
    );
    expect(new Set(body.items.map(({ type }) => type))).toEqual(new Set(['credit', 'payment']));
    const credit = body.items.filter(({ type }) => type === 'credit');
    const paid = body.items.filter(({ type }) => type === 'payment');
    const sum = (payments: Payment[]): number =>
      payments.reduce((total, { creditAmount }) => total + creditAmount, 0);
    expect(sum(credit) - sum(paid)).toBe(await balance(h));

    const one = sure(paid[0]);
    expect((await h.call('GET', `/api/v1/contracts/${contract}/payments/${one.id}`)).body).toEqual(one);
    const of = await h.call<Page<Payment>>(
      'GET',
      `/api/v1/subscriptions/${sure(one.subscriptionId)}/payments`,
    );
    expect(of.body.items).toEqual([one]);
    for (const path of [
      `/api/v1/contracts/${contract}/payments/none`,
      '/api/v1/subscriptions/none/payments',
      '/api/v1/contracts/none/payments',
      `/api/v1/contracts/${contract}/subscriptions/none`,
    ]) {
      expect((await h.call('GET', path)).status).toBe(404);
    }
  });
});

describe('revoke', () => {
  /** A sandbox made at one moment, looked at in another. */
  function at(made: number, later: number): Harness {
    const again = harness({}, sandbox => sandbox.apiKey, made);
    again.clock.now = later;
    return again;
  }

  test('of a monthly subscription of four months from August, on 20 August: September to November come back', async () => {
    const h = at(Date.UTC(2025, 7, 3), Date.UTC(2025, 7, 20));
    const before = await balance(h);
    const { id } = await titled(h, 'Port of call');
    const { status, body } = await h.call<Subscription>('GET', `/api/v1/subscriptions/${id}/revoke`);
    expect([status, body.id, body.status]).toEqual([200, id, 'active']);
    expect(body.endedAt).toBe('2025-09-01T00:00:00.000Z');
    // Four months cost 400 credits: three of them are unused.
    expect((await balance(h)) - before).toBe(300);
  });

  test('of a quarterly subscription of January to June, in March: April to June come back', async () => {
    const h = at(Date.UTC(2025, 1, 3), Date.UTC(2025, 2, 14));
    const before = await balance(h);
    const { id } = await titled(h, 'Coastal works');
    const { body } = await h.call<Subscription>('GET', `/api/v1/subscriptions/${id}/revoke`);
    expect(body).toMatchObject({
      startedAt: '2025-01-01',
      endedAt: '2025-04-01T00:00:00.000Z',
      status: 'active',
    });
    expect((await balance(h)) - before).toBe(300);
    h.clock.now = Date.UTC(2025, 3, 1);
    expect((await titled(h, 'Coastal works')).status).toBe('revoked');
  });

  test('before the start: at once, and all of it', async () => {
    const h = harness();
    const { id } = await titled(h, 'Quarry watch');
    const { body } = await h.call<Subscription>('GET', `/api/v1/subscriptions/${id}/revoke`);
    expect(body.status).toBe('revoked');
    expect(body.endedAt).toBe(new Date(noon).toISOString());
    expect(await balance(h)).toBe(5200);
    const { body: page } = await h.call<Page<Payment>>('GET', `/api/v1/subscriptions/${id}/payments`);
    expect(page.items[0]).toMatchObject({ type: 'refund', creditAmount: 200 });
  });

  test('in the last run nothing comes back and the end stays', async () => {
    const h = at(Date.UTC(2025, 0, 3), Date.UTC(2025, 3, 10));
    const before = await balance(h);
    const subscription = await titled(h, 'Port of call');
    const { body } = await h.call<Subscription>('GET', `/api/v1/subscriptions/${subscription.id}/revoke`);
    expect(body.endedAt).toBe(subscription.endedAt);
    expect(await balance(h)).toBe(before);
  });

  test('twice is once', async () => {
    const h = harness();
    const { id } = await titled(h, 'Port of call');
    const first = await h.call('GET', `/api/v1/subscriptions/${id}/revoke`);
    const after = await balance(h);
    const second = await h.call('GET', `/api/v1/subscriptions/${id}/revoke`);
    expect(second.body).toEqual(first.body);
    expect(await balance(h)).toBe(after);
  });

  test('of one that has ended is refused, of an unknown one not found', async () => {
    const h = harness();
    const { id } = await titled(h, 'Vessel survey');
    expect((await h.call('GET', `/api/v1/subscriptions/${id}/revoke`)).status).toBe(400);
    expect((await h.call('GET', '/api/v1/subscriptions/none/revoke')).status).toBe(404);
  });

  test.each([
    ['GET', (id: string) => `/api/v1/subscriptions/${id}/revoke`],
    ['GET', (id: string) => `/api/v1/${id}/revoke`],
    ['PUT', (id: string) => `/api/v1/subscriptions/${id}/revoke`],
  ] as const)('%s, form %#', async (method, path) => {
    const h = harness();
    const { id } = await titled(h, 'Quarry watch');
    expect((await h.call<Subscription>(method, path(id))).body.status).toBe('revoked');
  });

  test('of a plan without runs ends it with its month, and gives nothing back', async () => {
    const h = harness();
    const { id } = await titled(h, 'Streaming standard');
    const { body } = await h.call<Subscription>('GET', `/api/v1/subscriptions/${id}/revoke`);
    expect(body).toMatchObject({ status: 'active', endedAt: '2025-07-01T00:00:00.000Z' });
    expect(await balance(h)).toBe(5000);
  });
});

describe('state', () => {
  test('survives as JSON, and tokens with it', async () => {
    const h = harness();
    const held = await h.token('IDP');
    const { id } = await titled(h, 'Quarry watch');
    await h.call('GET', `/api/v1/subscriptions/${id}/revoke`);
    const snapshot: unknown = JSON.parse(JSON.stringify(h.sandbox.snapshot()));
    const again = createSandbox({ now: () => h.clock.now, snapshot: snapshot as never });
    expect(again.snapshot()).toEqual(snapshot);
    const response = await again.fetch(
      new Request('https://sandbox.swath.invalid/api/v1/me', {
        headers: { Authorization: `Bearer ${held}` },
      }),
    );
    expect(await response.json()).toMatchObject({ contract: { balance: 5200 } });
  });

  test('of another seed or version is left aside', () => {
    const { sandbox } = harness();
    const snapshot = sandbox.snapshot();
    const state = { ...snapshot, suspendedUntil: 5 };
    expect(createSandbox({ snapshot: state }).snapshot().suspendedUntil).toBe(5);
    expect(createSandbox({ seed: 'other', snapshot: state }).snapshot().suspendedUntil).toBe(0);
    expect(createSandbox({ snapshot: { ...state, version: 99 } }).snapshot().suspendedUntil).toBe(0);
  });

  test('a snapshot is a copy', () => {
    const { sandbox } = harness();
    sure(sandbox.snapshot().accounts[0]).balance = 0;
    expect(sure(sandbox.snapshot().accounts[0]).balance).toBe(5000);
  });

  test('changes are told until one stops listening; reading is no change', async () => {
    const h = harness();
    let told = 0;
    const stop = h.sandbox.onDidChange(() => told++);
    await h.call('GET', '/api/v1/me');
    expect(told).toBe(0);
    await h.call('POST', '/api/v1/apikeys', { description: 'x' }, 'AAA');
    expect(told).toBe(1);
    stop();
    await h.call('POST', '/api/v1/apikeys', { description: 'y' }, 'AAA');
    expect(told).toBe(1);
  });

  test('the records say what was asked and answered, and are bounded', async () => {
    const h = harness();
    await h.call('POST', '/api/v1/prices?x=1', { kind: 'none' });
    expect(h.sandbox.requests.at(-1)).toEqual({
      method: 'POST',
      path: '/api/v1/prices',
      query: '?x=1',
      status: 400,
      body: '{"kind":"none"}',
      at: noon,
    });
    for (let count = 0; count < 5010; count++) await exchange(h.sandbox, {});
    expect(h.sandbox.requests.length).toBe(5000);
    for (let count = 0; count < 20; count++) await h.call('POST', '/api/v1/prices', 'x'.repeat(1_000_000));
    const kept = h.sandbox.requests.filter(({ body }) => body !== undefined);
    expect(kept.length).toBe(15);
    expect(h.sandbox.requests.at(-1)).toBe(kept.at(-1));
  });
});
