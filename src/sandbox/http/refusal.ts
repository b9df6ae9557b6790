/** What the service refuses, thrown by the handlers and made into a body in one place. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;
  readonly code: string;
  readonly hint: string | undefined;

  constructor(status: RefusalStatus, code: string, message: string, hint?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 429 | 500 | 503;

export function invalid(message: string, hint?: string): Refusal {
  return new Refusal(400, 'INVALID_REQUEST', message, hint);
}

export function notFound(what: string, id: string): Refusal {
  return new Refusal(404, 'NOT_FOUND', `No ${what} with the id ${id}`);
}

export function forbidden(message: string, hint?: string): Refusal {
  return new Refusal(403, 'FORBIDDEN', message, hint);
}

/** Specification: Errors, the body of the token exchange. */
export const accessDenied = { error: 'access_denied', error_description: 'Access denied' } as const;
