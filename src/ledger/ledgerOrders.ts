/** Orders of the ledger: they stand in the order journal, and nowhere else. */
import * as l10n from '@vscode/l10n';
import { keptHashLength, type LedgerEntry } from '../model/ledger/ledgerEntry.ts';
import { orderPhase } from '../model/order/order.ts';
import type { JournalLine } from '../orders/journal.ts';
import { attemptsOf, sentName, type OrderAttempt } from '../orders/orderAttempts.ts';

/** No answer is awaited so long: what is known only after it was looked up, milliseconds. */
const answeredMs = 60_000;

export function orderEntries(lines: readonly JournalLine[]): LedgerEntry[] {
  const unclear = new Set(lines.filter(({ event }) => event === 'unclear').map(({ id }) => id));
  const connections = new Set(lines.map(({ connection }) => connection));
  return [...connections].flatMap(connection =>
    attemptsOf(lines, { connection }).map(sending => entryOf(sending, unclear.has(sending.id))),
  );
}

function entryOf(sending: OrderAttempt, wasUnclear: boolean): LedgerEntry {
  const { id, at, connection, orderKind, price, bodyHash } = sending;
  const title = sentName(sending);
  return {
    id,
    at,
    connection,
    action: 'order',
    ...(title === '' ? {} : { title }),
    ...(orderKind === '' ? {} : { orderKind }),
    bodyHash: bodyHash.slice(0, keptHashLength),
    amount: price,
    ...outcomeOf(sending, wasUnclear),
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
      return { result: 'notSent', message: withdrawals[outcome.why]?.() ?? outcome.why };
    case 'placed': {
      const { orderId, status } = outcome;
      if (orderPhase(status) === 'failed') {
        return { result: 'refused', orderId, message: l10n.t('The status of the order is "{0}".', status) };
      }
      const isLate = Date.parse(outcome.at) - Date.parse(at) > answeredMs;
      return { result: wasUnclear || isLate ? 'foundLater' : 'ok', orderId };
    }
  }
}

/** The journal names what stood in the way by the words of the program. */
const withdrawals: Readonly<Record<string, () => string>> = {
  noFreshPrice: () => l10n.t('The price had changed.'),
  orderedMeanwhile: () => l10n.t('The same order was placed in the meantime.'),
  unresolved: () => l10n.t('The same order was not confirmed.'),
  overBudget: () => l10n.t('The amount was above the budget.'),
};
