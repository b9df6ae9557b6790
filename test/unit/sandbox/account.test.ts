import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createSandbox, type Dialect, sandboxOrigin } from '../../../src/sandbox/sandbox.ts';
import { exchange, type Harness, harness, noon, type OrderBody, sure } from './harness.ts';

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
  test('has no PUT for revoke, and no list of contracts', async () => {
    const h = harness({ dialect: 'specification' });
    const { id } = await titled(h, 'Quarry watch');
    expect((await h.call('PUT', `/api/v1/subscriptions/${id}/revoke`)).status).toBe(404);
    expect((await h.call('GET', '/api/v1/contracts')).status).toBe(404);
  });
});

describe('deployed', () => {
  test('both contract types have a key of their own and see nothing of each other', async () => {
    const premium = harness();
    const evaluation = harness({}, sandbox => sandbox.evaluationKey);
    const { body } = await evaluation.call<{ contract: Record<string, unknown> }>('GET', '/api/v1/me');
    expect(body.contract).toMatchObject({ balance: 100, kind: 'contract.platformdata.techEval' });
    expect((await premium.call('GET', `/api/v1/contracts/${String(body.contract['id'])}`)).status).toBe(404);
    const foreign = sure((await subscriptions(premium))[0]);
    expect((await evaluation.call('GET', `/api/v1/subscriptions/${foreign.id}/revoke`)).status).toBe(404);
  });

  test('of a plan, only the runs that have begun count as used', async () => {
    const h = harness();
    const used = async (title: string) => {
      const { amountConsumed, amountMax } = await titled(h, title);
      return [amountConsumed, amountMax];
    };
    const { id } = await titled(h, 'Port of call');
    expect([await used('Port of call'), await used('Coastal works')]).toEqual([
      [100, 400],
      [300, 600],
    ]);
    expect([await used('Quarry watch'), await used('Vessel survey')]).toEqual([
      [0, 200],
      [150, 150],
    ]);
    await h.call('GET', `/api/v1/subscriptions/${id}/revoke`);
    h.clock.now += 90 * dayMs;
    expect([await used('Port of call'), await used('Coastal works')]).toEqual([
      [100, 400],
      [600, 600],
    ]);
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

  test('has reports of the sample harbour from earlier, where it is asked for', async () => {
    const h = harness({ pastReports: true });
    const { body } = await h.call<Page<OrderBody>>('GET', '/api/v1/orders');
    expect(body.items.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
    const sample = await readFile(
      new URL('../../../media/samples/harbour.aoi.geojson', import.meta.url),
      'utf8',
    );
    const { geometry } = JSON.parse(sample) as { geometry: unknown };
    const datas = body.items.map(({ deliveries }) => sure(deliveries[0]).datas);
    expect(datas.map(data => data['aoi'])).toEqual([geometry, geometry, geometry]);
    const days = datas.map(
      data => Date.parse(sure(/\d{4}-\d\d-\d\d$/.exec(String(data['title'])))[0]) / 86_400_000,
    );
    expect(days.slice(1).every((day, index) => sure(days[index]) - day >= 20)).toBe(true);
    const { payments, balance: rest } = sure(h.sandbox.snapshot().accounts[0]);
    const sums = payments.map(({ type, creditAmount }) =>
      type === 'payment' ? -creditAmount : creditAmount,
    );
    expect([rest, sums.reduce((sum, amount) => sum + amount, 0)]).toEqual([5000, 5000]);
    const again = harness({ pastReports: true, snapshot: h.sandbox.snapshot() });
    expect(again.sandbox.snapshot()).toEqual(h.sandbox.snapshot());
  });

  test('changes are told until one stops listening; reading is no change', async () => {
    const h = harness();
    let changes = 0;
    const stop = h.sandbox.onDidChange(() => changes++);
    await h.call('GET', '/api/v1/me');
    expect(changes).toBe(0);
    await h.call('POST', '/api/v1/apikeys', { description: 'x' }, 'AAA');
    expect(changes).toBe(1);
    stop();
    await h.call('POST', '/api/v1/apikeys', { description: 'y' }, 'AAA');
    expect(changes).toBe(1);
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
    // An exchange goes before each of them.
    for (let count = 0; count < 40; count++) await h.call('POST', '/api/v1/prices', 'x');
    const kept = h.sandbox.requests.filter(({ body }) => body !== undefined);
    expect(kept.length).toBe(25);
    expect(h.sandbox.requests.at(-1)).toBe(kept.at(-1));
  });
});

const denied = { error: 'access_denied', error_description: 'Access denied' };
const dialects: Dialect[] = ['specification', 'deployed'];

describe.each(dialects)('token exchange, %s', dialect => {
  const form = (key: string): Record<string, string> => ({
    apikey: key,
    client_id: 'IDP',
    grant_type: 'api_key',
  });

  test('wants a form, not JSON, and keeps no body of it in its records', async () => {
    const { sandbox } = harness({ dialect });
    const response = await sandbox.fetch(
      new Request(`${sandboxOrigin}/auth/realms/IDP/protocol/openid-connect/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(form(sandbox.apiKey)),
      }),
    );
    expect(response.status).toBe(403);
    await exchange(sandbox, form(sandbox.apiKey));
    expect(sandbox.requests.length).toBe(2);
    expect(JSON.stringify(sandbox.requests)).not.toContain(sandbox.apiKey.slice(0, 20));
  });

  test('a made-up, altered or missing token opens nothing', async () => {
    const { sandbox, token } = harness({ dialect });
    const [head, body, signature] = (await token('IDP')).split('.');
    const forged = Buffer.from(JSON.stringify({ sub: 'x', azp: 'IDP', exp: 9e9 })).toString('base64url');
    const tokens = [undefined, 'x', 'a.b.c', `${head}.${forged}.${signature}`, `${head}.${body}.`];
    for (const candidate of tokens) {
      for (const path of [
        '/api/v1/me',
        '/api/v2/opensearch',
        '/api/v1/apikeys',
        '/api/v1/items/x/download',
      ]) {
        const headers = candidate === undefined ? undefined : { Authorization: `Bearer ${candidate}` };
        const response = await sandbox.fetch(new Request(sandboxOrigin + path, headers && { headers }));
        expect(response.status).toBe(dialect === 'deployed' ? 401 : 403);
        const answer: unknown = await response.json();
        expect(answer).toEqual(dialect === 'deployed' && path.endsWith('apikeys') ? 'Unauthorized' : denied);
        expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
      }
    }
  });
});

const dayMs = 86_400_000;

interface ListedKey {
  id: string;
  description: string;
}

async function list(h: Harness): Promise<ListedKey[]> {
  return (await h.call<{ items: ListedKey[] }>('GET', '/api/v1/apikeys', undefined, 'AAA')).body.items;
}

async function make(h: Harness, description: string): Promise<{ id: string; secret: string }> {
  const { body } = await h.call<{ id: string; secret: string }>(
    'POST',
    '/api/v1/apikeys',
    { description },
    'AAA',
  );
  return body;
}

const remove = (h: Harness, id: string) => h.call('DELETE', `/api/v1/apikeys/${id}`, undefined, 'AAA');

const statusOf = async ({ sandbox }: Harness, apikey: string) =>
  (await exchange(sandbox, { apikey, client_id: 'IDP', grant_type: 'api_key' })).status;

describe.each<Dialect>(['specification', 'deployed'])('the key that the sandbox tells, %s', dialect => {
  test('is the next one after that was deleted, and telling it changes nothing', async () => {
    const h = harness({ dialect });
    const first = sure((await list(h))[0]);
    const laptop = await make(h, 'Laptop');
    await make(h, 'Server');
    await remove(h, first.id);
    const before = h.sandbox.snapshot();
    expect(h.sandbox.apiKey).toBe(laptop.secret);
    expect(h.sandbox.snapshot()).toEqual(before);
    expect(await statusOf(h, h.sandbox.apiKey)).toBe(200);
  });

  test('is a new one where none is left: it works, is listed, and is saved', async () => {
    const h = harness({ dialect });
    const dead = h.sandbox.apiKey;
    await remove(h, sure((await list(h))[0]).id);
    let saved = 0;
    h.sandbox.onDidChange(() => saved++);
    const { apiKey } = h.sandbox;
    expect(apiKey).not.toBe(dead);
    expect(h.sandbox.apiKey).toBe(apiKey);
    expect(saved).toBe(1);
    expect(await statusOf(h, apiKey)).toBe(200);
    expect(await list(h)).toHaveLength(1);
    expect(JSON.stringify(h.sandbox.snapshot())).not.toContain(apiKey);
    expect(harness({ dialect, snapshot: h.sandbox.snapshot() }).sandbox.apiKey).toBe(apiKey);
  });

  test('is a new one where all have expired, and they are never more than ten', async () => {
    const h = harness({ dialect });
    const dead = h.sandbox.apiKey;
    for (let count = 1; count < 10; count++) await make(h, `Key ${count}`);
    h.clock.now += 366 * dayMs;
    expect(await statusOf(h, h.sandbox.apiKey)).toBe(200);
    expect(await list(h)).toHaveLength(10);
    expect(await statusOf(h, dead)).toBe(403);
  });
});

test('the first key is good again at a start after it has expired', async () => {
  const h = harness();
  const { apiKey } = h.sandbox;
  const again = harness({ snapshot: h.sandbox.snapshot() }, sandbox => sandbox.apiKey, noon + 400 * dayMs);
  expect(again.sandbox.apiKey).toBe(apiKey);
  expect(await statusOf(again, apiKey)).toBe(200);
  expect(await list(again)).toHaveLength(1);
});

test('the accounts start over at the present, as those of a new sandbox but with ids of their own', async () => {
  const sandbox = createSandbox({ now: () => noon, pastReports: true });
  const first = sandbox.snapshot();
  sandbox.moveClock(366 * 24 * 3600_000);
  let isSaved = false;
  sandbox.onDidChange(() => (isSaved = true));
  sandbox.startOver();
  const again = sandbox.snapshot();
  expect(sandbox.aheadMs).toBe(0);
  expect(isSaved).toBe(true);
  const ordersOf = ({ accounts }: typeof first) => sure(accounts[0]).orders;
  expect(ordersOf(again).map(({ payload }) => payload)).toEqual(
    ordersOf(first).map(({ payload }) => payload),
  );
  const ids = [...ordersOf(first), ...ordersOf(again)].map(({ id }) => id);
  expect(new Set(ids).size).toBe(6);
  expect(sure(again.accounts[0])).toMatchObject({
    balance: sure(first.accounts[0]).balance,
    keys: sure(first.accounts[0]).keys,
    subscriptions: sure(first.accounts[0]).subscriptions,
  });
  const answer = await exchange(sandbox, { grant_type: 'api_key', client_id: 'IDP', apikey: sandbox.apiKey });
  expect(answer.status).toBe(200);
});
