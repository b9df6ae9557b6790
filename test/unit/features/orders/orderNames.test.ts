import { signal } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import { customName } from '../../../../src/service/rules/customName.ts';
import { orderName } from '../../../../src/service/rules/kindText.ts';
import type { Order } from '../../../../src/service/rules/order.ts';
import { createDraftNames } from '../../../../src/features/orders/draftNames.ts';
import { createJournal } from '../../../../src/features/orders/journal.ts';
import { listedOrders } from '../../../../src/features/orders/knownOrders.ts';
import { listAttempts, sentName } from '../../../../src/features/orders/orderAttempts.ts';
import { createOrders, type OrdersOptions } from '../../../../src/features/orders/orders.ts';
import { eventually } from '../../../eventually.ts';
import { fakeClient, memoryJournal, memorySlot, ownOrders, signedInSession } from '../../fakes.ts';
import { bareDelivery, bareOrder } from '../../fixtures.ts';

const kind = 'order.data.product';
const products = [{ id: 'img', productType: 'pansharpened' }];

async function namesOf(orders: readonly Order[], options: Partial<OrdersOptions> = {}) {
  const session = await signedInSession(fakeClient({ orders: () => Promise.resolve([...orders]) }));
  const watched = createOrders(session, () => 60_000, { ...ownOrders(), ...options });
  await eventually(() => expect(listedOrders(watched)).toHaveLength(orders.length));
  const names = () => listedOrders(watched).map(orderName);
  return { names, orders: () => listedOrders(watched), dispose: () => watched.dispose() };
}

describe('the name of an order of image products', () => {
  it('is kept on this machine by the id of the order, also if that is found later', async () => {
    const store = memoryJournal();
    const journal = createJournal(store);
    const body = { kind, products };
    const send = (name: string) =>
      journal.begin(
        { connection: 'Test' },
        { bodyHash: name, body, title: '', name, orderKind: kind, price: { value: 1, unit: 'credits' } },
      );
    await journal.close('Test', await send('Port: berth 4/5'), {
      event: 'placed',
      orderId: 'a1',
      status: 'ordered',
    });
    const later = await send('Mole');
    await journal.close('Test', later, { event: 'unclear', message: 'timeout' });
    const listed = [bareOrder({ id: 'a1', kind }), bareOrder({ id: 'b2', kind })];
    const { names, orders, dispose } = await namesOf(listed, { journal: journal.known });
    expect(names()).toEqual(['Port: berth 4/5', 'Image product b2']);
    await journal.close('Test', later, { event: 'placed', orderId: 'b2', status: 'ordered' });
    expect(names()).toEqual(['Port: berth 4/5', 'Mole']);
    // The names of files have it too.
    expect(orders().map(customName)).toEqual(['Port: berth 4/5', 'Mole']);
    expect(listAttempts(store.lines, undefined).map(sentName)).toEqual(['Port: berth 4/5', 'Mole']);
    dispose();
  });

  it('is what was ordered if nobody knows it: the types, and the days of images as soon as they are known', async () => {
    const days = signal<Readonly<Record<string, string>>>({});
    const of = (id: string) => (id in days.value ? { acquisitionDate: days.value[id] } : undefined);
    const { names, dispose } = await namesOf(
      [
        bareOrder({ id: 'aaaaaaaa-1111', kind, payload: { products } }),
        bareOrder({
          id: 'bbbbbbbb-2222',
          kind,
          deliveries: [
            bareDelivery({ datas: { id: 'img', productType: 'bundle' } }),
            bareDelivery({ datas: { id: 'other', productType: 'bundle' } }),
          ],
        }),
        bareOrder({
          id: 'cccccccc-3333',
          kind: 'order.analytics-toolbox.archive',
          payload: { imageIds: ['img'] },
        }),
        bareOrder({ id: 'dddddddd-4444', kind }),
        bareOrder({ id: 'eeeeeeee-5555', kind, customerRef: 'Pier 5', payload: { products } }),
      ],
      { images: { changed: days, of } },
    );
    // It is described by what is loaded first.
    await eventually(() =>
      expect(names()).toEqual([
        'pansharpened aaaaaaaa',
        'bundle bbbbbbbb',
        'Analytic report cccccccc',
        'Image product dddddddd',
        'Pier 5',
      ]),
    );
    days.value = { img: '2026-03-18T10:00:00Z', other: '2026-03-20' };
    expect(names().slice(0, 3)).toEqual([
      'pansharpened 2026-03-18',
      'bundle 2026-03-18, 2026-03-20',
      'Analytic report 2026-03-18',
    ]);
    dispose();
  });
});

describe('the name of a draft', () => {
  const setUp = () => {
    const slot = memorySlot<[string, string, string?, number?][]>();
    return {
      names: createDraftNames(slot),
      restarted: () => createDraftNames(slot),
      keep: (value: unknown) => void slot.write(value as never),
    };
  };

  it('is as it was typed, whatever its file can be called, also after a restart and in another folder', () => {
    const { names, restarted } = setUp();
    names.remember('/nowhere/Port-berth-4-5.order.json', 'Port: berth 4/5');
    names.remember('/nowhere/Port-berth-4-5-2.order.json', 'Port: berth 4,5');
    expect(restarted().of('/elsewhere/Port-berth-4-5.order.json')).toBe('Port: berth 4/5');
    expect(restarted().of('/nowhere/Port-berth-4-5-2.order.json')).toBe('Port: berth 4,5');
  });

  it('is that of the file once the user names that otherwise, or made it', () => {
    const { names } = setUp();
    names.remember('/nowhere/Port.order.json', 'Port!');
    expect(names.of('/nowhere/South quay.order.json')).toBe('South quay');
  });

  it('ignores what another version kept', () => {
    const { names, keep } = setUp();
    keep({ odd: 1 });
    expect(names.of('/nowhere/Port.order.json')).toBe('Port');
    keep([['Port'], 7, ['Quay', 'The quay']]);
    expect(names.of('/Quay.order.json')).toBe('The quay');
    expect(names.isLater('/Quay.order.json', '2020-01-01T00:00:00Z')).toBe(false);
  });

  it('is later than an order that was sent before it was drafted, and than none for a file that may be another', () => {
    const { names, restarted } = setUp();
    const [before, after] = [-1000, 1000].map(ms => new Date(Date.now() + ms).toISOString()) as [
      string,
      string,
    ];
    names.remember('/a/Port.order.json', 'Port');
    expect(restarted().isLater('/a/Port.order.json', before)).toBe(true);
    expect(names.isLater('/a/Port.order.json', after)).toBe(false);
    expect(names.isLater('/b/Port.order.json', before)).toBe(false);
    expect(names.isLater('/a/Quay.order.json', before)).toBe(false);
  });
});
