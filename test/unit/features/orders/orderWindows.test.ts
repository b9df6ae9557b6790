import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signal } from '@preact/signals-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Order } from '../../../../src/service/rules/order.ts';
import { asSignedIn } from '../../../../src/session/session.ts';
import type { JournalLine } from '../../../../src/features/orders/journal.ts';
import { folderMarks } from '../../../../src/features/orders/orderMarks.ts';
import { createOrders, type Orders } from '../../../../src/features/orders/orders.ts';
import { eventually } from '../../../eventually.ts';
import { patient } from '../../../runSpeed.ts';
import { apiError, connection, fakeClient, order, ownOrders, signedInSession } from '../../fakes.ts';
import { tempFolder } from '../../tempFolder.ts';

const second = 1000;

/** Windows on one machine, and a service that counts the requests. */
async function setUp(listed: Order[], pollMs = 40) {
  const folder = join(await tempFolder(), 'marks');
  const service = { listed, calls: [] as number[] };
  const journal = signal<readonly JournalLine[]>([]);
  const errors: unknown[] = [];
  let count = 0;

  async function open({ isFocused = true, marks = folderMarks(folder), baseUrl = connection.baseUrl } = {}) {
    const number = ++count;
    const client = fakeClient({
      orders: () => {
        service.calls.push(number);
        return Promise.resolve([...service.listed]);
      },
      order: id => {
        const found = service.listed.find(order => order.id === id);
        return found ? Promise.resolve(found) : Promise.reject(apiError('notFound', 404));
      },
    });
    const session = await signedInSession(client, { ...connection, baseUrl });
    const focus = signal(isFocused);
    const orders = createOrders(session, () => pollMs, {
      ...ownOrders(),
      marks,
      journal,
      isFocused: focus,
      onError: error => errors.push(error),
    });
    const ended: string[] = [];
    orders.onNews((_kind, all) => ended.push(...all.map(({ id }) => id)));
    const signedIn = asSignedIn(session.current.value);
    if (!signedIn) throw new Error('not signed in');
    onTestFinished(() => orders.dispose());
    return { number, orders, ended, focus, signedIn, close: () => orders.dispose() };
  }
  return { folder, service, journal, errors, open };
}

const inShort = (orders: Orders) => {
  const state = orders.current.value;
  return state.kind === 'ready' ? state.orders.map(({ id, status }) => `${id} ${status}`) : [state.kind];
};

