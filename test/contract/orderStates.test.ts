import { expect } from 'vitest';
import { readFiltered } from '../../src/features/orders/filteredOrders.ts';
import { plainPages } from './learntForms.ts';
import { idsOf } from './lists.ts';
import { analyticKind, balanceOf, carsOrder } from './ordersOfQuay.ts';
import { placeOrder } from './placeOrder.ts';
import { harbour } from './places.ts';
import { testService } from './testService.ts';

const orders = '/api/v1/orders';
/** How long production takes, ms. */
const production = 600_000;

testService('States of an order', { forms: plainPages, fresh: true }, ({ statement }) => {
  statement(
    [
      'state.ordered',
      'kind.analytic',
      'state.delivered',
      'events.polling',
      'order.id',
      'order.status',
      'order.deliveries',
      'order.download',
      'order.price',
      'post.orders',
      'post.same',
      'analyticBody.title',
    ],
    'an order is `ordered`, then `delivered` with a download link; its price leaves the balance once',
    async ({ client, clock }, lacking) => {
      const body = await carsOrder(client, lacking);
      const before = await balanceOf(client);
      const { total } = await client.price(body);
      const placed = await placeOrder(client, body);
      expect(placed).toMatchObject({
        status: 'ordered',
        kind: analyticKind,
        title: 'Quay cars',
        price: total,
      });
      expect(await balanceOf(client)).toBe(before - total.value);

      clock.now += production - 1000;
      const waiting = await client.order(placed.id);
      expect(waiting.status).toBe('ordered');
      expect(waiting.deliveries.map(delivery => delivery.download)).toEqual([undefined]);

      clock.now += 1000;
      const delivered = await client.order(placed.id);
      expect(delivered.status).toBe('delivered');
      expect(delivered.deliveries[0]?.download).toMatch(/items\/[\w-]{36}/);
      expect(await balanceOf(client)).toBe(before - total.value);
    },
  );

  statement(
    ['order.self', 'order.payload', 'order.price', 'get.order', 'post.orders'],
    'the link of an order leads to its state, with what was sent, its price and its payment',
    async ({ client, raw, origin, clock, dialect }, lacking) => {
      const body = await carsOrder(client, lacking);
      const price = await client.price(body);
      const { id } = await placeOrder(client, body);
      const { json } = await raw('GET', `${orders}/${id}`);
      const { _links: links } = json as { _links: { self: { href: string } } };
      clock.now += production;
      const delivered = await raw('GET', links.self.href.slice(origin.length));
      expect(delivered.json).toMatchObject({ id, status: 'delivered', price: price.total.value });
      expect(delivered.json).toMatchObject({
        payment: { type: 'payment', creditAmount: price.total.value, orderId: id },
      });
      // Deployed services repeat what was sent in the deliveries alone.
      if (dialect === 'specification') expect(delivered.json).toMatchObject({ payload: body });
      expect((await client.order(id)).price).toEqual(price.total);
    },
  );

  statement(
    ['state.rejected', 'error.balance'],
    'an order beyond the balance is rejected, and nothing is spent',
    async ({ clientOf, client, sandbox }, lacking) => {
      const trial = clientOf(sandbox.evaluationKey);
      const before = await balanceOf(trial);
      const dear = { ...(await carsOrder(client, lacking)), aoi: harbour };
      expect((await trial.price(dear)).total.value).toBeGreaterThan(before);
      const placed = await placeOrder(trial, dear);
      expect(placed.status).toBe('rejected');
      expect((await trial.order(placed.id)).status).toBe('rejected');
      expect(await balanceOf(trial)).toBe(before);
    },
  );

  statement(
    ['state.error', 'error.production', 'events.polling'],
    'production that fails is told by the status, and the price comes back',
    async ({ client, clock, sandbox, dialect }, lacking) => {
      const body = await carsOrder(client, lacking);
      const before = await balanceOf(client);
      const message = 'The image is clouded over the AOI';
      sandbox.faults.add({ kind: 'production', message, method: 'POST', path: orders, count: 1 });
      const placed = await placeOrder(client, body);
      clock.now += production;
      const failed = await client.order(placed.id);
      expect(failed.status).toBe('error');
      expect(failed.deliveries[0]?.download).toBeUndefined();
      if (dialect === 'deployed') expect(failed.deliveries[0]).toMatchObject({ status: 'error', message });
      expect(await balanceOf(client)).toBe(before);
    },
  );
});

testService('The list of orders', { forms: plainPages, fresh: true }, ({ statement }) => {
  statement(
    ['get.orders', 'get.orders.status', 'get.orders.kind', 'endpoints.page', 'endpoints.itemsPerPage'],
    'the list holds every order once, over all its pages, and filters by status and kind',
    async ({ client, clock, dialect, warnings }, lacking) => {
      const body = await carsOrder(client, lacking);
      const { id: earlier } = await placeOrder(client, body);
      clock.now += production;
      const placed: string[] = [];
      // One more than the client asks for at once.
      while (placed.length < 101) placed.push((await placeOrder(client, body)).id);
      const all = idsOf(await client.orders({}));
      expect(all.toSorted()).toEqual([earlier, ...placed].sort());
      const open = await client.orders({ status: 'ordered', kind: analyticKind });
      expect(idsOf(open).sort()).toEqual(placed.sort());
      expect(idsOf(await client.orders({ status: 'delivered' }))).toEqual([earlier]);
      expect(await client.orders({ kind: 'order.data.product' })).toEqual([]);
      // As the Orders view reads what its filters let pass.
      const chosen = { status: ['ordered', 'error'], kind: [analyticKind] };
      const passing = await readFiltered(client, chosen, AbortSignal.timeout(60_000));
      expect(idsOf(passing).sort()).toEqual(placed.sort());
      const page = await client.ordersPage({ status: 'ordered', page: 6, itemsPerPage: 20 });
      expect(page.items).toHaveLength(1);
      // Without a total, only an empty page shows the end.
      expect(page.isLast).toBe(dialect === 'deployed');
      expect(warnings).toEqual([]);
    },
  );
});
