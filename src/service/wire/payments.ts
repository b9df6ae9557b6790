import { type Fields, isRecord } from '../../base/fields.ts';
import { relatedLinks } from '../rules/links.ts';
import type { Payment } from '../rules/payment.ts';
import { pathSegment } from '../rules/serviceRequest.ts';
import { type Calls, read } from './calls.ts';
import type { ListPage, PageRequest } from './listReading.ts';
import { readOnePage } from './pages.ts';
import { lastPart, type LooseFields, readLinks, toAmount, toQuantity, withId } from './wire.ts';

const payment = withId(
  ['id', 'paymentId', 'uuid', 'identifier', 'paymentNumber', 'reference', 'number', 'ref'],
  ['payment'],
  (id, loose, fields): Payment => ({
    id,
    type: loose.text('type', 'paymentType', 'kind', 'operation'),
    creditAmount:
      creditsIn(loose, 'creditAmount') ??
      loose.amount(...amountNames) ??
      creditsIn(loose, 'credits') ??
      creditsIn(loose, 'creditsAmount') ??
      creditsIn(loose, 'amountCredits') ??
      creditsIn(loose, 'creditsSpent') ??
      creditsIn(loose, 'credit'),
    description: loose.text('description', 'label', 'title', 'comment'),
    createdAt: loose.moment(
      'createdAt',
      'creationDate',
      'date',
      'createdOn',
      'created',
      'paidAt',
      'timestamp',
    ),
    orderId: loose.ref('orderId', 'order') ?? linkedId(fields, 'order'),
    subscriptionId: loose.ref('subscriptionId', 'subscription') ?? linkedId(fields, 'subscription'),
    fields,
  }),
);

const amountNames = [
  'amount',
  'value',
  'total',
  'price',
  'cost',
  'totalAmount',
  'paymentAmount',
  'amountPaid',
  'paidAmount',
  'sum',
  'amounts',
  'paid',
  'charge',
  'debit',
  'spent',
  'quantity',
];

/** Such a name is the unit. */
function creditsIn(loose: LooseFields, name: string) {
  const sent = loose.value(name);
  if (isRecord(sent)) return loose.amount(name);
  const known = toQuantity(sent);
  return toAmount(known?.value ?? loose.number(name), known?.unit);
}

/** The id in the link to what a payment was for, not to something below it. */
function linkedId(fields: Fields, relation: 'order' | 'subscription'): string | undefined {
  const [link] = relatedLinks(readLinks(fields._links ?? fields.links), relation);
  const [path = ''] = link?.href.split(/[?#]/, 1) ?? [];
  const parts = path.split('/').filter(part => part !== '');
  return link && parts.at(-2) === `${relation}s` ? lastPart(link.href) : undefined;
}

function contractPath(contractId: string): string {
  return `/api/v1/contracts/${pathSegment(contractId)}/payments`;
}

/** GET /api/v1/contracts/{contractId}/payments, one page. */
export async function listPayments(
  calls: Calls,
  contractId: string,
  page: PageRequest,
  signal?: AbortSignal,
): Promise<ListPage<Payment>> {
  return readOnePage(calls, contractPath(contractId), {}, payment, page, signal);
}

/** GET /api/v1/subscriptions/{subscriptionId}/payments, one page. */
export async function listSubscriptionPayments(
  calls: Calls,
  subscriptionId: string,
  page: PageRequest,
  signal?: AbortSignal,
): Promise<ListPage<Payment>> {
  const path = `/api/v1/subscriptions/${pathSegment(subscriptionId)}/payments`;
  return readOnePage(calls, path, {}, payment, page, signal);
}

/** GET /api/v1/contracts/{contractId}/payments/{paymentId}. */
export async function readPayment(
  calls: Calls,
  contractId: string,
  paymentId: string,
  signal?: AbortSignal,
): Promise<Payment> {
  const path = `${contractPath(contractId)}/${pathSegment(paymentId)}`;
  return read(calls, path, payment, signal);
}
