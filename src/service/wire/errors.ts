import { UnusableIdError } from '../rules/unusableId.ts';
import type { BodyForm } from './failureWords.ts';

/**
 * Why a call failed. `denied`: the service refused what {@link ApiErrorDetails.refused} says; `suspended`: the key was
 * refused before and nothing more is sent; `shape`: the answer isn't what the interface promises;
 * `damaged`: a file arrived that doesn't have the checksum that the service reported.
 */
export type ApiErrorKind =
  | 'denied'
  | 'suspended'
  | 'notFound'
  | 'invalid'
  | 'rateLimited'
  | 'server'
  | 'network'
  | 'timeout'
  | 'shape'
  | 'damaged'
  | 'aborted';

export interface ApiErrorDetails {
  /** HTTP status; absent if there was no answer. */
  status?: number;
  /** `GET /api/v1/me`: method and path, never a query. */
  request: string;
  /** Sent with the request, for the service's support. */
  correlationId?: string;
  serverMessage?: string;
  /** The cause, in words of Swath or the network, never of the service. */
  reason?: string;
  /** What is wrong with the address and what to do, in whole sentences. */
  advice?: string;
  /** From a Retry-After header, milliseconds. */
  retryAfterMs?: number;
  /**
   * What a denial is about. `key`: the exchange refused it, with the same answer for a wrong key and for access that is
   * suspended (specification: Authentication, 6 and 7). `keys`: the exchange accepted the key, but has no token to
   * manage keys with. `token`: it isn't accepted, or no longer. `right`: one is missing, or access is suspended; the
   * service doesn't say which. `proxy`: the proxy requires a password. `other`: the exchange was refused by something
   * that isn't the service, which hasn't judged the key.
   */
  refused?: 'key' | 'keys' | 'token' | 'right' | 'proxy' | 'other';
  /** Whether only this try failed, of a call that is safe to send again. */
  canRepeat?: boolean;
  /** What the answer consisted of. */
  body?: BodyForm;
  /** Host of the proxy that requests go through, if there is one and it is known. */
  proxy?: string;
}

/** The only error that leaves `api`. Distinguished by `kind`, never by its text. Contains no key and no token. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly details: ApiErrorDetails;

  constructor(kind: ApiErrorKind, details: ApiErrorDetails, options?: ErrorOptions) {
    const message = details.serverMessage ?? details.reason;
    const words = message ? `: ${message}` : '';
    super(`${details.request} ${details.status ?? kind}${words}`, options);
    this.name = 'ApiError';
    this.kind = kind;
    this.details = details;
  }
}

/** Whether no order can exist after this failure: the service answered and refused it. */
export function wasSurelyRefused(error: unknown): boolean {
  // Nothing was sent.
  if (error instanceof UnusableIdError) return true;
  if (!(error instanceof ApiError)) return false;
  // There was no token to send it with.
  if (/\/openid-connect\/token$/.test(error.details.request)) return true;
  // A conflict can be with this very order, if a proxy sent it a second time. A proxy may also repeat a request that
  // was answered with 421 (RFC 9110, 15.5.20): the first answer says nothing about the second.
  if (error.details.status === 409 || error.details.status === 421) return false;
  switch (error.kind) {
    case 'denied':
    case 'suspended':
    case 'notFound':
    case 'invalid':
    case 'rateLimited':
      return true;
    case 'server':
    case 'network':
    case 'timeout':
    case 'shape':
    case 'damaged':
    case 'aborted':
      return false;
  }
}

/** Whether the service answered that it doesn't take the request as it is. */
export function wasRefused(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'invalid';
}

export function kindOfStatus(status: number): ApiErrorKind {
  if (status === 401 || status === 403) return 'denied';
  if (status === 404) return 'notFound';
  if (status === 408) return 'timeout';
  if (status === 429) return 'rateLimited';
  if (status >= 500) return 'server';
  if (status >= 400) return 'invalid';
  return 'shape';
}

/** Retry-After as seconds or as a date, in milliseconds from `now`. If it is sent twice, the longest wait counts. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  // Fetch joins repeated headers with a comma, which dates contain as well.
  const waits = header
    .split(/,(?! *\d\d[ -])/)
    .map(part => (Number.isNaN(Number(part)) ? Date.parse(part) - now : Number(part) * 1000))
    .filter(wait => Number.isFinite(wait));
  return waits.length === 0 ? undefined : Math.max(0, ...waits);
}
