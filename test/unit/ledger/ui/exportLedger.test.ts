import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { ledgerCsv } from '../../../../src/model/ledger/ledgerCsv.ts';
import type { LedgerEntry } from '../../../../src/model/ledger/ledgerEntry.ts';
import type { Reading } from '../../../../src/editor/reading.ts';
import { exportLedger } from '../../../../src/ledger/ui/exportLedger.ts';
import { editor } from '../../../fake/editor.ts';
import { newPerson, person, say } from '../../../fake/person.ts';
import { entry } from '../../model/ledger/ledgerFixtures.ts';
import { tempFolder } from '../../tempFolder.ts';

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
  return [{ current, read }, shown] as const;
}
const ready = (value: readonly LedgerEntry[]): Reading<readonly LedgerEntry[]> => ({
  kind: 'ready',
  value,
  at: 0,
});

let path: string;
const written = () => readFile(path, 'utf8');

beforeEach(async () => {
  newPerson();
  path = join(await tempFolder(), 'ledger.csv');
});

describe('exporting the ledger', () => {
  it('writes all of it, as it is on the disk now, where the user says', async () => {
    editor.fileAnswers.push(path);
    person.answers.push(say(undefined));
    await exportLedger(...parts(ready(all)));
    expect(await written()).toBe(ledgerCsv(all));
    expect(person.shown[0]?.text).toBe(`Wrote 2 entries to ${path}.`);
  });

  it('asks whether what the filter hides belongs to it', async () => {
    editor.fileAnswers.push(path);
    person.answers.push(say('Filtered Entries'), say(undefined));
    await exportLedger(...parts(ready(all), entries => entries.slice(1)));
    expect(await written()).toBe(ledgerCsv(all.slice(1)));
  });

  it('writes nothing when the user leaves', async () => {
    person.answers.push(say(undefined));
    await exportLedger(...parts(ready(all), entries => entries.slice(1)));
    editor.fileAnswers.push(undefined);
    await exportLedger(...parts(ready(all)));
    expect(editor.fileDialogs).toHaveLength(1);
    await expect(written()).rejects.toThrow('ENOENT');
  });

  it.each<[string, Reading<readonly LedgerEntry[]>, string]>([
    ['empty', ready([]), 'The ledger is empty'],
    ['unreadable', { kind: 'failed', error: new Error('No disk') }, 'No disk'],
    ['unreadable by now', { kind: 'ready', value: all, at: 0, stale: new Error('No disk') }, 'No disk'],
  ])('says when it is %s', async (_what, reading, message) => {
    await expect(exportLedger(...parts(reading))).rejects.toThrow(message);
    expect(editor.fileDialogs).toEqual([]);
  });
});