describe('windows on one machine', { timeout: patient(60 * second) }, () => {
  it('all follow the orders, report an end only once, and clear the badge everywhere', async () => {
    const { open, service } = await setUp([order('a', 'ordered'), order('b', 'ordered')]);
    const windows = [await open(), await open(), await open()];
    await eventually(() => {
      for (const { orders } of windows) expect(inShort(orders)).toEqual(['a ordered', 'b ordered']);
    });
    service.listed = [order('a', 'delivered'), order('b', 'ordered')];
    await eventually(() => {
      for (const { orders } of windows) {
        expect(inShort(orders)).toEqual(['a delivered', 'b ordered']);
        expect([...orders.unseen.value]).toEqual(['a']);
      }
    });
    await eventually(() => expect(windows.flatMap(({ ended }) => ended)).toEqual(['a']));

    windows[2]?.orders.markSeen('a');
    await eventually(() => {
      for (const { orders } of windows) expect(orders.unseen.value.size).toBe(0);
    });
    expect(windows.flatMap(({ ended }) => ended)).toEqual(['a']);
  });

  it("don't report an end again in a window that still sees the order in progress", async () => {
    const { open, service, folder } = await setUp([order('a', 'ordered')], 60 * second);
    const marks = folderMarks(folder);
    const read: string[][] = [];
    const list = async () => {
      const names = await marks.list();
      read.push([...names].map(name => name.replace(/-.*/, '')));
      return names;
    };
    const first = await open();
    const late = await open({ marks: { ...marks, list } });
    await eventually(() => {
      for (const { orders } of [first, late]) expect(inShort(orders)).toEqual(['a ordered']);
    });
    service.listed = [order('a', 'delivered')];
    await first.orders.refresh();
    await eventually(() => expect(first.ended).toEqual(['a']));
    await eventually(() => expect(read.at(-1)).toEqual(['told']));
    late.orders.add(order('b', 'ordered'), late.signedIn);
    await eventually(() => expect(read.at(-1)).toContain('open'));
    service.listed = [order('b', 'delivered'), order('a', 'delivered')];
    await late.orders.refresh();
    await eventually(() => expect(late.ended).toContain('b'));
    expect(late.ended).toEqual(['b']);
  });

  it('request an order that another window placed, once the journal contains it', async () => {
    const { open, service, journal } = await setUp([], 60 * second);
    const { orders } = await open();
    await eventually(() => expect(inShort(orders)).toEqual([]));
    service.listed = [order('a', 'ordered')];
    const stamp = { id: 'entry', connection: connection.name, at: new Date().toISOString() };
    const price = { value: 12, unit: 'credits' };
    journal.value = [
      { event: 'sending', bodyHash: 'h', body: { kind: 'k' }, title: '', orderKind: 'k', price, ...stamp },
      { event: 'placed', orderId: 'a', status: 'ordered', ...stamp },
    ];
    await eventually(() => expect(inShort(orders)).toEqual(['a ordered']));
    expect(service.calls.length).toBeGreaterThan(1);
  });

  it('report once at the next start what ended while none was open, and keep the badge', async () => {
    const { open, service, folder } = await setUp([order('a', 'ordered'), order('z', 'delivered')]);
    const first = await open();
    await eventually(() => expect(inShort(first.orders)).toEqual(['a ordered', 'z delivered']));
    await eventually(() => expect(readdirSync(folder)).toHaveLength(1));
    first.close();
    service.listed = [order('a', 'delivered'), order('z', 'delivered')];
    const windows = [await open(), await open()];
    await eventually(() => expect(windows.flatMap(({ ended }) => ended)).toEqual(['a']));
    windows.forEach(window => window.close());
    const last = await open();
    await eventually(() => expect([...last.orders.unseen.value]).toEqual(['a']));
    expect(last.ended).toEqual([]);
  });

  it('distinguish orders of two services that use the same ids', async () => {
    const { open, service, folder } = await setUp([order('a', 'ordered')]);
    const first = await open();
    await eventually(() => expect(readdirSync(folder)).toHaveLength(1));
    first.close();
    service.listed = [order('a', 'delivered')];
    const second = await open({ baseUrl: 'https://other.example' });
    await eventually(() => expect(inShort(second.orders)).toEqual(['a delivered']));
    expect([...second.orders.unseen.value]).toEqual([]);
  });

  it('store empty files for their user only, with names that reveal nothing, for a month at most', async () => {
    const { open, folder } = await setUp([order('secret-id', 'ordered')]);
    const first = await open();
    await eventually(() => expect(readdirSync(folder)).toHaveLength(1));
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^open-[0-9a-f]{32}$/);
    expect(readFileSync(join(folder, name), 'utf8')).toBe('');
    if (process.platform !== 'win32') {
      expect([statSync(folder).mode & 0o777, statSync(join(folder, name)).mode & 0o777]).toEqual([
        0o700, 0o600,
      ]);
    }
    first.close();
    const old = join(folder, `told-${'0'.repeat(32)}`);
    writeFileSync(old, '');
    const then = new Date(Date.now() - 31 * 86_400_000);
    utimesSync(old, then, then);
    await open();
    await eventually(() => expect(readdirSync(folder)).toEqual([name]));
  });

  it('keep their own marks if the disk fails: reported twice rather than never', async () => {
    const { open, service, errors } = await setUp([order('a', 'ordered')]);
    const broken = () => {
      const fail = () => Promise.reject(new Error('EROFS: read-only file system'));
      return {
        list: fail,
        add: fail,
        move: fail,
        remove: fail,
        onChange: () => ({ dispose: () => undefined }),
      };
    };
    const windows = [await open({ marks: broken() }), await open({ marks: broken() })];
    await eventually(() => {
      for (const { orders } of windows) expect(inShort(orders)).toEqual(['a ordered']);
    });
    service.listed = [order('a', 'delivered')];
    await eventually(() => expect(windows.map(({ ended }) => ended)).toEqual([['a'], ['a']]));
    windows[0]?.orders.markSeen('a');
    await eventually(() => expect(windows[0]?.orders.unseen.value.size).toBe(0));
    expect(errors).toHaveLength(2);
  });
});
