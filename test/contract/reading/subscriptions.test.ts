import { expect } from 'vitest';
import { failure } from '../../failure.ts';
import { describeService } from '../describeService.ts';
import { idsOf, turn } from '../lists.ts';
import { august, titled } from '../subscriptions.ts';

describeService('Subscriptions', { start: august }, ({ reading, statement }) => {
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
      // For whoever turns the pages, the first one begins the same list.
      const { items } = await client.subscriptionsPage(id, { page: 1, itemsPerPage: 5 });
      expect(idsOf(items)).toEqual(idsOf(subscriptions).slice(0, items.length));
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
      expect(some).toEqual(all.filter(one => some.includes(one)));
    },
  );

  reading(
    ['get.subscriptions.type'],
    'the pages of a type together are all of that type, whatever a page holds',
    async ({ client }) => {
      const { id } = (await client.profile()).contract;
      for (const type of ['change-detection', 'view']) {
        const whole = idsOf(await client.subscriptions(id, { type }));
        for (const itemsPerPage of [1, 2, Math.max(1, whole.length), whole.length + 1]) {
          const pages = await turn(page => client.subscriptionsPage(id, { type, page, itemsPerPage }));
          expect(idsOf(pages.flat())).toEqual(whole);
        }
      }
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

  reading(
    ['get.subscriptions'],
    'the pages together are all subscriptions, each once',
    async ({ client }, lacking) => {
      const { id } = (await client.profile()).contract;
      const whole = idsOf(await client.subscriptions(id, {}));
      if (whole.length === 0) return lacking('The contract has no subscription.');
      for (const itemsPerPage of [Math.ceil(whole.length / 3), whole.length, whole.length + 1]) {
        const pages = await turn(page => client.subscriptionsPage(id, { page, itemsPerPage }));
        expect(idsOf(pages.flat())).toEqual(whole);
        expect(Math.max(...pages.map(page => page.length))).toBeLessThanOrEqual(itemsPerPage);
      }
    },
  );

  statement(
    ['get.subscriptions', 'get.subscriptions.type', 'deployed.totals'],
    'pages of subscriptions, and those of one type, end where the list ends',
    async ({ client, dialect }) => {
      const { id } = (await client.profile()).contract;
      const whole = idsOf(await client.subscriptions(id, {}));
      for (const itemsPerPage of [1, 3]) {
        const pages = await turn(page => client.subscriptionsPage(id, { page, itemsPerPage }));
        expect(idsOf(pages.flat())).toEqual(whole);
      }
      const page = await client.subscriptionsPage(id, {
        type: 'change-detection',
        page: 2,
        itemsPerPage: 2,
      });
      expect(page).toMatchObject({ items: [{ service: 'change-detection' }], isLast: true });
      expect(page.total).toBe(dialect === 'deployed' ? 3 : undefined);
    },
  );
});
