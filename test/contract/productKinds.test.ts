import { expect } from 'vitest';
import { wasSurelyRefused } from '../../src/service/wire/errors.ts';
import { failure } from '../failure.ts';
import { memoryTarget } from './memoryTarget.ts';
import { balanceOf } from './ordersOfQuay.ts';
import { placeOrder } from './placeOrder.ts';
import { quay } from './places.ts';
import { orderByVolume, orderOf, productOf } from './productOrder.ts';
import { titled } from './subscriptions.ts';
import { testService } from './testService.ts';

const day = 86_400_000;

testService('Orders of products', { fresh: true }, ({ statement }) => {
  statement(
    ['kind.km2', 'kind.tiles', 'productBody.kind', 'post.same', 'version.4', 'kind.pneo'],
    'all three resolutions are ordered with `order.data.product`, for the price that was reported',
    async ({ client }, lacking) => {
      for (const constellation of ['PHR', 'SPOT', 'PNEO'] as const) {
        const body = orderOf(await productOf(client, constellation, lacking));
        const before = await balanceOf(client);
        const { total } = await client.price(body);
        const placed = await placeOrder(client, body);
        expect(placed).toMatchObject({ status: 'ordered', kind: 'order.data.product', price: total });
        expect(await balanceOf(client)).toBe(before - total.value);
      }
    },
  );

  statement(
    ['kind.gb', 'version.4', 'productBody.kind', 'limit.streaming'],
    'an order by volume uses the allowance and no credits',
    async ({ client, raw }, lacking) => {
      const body = orderByVolume(await productOf(client, 'SPOT', lacking));
      const before = await balanceOf(client);
      const streamed = async () => {
        const { uses } = await client.consumption();
        return uses.reduce((sum, { consumed }) => sum + (consumed?.unit === 'kB' ? consumed.value : 0), 0);
      };
      const consumed = await streamed();
      await client.price(body);
      const placed = await placeOrder(client, body);
      expect(placed).toMatchObject({ status: 'ordered', kind: 'order.data.gb.product' });
      expect([await balanceOf(client), (await streamed()) > consumed]).toEqual([before, true]);
      const tile = `/api/v1/items/${body.products[0]?.id ?? ''}/wmts/tiles/1.0.0/default/rgb/EPSG3857/0/0/0.png`;
      expect((await raw('GET', tile)).status).toBe(200);
    },
  );

  statement(['kind.pneo', 'kind.gb'], '0.3 m is not ordered by volume', async ({ client }, lacking) => {
    const product = await productOf(client, 'PNEO', lacking);
    const error = await failure(placeOrder(client, orderByVolume(product)));
    expect([error.kind, error.details.status, wasSurelyRefused(error)]).toEqual(['invalid', 400, true]);
    expect((await placeOrder(client, orderOf(product))).status).toBe('ordered');
  });

  statement(
    ['productBody.kind', 'post.orders'],
    'a kind that no subscription of the caller offers is refused, and nothing is spent',
    async ({ client, clientOf, sandbox }, lacking) => {
      const trial = clientOf(sandbox.evaluationKey);
      const before = await balanceOf(trial);
      const body = orderByVolume(await productOf(client, 'PHR', lacking));
      const error = await failure(placeOrder(trial, body));
      expect([error.kind, error.details.status, wasSurelyRefused(error)]).toEqual(['denied', 403, true]);
      expect([await balanceOf(trial), await trial.orders({})]).toEqual([before, []]);
    },
  );

  statement(
    ['subscription.platformNeeded'],
    'when the platform subscription has ended, no product is ordered any more',
    async ({ client, clock }, lacking) => {
      const body = orderOf(await productOf(client, 'PHR', lacking));
      expect((await placeOrder(client, body)).status).toBe('ordered');
      const { id: contractId } = (await client.profile()).contract;
      const { id } = titled(await client.subscriptions(contractId, {}), 'Platform access');
      const { endedAt = '' } = await client.revoke(id);
      clock.now = Date.parse(endedAt) + day;
      const error = await failure(placeOrder(client, body));
      expect([error.details.status, error.details.serverMessage]).toEqual([
        403,
        expect.stringMatching(/platform/),
      ]);
    },
  );

  statement(
    ['productBody.list', 'productBody.products', 'state.delivered', 'order.deliveries'],
    'several products in one order are delivered each by itself',
    async ({ client, clock }, lacking) => {
      const body = orderOf(await productOf(client, 'PHR', lacking), await productOf(client, 'SPOT', lacking));
      await client.price(body);
      const placed = await placeOrder(client, body);
      expect([placed.status, placed.deliveries.length]).toEqual(['ordered', 2]);
      clock.now += day;
      const { status, deliveries } = await client.order(placed.id);
      const downloads = deliveries.map(({ download }) => download);
      expect([status, new Set(downloads).size, downloads.includes(undefined)]).toEqual([
        'delivered',
        2,
        false,
      ]);
      const file = memoryTarget();
      // At 1.5 m it has a ninth of the other's pixels.
      await client.download(downloads[1] ?? '', file.target, () => undefined);
      expect(file.bytes().subarray(0, 2).toString()).toBe('PK');
    },
  );

  for (const productType of ['stereo', 'tristereo'] as const) {
    statement(['state.stereo'], `${productType} is ordered and never delivered`, async service => {
      const { client, clock } = service;
      const criteria = { aoi: quay, constellation: 'PHR', processingLevel: 'SENSOR', productType } as const;
      const [image] = (await client.search(criteria, 1, 1)).images;
      const product = await productOf(client, 'PHR', reason => expect.fail(reason));
      const { id } = await placeOrder(client, orderOf({ ...product, id: image?.id ?? '' }));
      clock.now += 60 * day;
      expect((await client.order(id)).status).toBe('ordered');
    });
  }
});
