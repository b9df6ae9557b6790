import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../src/sandbox/sandbox.ts';
import { exchange, harness, noon, sure, type Harness } from './harness.ts';

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
