import { isApiError, wasSurelyRefused } from '../api/errors.ts';
import type { LedgerOutcome, LedgerSubject } from '../model/ledger/ledgerEntry.ts';

/**
 * Records in the ledger what is about to be done, and returns what records how it ended; until then it is unclear. With
 * an outcome, it is over. Neither waits, and neither fails. Whoever changes something at the service calls it.
 */
export type RecordAction = (
  subject: LedgerSubject,
  outcome?: LedgerOutcome,
) => (outcome: LedgerOutcome) => void;

/** Records something that is done now; what it threw is its end, too. */
export async function recorded<T>(
  record: RecordAction,
  subject: LedgerSubject,
  run: () => Promise<T>,
  outcomeOf: (value: T) => LedgerOutcome,
): Promise<T> {
  const end = record(subject);
  try {
    const value = await run();
    end(outcomeOf(value));
    return value;
  } catch (error) {
    end({ result: wasSurelyRefused(error) ? 'refused' : 'unclear', ...messageOf(error) });
    throw error;
  }
}

/** The service's own words come without secrets: they were taken out when they were read. */
export function messageOf(error: unknown): { message?: string } {
  const message = isApiError(error)
    ? (error.details.serverMessage ?? error.details.reason ?? error.message)
    : error instanceof Error
      ? error.message
      : undefined;
  return message === undefined ? {} : { message };
}
