import { expect } from 'vitest';
import { revokeEffect } from '../../src/service/rules/subscription.ts';
import { wasSurelyRefused } from '../../src/service/wire/errors.ts';
import { failure } from '../failure.ts';
import type { SandboxService } from './service.ts';
import { august, titled } from './subscriptions.ts';
import { testService } from './testService.ts';

const february = Date.UTC(2025, 1, 10, 12);
const march = Date.UTC(2025, 2, 14, 12);

/** What the statements ask of a contract with subscriptions. */
async function contractOf({ client }: SandboxService) {
  const { id } = (await client.profile()).contract;
  return {
    id,
    subscription: async (title: string) => titled(await client.subscriptions(id, {}), title),
    balance: async () => (await client.contract(id)).balance?.value ?? Number.NaN,
    refundsOf: async (subscriptionId: string) =>
      (await client.subscriptionPayments(subscriptionId, { page: 1, itemsPerPage: 50 })).items
        .filter(({ type }) => type === 'refund')
        .map(({ creditAmount }) => creditAmount?.value),
  };
}

const revokesOf = ({ seen }: SandboxService) => seen().filter(line => line.endsWith('/revoke'));

const daysOf = ({ startedAt, endedAt }: { startedAt: string | undefined; endedAt: string | undefined }) => [
  startedAt?.slice(0, 10),
  endedAt?.slice(0, 10),
];

/** Whole months from one day to another one. */
function monthsBetween(from = '', to = ''): number {
  const start = new Date(from);
  const end = new Date(to);
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
}

