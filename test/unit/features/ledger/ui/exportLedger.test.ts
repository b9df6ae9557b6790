import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../../../src/service/rules/ledgerEntry.ts';
import { entry } from '../../../service/rules/ledgerFixtures.ts';
import type { Reading } from '../../../../../src/platform/host/reading.ts';
import { ledgerCsv } from '../../../../../src/features/ledger/rules/ledgerCsv.ts';
import { exportLedger } from '../../../../../src/features/ledger/ui/exportLedger.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { tempFolder } from '../../../tempFolder.ts';

const all = [entry({ id: 'a' }), entry({ id: 'b', action: 'order', amount: { value: 3, unit: 'credits' } })];

/** A ledger that reads this. */
function ledger(reading: Reading<readonly LedgerEntry[]>) {
  const current = signal<Reading<readonly LedgerEntry[]>>({ kind: 'none' });
  const read = () => Promise.resolve(void (current.value = reading));
  return { current, read };
}

beforeEach(newUser);

describe('exporting the ledger', () => {
  it('writes all of it, as it is on disk now', async () => {
    const path = join(await tempFolder(), 'all.csv');
    editor.fileAnswers.push(path);
    user.answers.push(say(undefined));
    await exportLedger(ledger({ kind: 'ready', value: all, at: 0 }));
    expect(editor.fileDialogs[0]?.options.defaultUri?.path).toMatch(/\/swath-ledger-\d{4}-\d\d-\d\d\.csv$/);
    expect(await readFile(path, 'utf8')).toBe(ledgerCsv(all));
    expect(user.messages).toEqual(['Exported 2 entries to all.csv.']);
  });

  it.each<[string, Reading<readonly LedgerEntry[]>, string]>([
    ['empty', { kind: 'ready', value: [], at: 0 }, 'The ledger is empty'],
    ['unreadable', { kind: 'failed', error: new Error('No disk') }, 'No disk'],
    ['unreadable by now', { kind: 'ready', value: all, at: 0, stale: new Error('No disk') }, 'No disk'],
  ])('reports when it is %s', async (_what, reading, message) => {
    await expect(exportLedger(ledger(reading))).rejects.toThrow(message);
    expect(editor.fileDialogs).toEqual([]);
  });
});
