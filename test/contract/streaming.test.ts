import { expect } from 'vitest';
import { createSandbox, type SandboxSnapshot } from '../../src/sandbox/sandbox.ts';
import { placeOrder } from './placeOrder.ts';
import { orderOf, productOf } from './productOrder.ts';
import { noon, type SandboxService } from './service.ts';
import type { RowId } from './specification.ts';
import { testService } from './testService.ts';

/** Gigabytes of the plans. */
const plans = { discover: 1, starter: 4, standard: 10, advanced: 30 } as const;
const kilobytesOfGigabyte = 1_000_000;

/** The state of a sandbox whose one plan has this allowance, of which so much is streamed, both in kB. */
function snapshotWith(allowance: number, streamed: number): SandboxSnapshot {
  const snapshot = createSandbox({ now: () => noon }).snapshot();
  for (const { subscriptions } of snapshot.accounts) {
    for (const subscription of subscriptions.filter(plan => plan.allowance > 0)) {
      subscription.allowance = subscription.offers.includes('order.data.product') ? allowance : 0;
      subscription.streamed = subscription.allowance > 0 ? streamed : 0;
    }
  }
  return snapshot;
}

async function streamingOf({ client }: SandboxService) {
  const { uses } = await client.consumption();
  return uses.find(({ max }) => max?.unit === 'kB') ?? expect.fail('No plan has an allowance.');
}

async function tileStatus({ client, raw }: SandboxService): Promise<number> {
  const { id } = await productOf(client, 'PHR', reason => expect.fail(reason));
  return (await raw('GET', `/api/v1/items/${id}/wmts/tiles/1.0.0/default/rgb/EPSG3857/0/0/0.png`)).status;
}

for (const [name, gigabytes] of Object.entries(plans) as [keyof typeof plans, number][]) {
  const allowance = gigabytes * kilobytesOfGigabyte;
  const row: RowId = `plan.${name}`;
  testService(`The plan ${name}`, { snapshot: snapshotWith(allowance, allowance - 1) }, ({ statement }) => {
    statement(
      [row, 'limit.streaming', 'consumption.streaming', 'get.consumption'],
      `of ${gigabytes} GB the last is streamed, and then no more`,
      async service => {
        const before = await streamingOf(service);
        expect([before.consumed, before.max]).toEqual([
          { value: allowance - 1, unit: 'kB' },
          { value: allowance, unit: 'kB' },
        ]);
        expect(await tileStatus(service)).toBe(200);
        expect((await streamingOf(service)).consumed).toEqual({ value: allowance, unit: 'kB' });
        expect(await tileStatus(service)).toBe(403);
      },
    );
  });
}

testService('Consumption', { fresh: true }, ({ statement }) => {
  statement(
    ['consumption.remaining', 'consumption.imagery', 'get.consumption'],
    'what is ordered is spent on imagery, and missing from the credit that is left',
    async ({ client, dialect }, lacking) => {
      const creditsOf = async () => {
        const { uses, remaining } = await client.consumption();
        const spent = uses.filter(({ consumed }) => consumed?.unit === 'credits');
        return {
          remaining: remaining?.value,
          spent: spent.reduce((sum, use) => sum + (use.consumed?.value ?? 0), 0),
        };
      };
      const before = await creditsOf();
      const body = orderOf(await productOf(client, 'PHR', lacking));
      const { price } = await placeOrder(client, body);
      const { contract } = await client.profile();
      const after = await creditsOf();
      expect(contract.balance).toEqual({ value: 5000 - (price?.value ?? Number.NaN), unit: 'credits' });
      if (dialect === 'specification') {
        expect(after).toEqual({
          remaining: contract.balance?.value,
          spent: before.spent + (price?.value ?? 0),
        });
      } else {
        // A plan with an allowance counts that; what it orders is among the payments.
        const { items } = await client.payments(contract.id, { page: 1, itemsPerPage: 5 });
        expect(items.map(({ creditAmount }) => creditAmount)).toContainEqual(price);
      }
    },
  );
});
