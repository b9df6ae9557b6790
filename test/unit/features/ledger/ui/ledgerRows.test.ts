import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localDay } from '../../../../../src/base/words/moment.ts';
import type { Profile } from '../../../../../src/service/rules/account.ts';
import type { LedgerEntry } from '../../../../../src/service/rules/ledgerEntry.ts';
import { entry } from '../../../service/rules/ledgerFixtures.ts';
import type { Reading } from '../../../../../src/platform/host/reading.ts';
import { type Arrangement, countValues, filterText } from '../../../../../src/platform/rows/arrangement.ts';
import { click, drawn, rowAt } from '../../../platform/drawn.ts';
import { ledgerAtFirst } from '../../../../../src/features/ledger/ledgerFeature.ts';
import { ledgerArrangements, ledgerRows } from '../../../../../src/features/ledger/ui/ledgerRows.ts';
import { profile } from '../../../fakes.ts';

// Days, months and times are shown in the local time zone; the expected ones are those of this zone.
beforeEach(() => void vi.stubEnv('TZ', 'UTC'));

const credits = (value: number) => ({ value, unit: 'credits' });
const report = 'order.analytics-toolbox.archive';

/** Newest first, as in the ledger. */
const all: LedgerEntry[] = [
  entry({
    id: 'a',
    at: '2026-03-20T14:05:00.000Z',
    action: 'order',
    title: 'Quay',
    orderKind: report,
    orderId: 'o1',
    amount: credits(12),
  }),
  entry({ id: 'b', at: '2026-03-20T14:04:00.000Z', title: 'Quay', orderKind: report, amount: credits(12) }),
  entry({
    id: 'c',
    at: '2026-03-20T09:00:00.000Z',
    action: 'order',
    orderKind: 'order.data.product',
    bodyHash: '01234567',
    amount: credits(40),
    result: 'unclear',
    connection: 'Other',
  }),
  entry({
    id: 'd',
    at: '2026-03-19T23:59:00.000Z',
    action: 'revoke',
    title: 'Port',
    subscriptionId: 's1',
    result: 'refused',
    message: 'Not yours.',
  }),
  entry({ id: 'e', at: '2026-03-19T08:00:00.000Z', action: 'deleteKey', keyId: 'k2' }),
];

const account: Reading<Profile> = {
  kind: 'ready',
  value: profile({ contract: { ...profile().contract, id: 'c1', companyName: 'Harbour Ltd' } }),
  at: 0,
};
const counts = { cleared: 0, retried: 0 };
function rows(arrangement: Partial<Arrangement> = {}, reading: Reading<readonly LedgerEntry[]> = ready(all)) {
  return ledgerRows(
    reading,
    { ...ledgerAtFirst, ...arrangement },
    Date.UTC(2026, 10, 21),
    account,
    () => (counts.retried += 1),
    () => (counts.cleared += 1),
  );
}
const ready = (value: readonly LedgerEntry[]): Reading<readonly LedgerEntry[]> => ({
  kind: 'ready',
  value,
  at: 0,
});

afterEach(() => vi.unstubAllEnvs());

