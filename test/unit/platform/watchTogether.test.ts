import { signal } from '@preact/signals-core';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../../src/api/client.ts';
import type { Profile } from '../../../src/model/account/account.ts';
import type { Order } from '../../../src/model/order/order.ts';
import { createWatchFolder } from '../../../src/platform/watchFolder.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { createOrders, type Orders } from '../../../src/state/orders.ts';
import type { Reading } from '../../../src/state/reading.ts';
import { signedInOf } from '../../../src/state/session.ts';
import { apiError, connection, fakeClient, order, profile, signedInSession } from '../state/fakes.ts';
import { tempFolder } from './tempFolder.ts';

const second = 1000;

/** Windows of one machine and one account, and a service that counts who asks. */
async function bench(listed: Order[], pollMs = 40) {
  const root = await tempFolder();
  const service = { listed, calls: [] as number[], isDown: false };
  let count = 0;

  async function open({
    isFocused = true,
    account = signal<Reading<Profile>>({ kind: 'ready', value: profile(), at: 0 }),
  } = {}) {
    const number = ++count;
    const client = fakeClient({
      orders: () => {
        service.calls.push(number);
        return service.isDown
          ? Promise.reject(apiError('server', 503))
          : Promise.resolve([...service.listed]);
      },
      order: id => Promise.resolve(service.listed.find(one => one.id === id) ?? order(id, 'error')),
    });
    const session = await signedInSession(client);
    const focus = signal(isFocused);
    const told: string[] = [];
    const orders = createOrders(session, () => pollMs, {
      account,
      join: createWatchFolder(root, {
        isFocused: focus,
        onError: error => expect.fail(String(error)),
        beatMs: 200,
      }),
      isFocused: focus,
      distanceMs: 0,
    });
    orders.onFinished(all => told.push(...all.map(({ id }) => id)));
    const under = signedInOf(session.current.value);
    if (!under) throw new Error('not signed in');
    onTestFinished(() => orders.dispose());
    return { number, orders, told, focus, account, under, close: () => orders.dispose() };
  }
  return { root, service, open };
}

const shown = (orders: Orders) => {
  const state = orders.current.value;
  return state.kind === 'ready' ? state.orders.map(({ id, status }) => `${id} ${status}`) : [state.kind];
};

const wait = { timeout: 20 * second, interval: 10 };

