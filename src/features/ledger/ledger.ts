import { join } from 'node:path';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { rerunning } from '../../base/rerun.ts';
import { isLedgerEntry, type LedgerEntry } from '../../service/rules/ledgerEntry.ts';
import { type AppendLog, createAppendLog } from '../../platform/files/appendLog.ts';
import type { Reading } from '../../platform/host/reading.ts';
import type { RecordAction } from '../../platform/host/record.ts';
import type { Journal } from '../orders/index.ts';

/**
 * The files of the ledger. Prices have separate files: the oldest of them are deleted, and nothing else ever is.
 *
 * @param partBytes size at which a new file starts
 */
export function createLedgerLog(folder: string, partBytes = 1_000_000): AppendLog<LedgerEntry> {
  const open = (name: string, maxParts: number) =>
    createAppendLog(join(folder, name), value => (isLedgerEntry(value) ? value : undefined), {
      partBytes,
      maxParts,
    });
  const actions = open('actions', Infinity);
  const prices = open('prices', 4);
  return {
    append: line => (line.action === 'price' ? prices : actions).append(line),
    readAll: async () => (await Promise.all([actions.readAll(), prices.readAll()])).flat(),
  };
}

export type Ledger = ReturnType<typeof createLedger>;

/**
 * The ledger of this machine: prices, revocations and key actions from its own log, orders from the order journal. If a
 * line can't be written, the error goes to `onError` and nothing stops.
 *
 * @param contractOn ID of the contract that pays on a connection, if that is known now
 */
export function createLedger(
  log: AppendLog<LedgerEntry>,
  journal: Pick<Journal, 'read'>,
  onError: (error: unknown) => void,
  contractOn: (connection: string) => string | undefined,
  now: () => number = Date.now,
) {
  const current = signal<Reading<readonly LedgerEntry[]>>({ kind: 'none' });
  /** One line at a time, so that a start is written before its end. */
  let writing: Promise<void> = Promise.resolve();

  async function readOnce() {
    const known = current.peek();
    if (known.kind !== 'ready') current.value = { kind: 'loading' };
    try {
      const [lines, orders, { allEntries }] = await Promise.all([
        log.readAll(),
        journal.read(),
        import('./entries.ts'),
      ]);
      current.value = { kind: 'ready', value: allEntries(lines, orders), at: now() };
    } catch (error) {
      current.value = known.kind === 'ready' ? { ...known, stale: error } : { kind: 'failed', error };
    }
  }

  const read = rerunning(readOnce);

  const refresh = async () => {
    if (current.peek().kind !== 'none') await read();
  };

  function write(line: LedgerEntry) {
    writing = writing
      .then(() => log.append(line))
      .catch(onError)
      .then(() => void refresh());
  }

  const record: RecordAction = (subject, outcome = { result: 'unclear' }) => {
    const start = {
      ...subject,
      contractId: contractOn(subject.connection),
      id: crypto.randomUUID(),
      at: new Date(now()).toISOString(),
    };
    write({ ...start, ...outcome });
    return end => write({ ...start, ...end });
  };

  return {
    /** All entries, newest first. */
    current: current as ReadonlySignal<Reading<readonly LedgerEntry[]>>,
    /** Reads what is on disk now; failures go to the state. */
    read,
    /** The same, if it has been read before. */
    refresh,
    record,
  };
}
