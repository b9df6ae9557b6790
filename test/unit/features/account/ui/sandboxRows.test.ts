import { signal } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../../src/sandbox/sandbox.ts';
import {
  analyticOrder,
  harness,
  imageOf,
  type OrderBody,
  product,
  productOrder,
} from '../../../sandbox/harness.ts';
import { sandboxConnection } from '../../../../../src/service/rules/connection.ts';
import { createClient } from '../../../../../src/service/wire/client.ts';
import { readValue } from '../../../../../src/platform/host/reading.ts';
import { createArrangement } from '../../../../../src/platform/rows/arrangementOwner.ts';
import { opened, rowAt, textsOf } from '../../../platform/drawn.ts';
import { createAccount } from '../../../../../src/session/account.ts';
import { createContracts } from '../../../../../src/session/contracts.ts';
import { createOrders } from '../../../../../src/features/orders/orders.ts';
import { ordersRows } from '../../../../../src/features/orders/ui/list/ordersRows.ts';
import { ordersAtFirst } from '../../../../../src/features/orders/ui/list/ordersView.ts';
import { contractsRows } from '../../../../../src/features/account/ui/contract/contractsRows.ts';
import { paymentsAtFirst } from '../../../../../src/features/account/ui/contract/contractsView.ts';
import { ownOrders, signedInSession } from '../../../fakes.ts';
import { clockAt } from '../../../fakes.ts';

const memory = { read: () => undefined, write: () => undefined };
const nothingMeant = /undefined|NaN|null|\[object/;

/** The views with the complete sandbox: everything is loaded. */
async function setUp(dialect: Dialect) {
  const h = harness({ dialect, forms: { payment: 0 } });
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
  const orders = createOrders(session, () => 30_000, ownOrders());
  await Promise.all([account.refresh(), orders.refresh()]);
  await Promise.all(
    [contracts.services, contracts.consumption, contracts.payments].map(reader => reader.refresh()),
  );
  const paid = readValue(contracts.payments.current.value)?.items ?? [];
  await Promise.all(paid.map(({ id }) => contracts.paymentDetails.reader(id).refresh()));
  const view = {
    session,
    account,
    contracts,
    clock: clockAt(),
    arrangement: createArrangement('c', paymentsAtFirst, memory),
    loadPayments: () => undefined,
  };
  const arrangement = createArrangement('o', ordersAtFirst, memory);
  return {
    ids: [report.body.id, products.body.id],
    paid,
    contracts: contractsRows(view),
    orders: ordersRows({
      orders,
      arrangement,
      clock: clockAt(() => h.clock.now),
      money: undefined,
      unconfirmed: signal([]),
    }),
  };
}

describe.each<Dialect>(['specification', 'deployed'])('the views of a service in the %s dialect', dialect => {
  it('show no meaningless text, and have distinct rows', async () => {
    const { contracts, orders } = await setUp(dialect);
    for (const rows of [contracts, orders]) {
      expect(textsOf(rows).filter(text => nothingMeant.test(text))).toEqual([]);
      expect(textsOf(rows).filter(text => /Can't load|Loading/.test(text))).toEqual([]);
      const ids = opened(rows).map(({ id }) => id);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    }
  });

  it('sum up all payments to the balance', async () => {
    const { contracts, paid } = await setUp(dialect);
    const payments = rowAt(contracts[0]?.children?.() ?? [], 'Payments').children?.() ?? [];
    const balance = rowAt(contracts[0]?.children?.() ?? [], 'Balance').description ?? '';
    expect(payments[0]?.description).toBe(`+${balance} · ${paid.length} of ${paid.length}`);
    expect(payments.filter(({ contextValue }) => contextValue === 'payment hasRelated')).toHaveLength(
      paid.length - 1,
    );
  });
});
