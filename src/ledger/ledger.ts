import { signal, type ReadonlySignal } from '@preact/signals-core';
import { wasSurelyRefused } from '../api/errors.ts';
import { keptHashLength, type LedgerEntry } from '../model/ledger/ledgerEntry.ts';
import { wordsOf, type LedgerOutcome } from './ledgerOutcome.ts';
import type { Journal } from '../orders/journal.ts';
import { orderEntries } from './ledgerOrders.ts';
import type { PricedEvent } from '../orders/prices.ts';
import type { Reading } from '../editor/reading.ts';

/** Lines of all windows of the machine, only ever added to. */
export interface LedgerStore {
  append(line: LedgerEntry): Promise<void>;
  readAll(): Promise<readonly LedgerEntry[]>;
}

/** What is written down before it is known how it ends. */
export type LedgerSubject = Omit<LedgerEntry, 'id' | 'at' | 'result' | 'message'>;

export interface Ledger {
  /** All entries, the newest first. */
  readonly current: ReadonlySignal<Reading<readonly LedgerEntry[]>>;
  /** Reads what is on the disk now; failures go to the state. */
  read(): Promise<void>;
  /** Writes down that something begins. What it returns writes down how it ended. Neither waits, and neither fails. */
  begin(subject: LedgerSubject): (outcome: LedgerOutcome) => void;
  /** Writes down something that is over. */
  note(subject: LedgerSubject, outcome: LedgerOutcome): void;
}

/**
 * The ledger of this machine: prices, revokes and key actions from a store of its own, orders from the order journal. A
 * line that cannot be written is told to `onError`, and hinders nothing.
 */
export function createLedger(
  store: LedgerStore,
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
      const [lines, orders] = await Promise.all([store.readAll(), journal.read()]);
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

  function write(line: LedgerEntry) {
    writing = writing
      .then(() => store.append(line))
      .catch(onError)
      .then(() => {
        // Whoever looked at it once, sees it go on.
        if (current.peek().kind !== 'none') void read();
      });
  }

  const startOf = (subject: LedgerSubject) => ({
    ...subject,
    id: crypto.randomUUID(),
    at: new Date(now()).toISOString(),
  });

  return {
    current,
    read,
    begin(subject) {
      const start = startOf(subject);
      write({ ...start, result: 'unclear' });
      return outcome => write({ ...start, ...outcome });
    },
    note: (subject, outcome) => write({ ...startOf(subject), ...outcome }),
  };
}

/** The last line of each entry tells what became of it. */
function joined(lines: readonly LedgerEntry[]): LedgerEntry[] {
  return [...new Map(lines.map(line => [line.id, line])).values()];
}

/** ISO times in UTC sort as text. */
function newestFirst(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/** Writes down the answer to a question for a price. */
export function notePrice(ledger: Pick<Ledger, 'note'>, event: PricedEvent): void {
  const { body, hash, connection, result } = event;
  const subject: LedgerSubject = {
    connection,
    action: 'price',
    ...(typeof body.title === 'string' && body.title !== '' ? { title: body.title } : {}),
    ...(typeof body.kind === 'string' ? { orderKind: body.kind } : {}),
    bodyHash: hash.slice(0, keptHashLength),
  };
  if (result.kind === 'failed') {
    const { error } = result;
    // A price books nothing: whatever went wrong, nothing is left open.
    ledger.note(subject, { result: wasSurelyRefused(error) ? 'refused' : 'failed', ...wordsOf(error) });
    return;
  }
  const { total, notOrderable } = result.price;
  ledger.note(
    { ...subject, amount: total },
    { result: 'ok', ...(notOrderable === undefined ? {} : { message: notOrderable }) },
  );
}
