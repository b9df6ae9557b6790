import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ledgerCsv } from '../../../src/model/ledger/ledgerCsv.ts';
import type { LedgerEntry } from '../../../src/model/ledger/ledgerEntry.ts';
import type { Reading } from '../../../src/state/reading.ts';
import { entry } from '../model/ledger/ledgerFixtures.ts';
import { FakeUri } from './areaWindow.ts';
import { say, scripted } from './scriptedWindow.ts';
import { resetSearchWindow, searchDesk } from './searchWindow.ts';

vi.mock('vscode', async () => (await import('./searchWindow.ts')).searchVscode);

const { exportLedger } = await import('../../../src/commands/exportLedger.ts');

const all = [entry({ id: 'a' }), entry({ id: 'b', action: 'order', amount: { value: 3, unit: 'credits' } })];

function parts(
  reading: Reading<readonly LedgerEntry[]>,
  shown = (entries: readonly LedgerEntry[]) => entries,
) {
  const current = signal<Reading<readonly LedgerEntry[]>>({ kind: 'none' });
  const read = () => {
    current.value = reading;
    return Promise.resolve();
  };
  return { ledger: { current, read }, shown };
}
const ready = (value: readonly LedgerEntry[]): Reading<readonly LedgerEntry[]> => ({
  kind: 'ready',
  value,
  at: 0,
});

beforeEach(() => {
  resetSearchWindow();
  searchDesk.saves = new FakeUri('file', '/nowhere/ledger.csv');
});

describe('exporting the ledger', () => {
  it('writes all of it, as it is on the disk now, where the user says', async () => {
    scripted.answers.push(say(undefined));
    await exportLedger(parts(ready(all)));
    expect([...searchDesk.written]).toEqual([['/nowhere/ledger.csv', ledgerCsv(all)]]);
    expect(scripted.shown[0]?.text).toBe('2 entries were written to /nowhere/ledger.csv.');
  });

  it('asks whether what the filter hides belongs to it', async () => {
    scripted.answers.push(say('What the Filter Shows'), say(undefined));
    await exportLedger(parts(ready(all), entries => entries.slice(1)));
    expect([...searchDesk.written.values()]).toEqual([ledgerCsv(all.slice(1))]);
  });

  it('writes nothing when the user leaves', async () => {
    scripted.answers.push(say(undefined));
    await exportLedger(parts(ready(all), entries => entries.slice(1)));
    searchDesk.saves = undefined;
    await exportLedger(parts(ready(all)));
    expect(searchDesk.written.size).toBe(0);
  });

  it.each<[string, Reading<readonly LedgerEntry[]>, string]>([
    ['empty', ready([]), 'The ledger is empty'],
    ['unreadable', { kind: 'failed', error: new Error('No disk') }, 'No disk'],
    ['unreadable by now', { kind: 'ready', value: all, at: 0, stale: new Error('No disk') }, 'No disk'],
  ])('says when it is %s', async (_what, reading, message) => {
    await expect(exportLedger(parts(reading))).rejects.toThrow(message);
    expect(searchDesk.written.size).toBe(0);
  });
});
