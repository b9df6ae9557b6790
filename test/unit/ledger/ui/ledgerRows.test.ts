import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../../src/model/ledger/ledgerEntry.ts';
import { filterText, type Arrangement } from '../../../../src/editor/arrangement.ts';
import type { Reading } from '../../../../src/editor/reading.ts';
import { ledgerArrangements, ledgerAtFirst } from '../../../../src/ledger/ui/ledgerArrangement.ts';
import { ledgerRows } from '../../../../src/ledger/ui/ledgerRows.ts';
import { entry } from '../../model/ledger/ledgerFixtures.ts';
import { click, drawn, rowAt } from '../../editor/drawn.ts';

const credits = (value: number) => ({ value, unit: 'credits' });
const report = 'order.analytics-toolbox.archive';

/** The newest first, as the ledger has them. */
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

const counts = { shown: 0, retried: 0 };
function rows(arrangement: Partial<Arrangement> = {}, reading: Reading<readonly LedgerEntry[]> = ready(all)) {
  return ledgerRows(
    reading,
    { ...ledgerAtFirst, ...arrangement },
    Date.UTC(2026, 10, 21),
    () => (counts.retried += 1),
    () => (counts.shown += 1),
  );
}
const ready = (value: readonly LedgerEntry[]): Reading<readonly LedgerEntry[]> => ({
  kind: 'ready',
  value,
  at: 0,
});

describe('the rows of the ledger', () => {
  it('stand by day, the newest first, with what the orders of a day came to', () => {
    expect(drawn(rows(), 1)).toEqual([
      '2026-03-20 | 12 credits ordered · possibly 40 credits more · 3 · UTC',
      '  14:05 12 credits | Order · Quay · Test',
      '  14:04 12 credits | Price · Quay · Test',
      '  09:00 40 credits · unconfirmed | Order · Image product 01234567 · Other',
      '2026-03-19 | 2 · UTC',
      '  23:59 Revocation · refused | Port · Test',
      '  08:00 Key deleted | k2 · Test',
    ]);
  });

  it('go to the order or the subscription', () => {
    const order = rowAt(rows(), '2026-03-20', '14:05 12 credits');
    expect(order.command).toEqual({
      id: 'swath.revealRelated',
      title: 'Show Order',
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

  it('say everything to those who do not see', () => {
    expect(rowAt(rows(), '2026-03-19', '23:59 Revocation · refused').spoken).toBe(
      'Port, Revocation, refused, 2026-03-19 23:59:00 UTC, Test, Not yours.',
    );
    expect(rows()[0]?.spoken).toBe('2026-03-20, 12 credits ordered, possibly 40 credits more, 3, UTC');
  });

  it('have the day with the time where no day stands above', () => {
    const last = (year: string) =>
      drawn(
        rows({ groupBy: undefined }, ready(all.map(one => ({ ...one, at: one.at.replace('2026', year) })))),
      )[4];
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
  ])('are arranged by %j', (arrangement, labels) => {
    expect(rows(arrangement).map(({ label }) => label)).toEqual(labels);
  });

  it('say how many pass the filter', () => {
    const arrangement = { ...ledgerAtFirst, filters: { action: ['order'] } };
    expect(filterText(all, arrangement, ledgerArrangements())).toBe('Action: Order · 2 of 5');
    expect(filterText(all, ledgerAtFirst, ledgerArrangements())).toBe('');
  });

  it('offer to show all where none passes', () => {
    const [row] = rows({ text: 'nowhere' });
    expect(row?.label).toBe('Nothing matches the filter');
    if (row) click(row);
    expect(counts.shown).toBe(1);
  });

  it('leave an empty ledger to the welcome text', () => expect(rows({}, ready([]))).toEqual([]));
});
