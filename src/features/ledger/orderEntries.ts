/** The entries of orders, from the journal. */
import { keptHashLength, type LedgerEntry } from '../../service/rules/ledgerEntry.ts';
import { defaultUnit, orderPhase } from '../../service/rules/order.ts';
import {
  attemptCost,
  type JournalLine,
  listAttempts,
  type OrderAttempt,
  returnedFor,
  sentName,
} from '../orders/index.ts';

/** No answer takes longer: an order confirmed later was found by a check, milliseconds. */
const answeredMs = 60_000;

/** One for each attempt, and one for each refund that the payments list for it. */
export function orderEntries(lines: readonly JournalLine[]): LedgerEntry[] {
  const unclear = new Set(lines.filter(({ event }) => event === 'unclear').map(({ id }) => id));
  const connections = new Set(lines.map(({ connection }) => connection));
  return [...connections].flatMap(connection =>
    listAttempts(lines, { connection }).flatMap(attempt => [
      ...refundEntries(attempt),
      attemptEntry(attempt, unclear.has(attempt.id)),
    ]),
  );
}

function attemptSubject(attempt: OrderAttempt) {
  const { connection, contract, orderKind, outcome } = attempt;
  const title = sentName(attempt);
  return {
    connection,
    contractId: contract,
    title: title === '' ? undefined : title,
    orderKind: orderKind === '' ? undefined : orderKind,
    orderId: outcome?.event === 'placed' ? outcome.orderId : undefined,
  };
}

function attemptEntry(attempt: OrderAttempt, wasUnclear: boolean): LedgerEntry {
  const { id, at, price, bodyHash } = attempt;
  const cost = attemptCost(attempt);
  const returned = returnedFor(attempt);
  // The balance is in credits, whatever else is counted.
  const amount = cost.find(({ unit }) => unit === defaultUnit) ?? cost[0] ?? price;
  const isOther = amount.unit !== price.unit || amount.value !== price.value;
  return {
    id,
    at,
    ...attemptSubject(attempt),
    action: 'order',
    bodyHash: bodyHash.slice(0, keptHashLength),
    amount,
    isFree: cost.length === 0 && attempt.outcome?.event === 'placed' ? true : undefined,
    returned: returned.length > 0 ? returned : undefined,
    confirmed: isOther ? price : undefined,
    ...attemptOutcome(attempt, wasUnclear),
  };
}

function refundEntries(attempt: OrderAttempt): LedgerEntry[] {
  const { id, settled } = attempt;
  return (settled?.bookings ?? [])
    .filter(({ effect }) => effect.value > 0)
    .map(({ id: paymentId, at, effect }) => ({
      id: `${id}/${paymentId}`,
      at: at ?? attempt.at,
      ...attemptSubject(attempt),
      action: 'refund',
      amount: effect,
      result: 'ok',
    }));
}

function attemptOutcome(
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
      if (orderPhase(status) === 'failed') return { result: 'failed', status };
      const isLate = Date.parse(outcome.at) - Date.parse(at) > answeredMs;
      return { result: wasUnclear || isLate ? 'foundLater' : 'ok', status };
    }
  }
}
