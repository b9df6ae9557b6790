import * as z from 'zod';
import type { Fields } from '../model/fields.ts';
import type { Consumption, Subscription, Use } from '../model/account/subscription.ts';
import { read, type Calls } from './calls.ts';
import { readAllPages, warnOfBroken } from './pages.ts';
import { subscription } from './subscriptions.ts';
import { amountOf, optionalFlag, optionalNumber, optionalText, pageOf } from './wire.ts';

const path = '/api/v1/subscriptions';
const query = { service: 'data' };

/** Items per page of deployed services where nobody asks for a number. */
const usualItemsPerPage = 10;

const consumptionAnswer = z.union([
  pageOf(subscription).transform(page => ({ kind: 'list' as const, page })),
  z.record(z.string(), z.unknown()).transform(fields => ({ kind: 'summary' as const, fields })),
]);

/**
 * GET /api/v1/subscriptions?service=data. The specification has one object and shows no fields of it; deployed
 * services answer with the caller's list of subscriptions, each of which carries what it consumed.
 */
export async function readConsumption(calls: Calls, signal?: AbortSignal): Promise<Consumption> {
  const answer = await read(calls, path, consumptionAnswer, signal, query);
  if (answer.kind === 'summary') return summaryOf(answer.fields);
  const { items, broken, total, itemsPerPage = usualItemsPerPage } = answer.page;
  const received = items.length + broken.length;
  const isWhole = total === undefined ? received < itemsPerPage : received >= total;
  if (!isWhole) return listed(await readAllPages(calls, path, query, subscription, one => one.id, signal));
  warnOfBroken(calls, path, answer.page);
  return listed(items);
}

function listed(subscriptions: readonly Subscription[]): Consumption {
  const uses = subscriptions.map((one): Use => ({
    name: one.title ?? one.kind ?? one.id,
    consumed: one.amountConsumed,
    max: one.amountMax,
    isEstimate: one.isAmountEstimated,
  }));
  return { remaining: undefined, uses, fields: { items: subscriptions.map(one => one.fields) } };
}

const remainderName = /^(remaining|balance|credits?$)/i;
const spendingName = /stream|imag/i;

/** The fields have no promised names, so they are told by what the specification says that they are about. */
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

/** What a field counts: an object of amounts, or a number whose unit can stand beside it. */
function amountsAt(fields: Fields, name: string): Use {
  const amounts = amountObject.safeParse(fields[name]);
  if (amounts.success) return { name, ...amounts.data };
  const unit = optionalText.parse(fields[`${name}Unit`]);
  const consumed = amountOf(optionalNumber.parse(fields[name]), unit);
  return { name, consumed, max: undefined, isEstimate: undefined };
}