describe('the rows of the ledger', () => {
  it('are grouped by day, newest first, with totals per connection', () => {
    expect(drawn(rows(), 1)).toEqual([
      'Other, from this machine | possibly 40 credits more',
      'Test, from this machine | 12 credits spent',
      'This week | nothing spent',
      '2026-03-20 | Other: possibly 40 credits more · Test: 12 credits spent · 3 entries',
      '  14:05 −12 credits | Quay · Test',
      '  09:00 40 credits · unconfirmed | Image product 01234567 · Other',
      '  Prices, nothing spent | 1',
      '2026-03-19 | 2 entries',
      '  23:59 Revocation · refused | Port · Test',
      '  08:00 Key deleted | k2 · Test',
    ]);
  });

  it('say what each contract spent where several paid on a connection, and what nobody knows the contract of', () => {
    const at = '2026-11-20T14:05:00.000Z';
    const order = (id: string, value: number, contractId?: string) =>
      entry({ id, at, action: 'order', title: id, amount: credits(value), orderId: id, contractId });
    const together = [order('Quay', 12, 'c1'), order('Mole', 7, 'c1')];
    expect(drawn(rows({}, ready(together)), 0)).toEqual([
      'Test, from this machine | 19 credits spent',
      'This week | 19 credits spent',
      '2026-11-20 | 19 credits spent · 2 entries',
    ]);
    const apart = [...together, order('Pier', 40, 'contract-2'), order('Dock', 3)];
    expect(drawn(rows({}, ready(apart)), 0)).toEqual([
      'Test, Harbour Ltd, from this machine | 19 credits spent',
      'Test, Contract contract-2, from this machine | 40 credits spent',
      'Test, contract unknown, from this machine | 3 credits spent',
      'This week | Test, Harbour Ltd: 19 credits spent · Test, Contract contract-2: 40 credits spent · Test, contract unknown: 3 credits spent',
      '2026-11-20 | Test, Harbour Ltd: 19 credits spent · Test, Contract contract-2: 40 credits spent · Test, contract unknown: 3 credits spent · 4 entries',
    ]);
    expect(drawn(rows({ groupBy: 'contract' }, ready(apart)), 0)).toEqual([
      'Harbour Ltd | 19 credits spent · 2 entries',
      'Contract contract-2 | 40 credits spent · 1 entry',
      'unknown | 3 credits spent · 1 entry',
    ]);
  });

  it('show what came back with its sign, and the net sum of each day and week', () => {
    const at = '2026-03-20T14:05:00.000Z';
    const credits = (value: number) => ({ value, unit: 'credits' });
    const entries = [
      entry({ id: 'r', at, action: 'refund', title: 'Mole', amount: credits(87), orderId: 'o2' }),
      entry({
        id: 'f',
        at,
        action: 'order',
        title: 'Mole',
        amount: credits(87),
        result: 'failed',
        status: 'error',
        returned: [credits(87)],
        orderId: 'o2',
      }),
      entry({ id: 'o', at, action: 'order', title: 'Quay', amount: credits(47), status: 'delivered' }),
      entry({ id: 'v', at, action: 'revoke', title: 'Port', amount: credits(5), endsAt: '2026-04-01' }),
      entry({
        id: 'x',
        at,
        action: 'order',
        title: 'Pier',
        amount: credits(9),
        result: 'failed',
        status: 'rejected',
        isFree: true,
      }),
    ];
    const sums = 'net −42 credits, 134 credits spent, +92 credits refunded';
    expect(drawn(rows({}, ready(entries)), 1)).toEqual([
      `Test, from this machine | ${sums.replaceAll(', ', ' · ')}`,
      'This week | nothing spent',
      `2026-03-20 | ${sums} · 5 entries`,
      '  14:05 +87 credits | Mole · Refund',
      '  14:05 −87 credits · failed | 87 credits refunded · Mole',
      '  14:05 −47 credits | Quay',
      '  14:05 +5 credits | Port · Revocation',
      '  14:05 9 credits · failed | not charged · Pier',
    ]);
    const [, week] = rows({ groupBy: 'week' }, ready(entries));
    expect(week?.description).toContain(sums);
    const facts = (label: string) =>
      rowAt(rows({}, ready(entries)), '2026-03-20', label).tooltip?.facts.filter(
        ([name, value]) => value && ['Result', 'Status at the service'].includes(name),
      );
    expect(facts('14:05 −47 credits')).toEqual([['Result', 'delivered']]);
    expect(facts('14:05 9 credits · failed')).toEqual([
      ['Result', 'failed'],
      ['Status at the service', 'rejected'],
    ]);
  });

  it('list prices below what was spent, in a row that a search opens', () => {
    const prices = (arrangement: Partial<Arrangement>) =>
      rowAt(rows(arrangement), '2026-03-20', 'Prices, nothing spent');
    expect([prices({}).isOpen, prices({ text: 'quay' }).isOpen]).toEqual([false, true]);
    expect(drawn(prices({}).children?.() ?? [], 0)).toEqual(['14:04 Price: 12 credits | Quay · Test']);
    const many = Array.from(
      { length: 1200 },
      (_none, index) => ({ ...all[1], id: `p${index}` }) as LedgerEntry,
    );
    expect(rowAt(rows({}, ready([...all, ...many])), '2026-03-20', 'Prices, nothing spent').description).toBe(
      '1,201',
    );
    const onlyPrices = rows({ filters: { action: ['price'] } });
    expect(drawn(onlyPrices, 1)).toEqual(['2026-03-20 | 1 entry', '  14:04 Price: 12 credits | Quay']);
  });

  it('say in their totals what they contain and since when', () => {
    const [total] = rows({ filters: { connection: ['Test'] } });
    expect(total?.tooltip?.notes).toEqual([
      "Contains the orders, revocations and key actions of this machine since 2026-03-19. Others aren't included.",
    ]);
  });

  it('go to the order or the subscription', () => {
    const order = rowAt(rows(), '2026-03-20', '14:05 −12 credits');
    expect(order.command).toEqual({
      id: 'swath.revealRelated',
      title: 'Quay',
      arguments: [{ id: 'a', label: 'Quay', subject: { orderId: 'o1', connection: 'Test' } }],
    });
    expect([order.contextValue, order.copyId]).toEqual(['ledger hasRelated', 'o1']);
    expect(rowAt(rows(), '2026-03-19', '23:59 Revocation · refused').subject).toEqual({
      subscriptionId: 's1',
      connection: 'Test',
    });
    const key = rowAt(rows(), '2026-03-19', '08:00 Key deleted');
    expect([key.command, key.copyId, key.contextValue]).toEqual([undefined, 'k2', 'ledger']);
  });

  it('are complete for screen readers', () => {
    expect(rowAt(rows(), '2026-03-19', '23:59 Revocation · refused').spoken).toBe(
      'Port, Revocation, refused, 2026-03-19 23:59:00 UTC, Test, Not yours.',
    );
    const filtered = rows({ filters: { connection: ['Other'] } });
    expect(filtered[2]?.spoken).toBe('2026-03-20, possibly 40 credits more, 1 entry');
  });

  it('contain the day with the time if they are not grouped by day', () => {
    const last = (year: string) =>
      drawn(
        rows(
          { groupBy: undefined },
          ready(all.map(entry => ({ ...entry, at: entry.at.replace('2026', year) }))),
        ),
      ).at(-2);
    expect(last('2026')).toBe('03-19 08:00 Key deleted | k2 · Test');
    expect(last('2025')).toBe('2025-03-19 08:00 Key deleted | k2 · Test');
  });

  it.each<[Partial<Arrangement>, string[]]>([
    [{ groupBy: 'action' }, ['Order', 'Price', 'Revocation', 'Key deleted']],
    [{ groupBy: 'connection' }, ['Test', 'Other']],
    [{ groupBy: 'result' }, ['done', 'unconfirmed', 'refused']],
    [{ filters: { action: ['revoke'] } }, ['2026-03-19']],
    [{ filters: { connection: ['Other'] } }, ['2026-03-20']],
    [{ filters: { result: ['refused', 'unclear'] } }, ['2026-03-20', '2026-03-19']],
    [{ text: 'not yours' }, ['2026-03-19']],
    [{ descending: false }, ['2026-03-19', '2026-03-20']],
    [{ groupBy: 'week' }, ['Week of 2026-03-16']],
    [{ groupBy: 'month' }, ['March 2026']],
    [{ filters: { date: ['2026-03'] } }, ['2026-03-20', '2026-03-19']],
    [{ filters: { date: ['last7'] } }, ['Nothing matches the filter']],
  ])('are arranged by %j', (arrangement, labels) => {
    const actual = rows(arrangement).map(({ label }) => label);
    expect(actual.filter(label => !/(, from this machine$|^This week)/.test(label))).toEqual(labels);
  });

  it('keep the amounts of the sandbox apart', () => {
    const real = entry({ id: 'r', action: 'order', amount: credits(224) });
    const play = entry({ id: 's', action: 'order', amount: credits(650), connection: 'Sandbox' });
    expect(drawn(rows({ groupBy: 'month' }, ready([play, real])), 0)).toEqual([
      'Test, from this machine | 224 credits spent',
      'Sandbox, from this machine | 650 credits spent · not real money',
      'This week | nothing spent',
      'March 2026 | Test: 224 credits spent · Sandbox: 650 credits spent · 2 entries',
    ]);
    expect(drawn(rows({ groupBy: 'connection' }, ready([play, real])), 0)).toEqual([
      'Sandbox | 650 credits spent · 1 entry',
      'Test | 224 credits spent · 1 entry',
    ]);
  });

  it('say what was spent since Monday, in local time', () => {
    // The clock of the tests is on a Saturday.
    const spent = (id: string, at: string, value: number) =>
      entry({ id, at, action: 'order', amount: credits(value) });
    const entries = [
      spent('c', '2026-11-20T12:00:00.000Z', 3),
      spent('b', '2026-11-16T00:00:00.000Z', 20),
      spent('a', '2026-11-15T23:59:00.000Z', 100),
    ];
    expect(drawn(rows({}, ready(entries)), 0).slice(0, 2)).toEqual([
      'Test, from this machine | 123 credits spent',
      'This week | 23 credits spent',
    ]);
  });

  it.each([
    ['America/Los_Angeles', '2026-03-19', '19:30'],
    ['Asia/Tokyo', '2026-03-20', '11:30'],
  ])('have the day of %s, which is the one of the daily budget', (zone, day, time) => {
    vi.stubEnv('TZ', zone);
    const order = entry({ at: '2026-03-20T02:30:00.000Z', action: 'order', amount: credits(12) });
    expect(drawn(rows({}, ready([order])), 1).slice(2)).toEqual([
      `${day} | 12 credits spent · 1 entry`,
      expect.stringContaining(`  ${time} −12 credits`),
    ]);
    expect(localDay(Date.parse(order.at))).toBe(day);
  });

  it('offer the last days and the months to filter by, the latest first', () => {
    const now = Date.parse('2026-03-26T12:00:00Z');
    const [date] = ledgerArrangements({ kind: 'none' }, now).filters;
    const old = entry({ id: 'f', at: '2025-12-31T12:00:00Z' });
    const found = date && countValues([...all, old], date, ledgerAtFirst);
    expect(found?.map(({ value, count }) => `${date?.toLabel?.(value)} ${count}`)).toEqual([
      'Last 7 days 3',
      'Last 30 days 5',
      'March 2026 5',
      'December 2025 1',
    ]);
  });

  it('say how many pass the filter', () => {
    const arrangement = { ...ledgerAtFirst, filters: { action: ['order'] } };
    expect(filterText(all, arrangement, ledgerArrangements({ kind: 'none' }))).toBe('Action: Order · 2 of 5');
    expect(filterText(all, ledgerAtFirst, ledgerArrangements({ kind: 'none' }))).toBe('');
  });

  it('offer to show all if none passes', () => {
    const [row] = rows({ text: 'nowhere' });
    expect(row?.label).toBe('Nothing matches the filter');
    if (row) click(row);
    expect(counts.cleared).toBe(1);
  });

  it('leave an empty ledger to the welcome text', () => expect(rows({}, ready([]))).toEqual([]));
});