describe('windows of one account', { timeout: 60 * second }, () => {
  it('read once for all of them, tell once of an end, and clear the badge in all', async () => {
    const { open, service } = await bench([order('a', 'ordered'), order('b', 'ordered')]);
    const windows = [await open(), await open(), await open(), await open()];
    await vi.waitFor(() => {
      for (const { orders } of windows) expect(shown(orders)).toEqual(['a ordered', 'b ordered']);
    }, wait);
    const before = service.calls.length;
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(before + 10), wait);
    expect(new Set(service.calls.slice(before)).size).toBe(1);

    service.listed = [order('a', 'delivered'), order('b', 'ordered')];
    await vi.waitFor(() => {
      for (const { orders } of windows) {
        expect(shown(orders)).toEqual(['a delivered', 'b ordered']);
        expect([...orders.unseen.value]).toEqual(['a']);
      }
    }, wait);
    await vi.waitFor(() => expect(windows.flatMap(({ told }) => told)).toEqual(['a']), wait);

    windows[2]?.orders.markSeen('a');
    await vi.waitFor(() => {
      for (const { orders } of windows) expect(orders.unseen.value.size).toBe(0);
    }, wait);
    expect(windows.flatMap(({ told }) => told)).toEqual(['a']);
  });

  it('tell in the one that is before somebody', async () => {
    const { open, service } = await bench([order('a', 'ordered')]);
    const windows = [await open({ isFocused: false }), await open({ isFocused: false }), await open()];
    await vi.waitFor(() => {
      for (const { orders } of windows) expect(shown(orders)).toEqual(['a ordered']);
    }, wait);
    service.listed = [order('a', 'delivered')];
    await vi.waitFor(() => expect(windows.map(({ told }) => told)).toEqual([[], [], ['a']]), wait);
  });

  it('go on with another watcher when theirs is closed', async () => {
    const { open, service } = await bench([order('a', 'ordered')]);
    const windows = [await open(), await open()];
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(3), wait);
    const watcher = service.calls.at(-1);
    windows.find(({ number }) => number === watcher)?.close();
    await vi.waitFor(() => expect(service.calls.at(-1)).not.toBe(watcher), wait);
  });

  it('show an order that one of them placed, and follow it quickly', async () => {
    const { open, service } = await bench([], 60 * second);
    const windows = [await open(), await open()];
    await vi.waitFor(() => {
      for (const { orders } of windows) expect(shown(orders)).toEqual([]);
    }, wait);
    const [watcher] = service.calls;
    const other = windows.find(({ number }) => number !== watcher);
    const before = service.calls.length;
    service.listed = [order('a', 'ordered')];
    other?.orders.add(order('a', 'ordered'), other.under);
    await vi.waitFor(() => {
      for (const { orders } of windows) expect(shown(orders)).toEqual(['a ordered']);
    }, wait);
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(before), wait);
    expect(service.calls.at(-1)).toBe(watcher);
  });

  it('hear of what the refresh of one of them found', async () => {
    const { open, service } = await bench([order('a', 'delivered')], 60 * second);
    const windows = [await open(), await open()];
    await vi.waitFor(() => {
      for (const { orders } of windows) expect(shown(orders)).toEqual(['a delivered']);
    }, wait);
    service.listed = [order('b', 'ordered'), order('a', 'delivered')];
    const other = windows.find(({ number }) => number !== service.calls[0]);
    await other?.orders.refresh();
    expect(service.calls.at(-1)).toBe(other?.number);
    await vi.waitFor(() => {
      for (const { orders } of windows) expect(shown(orders)).toEqual(['b ordered', 'a delivered']);
    }, wait);
  });

  it('tell once at the next start of what ended while none was open, and keep the badge', async () => {
    const { open, service } = await bench([order('a', 'ordered'), order('z', 'delivered')]);
    const first = await open();
    await vi.waitFor(() => expect(shown(first.orders)).toEqual(['a ordered', 'z delivered']), wait);
    first.close();
    service.listed = [order('a', 'delivered'), order('z', 'delivered')];
    const windows = [await open(), await open()];
    await vi.waitFor(() => expect(windows.flatMap(({ told }) => told)).toEqual(['a']), wait);
    windows.forEach(one => one.close());
    const last = await open();
    await vi.waitFor(() => expect([...last.orders.unseen.value]).toEqual(['a']), wait);
    expect(last.told).toEqual([]);
  });

  it('shows at once what was known last, even while the service fails', async () => {
    const { open, service } = await bench([order('a', 'ordered')]);
    const first = await open();
    await vi.waitFor(() => expect(shown(first.orders)).toEqual(['a ordered']), wait);
    first.close();
    service.isDown = true;
    const next = await open();
    await vi.waitFor(() => expect(shown(next.orders)).toEqual(['a ordered']), wait);
    await vi.waitFor(() => expect(next.orders.current.value).toHaveProperty('stale'), wait);
  });

  it('watch each for themselves while nobody knows whose orders they are, and together afterwards', async () => {
    const { open, service } = await bench([order('a', 'ordered')]);
    const account = signal<Reading<Profile>>({ kind: 'loading' });
    const one = await open({ account });
    expect(shown(one.orders)).toEqual(['loading']);
    account.value = { kind: 'failed', error: apiError('server', 503) };
    await vi.waitFor(() => expect(shown(one.orders)).toEqual(['a ordered']), wait);
    account.value = { kind: 'ready', value: profile(), at: 0 };
    const other = await open();
    await vi.waitFor(() => expect(shown(other.orders)).toEqual(['a ordered']), wait);
    const before = service.calls.length;
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(before + 5), wait);
    expect(new Set(service.calls.slice(before + 1)).size).toBe(1);
  });

  it('never show the orders of another account under the same connection', async () => {
    const { open, service } = await bench([order('a', 'ordered')]);
    const one = await open();
    await vi.waitFor(() => expect(shown(one.orders)).toEqual(['a ordered']), wait);
    service.isDown = true;
    const other = await open({
      account: signal<Reading<Profile>>({ kind: 'ready', value: profile({ id: 'u2' }), at: 0 }),
    });
    await vi.waitFor(() => expect(shown(other.orders)).toEqual(['failed']), wait);
  });

  it('keep neither key nor token on the disk', async () => {
    const root = await tempFolder();
    const sandbox = createSandbox();
    const secrets: string[] = [sandbox.apiKey];
    const client = createClient({
      connection: {
        ...connection,
        baseUrl: 'https://sandbox.swath.invalid',
        authUrl: 'https://sandbox.swath.invalid',
      },
      apiKey: sandbox.apiKey,
      fetch: (url, init) => {
        secrets.push(...(new Headers(init.headers).get('authorization')?.split(' ').slice(1) ?? []));
        return sandbox.fetch(new Request(url, init));
      },
      log: () => undefined,
      warn: () => undefined,
      onRefused: error => expect.fail(error.message),
    });
    const orders = createOrders(await signedInSession(client), () => 60 * second, {
      account: signal({ kind: 'ready', value: profile(), at: 0 }),
      join: createWatchFolder(root, {
        isFocused: signal(true),
        onError: error => expect.fail(String(error)),
      }),
    });
    onTestFinished(() => orders.dispose());
    await vi.waitFor(() => expect(shown(orders)).toEqual([]), wait);
    const files = () =>
      readdirSync(root, { recursive: true, withFileTypes: true }).filter(file => file.isFile());
    await vi.waitFor(() => expect(files().map(({ name }) => name)).toContain('orders.json'), wait);
    const text = files()
      .map(file => file.name + readFileSync(join(file.parentPath, file.name), 'utf8'))
      .join('\n');
    expect(secrets.length).toBeGreaterThan(1);
    expect(secrets.filter(secret => text.includes(secret))).toEqual([]);
  });
});
