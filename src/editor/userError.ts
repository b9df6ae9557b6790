import type { ApiError } from '../api/errors.ts';

/** Thrown for something a person did that cannot work: the message says what and the way out. No stack is of use. */
export class UserError extends Error {}

/** A failure of the service with everything that support asks for; for the log and reports, so in English only. */
export function technicalText({ kind, message, details: { correlationId } }: ApiError): string {
  return `${kind}: ${message}${correlationId === undefined ? '' : ` (correlation id ${correlationId})`}`;
}
