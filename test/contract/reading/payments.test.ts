import { expect } from 'vitest';
import { failure } from '../../failure.ts';
import { plainPages } from '../learntForms.ts';
import { idsOf, turn } from '../lists.ts';
import { august, titled } from '../subscriptions.ts';
import { testService } from '../testService.ts';

testService('Payments and consumption', { forms: plainPages, start: august }, ({ reading, statement }) => {
  reading(
    ['get.payments', 'payment.id'],
    'the pages of payments hold each of them once',
    async ({ client }, lacking) => {
      const { id } = (await client.profile()).contract;
      const pages = await turn(page => client.payments(id, { page, itemsPerPage: 2 }), 3);
      const ids = idsOf(pages.flat());
      if (ids.length === 0) return lacking('The contract has no payment.');
      expect(new Set(ids).size).toBe(ids.length);
      for (const page of pages) expect(page.length).toBeLessThanOrEqual(2);
    },
  );

  reading(
    ['get.payment', 'payment.id'],
    'one payment is read alone by its id',
    async ({ client }, lacking) => {
      const { id } = (await client.profile()).contract;
      const [first] = (await client.payments(id, { page: 1, itemsPerPage: 1 })).items;
      if (!first) return lacking('The contract has no payment.');
      const alone = await client.payment(id, first.id);
      expect({ ...alone, fields: undefined }).toEqual({ ...first, fields: undefined });
    },
  );

  statement(['deployed.totals'], 'the total of a list is told where the service tells it', async service => {
    const { id } = (await service.client.profile()).contract;
    const { items, total } = await service.client.payments(id, { page: 1, itemsPerPage: 100 });
    expect(total).toBe(service.dialect === 'deployed' ? items.length : undefined);
  });

  statement(['get.payments', 'get.payment'], 'every payment has a type and credits', async ({ client }) => {
    const { id } = (await client.profile()).contract;
    const all = (await turn(page => client.payments(id, { page, itemsPerPage: 2 }))).flat();
    expect(all.length).toBeGreaterThan(2);
    expect(new Set(idsOf(all)).size).toBe(all.length);
    for (const payment of all) {
      expect(['payment', 'refund', 'credit']).toContain(payment.type);
      expect(payment.creditAmount?.unit).toBe('credits');
      expect(await client.payment(id, payment.id)).toEqual(payment);
    }
    expect((await failure(client.payment(id, 'nowhere'))).kind).toBe('notFound');
  });

  reading(
    ['get.subscriptionPayments'],
    'the payments of a subscription name it, and no other',
    async ({ client }, lacking) => {
      const { id: contractId } = (await client.profile()).contract;
      const [first] = await client.subscriptions(contractId, {});
      if (!first) return lacking('The contract has no subscription.');
      const { items } = await client.subscriptionPayments(first.id, { page: 1, itemsPerPage: 5 });
      for (const { subscriptionId } of items) expect(subscriptionId ?? first.id).toBe(first.id);
    },
  );

  statement(
    ['get.subscriptionPayments'],
    'the payments of a subscription are the contract’s that name it',
    async ({ client, dialect }) => {
      const { id: contractId } = (await client.profile()).contract;
      const { id } = titled(await client.subscriptions(contractId, {}), 'Coastal works');
      const { items: all } = await client.payments(contractId, { page: 1, itemsPerPage: 100 });
      const { items: payments, isLast } = await client.subscriptionPayments(id, {
        page: 1,
        itemsPerPage: 5,
      });
      expect(payments).toEqual(all.filter(({ subscriptionId }) => subscriptionId === id));
      expect([payments.map(({ creditAmount }) => creditAmount), isLast]).toEqual([
        [{ value: 600, unit: 'credits' }],
        // Without a total, only an empty page shows the end.
        dialect === 'deployed',
      ]);
    },
  );

  reading(['get.consumption'], 'every amount of the consumption has its unit', async ({ client }) => {
    const { uses, remaining } = await client.consumption();
    for (const amount of [remaining, ...uses.flatMap(({ consumed, max }) => [consumed, max])])
      if (amount) expect([typeof amount.value, amount.unit.length > 0]).toEqual(['number', true]);
  });

  statement(
    ['consumption.streaming', 'consumption.remaining', 'plan.starter', 'plan.standard'],
    'what streaming took of its allowance is told, and the credit that is left',
    async ({ client, dialect }) => {
      const { remaining, uses } = await client.consumption();
      const streamed = uses.filter(({ consumed }) => consumed?.unit === 'kB');
      const sum = streamed.reduce((total, use) => total + (use.consumed?.value ?? 0), 0);
      const allowance = streamed.reduce((total, use) => total + (use.max?.value ?? 0), 0);
      // Plans of 10 and 4 GB, of which 1.24 GB are streamed.
      expect([sum, allowance]).toEqual([1_240_000, 14_000_000]);
      // Where the subscriptions are listed, the contract tells what is left.
      expect(remaining).toEqual(dialect === 'specification' ? { value: 5000, unit: 'credits' } : undefined);
    },
  );
});
