import { signal, type ReadonlySignal } from '@preact/signals-core';
import { join } from 'node:path';
import { createAppendLog, type AppendLog } from '../editor/appendLog.ts';
import type { Reading } from '../editor/reading.ts';
import type { RecordAction } from '../editor/record.ts';
import { isLedgerEntry, type LedgerEntry } from '../model/ledger/ledgerEntry.ts';
import type { Journal } from '../orders/journal.ts';
import { orderEntries } from './ledgerOrders.ts';

/**
 * The files of the ledger. Prices have files of their own: the oldest of them are deleted, and nothing else ever is.
 *
 * @param partBytes size from which on a file is followed by another
 */
export function createLedgerLog(folder: string, partBytes = 1_000_000): AppendLog<LedgerEntry> {
  const open = (name: string, most: number) =>
    createAppendLog(join(folder, name), value => (isLedgerEntry(value) ? value : undefined), {
      partBytes,
      most,
    });
  const actions = open('actions', Infinity);
  const prices = open('prices', 4);
  return {
    append: line => (line.action === 'price' ? prices : actions).append(line),
    readAll: async () => (await Promise.all([actions.readAll(), prices.readAll()])).flat(),
  };
}

export interface Ledger {
  /** All entries, the newest first. */
  readonly current: ReadonlySignal<Reading<readonly LedgerEntry[]>>;
  /** Reads what is on the disk now; failures go to the state. */
  read(): Promise<void>;
  /** The same where somebody has looked at it. */
  refresh(): Promise<void>;
  readonly record: RecordAction;
}

/**
 * The ledger of this machine: prices, revocations and key actions from its own log, orders from the order journal. A
 * line that can't be written goes to `onError` and stops nothing.
 */
export function createLedger(
  log: AppendLog<LedgerEntry>,
  journal: Pick<Journal, 'read'>,
  onError: (error: unknown) => void,
  now: () => number = Date.now,
): Ledger {
  const current = signal<Reading<readonly LedgerEntry[]>>({ kind: 'none' });
  /** One line at a time, so that a beginning stands before its end. */
  let writing: Promise<void> = Promise.resolve();
  let reading: Promise<void> | undefined;
  let isStale = false;

  async function readOnce() {
    const known = current.peek();
    if (known.kind !== 'ready') current.value = { kind: 'loading' };
    try {
      const [lines, orders] = await Promise.all([log.readAll(), journal.read()]);
      const value = newestFirst([...joined(lines), ...orderEntries(orders)]);
      current.value = { kind: 'ready', value, at: now() };
    } catch (error) {
      current.value = known.kind === 'ready' ? { ...known, stale: error } : { kind: 'failed', error };
    }
  }

  async function readWhileStale() {
    while (isStale) {
      isStale = false;
      await readOnce();
    }
  }

  function read(): Promise<void> {
    isStale = true;
    reading ??= readWhileStale().finally(() => (reading = undefined));
    return reading;
  }

  const refresh = async () => {
    if (current.peek().kind !== 'none') await read();
  };

  function write(line: LedgerEntry) {
    writing = writing
      .then(() => log.append(line))
      .catch(onError)
      .then(() => void refresh());
  }

  return {
    current,
    read,
    refresh,
    record(subject, outcome = { result: 'unclear' }) {
      const start = { ...subject, id: crypto.randomUUID(), at: new Date(now()).toISOString() };
      write({ ...start, ...outcome });
      return end => write({ ...start, ...end });
    },
  };
}

/** The last line of each entry has its outcome. */
function joined(lines: readonly LedgerEntry[]): LedgerEntry[] {
  return [...new Map(lines.map(line => [line.id, line])).values()];
}

/** ISO times in UTC sort as text. */
function newestFirst(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
