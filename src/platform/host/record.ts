import type { LedgerOutcome, LedgerSubject } from '../../service/rules/ledgerEntry.ts';
import { ApiError, wasSurelyRefused } from '../../service/wire/errors.ts';

/**
 * Records in the ledger what is about to be done, and returns a function that records how it ended; until then it is
 * unconfirmed. With an outcome, it is complete. Neither waits nor fails. To be called by everything that makes changes
 * at the service.
 */
export type RecordAction = (
  subject: LedgerSubject,
  outcome?: LedgerOutcome,
) => (outcome: LedgerOutcome) => void;

/** Records an action that runs now; if it throws, the error is its outcome. */
export async function recorded<T>(
  record: RecordAction,
  subject: LedgerSubject,
  run: () => Promise<T>,
  toOutcome: (value: T) => LedgerOutcome,
): Promise<T> {
  const end = record(subject);
  try {
    const value = await run();
    end(toOutcome(value));
    return value;
  } catch (error) {
    end({ result: wasSurelyRefused(error) ? 'refused' : 'unclear', ...messageField(error) });
    throw error;
  }
}

/** The service's message contains no secrets: they were removed when it was read. */
export function messageField(error: unknown): { message?: string } {
  const message =
    error instanceof ApiError
      ? (error.details.serverMessage ?? error.details.reason ?? error.message)
      : error instanceof Error
        ? error.message
        : undefined;
  return message === undefined ? {} : { message };
}