testService('Revoking in August', { start: august, fresh: true }, ({ statement }) => {
  statement(
    ['revoke.notStarted', 'revoke.newEnd', 'get.revoke'],
    'before its start a subscription is revoked at once, with a full refund',
    async service => {
      const { subscription, balance, refundsOf } = await contractOf(service);
      const before = await balance();
      const pending = await subscription('Quarry watch');
      expect([pending.status, revokeEffect(pending, august)]).toEqual(['pending', 'instant']);
      const revoked = await service.client.revoke(pending.id);
      expect(revoked).toMatchObject({ id: pending.id, status: 'revoked' });
      expect(Date.parse(revoked.endedAt ?? '')).toBe(august);
      expect(revokeEffect(revoked, august)).toBe('none');
      expect([await balance(), await refundsOf(pending.id)]).toEqual([before + 200, [200]]);
    },
  );

  statement(
    ['revoke.running', 'revoke.newEnd', 'revoke.monthlyExample', 'limit.monthly', 'get.revoke'],
    'monthly, August to November, on 20 August: September to November are refunded',
    async service => {
      const { subscription, balance, refundsOf, id } = await contractOf(service);
      const before = await balance();
      const running = await subscription('Port of call');
      expect(daysOf(running)).toEqual(['2025-08-01', '2025-12-01']);
      expect([running.status, revokeEffect(running, august)]).toEqual(['active', 'endOfPeriod']);
      const revoked = await service.client.revoke(running.id);
      expect([revoked.endedAt?.slice(0, 10), revoked.status]).toEqual(['2025-09-01', 'active']);
      // Three of four months at 100 credits.
      expect([await balance(), await refundsOf(running.id)]).toEqual([before + 300, [300]]);
      expect(await service.client.subscription(id, running.id)).toEqual(revoked);
    },
  );

  statement(
    ['revoke.monthlyRuns', 'revoke.quarterlyRuns', 'limit.monthly', 'limit.quarterly'],
    'a revoke refunds whole runs: of 2 to 6 months, or of 2 quarters',
    async service => {
      const { id, refundsOf } = await contractOf(service);
      const all = await service.client.subscriptions(id, {});
      const ofKind = (end: string) => all.filter(({ kind = '' }) => kind.endsWith(end));
      for (const { startedAt, endedAt } of ofKind('.monthly')) {
        const runs = monthsBetween(startedAt, endedAt);
        expect([runs >= 2, runs <= 6]).toEqual([true, true]);
      }
      const [quarterly] = ofKind('.quarterly');
      expect(monthsBetween(quarterly?.startedAt, quarterly?.endedAt)).toBe(6);
      await service.client.revoke(quarterly?.id ?? '');
      // The second of two quarters at 300 credits.
      expect(await refundsOf(quarterly?.id ?? '')).toEqual([300]);
    },
  );

  statement(
    ['revoke.running', 'limit.monthly'],
    'in its last run a subscription has nothing left to refund',
    async service => {
      const { subscription, balance, refundsOf } = await contractOf(service);
      service.clock.now = Date.UTC(2025, 10, 20, 12);
      const before = await balance();
      const { id, endedAt } = await subscription('Port of call');
      expect((await service.client.revoke(id)).endedAt).toBe(endedAt);
      expect([await balance(), await refundsOf(id)]).toEqual([before, []]);
    },
  );

  statement(['get.revoke'], 'a revoke takes the path of the table once, and no other', async service => {
    const { id } = await (await contractOf(service)).subscription('Quarry watch');
    await service.client.revoke(id);
    expect(revokesOf(service)).toEqual([`GET /api/v1/subscriptions/${id}/revoke`]);
  });

  for (const status of [404, 405] as const) {
    statement(
      ['get.revokeShort'],
      `where the path of the table answers ${status}, a revoke takes that of the example`,
      async service => {
        const { id } = await (await contractOf(service)).subscription('Quarry watch');
        service.sandbox.faults.add({ kind: 'status', status, path: '/api/v1/subscriptions/*/revoke' });
        expect(await service.client.revoke(id)).toMatchObject({ id, status: 'revoked' });
        expect(revokesOf(service)).toEqual([
          `GET /api/v1/subscriptions/${id}/revoke`,
          `GET /api/v1/${id}/revoke`,
        ]);
      },
    );
  }

  statement(
    ['get.revoke', 'error.others'],
    'revoking what does not exist fails with the words of the service',
    async ({ client }) => {
      const error = await failure(client.revoke('nowhere'));
      expect([error.kind, wasSurelyRefused(error)]).toEqual(['notFound', true]);
      expect(error.details.request).toBe('GET /api/v1/subscriptions/nowhere/revoke');
      expect(error.details.serverMessage).toContain('nowhere');
    },
  );

  statement(
    ['get.revoke', 'get.subscription'],
    'a revoke is sent once though it is a GET, and what became of it can be read',
    async service => {
      const { id: contractId, subscription, refundsOf } = await contractOf(service);
      const { id } = await subscription('Quarry watch');
      const path = '/api/v1/subscriptions/*/revoke';
      service.sandbox.faults.add({ kind: 'reset', when: 'after', path, count: 1 });
      const error = await failure(service.client.revoke(id));
      expect([error.kind, wasSurelyRefused(error)]).toEqual(['network', false]);
      expect(revokesOf(service)).toHaveLength(1);
      expect((await service.client.subscription(contractId, id)).status).toBe('revoked');
      expect(await refundsOf(id)).toEqual([200]);
    },
  );
});

testService('Revoking in March', { start: february, fresh: true }, ({ statement }) => {
  statement(
    ['revoke.running', 'revoke.quarterlyExample', 'limit.quarterly'],
    'quarterly, January to June, in March: April to June are refunded',
    async service => {
      const { subscription, balance, refundsOf } = await contractOf(service);
      service.clock.now = march;
      const before = await balance();
      const running = await subscription('Coastal works');
      expect(daysOf(running)).toEqual(['2025-01-01', '2025-07-01']);
      const revoked = await service.client.revoke(running.id);
      expect([revoked.endedAt?.slice(0, 10), revoked.status]).toEqual(['2025-04-01', 'active']);
      expect([await balance(), await refundsOf(running.id)]).toEqual([before + 300, [300]]);
    },
  );
});
