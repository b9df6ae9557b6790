import { describe, expect, it } from 'vitest';
import { createClient } from '../../../../src/api/client.ts';
import { sandboxConnection } from '../../../../src/model/account/connection.ts';
import type { Dialect } from '../../../../src/sandbox/sandbox.ts';
import { createAccount } from '../../../../src/account/account.ts';
import { createArrangement } from '../../../../src/editor/arrangementOwner.ts';
import { createContracts } from '../../../../src/account/contracts.ts';
import { createOrders } from '../../../../src/orders/orders.ts';
import { valueOf } from '../../../../src/editor/reading.ts';
import { contractsRows } from '../../../../src/account/ui/contractsRows.ts';
import { ordersAtFirst } from '../../../../src/orders/ui/ordersArrangement.ts';
import { ordersRows } from '../../../../src/orders/ui/ordersRows.ts';
import { paymentsAtFirst } from '../../../../src/account/ui/paymentsArrangement.ts';
import {
  analyticOrder,
  harness,
  imageOf,
  product,
  productOrder,
  type OrderBody,
} from '../../sandbox/harness.ts';
import { signedInSession } from '../../fakes.ts';
import { drawn, opened, rowAt, textsOf } from '../../editor/drawn.ts';

const memory = { read: () => undefined, write: () => undefined };
const nothingMeant = /undefined|NaN|null|\[object/;

/** The views over the whole sandbox: everything read, nothing left to be read. */
async function bench(dialect: Dialect) {
  const h = harness({ dialect });
  const image = await imageOf(h, 'PHR');
  const report = await h.call<OrderBody>('POST', '/api/v1/orders', analyticOrder([image]));
  const twice = productOrder(product(image), product(image, { productType: 'bundle' }));
  const products = await h.call<OrderBody>('POST', '/api/v1/orders', twice);
  h.clock.now += 900_000;
  const client = createClient({
    connection: sandboxConnection,
    apiKey: h.sandbox.apiKey,
    fetch: (url, init) => h.sandbox.fetch(new Request(url, init)),
    log: () => undefined,
    warn: line => expect.fail(line),
    onRefused: error => expect.fail(error.message),
    now: () => h.clock.now,
  });
  const session = await signedInSession(client);
  const account = createAccount(session);
  const contracts = createContracts(session, account);
  const orders = createOrders(session, () => 30_000);
  await Promise.all([account.refresh(), orders.refresh()]);
  await Promise.all(
    [contracts.services, contracts.consumption, contracts.payments].map(one => one.refresh()),
  );
  const paid = valueOf(contracts.payments.current.value)?.items ?? [];
  await Promise.all(paid.map(({ id }) => contracts.paymentDetails.reader(id).refresh()));
  const view = { session, account, contracts, arrangement: createArrangement('c', paymentsAtFirst, memory) };
  const arrangement = createArrangement('o', ordersAtFirst, memory);
  return {
    ids: [report.body.id, products.body.id],
    paid,
    contracts: contractsRows(view),
    orders: ordersRows({ orders, arrangement, now: () => h.clock.now }),
  };
}

describe.each<Dialect>(['specification', 'deployed'])('the views of a service in the %s dialect', dialect => {
  it('say nothing that means nothing, and tell their rows apart', async () => {
    const { contracts, orders } = await bench(dialect);
    for (const rows of [contracts, orders]) {
      expect(textsOf(rows).filter(text => nothingMeant.test(text))).toEqual([]);
      expect(textsOf(rows).filter(text => /could not be read|Loading/.test(text))).toEqual([]);
      const ids = opened(rows).map(({ id }) => id);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    }
  });

  it('tell of contract, consumption, roles and account', async () => {
    const { contracts } = await bench(dialect);
    const label = dialect === 'deployed' ? 'Harbour Analytics' : (contracts[0]?.label ?? '');
    const own = rowAt(contracts, label);
    expect(own.description).toMatch(
      dialect === 'deployed' ? /^Premium · created · [\d,.]+ credits$/ : /^active · [\d,.]+ credits$/,
    );
    expect(drawn(contracts).slice(2, 3)).toEqual(['Roles | 5 of 9']);
    const consumption = drawn(rowAt(contracts, 'Consumption').children?.() ?? []);
    expect(consumption[0]).toMatch(/^Remaining \| [\d,.]+ credits$/);
    expect(consumption).toContain(
      dialect === 'deployed'
        ? 'Streaming standard (10 GB) | ▰▱▱▱▱▱▱▱▱▱ 12 % · 1.24 of 10 GB · plan standard'
        : 'Streaming | ▰▱▱▱▱▱▱▱▱▱ 9 % · 1.24 of 14 GB',
    );
    const account = drawn(rowAt(contracts, 'Account').children?.() ?? []);
    expect(account).toContain(
      dialect === 'deployed' ? 'Roles in the contract | user, contractViewer' : 'Licences | standard',
    );
  });

  it('sum up all payments to the balance', async () => {
    const { contracts, paid } = await bench(dialect);
    const payments = rowAt(contracts[0]?.children?.() ?? [], 'Payments').children?.() ?? [];
    const balance = rowAt(contracts[0]?.children?.() ?? [], 'Balance').description ?? '';
    expect(payments[0]?.description).toBe(`+${balance} · all ${paid.length}`);
    expect(payments.filter(({ contextValue }) => contextValue === 'payment hasRelated')).toHaveLength(
      paid.length - 1,
    );
  });

  it('offer a delivered report and delivered products for what can be done with them', async () => {
    const { orders, ids } = await bench(dialect);
    const shown = new Map(opened(orders).map(row => [row.id, row]));
    expect(shown.get(`order/${ids[0] ?? ''}`)?.contextValue).toBe('order order.delivered.report order.ready');
    const products = shown.get(`order/${ids[1] ?? ''}`);
    expect(products?.contextValue).toBe('order order.delivered.product order.ready');
    expect(products?.children?.().map(({ contextValue }) => contextValue)).toEqual([
      'delivery delivery.delivered delivery.product',
      'delivery delivery.delivered delivery.product',
    ]);
  });
});
