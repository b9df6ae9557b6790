import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../src/api/client.ts';
import { checkOrder } from '../../src/model/order/checkOrder.ts';
import { isStereo, mayDo } from '../../src/model/images/imagery.ts';
import { downloadOf, linksOf } from '../../src/model/links.ts';
import { imageIdsOf } from '../../src/model/order/orderContents.ts';
import { draftProduct } from '../../src/model/order/productOrder.ts';
import type { SearchCriteria } from '../../src/model/images/searchQuery.ts';
import type { Dialect } from '../../src/sandbox/sandbox.ts';
import {
  balanceOf,
  dayMs,
  kind,
  kindByVolume,
  known,
  order,
  productStage,
  quay,
  type ProductStage,
} from './productStage.ts';
import { placeOrder } from './placeOrder.ts';

describe.each<Dialect>(['specification', 'deployed'])(
  'deliveries of products of a service that speaks as %s',
  dialect => {
    let service: ProductStage;
    let client: Client;
    let draft: ProductStage['draft'];

    beforeAll(async () => {
      service = await productStage(dialect);
      ({ client, draft } = service);
    });
    afterAll(() => service.close());

    it('one delivery for each product; the price leaves the balance once', async () => {
      const body = order(
        draft('PHR'),
        draft('SPOT', { imageFormat: 'image/jp2' }),
        draft('PNEO', { aoi: quay }),
      );
      const ids = body.products.map(({ id }) => id);
      const before = await balanceOf(client);
      const { total } = await client.price(body);
      const placed = await placeOrder(client, body);
      expect(placed).toMatchObject({ status: 'ordered', kind, price: total, isEstimate: false });
      expect(placed.deliveries).toHaveLength(3);
      expect(imageIdsOf(placed)).toEqual(ids);
      expect(await balanceOf(client)).toBe(before - total.value);

      service.clock.now += 900_000;
      const first = await client.order(placed.id);
      expect(first.status).toBe('ordered');
      expect(first.deliveries.map(({ download }) => download !== undefined)).toEqual([true, false, false]);

      service.clock.now += 450_000;
      const delivered = await client.order(placed.id);
      expect(delivered.status).toBe('delivered');
      expect(delivered.deliveries.map(({ download }) => download !== undefined)).toEqual([true, true, true]);
      expect(await balanceOf(client)).toBe(before - total.value);
      expect(
        known((await client.orders({ kind, status: 'delivered' })).find(({ id }) => id === placed.id)),
      ).toEqual({ ...delivered, fields: expect.anything() as unknown });
    });

    it('what is known of an order: its contract, its body or what each delivery was made with, its times', async () => {
      const body = {
        ...order(draft('PHR', { aoi: quay }), draft('SPOT', { aoi: quay })),
        customerRef: 'quay-7',
      };
      const { id } = await placeOrder(client, body);
      service.clock.now += dayMs;
      const read = await client.order(id);
      const { contract } = await client.profile();
      expect(read.customerRef).toBe('quay-7');
      expect(read.fields['payment']).toMatchObject({ creditAmount: read.price?.value });
      if (dialect === 'specification') {
        expect(read.payload).toEqual(body);
        return;
      }
      expect(read).toMatchObject({ contractId: contract.id, estimatedAmount: read.price });
      expect(read.deliveries.map(({ datas }) => datas)).toEqual(body.products);
      for (const { status, updatedAt, deliveredAt } of read.deliveries) {
        expect([status, deliveredAt]).toEqual(['delivered', updatedAt]);
        expect(Date.parse(known(deliveredAt))).toBeLessThanOrEqual(service.clock.now);
      }
    });

    it('the products lie in the private workspace, with the links of their deliveries', async () => {
      const { id } = await placeOrder(
        client,
        order(draft('PHR', { aoi: quay }), draft('PNEO', { aoi: quay })),
      );
      service.clock.now += dayMs;
      const { deliveries } = await client.order(id);
      const { contract } = await client.profile();
      const criteria: SearchCriteria = { workspaceId: known(contract.workspaceId), aoi: quay };
      const items = (await client.search(criteria, 1, 100)).images;
      for (const { download } of deliveries) {
        const item = known(items.find(({ links }) => downloadOf(links) === download));
        expect(download).toContain(`/items/${item.id}/`);
        expect(mayDo(item, 'download')).toBe(true);
        expect(linksOf(item.links, 'quicklook')[0]?.href).toContain(item.id);
      }
    });

    it('an order beyond the balance is rejected with all its products, and nothing is spent', async () => {
      const trial = service.clientOf(service.sandbox.evaluationKey);
      const before = await balanceOf(trial);
      const body = order(draft('SPOT'), draft('PHR'));
      expect((await trial.price(order(draft('SPOT')))).total.value).toBeLessThan(before);
      expect((await trial.price(body)).total.value).toBeGreaterThan(before);
      const { id } = await placeOrder(trial, body);
      service.clock.now += dayMs;
      const rejected = await trial.order(id);
      expect(rejected.status).toBe('rejected');
      expect(rejected.deliveries.map(({ download }) => download)).toEqual([undefined, undefined]);
      expect(await balanceOf(trial)).toBe(before);
    });

    it('an order by volume spends its allowance and no credits, and beyond that it is rejected', async () => {
      const body = { ...order(draft('PHR')), kind: kindByVolume };
      const used = () =>
        known(
          service.sandbox
            .snapshot()
            .accounts[0]?.subscriptions.find(one => one.offers.includes(kindByVolume)),
        ).streamed;
      const [before, usedBefore] = [await balanceOf(client), used()];
      const price = await client.price(body);
      const placed = await placeOrder(client, body);
      expect(placed.status).toBe('ordered');
      expect(await balanceOf(client)).toBe(before);
      const spent = used() - usedBefore;
      expect(spent).toBeGreaterThan(0);
      if (dialect === 'deployed') {
        expect(price).toMatchObject({ total: { value: spent, unit: 'kB' }, isEstimate: true });
        expect(placed).toMatchObject({ price: price.total, estimatedAmount: price.total, isEstimate: true });
      }
      const allowance = 4_000_000;
      const many = Array.from({ length: Math.ceil((allowance - used()) / spent) + 1 }, () => draft('PHR'));
      const tooMany = await placeOrder(client, { ...order(...many), kind: kindByVolume });
      expect([tooMany.status, used()]).toEqual(['rejected', usedBefore + spent]);
    });

    it('a stereo product never completes, and its order waits for it', async () => {
      const criteria: SearchCriteria = { aoi: quay, constellation: 'PHR', processingLevel: 'SENSOR' };
      const stereo = known(
        (await client.search({ ...criteria, productType: 'stereo,tristereo' }, 1, 1)).images[0],
      );
      const body = order(known(draftProduct(stereo, quay)), draft('PHR', { aoi: quay }));
      // The specification's images do not say what they are: there only the search tells.
      expect(isStereo(stereo)).toBe(dialect === 'deployed');
      expect(checkOrder({ ...body }, { imageOf: () => stereo }).map(({ code }) => code)).toEqual(
        dialect === 'deployed' ? ['image-stereo', 'image-stereo'] : [],
      );
      const { id } = await placeOrder(client, body);
      service.clock.now += 60 * dayMs;
      const waiting = await client.order(id);
      expect(waiting.status).toBe('ordered');
      expect(waiting.deliveries.map(({ download }) => download !== undefined)).toEqual([false, true]);
    });

    it('production that fails is told for each product, and the price comes back', async () => {
      const message = 'The image is clouded over the AOI';
      service.sandbox.faults.add({
        kind: 'production',
        message,
        method: 'POST',
        path: '/api/v1/orders',
        count: 1,
      });
      const before = await balanceOf(client);
      const { id } = await placeOrder(
        client,
        order(draft('PHR', { aoi: quay }), draft('SPOT', { aoi: quay })),
      );
      expect(await balanceOf(client)).toBeLessThan(before);
      service.clock.now += dayMs;
      const failed = await client.order(id);
      expect(failed.status).toBe('error');
      expect(failed.deliveries.map(({ download }) => download)).toEqual([undefined, undefined]);
      if (dialect === 'deployed') {
        const told = { status: 'error', errorCode: 'PRODUCTION_FAILED', message, deliveredAt: undefined };
        expect(failed.deliveries).toMatchObject([told, told]);
      }
      expect(await balanceOf(client)).toBe(before);
    });

    it('Image: links, rights and the datastrip are known; ALBUM images list a stream that nobody may use', async () => {
      const { images } = await client.search(
        { aoi: quay, constellation: 'SPOT', workspace: 'public' },
        1,
        100,
      );
      const levels = new Set(images.map(({ processingLevel }) => processingLevel));
      expect(levels).toEqual(new Set(['SENSOR', 'ALBUM']));
      for (const image of images) {
        expect(linksOf(image.links, 'thumbnail')[0]?.href).toContain(image.id);
        expect(linksOf(image.links, 'quicklook')[0]).toMatchObject({ name: 'quicklook', type: 'http' });
        expect(linksOf(image.links, 'wmts')).toHaveLength(1);
        expect(mayDo(image, 'browse')).toBe(true);
        expect(mayDo(image, 'wmts')).toBe(image.processingLevel === 'SENSOR');
        expect(mayDo(image, 'download')).toBe(false);
        expect(image.parentIdentifier).toMatch(/^DS_SPOT/);
      }
    });
  },
);
