import { expect, test } from 'vitest';
import type { FormName, SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { find, type Harness, harness, imageOf, product, productOrder, sure } from './harness.ts';

const byTheLetter = (options: SandboxOptions = {}) => harness({ dialect: 'specification', ...options });

const contractOf = (h: Harness) => sure(h.sandbox.snapshot().accounts[0]).contractId;

/** Names of members, at any depth. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  return [
    ...(Array.isArray(value) ? [] : entries.map(([name]) => name)),
    ...entries.flatMap(([, inner]) => namesIn(inner)),
  ];
}

async function several(h: Harness, path: string, count: number): Promise<unknown[]> {
  const bodies: unknown[] = [];
  for (let i = 0; i < count; i++) bodies.push((await h.call('GET', path)).body);
  return bodies;
}

test('the same request gets another form each time, and the same ones after another start', async () => {
  const first = await several(byTheLetter(), '/api/v1/me', 7);
  expect(new Set(first.map(body => JSON.stringify(body))).size).toBe(7);
  expect(await several(byTheLetter(), '/api/v1/me', 7)).toEqual(first);
  expect(await several(byTheLetter({ formSeed: 'other' }), '/api/v1/me', 2)).not.toEqual(first.slice(0, 2));
});

test('a chosen form stays, while others take turns', async () => {
  const h = byTheLetter({ forms: { profile: 2 } });
  const [first, second] = await several(h, '/api/v1/me', 2);
  expect(first).toHaveProperty('profile');
  expect(second).toEqual(first);
});

test('every form of the profile has the workspace in a field that is called so, and leads to the contract', async () => {
  const h = byTheLetter();
  const { workspaceId, contractId } = sure(h.sandbox.snapshot().accounts[0]);
  for (const body of await several(h, '/api/v1/me', 7)) {
    const text = JSON.stringify(body);
    expect(text).toMatch(new RegExp(`workspace[^,]*${workspaceId}`, 'i'));
    expect(text).toContain(contractId);
  }
});

test('what the specification shows is answered as it is shown', async () => {
  const h = byTheLetter();
  const keys = await h.call<{ items: Record<string, unknown>[] }>('GET', '/api/v1/apikeys', undefined, 'AAA');
  expect(Object.keys(keys.body)).toEqual(['items']);
  expect(Object.keys(sure(keys.body.items[0]))).toEqual(['id', 'description', 'expirationDate']);
  const roles = await h.call('GET', '/api/v1/me/services');
  expect(Object.keys(roles.body)).toHaveLength(9);
  const { features } = await find(h, { constellation: 'SPOT', itemsPerPage: '1' });
  expect(Object.keys(sure(features[0])).sort()).toEqual([
    '_links',
    'geometry',
    'properties',
    'rights',
    'type',
  ]);
  expect(Object.keys(sure(features[0]).properties).sort()).toEqual([
    'acquisitionDate',
    'cloudCover',
    'constellation',
    'id',
    'incidenceAngle',
    'parentIdentifier',
    'platform',
    'processingLevel',
    'resolution',
    'snowCover',
  ]);
});

test('an order has the named members alone, its kind in the payload, and its id in both forms', async () => {
  const named = ['_links', 'deliveries', 'id', 'payload', 'price', 'status'];
  const h = byTheLetter({ forms: { order: 0, id: 1 } });
  const body = productOrder(
    product(await imageOf(h, 'SPOT', 0, { productType: 'mono', relation: 'intersects' })),
  );
  const placed = await h.call('POST', '/api/v1/orders', body);
  expect(placed.body).toMatchObject({ status: 'ordered', payload: body });
  expect(placed.body['id']).toBeTypeOf('number');
  expect(Object.keys(placed.body).sort()).toEqual(named);
  const [text] = sure(h.sandbox.snapshot().accounts[0]).orders;
  for (const id of [placed.body['id'], sure(text).id])
    expect((await h.call('GET', `/api/v1/orders/${String(id)}`)).body).toMatchObject({
      id: placed.body['id'],
    });
  h.clock.now += 3_600_000;
  for (const links of Array.from({ length: 9 }, (_, form) => form)) {
    const again = harness({
      dialect: 'specification',
      forms: { links, deliveries: 0, order: 0 },
      snapshot: h.sandbox.snapshot(),
      now: () => h.clock.now,
    });
    const read = await again.call<{ deliveries: unknown[] }>('GET', `/api/v1/orders/${sure(text).id}`);
    expect(JSON.stringify(read.body.deliveries[0])).toContain(sure(sure(text).deliveries[0]).itemId);
  }
});

test('pages are as large as the service likes, and together they are the list', async () => {
  for (const [list, pageSize] of [
    [0, 2],
    [1, 1],
    [2, 2],
    [6, 1],
  ] as const) {
    const h = byTheLetter({ forms: { list, pageSize, subscription: 0 } });
    const ids = new Set<string>();
    for (let page = 1; page < 6; page++) {
      const path = `/api/v1/contracts/${contractOf(h)}/subscriptions?page=${page}&itemsPerPage=50`;
      const { body } = await h.call('GET', path);
      for (const [id] of JSON.stringify(body).matchAll(/"id":"[^"]+"/g)) ids.add(id);
    }
    expect(ids.size).toBe(8);
  }
});

test('all pages of a list have one form', async () => {
  const h = byTheLetter({ forms: { pageSize: 2 } });
  const shapes: string[] = [];
  for (const page of [1, 2, 1, 2, 3, 1]) {
    const { body } = await h.call('GET', `/api/v1/analytics?page=${page}`);
    shapes.push(Array.isArray(body) ? 'list' : Object.keys(body).join());
  }
  expect(shapes[1]).toBe(shapes[0]);
  expect(shapes.slice(3, 5)).toEqual([shapes[2], shapes[2]]);
  expect(new Set([shapes[0], shapes[2], shapes[5]]).size).toBe(3);
});

test('every form of a refusal has its words', async () => {
  const h = byTheLetter();
  for (let i = 0; i < 20; i++) {
    const response = await h.sandbox.fetch(
      new Request('https://sandbox.swath.invalid/api/v1/orders/nowhere', {
        headers: { Authorization: `Bearer ${await h.token('IDP')}` },
      }),
    );
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('No order with the id nowhere');
  }
});

test.each<FormName>(['contract', 'subscription', 'consumption', 'payment', 'analytic'])(
  'no form of a %s has what only deployed services send',
  async name => {
    const contract = `/api/v1/contracts/${contractOf(byTheLetter())}`;
    const paths: Partial<Record<FormName, string>> = {
      contract,
      subscription: `${contract}/subscriptions`,
      consumption: '/api/v1/subscriptions?service=data',
      payment: `${contract}/payments`,
      analytic: '/api/v1/analytics',
    };
    for (let form = 0; form < 7; form++) {
      const h = byTheLetter({ forms: { [name]: form } });
      const { status, body } = await h.call('GET', paths[name] ?? '');
      expect(status).toBe(200);
      const more = namesIn(body).filter(found =>
        /companyName|amountConsumed|vendor|contractId|correlation/.test(found),
      );
      expect(more).toEqual([]);
    }
  },
);
