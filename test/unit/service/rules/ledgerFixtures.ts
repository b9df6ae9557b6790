import type { LedgerEntry } from '../../../../src/service/rules/ledgerEntry.ts';

export function entry(rest: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id: 'e1',
    at: '2026-03-20T14:05:00.000Z',
    connection: 'Test',
    action: 'price',
    result: 'ok',
    ...rest,
  };
}
