import * as z from 'zod';
import type { Consumption, Subscription, Use } from '../model/account/subscription.ts';
import type { Fields } from '../model/fields.ts';
import { pathSegment } from '../model/request/serviceRequest.ts';
import { type Calls, read } from './calls.ts';
import { ApiError } from './errors.ts';
import { type Listed, readAllPages, warnOfBroken } from './pages.ts';
import { amountOf, optionalFlag, optionalNumber, optionalText, optionalWords, pageOf } from './wire.ts';

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
): Promise<Listed<Subscription>> {
  return readAllPages(calls, contractPath(contractId), { ...filter }, subscription, item => item.id, signal);
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
 * redirected. Only if the service doesn't know that path, and so has changed nothing, the other path of the
 * specification is used, GET /api/v1/{subscriptionId}/revoke. After an error other than a plain refusal, the
 * subscription may be revoked: see `wasSurelyRefused` in errors.ts, and read the subscription.
 *
 * @param method some services accept only PUT, at the first path: only for a user who agreed to exactly that
 */
export async function revokeSubscription(
  calls: Calls,
  subscriptionId: string,
  method: 'GET' | 'PUT' = 'GET',
): Promise<Subscription> {
  const id = pathSegment(subscriptionId);
  const first = `/api/v1/subscriptions/${id}/revoke`;
  if (method === 'PUT') return revokeAt(calls, first, method);
  const fallback = `/api/v1/${id}/revoke`;
  try {
    return await revokeAt(calls, first);
  } catch (error) {
    if (!isUnknownPath(error, first)) throw error;
    try {
      return await revokeAt(calls, fallback);
    } catch (second) {
      // Neither path is known: the error about the first one names the subscription.
      throw isUnknownPath(second, fallback) ? error : second;
    }
  }
}

function revokeAt(calls: Calls, path: string, method: 'GET' | 'PUT' = 'GET'): Promise<Subscription> {
  return calls.json({ host: 'baseUrl', method, path, safe: false }, subscription);
}

/** The token exchange before it can have the same status, which says nothing about the path. */
function isUnknownPath(error: unknown, path: string): boolean {
  if (!(error instanceof ApiError) || !error.details.request.endsWith(path)) return false;
  return error.details.status === 404 || error.details.status === 405;
}

const path = '/api/v1/subscriptions';
const query = { service: 'data' };

/** Items per page of deployed services if no number is requested. */
const usualItemsPerPage = 10;

const consumptionAnswer = z.union([
  pageOf(subscription).transform(page => ({ kind: 'list' as const, page })),
  z.record(z.string(), z.unknown()).transform(fields => ({ kind: 'summary' as const, fields })),
]);

/**
 * GET /api/v1/subscriptions?service=data. The specification has one object and shows no fields of it; deployed
 * services answer with the caller's list of subscriptions, each with what it consumed.
 */
export async function readConsumption(calls: Calls, signal?: AbortSignal): Promise<Consumption> {
  const answer = await read(calls, path, consumptionAnswer, signal, query);
  if (answer.kind === 'summary') return summaryOf(answer.fields);
  const { items, broken, total, itemsPerPage = usualItemsPerPage } = answer.page;
  const received = items.length + broken.length;
  const isWhole = total === undefined ? received < itemsPerPage : received >= total;
  if (!isWhole) return listed(await readAllPages(calls, path, query, subscription, item => item.id, signal));
  warnOfBroken(calls, path, answer.page);
  return listed(items);
}

function listed(subscriptions: readonly Subscription[]): Consumption {
  const uses = subscriptions.map((item): Use => ({
    name: item.title ?? item.kind ?? item.id,
    consumed: item.amountConsumed,
    max: item.amountMax,
    isEstimate: item.isAmountEstimated,
  }));
  return { remaining: undefined, uses, fields: { items: subscriptions.map(item => item.fields) } };
}

const remainderName = /^(remaining|balance|credits?$)/i;
const spendingName = /stream|imag/i;

/** The specification names no fields, so they are recognized by what it says that they contain. */
function summaryOf(fields: Fields): Consumption {
  const amounts = Object.keys(fields).map(name => amountsAt(fields, name));
  return {
    remaining: amounts.find(({ name, consumed }) => remainderName.test(name) && consumed)?.consumed,
    uses: amounts.filter(({ name, consumed, max }) => spendingName.test(name) && (consumed ?? max)),
    fields,
  };
}

const amountObject = z
  .object({
    amount: optionalNumber,
    amountConsumed: optionalNumber,
    amountMax: optionalNumber,
    amountUnit: optionalText,
    isAmountEstimated: optionalFlag,
  })
  .transform(({ amount, amountConsumed = amount, amountMax, amountUnit, isAmountEstimated }) => ({
    consumed: amountOf(amountConsumed, amountUnit),
    max: amountOf(amountMax, amountUnit),
    isEstimate: isAmountEstimated,
  }));

/** What a field counts: an object of amounts, or a number whose unit can be in a field beside it. */
function amountsAt(fields: Fields, name: string): Use {
  const amounts = amountObject.safeParse(fields[name]);
  if (amounts.success) return { name, ...amounts.data };
  const unit = optionalText.parse(fields[`${name}Unit`]);
  const consumed = amountOf(optionalNumber.parse(fields[name]), unit);
  return { name, consumed, max: undefined, isEstimate: undefined };
}
