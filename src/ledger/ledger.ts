import { join } from 'node:path';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { isLedgerEntry, keptHashLength, type LedgerEntry } from '../model/ledger/ledgerEntry.ts';
import { defaultUnit, orderPhase } from '../model/order/order.ts';
import { type AppendLog, createAppendLog } from '../editor/files/appendLog.ts';
import type { Reading } from '../editor/host/reading.ts';
import type { RecordAction } from '../editor/host/record.ts';
import type { Journal, JournalLine } from '../orders/journal.ts';
import { attemptsOf, costOf, type OrderAttempt, returnedFor, sentName } from '../orders/orderAttempts.ts';

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

export interface Ledger {
  /** All entries, newest first. */
  readonly current: ReadonlySignal<Reading<readonly LedgerEntry[]>>;
  /** Reads what is on disk now; failures go to the state. */
  read(): Promise<void>;
  /** The same, if it has been read before. */
  refresh(): Promise<void>;
  readonly record: RecordAction;
}

/**
 * The ledger of this machine: prices, revocations and key actions from its own log, orders from the order journal. If a
 * line can't be written, the error goes to `onError` and nothing stops.
 */
export function createLedger(
  log: AppendLog<LedgerEntry>,
  journal: Pick<Journal, 'read'>,
  onError: (error: unknown) => void,
  now: () => number = Date.now,
): Ledger {
  const current = signal<Reading<readonly LedgerEntry[]>>({ kind: 'none' });
  /** One line at a time, so that a start is written before its end. */
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

/** The last line of each entry contains its outcome. */
function joined(lines: readonly LedgerEntry[]): LedgerEntry[] {
  return [...new Map(lines.map(line => [line.id, line])).values()];
}

/** ISO times in UTC sort as text. */
function newestFirst(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/** No answer takes longer: an order confirmed later was found by a check, milliseconds. */
const answeredMs = 60_000;

/** One for each attempt, and one for each refund that the payments list for it. */
export function orderEntries(lines: readonly JournalLine[]): LedgerEntry[] {
  const unclear = new Set(lines.filter(({ event }) => event === 'unclear').map(({ id }) => id));
  const connections = new Set(lines.map(({ connection }) => connection));
  return [...connections].flatMap(connection =>
    attemptsOf(lines, { connection }).flatMap(attempt => [
      ...refundsOf(attempt),
      entryOf(attempt, unclear.has(attempt.id)),
    ]),
  );
}

function subjectOf(attempt: OrderAttempt) {
  const { connection, orderKind, outcome } = attempt;
  const title = sentName(attempt);
  return {
    connection,
    ...(title === '' ? {} : { title }),
    ...(orderKind === '' ? {} : { orderKind }),
    ...(outcome?.event === 'placed' ? { orderId: outcome.orderId } : {}),
  };
}

function entryOf(attempt: OrderAttempt, wasUnclear: boolean): LedgerEntry {
  const { id, at, price, bodyHash } = attempt;
  const cost = costOf(attempt);
  const returned = returnedFor(attempt);
  // The balance is in credits, whatever else is counted.
  const amount = cost.find(({ unit }) => unit === defaultUnit) ?? cost[0] ?? price;
  const isOther = amount.unit !== price.unit || amount.value !== price.value;
  return {
    id,
    at,
    ...subjectOf(attempt),
    action: 'order',
    bodyHash: bodyHash.slice(0, keptHashLength),
    amount,
    ...(cost.length === 0 && attempt.outcome?.event === 'placed' ? { isFree: true } : {}),
    ...(returned.length > 0 ? { returned } : {}),
    ...(isOther ? { confirmed: price } : {}),
    ...outcomeOf(attempt, wasUnclear),
  };
}

function refundsOf(attempt: OrderAttempt): LedgerEntry[] {
  const { id, settled } = attempt;
  return (settled?.bookings ?? [])
    .filter(({ effect }) => effect.value > 0)
    .map(({ id: paymentId, at, effect }) => ({
      id: `${id}/${paymentId}`,
      at: at ?? attempt.at,
      ...subjectOf(attempt),
      action: 'refund',
      amount: effect,
      result: 'ok',
    }));
}

function outcomeOf(
  { at, outcome, settled }: OrderAttempt,
  wasUnclear: boolean,
): Pick<LedgerEntry, 'result' | 'message' | 'status'> {
  switch (outcome?.event) {
    case undefined:
      return { result: 'unclear' };
    case 'unclear':
    case 'refused':
      return { result: outcome.event, message: outcome.message };
    case 'notBooked':
      return { result: 'notBooked' };
    case 'withdrawn':
      return { result: 'notSent' };
    case 'placed': {
      const status = settled?.status ?? outcome.status;
      if (orderPhase(status) === 'failed') {
        // A rejection refuses the order; an error means that it was accepted and couldn't be produced.
        const isRefused = status.toLowerCase() === 'rejected' || orderPhase(outcome.status) === 'failed';
        return { result: isRefused ? 'refused' : 'failed', message: status, status };
      }
      const isLate = Date.parse(outcome.at) - Date.parse(at) > answeredMs;
      return { result: wasUnclear || isLate ? 'foundLater' : 'ok', status };
    }
  }
}
