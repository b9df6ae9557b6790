import * as z from 'zod';
import { type Fields, isRecord } from '../../base/fields.ts';
import { pathSegment } from '../rules/serviceRequest.ts';
import { type Consumption, planAllowance, type Subscription, type Use } from '../rules/subscription.ts';
import { type Calls, read } from './calls.ts';
import { ApiError, wasRefused } from './errors.ts';
import { type Listed, listed } from './listed.ts';
import { readAllPages, warnOfBroken } from './pages.ts';
import { endNames, type LooseFields, looseFields, pageSchema, plainName, readItems, withId } from './wire.ts';

const subscriptionIds = ['id', 'subscriptionId', 'uuid', 'identifier', 'subscriptionNumber', 'reference'];

export const subscription = withId(subscriptionIds, ['subscription'], toSubscription);

function toSubscription(id: string, loose: LooseFields, fields: Fields): Subscription {
  return {
    id,
    status: loose.text('status', 'state', 'subscriptionStatus'),
    title: loose.text('title', 'customTitle', 'name', 'label'),
    kind: loose.text('kind', 'type', 'subscriptionKind', 'subscriptionType'),
    service: loose.text('service', 'serviceName', 'platformService', 'relatedService'),
    startedAt: loose.moment('startedAt', 'startDate', 'start', 'startsAt', 'startTime', 'from', 'validFrom'),
    endedAt: loose.moment(...endNames),
    isAmountEstimated: loose.flag('isAmountEstimated', 'amountEstimated', 'estimated'),
    offers: [...new Set(loose.words('offers', 'offer', 'orderKind'))],
    amountConsumed: loose.amount('amountConsumed', 'consumedAmount', 'consumed', 'used', 'amountUsed'),
    amountMax:
      loose.amount('amountMax', 'maxAmount', 'allowance', 'limit', 'quota') ?? planAllowance(planIn(loose)),
    plan: planIn(loose),
    fields,
  };
}

/** A plan in a field of its own, or as the last word of a kind or an offer. A title is the user's. */
function planIn(loose: LooseFields): string | undefined {
  const kinds = [...loose.words('kind', 'type'), ...loose.words('offers', 'offer')];
  const names = [
    ...loose.words('plan', 'streamingPlan', 'planName'),
    ...kinds.map(kind => kind.split(/[.:/]/).at(-1)),
  ];
  return names.find(name => planAllowance(name) !== undefined)?.toLowerCase();
}

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
  pageSchema(z.record(z.string(), z.unknown())).transform(page => ({ kind: 'list' as const, page })),
  z.record(z.string(), z.unknown()).transform(fields => ({ kind: 'summary' as const, fields })),
]);

/**
 * GET /api/v1/subscriptions?service=data. The specification has one object and shows no fields of it; deployed
 * services answer with the caller's list of subscriptions, each with what it consumed.
 */
export async function readConsumption(calls: Calls, signal?: AbortSignal): Promise<Consumption> {
  const answer = await read(calls, path, consumptionAnswer, signal, query);
  if (answer.kind === 'summary') return consumptionSummary(answer.fields);
  const { items, broken, total, itemsPerPage = usualItemsPerPage } = answer.page;
  const subscriptions = readItems(items, subscription);
  // What has no ID is no subscription: a list of what was spent.
  if (items.length > 0 && subscriptions.items.length === 0) return consumptionSummary({ items });
  const received = items.length + broken.length;
  const isWhole = total === undefined ? received < itemsPerPage : received >= total;
  const extent = { total, unreadable: broken.length + subscriptions.broken.length, isWhole };
  if (!isWhole) {
    try {
      return subscriptionUses(await readAllPages(calls, path, query, subscription, item => item.id, signal));
    } catch (error) {
      // The specification has no pages here.
      if (!wasRefused(error)) throw error;
    }
  }
  warnOfBroken(calls, path, { broken: [...broken, ...subscriptions.broken] });
  return subscriptionUses(listed(subscriptions.items, extent));
}

function subscriptionUses(subscriptions: Listed<Subscription>): Consumption {
  const { unreadable, isWhole } = subscriptions;
  const uses = subscriptions.map((item): Use => ({
    name: item.title ?? item.kind ?? item.id,
    consumed: item.amountConsumed ?? looseFields(item.fields).amount('amount', 'spent', 'total'),
    max: item.amountMax,
    isEstimate: item.isAmountEstimated,
  }));
  const fields = { items: subscriptions.map(item => item.fields) };
  return { remaining: undefined, uses, unreadable, isWhole, fields, rest: {} };
}

