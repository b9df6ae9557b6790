import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../../../src/service/rules/ledgerEntry.ts';
import { entry } from '../../../service/rules/ledgerFixtures.ts';
import type { Reading } from '../../../../../src/platform/host/reading.ts';
import { ledgerCsv } from '../../../../../src/features/ledger/rules/ledgerCsv.ts';
import { exportLedger } from '../../../../../src/features/ledger/ui/exportLedger.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser } from '../../../../fake/user.ts';

const all = [entry({ id: 'a' }), entry({ id: 'b', action: 'order', amount: { value: 3, unit: 'credits' } })];

/** A ledger that reads this. */
function ledger(reading: Reading<readonly LedgerEntry[]>) {
  const current = signal<Reading<readonly LedgerEntry[]>>({ kind: 'none' });
  const read = () => Promise.resolve(void (current.value = reading));
  return { current, read };
}

beforeEach(newUser);

describe('exporting the ledger', () => {
  it('opens all of it, as it is on disk now', async () => {
    await exportLedger(ledger({ kind: 'ready', value: all, at: 0 }));
    const { document } = editor.openedEditors[0] ?? {};
    expect(document?.uri.path).toMatch(/swath-ledger-\d{4}-\d\d-\d\d\.csv$/);
    expect(document?.getText()).toBe(ledgerCsv(all));
  });

  it.each<[string, Reading<readonly LedgerEntry[]>, string]>([
    ['empty', { kind: 'ready', value: [], at: 0 }, 'The ledger is empty'],
    ['unreadable', { kind: 'failed', error: new Error('No disk') }, 'No disk'],
    ['unreadable by now', { kind: 'ready', value: all, at: 0, stale: new Error('No disk') }, 'No disk'],
  ])('reports when it is %s', async (_what, reading, message) => {
    await expect(exportLedger(ledger(reading))).rejects.toThrow(message);
    expect(editor.openedEditors).toEqual([]);
  });
});
