import * as z from 'zod';
import type { Subscription } from '../model/account/subscription.ts';
import { pathSegment } from '../model/request/serviceRequest.ts';
import { read, type Calls } from './calls.ts';
import { isApiError } from './errors.ts';
import { readAllPages } from './pages.ts';
import { amountOf, optionalFlag, optionalNumber, optionalText, optionalWords } from './wire.ts';

/** Never fails: a field that is missing or of another type is `undefined`. */
const known = z.object({
  status: optionalText,
  title: optionalText,
  kind: optionalText,
  service: optionalText,
  startedAt: optionalText,
  endedAt: optionalText,
  isAmountEstimated: optionalFlag,
  offers: optionalWords,
  amountConsumed: optionalNumber,
  amountMax: optionalNumber,
  amountUnit: optionalText,
});

export const subscription = z.looseObject({ id: z.string() }).transform((fields): Subscription => {
  const { offers = [], amountUnit, ...rest } = known.parse(fields);
  const amountConsumed = amountOf(rest.amountConsumed, amountUnit);
  const amountMax = amountOf(rest.amountMax, amountUnit);
  return { ...rest, id: fields.id, offers, amountConsumed, amountMax, fields };
});

function contractPath(contractId: string): string {
  return `/api/v1/contracts/${pathSegment(contractId)}/subscriptions`;
}

export interface SubscriptionFilter {
  /** For example `change-detection`. */
  type?: string;
}

/** GET /api/v1/contracts/{contractId}/subscriptions, all pages. */
export async function listSubscriptions(
  calls: Calls,
  contractId: string,
  filter: SubscriptionFilter,
  signal?: AbortSignal,
): Promise<Subscription[]> {
  return readAllPages(calls, contractPath(contractId), { ...filter }, subscription, one => one.id, signal);
}

/** GET /api/v1/contracts/{contractId}/subscriptions/{subscriptionId}. */
export async function readSubscription(
  calls: Calls,
  contractId: string,
  subscriptionId: string,
  signal?: AbortSignal,
): Promise<Subscription> {
  const path = `${contractPath(contractId)}/${pathSegment(subscriptionId)}`;
  return read(calls, path, subscription, signal);
}

/**
 * GET /api/v1/subscriptions/{subscriptionId}/revoke: changes state although it is a GET, so it is sent once and never
 * redirected. Only where the service does not know that path, and so has changed nothing, the other path of the
 * specification is asked, GET /api/v1/{subscriptionId}/revoke. An error other than a plain refusal leaves it open
 * whether the subscription is revoked: see `wasSurelyRefused` in errors.ts, and read the subscription.
 *
 * @param method some services know PUT alone, at the first path: only for a user who agreed to exactly that
 */
export async function revokeSubscription(
  calls: Calls,
  subscriptionId: string,
  method: 'GET' | 'PUT' = 'GET',
): Promise<Subscription> {
  const id = pathSegment(subscriptionId);
  const first = `/api/v1/subscriptions/${id}/revoke`;
  if (method === 'PUT') return revokeAt(calls, first, method);
  const other = `/api/v1/${id}/revoke`;
  try {
    return await revokeAt(calls, first);
  } catch (error) {
    if (!isUnknownPath(error, first)) throw error;
    try {
      return await revokeAt(calls, other);
    } catch (second) {
      // Neither path is known: the words about the first one name the subscription.
      throw isUnknownPath(second, other) ? error : second;
    }
  }
}

function revokeAt(calls: Calls, path: string, method: 'GET' | 'PUT' = 'GET'): Promise<Subscription> {
  return calls.json({ host: 'baseUrl', method, path, safe: false }, subscription);
}

/** The token exchange that comes before can be answered so as well: that says nothing about the path. */
function isUnknownPath(error: unknown, path: string): boolean {
  if (!isApiError(error) || !error.details.request.endsWith(path)) return false;
  return error.details.status === 404 || error.details.status === 405;
}