const spending = /stream|imag|order|product|tile|download/i;
/** What is left, the clearest names first. */
const remainders = [/remain|left|avail|unused/i, /credit/i, /balance/i];
const notLeft = /spent|spend|used|usage|consum|total|max|limit|allow|quota|initial/i;

/** The specification names no fields, so they are recognized by what it says that they contain. */
function consumptionSummary(fields: Fields): Consumption {
  const loose = looseFields(fields);
  const counts = countsIn(fields, [], 0);
  const isLeft = ({ name }: Count) => !spending.test(name) && !notLeft.test(name);
  const remaining = remainders
    .map(words => counts.find(count => words.test(count.name) && count.consumed && isLeft(count)))
    .find(count => count !== undefined);
  const uses = counts.filter(count => count !== remaining && spending.test(count.name));
  const isEstimate = loose.flag('isAmountEstimated');
  const plan = planAllowance(planIn(loose));
  const named = new Set([remaining, ...uses].map(count => count?.path.join('.')));
  return {
    remaining: remaining?.consumed,
    uses: uses.map(({ name, consumed, max, isEstimate: own = isEstimate }) => ({
      name,
      consumed,
      max: max ?? (/stream/i.test(name) ? plan : undefined),
      isEstimate: own,
    })),
    fields,
    rest: without(fields, named, []),
  };
}

/** Something that is counted, and where. */
interface Count extends Use {
  path: readonly string[];
}

const consumedNames = [
  'amount',
  'amountConsumed',
  'consumed',
  'used',
  'spent',
  'spending',
  'value',
  'credits',
];
const maxNames = ['amountMax', 'max', 'maximum', 'allowance', 'limit', 'quota', 'included'];
/** Names of an entry of a list. */
const entryNames = ['name', 'type', 'kind', 'category', 'service', 'label', 'title', 'key', 'code'];

/** Levels below the answer that are looked at. */
const deepestCount = 4;

/** Amounts by their fields: a number, an object with amounts, or an entry of a list that has a name. */
function countsIn(fields: Fields, above: readonly string[], depth: number): Count[] {
  if (depth > deepestCount) return [];
  return Object.entries(fields).flatMap(([name, value]): Count[] => {
    const path = [...above, name];
    if (isNote(name)) return [];
    if (Array.isArray(value)) {
      return value.flatMap((entry: unknown, index) =>
        isRecord(entry)
          ? countsAt(entry, [...path, String(index)], looseFields(entry).text(...entryNames), depth)
          : [],
      );
    }
    if (isRecord(value)) return countsAt(value, path, undefined, depth);
    const consumed = looseFields(fields).amount(name);
    return consumed ? [{ path, name: nameAt(path), consumed, max: undefined, isEstimate: undefined }] : [];
  });
}

function countsAt(
  fields: Fields,
  path: readonly string[],
  entry: string | undefined,
  depth: number,
): Count[] {
  const known = [...consumedNames, ...maxNames, 'unit', 'amountUnit', 'currency', 'isAmountEstimated'];
  const own = Object.entries(fields).filter(([name]) =>
    known.some(other => plainName(other) === plainName(name)),
  );
  const loose = looseFields(Object.fromEntries(own));
  const consumed = loose.amount(...consumedNames);
  const max = loose.amount(...maxNames);
  if (!consumed && !max) return countsIn(fields, path, depth + 1);
  const count = {
    path,
    name: entry ?? nameAt(path),
    consumed,
    max,
    isEstimate: loose.flag('isAmountEstimated'),
  };
  const others = Object.fromEntries(
    Object.entries(fields).filter(([name]) => !(name in Object.fromEntries(own))),
  );
  return [count, ...countsIn(others, path, depth + 1)];
}

/** Last words of fields that count nothing. */
const notes = ['id', 'ids', 'unit', 'currency', 'date', 'at', 'page', 'results', 'index', 'version', 'links'];

function isNote(name: string): boolean {
  return notes.includes(plainName(name.split(/(?=[A-Z])|[_-]/).at(-1) ?? ''));
}

/** The last two words of a path, without what only wraps: `streaming`, `spent.streaming`. */
function nameAt(path: readonly string[]): string {
  const words = path.filter(name => !/^(\d+|consumption|data|result|items|details|attributes)$/i.test(name));
  return (words.length === 0 ? path : words).slice(-2).join('.');
}

/** The fields that nothing was recognized in. */
function without(fields: Fields, named: ReadonlySet<string | undefined>, above: readonly string[]): Fields {
  const rest = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    const path = [...above, name];
    // What it was the unit of is shown with it.
    if (/(unit|currency|isAmountEstimated)$/i.test(name)) return [];
    if (named.has(path.join('.'))) return [];
    if (!isRecord(value)) return [[name, value]];
    const inner = without(value, named, path);
    return Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(rest);
}
