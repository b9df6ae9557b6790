/** Orders of the ledger: only the order journal has them. */
import { keptHashLength, type LedgerEntry } from '../model/ledger/ledgerEntry.ts';
import { orderPhase } from '../model/order/order.ts';
import type { JournalLine } from '../orders/journal.ts';
import { attemptsOf, sentName, type OrderAttempt } from '../orders/orderAttempts.ts';

/** No answer takes longer: an order known only later was found by a check, milliseconds. */
const answeredMs = 60_000;

export function orderEntries(lines: readonly JournalLine[]): LedgerEntry[] {
  const unclear = new Set(lines.filter(({ event }) => event === 'unclear').map(({ id }) => id));
  const connections = new Set(lines.map(({ connection }) => connection));
  return [...connections].flatMap(connection =>
    attemptsOf(lines, { connection }).map(attempt => entryOf(attempt, unclear.has(attempt.id))),
  );
}

function entryOf(attempt: OrderAttempt, wasUnclear: boolean): LedgerEntry {
  const { id, at, connection, orderKind, price, bodyHash } = attempt;
  const title = sentName(attempt);
  return {
    id,
    at,
    connection,
    action: 'order',
    ...(title === '' ? {} : { title }),
    ...(orderKind === '' ? {} : { orderKind }),
    bodyHash: bodyHash.slice(0, keptHashLength),
    amount: price,
    ...outcomeOf(attempt, wasUnclear),
  };
}

function outcomeOf(
  { at, outcome }: OrderAttempt,
  wasUnclear: boolean,
): Pick<LedgerEntry, 'result' | 'message' | 'orderId'> {
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
      const { orderId, status } = outcome;
      if (orderPhase(status) === 'failed') return { result: 'refused', orderId, message: status };
      const isLate = Date.parse(outcome.at) - Date.parse(at) > answeredMs;
      return { result: wasUnclear || isLate ? 'foundLater' : 'ok', orderId };
    }
  }
}
