import type { ApiError } from '../../service/wire/errors.ts';

/**
 * Thrown if the user's input or action can't work: the message says what is wrong and the way out. No stack trace is
 * needed.
 */
export class UserError extends Error {}

/** A failure of the service with everything that support asks for; for the log and reports, so in English only. */
export function technicalText({ kind, message, details: { correlationId } }: ApiError): string {
  return `${kind}: ${message}${correlationId === undefined ? '' : ` (correlation id ${correlationId})`}`;
}
