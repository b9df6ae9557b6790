import { describe, expect, test, vi } from 'vitest';
import {
  analyticOrder,
  find,
  harbour,
  harness,
  imageOf,
  product,
  productOrder,
  sure,
  wkt,
  type Harness,
  type Image,
  type OrderBody,
} from './harness.ts';

// Worlds are searched here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 30_000 });

const year = '[2024-06-15T00:00:00.000Z,2025-06-15T00:00:00.000Z]';
const over = { geometry: wkt(harbour), relation: 'intersects', itemsPerPage: '500', acquisitionDate: year };

const ids = (results: { features: Image[] }): string[] =>
  results.features.map(({ properties }) => properties.id);

async function status(parameters: Record<string, string>, on: Harness): Promise<number> {
  return (await on.call('GET', `/api/v2/opensearch?${new URLSearchParams(parameters)}`)).status;
}

describe.each(['specification', 'deployed'] as const)('the private workspace, %s', dialect => {
  test('fills with deliveries, which are found by workspace, by id and with everything', async () => {
    const on = harness({ dialect });
    const { body: me } = await on.call<{ workspaceId?: string; contract?: { workspaceId: string } }>(
      'GET',
      '/api/v1/me',
    );
    const workspaceid = me.workspaceId ?? sure(me.contract).workspaceId;
    expect((await find(on, { workspaceid })).features).toEqual([]);

    const image = await imageOf(on, 'PHR');
    const orders = [productOrder(product(image)), analyticOrder([image])];
    const items: string[] = [];
    for (const order of orders) {
      const { body } = await on.call<OrderBody>('POST', '/api/v1/orders', order);
      on.clock.now += 20_000;
      const { body: done } = await on.call<OrderBody>('GET', body._links.self.href);
      items.push(sure(sure(sure(done.deliveries[0])._links).download.href.split('/').at(-2)));
    }
    const own = await find(on, { workspaceid });
    expect(ids(own).sort()).toEqual(items.toSorted());
    for (const feature of own.features) {
      const link: unknown = feature._links['download'];
      const href = (Array.isArray(link) ? (link[0] as { href: string }) : (link as { href: string })).href;
      expect(href).toContain(`/api/v1/items/${feature.properties.id}/download`);
      expect(feature.rights).toHaveProperty('download');
      if (dialect === 'deployed') {
        expect(feature.properties).toMatchObject({ workspaceName: 'bluefox', workspaceId: workspaceid });
        expect(['image', 'vector']).toContain(feature.properties['productCategory']);
      }
    }
    expect(ids(await find(on, { id: sure(items[0]) }))).toEqual([items[0]]);
    const around = ids(await find(on, { ...over }));
    expect(around).toEqual(expect.arrayContaining(items));
    expect(ids(await find(on, { ...over, workspace: 'public' }))).not.toContain(items[0]);
    expect(ids(await find(on, { bbox: '100,0,101,1', workspaceid }))).toEqual([]);
    expect((await on.call('GET', `/api/v1/items/${sure(items[0])}`)).body).toEqual(
      own.features.find(({ properties }) => properties.id === items[0]),
    );

    const stranger = harness({ dialect, snapshot: on.sandbox.snapshot() }, sandbox => sandbox.evaluationKey);
    stranger.clock.now = on.clock.now;
    expect((await find(stranger, { id: sure(items[0]) })).features).toEqual([]);
    expect(await status({ workspaceid }, stranger)).toBe(400);
  });
});
