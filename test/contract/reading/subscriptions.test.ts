import { expect } from 'vitest';
import { failure } from '../../failure.ts';
import { plainPages } from '../learntForms.ts';
import { idsOf } from '../lists.ts';
import { august, titled } from '../subscriptions.ts';
import { testService } from '../testService.ts';

testService('Subscriptions', { forms: plainPages, start: august }, ({ reading, statement }) => {
  reading(
    [
      'get.subscriptions',
      'subscription.id',
      'subscription.status',
      'subscription.startedAt',
      'subscription.service',
      'subscription.kind',
    ],
    'every subscription has an id, a status, a start, a service and a kind',
    async ({ client }, lacking) => {
      const { id } = (await client.profile()).contract;
      const subscriptions = await client.subscriptions(id, {});
      if (subscriptions.length === 0) return lacking('The contract has no subscription.');
      expect(new Set(idsOf(subscriptions)).size).toBe(subscriptions.length);
      for (const { status, startedAt, endedAt, service, kind } of subscriptions) {
        expect(status).toMatch(/./);
        expect(startedAt).toMatch(/^\d{4}-\d\d-\d\d/);
        expect(endedAt ?? startedAt).toMatch(/^\d{4}-\d\d-\d\d/);
        expect(service).toMatch(/./);
        expect(kind).toMatch(/^subscription\./);
      }
    },
  );

  statement(
    [
      'subscription.title',
      'subscription.isAmountEstimated',
      'subscription.offers',
      'subscription.startedAt',
      'subscription.endedAt',
      'subscription.status',
      'subscription.platform',
    ],
    'every field of a subscription is known, and a Premium user holds the generic one too',
    async ({ client }) => {
      const subscriptions = await client.subscriptions((await client.profile()).contract.id, {});
      const kinds = subscriptions.map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(['subscription.data.premium', 'subscription.platform']));
      for (const subscription of subscriptions) {
        expect(['pending', 'active', 'revoked']).toContain(subscription.status);
        expect(subscription.title).toEqual(expect.any(String));
        expect(subscription.service).toEqual(expect.any(String));
        expect(subscription.startedAt).toMatch(/^\d{4}-\d\d-\d\d/);
        expect(subscription.isAmountEstimated).toEqual(expect.any(Boolean));
      }
      expect(titled(subscriptions, 'Imagery by volume')).toMatchObject({
        isAmountEstimated: true,
        offers: ['order.data.gb.product'],
      });
      expect(titled(subscriptions, 'Quarry watch').startedAt).toMatch(/^2025-10-01/);
      expect(titled(subscriptions, 'Quarry watch').endedAt).toMatch(/^2025-12-01/);
      expect(titled(subscriptions, 'Platform access').endedAt).toBeUndefined();
    },
  );

  reading(
    ['get.subscription'],
    'one subscription is read alone as in the list',
    async ({ client }, lacking) => {
      const { id } = (await client.profile()).contract;
      const [first] = await client.subscriptions(id, {});
      if (!first) return lacking('The contract has no subscription.');
      const alone = await client.subscription(id, first.id);
      expect({ ...alone, fields: undefined }).toEqual({ ...first, fields: undefined });
    },
  );

  statement(['get.subscription'], 'a subscription that does not exist is not found', async ({ client }) => {
    const { id } = (await client.profile()).contract;
    expect((await failure(client.subscription(id, 'nowhere'))).kind).toBe('notFound');
  });

  reading(
    ['get.subscriptions.type'],
    'the type of subscriptions takes away and never adds',
    async ({ client }) => {
      const { id } = (await client.profile()).contract;
      const all = idsOf(await client.subscriptions(id, {}));
      const some = idsOf(await client.subscriptions(id, { type: 'change-detection' }));
      expect(some).toEqual(all.filter(item => some.includes(item)));
    },
  );

  statement(
    ['get.subscriptions.type'],
    'the type finds all subscriptions of its service and no other',
    async ({ client }) => {
      const { id } = (await client.profile()).contract;
      const all = await client.subscriptions(id, {});
      const some = await client.subscriptions(id, { type: 'change-detection' });
      expect(some).toHaveLength(3);
      expect(idsOf(some)).toEqual(idsOf(all.filter(({ service }) => service === 'change-detection')));
    },
  );

  statement(
    ['get.subscriptions', 'get.subscriptions.type'],
    'pages of subscriptions, and those of one type, end where the list ends',
    async ({ client, raw }) => {
      const { id } = (await client.profile()).contract;
      for (const filter of [{}, { type: 'change-detection' }] as Record<string, string>[]) {
        const ids: string[] = [];
        for (let page = 1; page <= 20; page++) {
          const query = new URLSearchParams({ ...filter, page: String(page), itemsPerPage: '2' });
          const { json } = await raw('GET', `/api/v1/contracts/${id}/subscriptions?${query.toString()}`);
          ids.push(
            ...idsOf((Array.isArray(json) ? json : (json as { items: [] }).items) as { id: string }[]),
          );
        }
        expect(ids).toEqual(idsOf(await client.subscriptions(id, filter)));
      }
    },
  );
});
