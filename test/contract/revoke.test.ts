import fc from 'fast-check';
import { expect } from 'vitest';
import { addMonths, dayMs } from '../../src/base/words/moment.ts';
import { createSandbox, type Dialect, sandboxOrigin } from '../../src/sandbox/sandbox.ts';
import type { Subscription } from '../../src/service/rules/subscription.ts';
import { expectedRefund, paidFor, refundEstimate } from '../../src/features/account/rules/refund.ts';
import { type Cadence, subscriptionEnd } from '../../src/features/account/rules/runs.ts';
import { failure } from '../failure.ts';
import { runs } from '../randomRuns.ts';
import { patient } from '../runSpeed.ts';
import { learntForms } from './learntForms.ts';
import { createClient } from './recording.ts';
import { august } from './subscriptions.ts';
import { testService } from './testService.ts';

interface Terms {
  start: Date;
  cadence: Cadence;
  /** Of a monthly one. */
  runs: number;
  /** Whether its kind says the cadence. */
  isTold: boolean;
  /** Cents. */
  price: number;
  /** When it is revoked: -1 to 0 is before the start, 0 to 1 is in the period. */
  place: number;
}

const terms: fc.Arbitrary<Terms> = fc.record({
  start: fc.date({ min: new Date('2024-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }),
  cadence: fc.constantFrom<Cadence>('monthly', 'quarterly'),
  runs: fc.integer({ min: 2, max: 6 }),
  isTold: fc.boolean(),
  price: fc.integer({ min: 1, max: 1_000_000 }),
  place: fc.double({ min: -0.3, max: 1.1, noNaN: true }),
});

/** One for each kind of refund, whatever chance brings. */
const examples = [-0.2, 0.4, 1.05].map((place): [Terms] => [
  { start: new Date('2026-01-31'), cadence: 'monthly', runs: 3, isTold: true, price: 1000, place },
]);

/** A sandbox with one subscription, at the moment of its revoke. */
async function setUp(dialect: Dialect, { start, cadence, isTold, price, place, ...rest }: Terms) {
  const runs = cadence === 'quarterly' ? 2 : rest.runs;
  const runMonths = cadence === 'quarterly' ? 3 : 1;
  const end = addMonths(+start, runs * runMonths);
  const now = Math.floor(+start + (end - +start) * place);
  const snapshot = createSandbox({ now: () => now, dialect }).snapshot();
  const [account] = snapshot.accounts;
  const seeded = account?.subscriptions[0];
  if (!account || !seeded) throw new Error('The sandbox begins without a subscription.');
  const kind = isTold ? `subscription.verde.${cadence}` : 'subscription.verde';
  const dates = { startedAt: +start, endedAt: end };
  const credits = price / 100;
  account.subscriptions = [{ ...seeded, title: 'Any', kind, ...dates, runMonths, runs, price: credits }];
  account.payments = [
    {
      id: 'bought',
      type: 'payment',
      creditAmount: credits,
      description: 'Any',
      createdAt: Math.min(now, +start) - dayMs,
      subscriptionId: seeded.id,
    },
  ];
  const sandbox = createSandbox({ now: () => now, dialect, forms: learntForms, snapshot });
  const client = createClient({
    connection: {
      name: 'Sandbox',
      baseUrl: sandboxOrigin,
      searchUrl: sandboxOrigin,
      authUrl: sandboxOrigin,
      accessUrl: sandboxOrigin,
    },
    apiKey: sandbox.apiKey,
    fetch: (url, init) => sandbox.fetch(new Request(url, init)),
    log: () => undefined,
    warn: message => expect.fail(message),
    onRefused: error => expect.fail(error.message),
    now: () => now,
  });
  const contractId = (await client.profile()).contract.id;
  return { client, contractId, id: seeded.id, now };
}

/** What was reckoned before a revoke. */
interface Reckoned {
  end: number;
  refund: number;
}

function reckon(
  subscription: Subscription,
  cadence: Cadence,
  paid: number,
  now: number,
): Reckoned | undefined {
  const refund = expectedRefund(subscription, now);
  switch (refund.kind) {
    case 'nothing':
      return undefined;
    case 'all':
      return { end: now, refund: paid };
    case 'rest': {
      const option = refund.options.find(({ plan }) => plan.cadence === cadence);
      if (!option) return expect.fail(`No reading is ${cadence}.`);
      return {
        end: option.current.to,
        refund: refundEstimate({ value: paid, unit: 'credits' }, option).value,
      };
    }
    case 'unknown':
      return expect.fail(`The runs are unknown: ${refund.why}.`);
  }
}

testService('A revoke and the reckoning before it', { start: august, fresh: true }, ({ statement }) => {
  statement(
    ['revoke.notStarted', 'revoke.running', 'revoke.newEnd', 'revoke.monthlyRuns', 'revoke.quarterlyRuns'],
    'whatever the dates are, the service ends and refunds as was reckoned from them',
    async ({ dialect }) => {
      const met = new Set<string>();
      await fc.assert(
        fc.asyncProperty(terms, async any => {
          const { client, contractId, id, now } = await setUp(dialect, any);
          const before = await client.subscription(contractId, id);
          const { items } = await client.subscriptionPayments(id, { page: 1, itemsPerPage: 50 });
          const paid = paidFor(id, items);
          if (paid.kind !== 'told') return expect.fail(`The price is ${paid.kind}.`);
          const balance = (await client.contract(contractId)).balance?.value ?? Number.NaN;
          const reckoned = reckon(before, any.cadence, paid.amount.value, now);
          met.add(expectedRefund(before, now).kind);
          if (!reckoned) {
            expect((await failure(client.revoke(id))).kind).toBe('invalid');
            return;
          }
          const after = await client.revoke(id);
          expect(subscriptionEnd(after)).toBe(reckoned.end);
          const refund = ((await client.contract(contractId)).balance?.value ?? Number.NaN) - balance;
          // The last cent can fall either way.
          expect(Math.abs(refund - reckoned.refund)).toBeLessThan(0.011);
        }),
        { ...runs({ quick: 60, full: 2000 }), examples },
      );
      expect([...met].sort()).toEqual(['all', 'nothing', 'rest']);
    },
    patient(60_000),
  );
});
