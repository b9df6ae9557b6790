/** The account as the specification permits it: what it names, in forms that it doesn't show. */
import type { AccountState, KeyState, PaymentState } from '../accounts/state.ts';
import type { SubscriptionState, SubscriptionStatus } from '../accounts/subscriptions.ts';
import { iso } from '../http/service.ts';

export type Fields = Record<string, unknown>;
type Form<T> = (facts: T) => unknown;
type AllForms<T> = readonly [Form<T>, ...Form<T>[]];

const isoDate = (time: number) => iso(time).slice(0, 10);

export interface ProfileFacts extends AccountState {
  /** Of the contract, the account and its lists. */
  base: string;
}

const profileLinks = ({ base, contractId }: ProfileFacts) => {
  const contract = `${base}/contracts/${contractId}`;
  return {
    self: `${base}/me`,
    contracts: contract,
    orders: `${base}/orders`,
    payments: `${contract}/payments`,
    subscriptions: `${contract}/subscriptions`,
  };
};

const mapped = (links: Readonly<Record<string, string>>, change: (href: string, name: string) => unknown) =>
  Object.fromEntries(Object.entries(links).map(([name, href]) => [name, change(href, name)]));

const paged = '{?page,itemsPerPage}';

/**
 * Specification, Profile: the licence, the account's identifier and creation date, the links, and a field whose name
 * contains "workspace". No names are shown.
 */
export const profileForms: AllForms<ProfileFacts> = [
  facts => ({
    id: facts.userId,
    createdAt: iso(facts.createdAt),
    licence: 'standard',
    workspaceId: facts.workspaceId,
    _links: mapped(profileLinks(facts), href => ({ href })),
  }),
  facts => ({
    account: { identifier: facts.userId, creationDate: iso(facts.createdAt) },
    license: { name: 'standard' },
    workspace: { id: facts.workspaceId, title: facts.workspaceName },
    _links: mapped(profileLinks(facts), href => ({ href: `${href}${paged}`, templated: true })),
  }),
  facts => ({
    profile: {
      accountId: facts.userId,
      created: isoDate(facts.createdAt),
      licences: ['standard'],
      privateWorkspaceId: facts.workspaceId,
      links: Object.entries(profileLinks(facts)).map(([rel, href]) => ({ rel, href })),
    },
  }),
  facts => ({
    user: { id: facts.userId, creationDate: facts.createdAt },
    licenses: [{ title: 'standard' }],
    workspaces: [{ id: facts.workspaceId, name: facts.workspaceName }],
    _links: mapped(profileLinks(facts), href => href),
  }),
  facts => ({
    WorkspaceTitle: 'A workspace of our own',
    WorkspaceIdentifier: facts.workspaceId,
    Id: facts.userId,
    CreatedAt: iso(facts.createdAt),
    Licence: { type: 'standard' },
    _links: mapped(profileLinks(facts), href => [{ href: href.slice(href.indexOf('/api/')) }]),
  }),
  facts => ({
    account: { id: facts.userId, createdAt: iso(facts.createdAt), contractId: facts.contractId },
    licence: ['standard'],
    workspaceTitle: facts.workspaceName,
    workspace: facts.workspaceId,
    _links: mapped(profileLinks(facts), href => ({
      href: href.replace(facts.contractId, '{contractId}'),
      templated: true,
    })),
  }),
  facts => ({
    account_id: facts.userId,
    creation_date: iso(facts.createdAt),
    licence: 'standard',
    workspace_id: facts.workspaceId,
    links: mapped(profileLinks(facts), href => ({ url: href })),
  }),
  facts => [
    {
      accountIdentifier: facts.userId,
      created: iso(facts.createdAt),
      licenceType: 'standard',
      workspace_id: facts.workspaceId,
      _links: mapped(profileLinks(facts), href => ({ href: `${href}{?expand}`, templated: true })),
    },
  ],
];

export interface ContractFacts extends AccountState {
  self: string;
}

/** Specification, Contract: five fields, whose types aren't shown. */
export const contractForms: AllForms<ContractFacts> = [
  ({ contractId, self, balance, workspaceId }) => ({
    id: contractId,
    _links: { self: { href: self } },
    balance,
    workspaceId,
    status: 'active',
  }),
  ({ contractId, self, balance, workspaceId }) => ({
    id: contractId,
    _links: { self },
    balance: String(balance),
    workspaceId,
    status: 'active',
  }),
  ({ contractId, self, balance, workspaceId }) => ({
    id: contractId,
    _links: { self: [{ href: self }] },
    balance: { amount: balance, unit: 'credits' },
    workspaceId: { id: workspaceId },
    status: 'active',
  }),
  ({ contractId, self, balance, workspaceId }) => ({
    contract: {
      id: contractId,
      _links: { contract: { href: self } },
      balance: { value: balance },
      workspaceId,
      status: 'ACTIVE',
    },
  }),
  ({ contractId, self, balance, workspaceId }) => ({
    id: contractId,
    _links: [{ rel: 'self', href: self }],
    balance: { credits: balance },
    workspaceId: [workspaceId],
    status: { code: 'active' },
  }),
  ({ contractId, self, balance, workspaceId }) => [
    {
      id: contractId,
      _links: { self: { href: self } },
      balance: `${balance} credits`,
      workspaceId,
      status: 'active',
    },
  ],
];

type Words = Readonly<Record<SubscriptionStatus, unknown>>;

/** Specification, Subscription: allowed values of the status aren't shown. */
export const statusWords: readonly [Words, ...Words[]] = [
  { pending: 'pending', active: 'active', revoked: 'revoked' },
  { pending: 'SCHEDULED', active: 'RUNNING', revoked: 'TERMINATED' },
  { pending: 'not started', active: 'in progress', revoked: 'ended' },
  { pending: { code: 'created' }, active: { code: 'open' }, revoked: { code: 'cancelled' } },
];

export interface SubscriptionFacts extends SubscriptionState {
  status: unknown;
}

/** The table's fields are its names; their types aren't shown. */
export const subscriptionForms: AllForms<SubscriptionFacts> = [
  ({ id, status, startedAt, endedAt, service, isAmountEstimated, title, kind, offers }) => ({
    id,
    status,
    startedAt: iso(startedAt),
    endedAt: endedAt === null ? undefined : iso(endedAt),
    service,
    isAmountEstimated,
    title,
    kind,
    offers,
  }),
  ({ id, status, startedAt, endedAt, service, isAmountEstimated, title, kind, offers }) => ({
    id,
    status,
    startedAt: isoDate(startedAt),
    endedAt: endedAt === null ? null : isoDate(endedAt),
    service: { name: service },
    isAmountEstimated: String(isAmountEstimated),
    title,
    kind,
    offers: offers.map(offer => ({ kind: offer })),
  }),
  ({ id, status, startedAt, endedAt, service, isAmountEstimated, title, kind, offers }) => ({
    id,
    status,
    startedAt,
    endedAt,
    service: [service],
    isAmountEstimated: isAmountEstimated ? 1 : 0,
    title,
    kind,
    offers: offers.join(','),
  }),
  ({ id, status, startedAt, endedAt, service, isAmountEstimated, title, kind, offers }) => ({
    id,
    status,
    startedAt: { date: iso(startedAt) },
    endedAt: endedAt === null ? undefined : { date: iso(endedAt) },
    service: { id: service },
    isAmountEstimated: isAmountEstimated ? 'True' : 'False',
    title: { text: title },
    kind: { id: kind },
    offers: Object.fromEntries(offers.map(offer => [offer, {}])),
  }),
  ({ id, status, startedAt, endedAt, service, isAmountEstimated, title, kind, offers }) => ({
    id,
    status,
    startedAt: iso(startedAt).replace('Z', '+00:00'),
    endedAt: endedAt === null ? '' : iso(endedAt).replace('Z', '+00:00'),
    service,
    isAmountEstimated,
    title,
    kind,
    offers: offers.map(offer => ({ name: offer })),
  }),
];

export interface ConsumptionFacts {
  /** Credits. */
  remaining: number;
  /** kB. */
  streamed: number;
  allowance: number;
  /** Credits. */
  ordered: number;
}

/** Specification, Subscription consumption: remaining credit, spent on streaming and on ordering. Nothing is shown. */
export const consumptionForms: AllForms<ConsumptionFacts> = [
  ({ remaining, streamed, allowance, ordered }) => ({
    service: 'data',
    remainingCredit: remaining,
    streaming: { amount: streamed, amountMax: allowance, amountUnit: 'kB' },
    imagery: { amount: ordered, amountUnit: 'credits' },
  }),
  ({ remaining, streamed, ordered }) => ({
    creditRemaining: remaining,
    streamingSpent: streamed,
    imagerySpent: ordered,
  }),
  ({ remaining, streamed, ordered }) => ({
    remaining: { credits: remaining },
    spent: { streaming: { value: streamed, unit: 'kB' }, ordering: { value: ordered, unit: 'credits' } },
  }),
  ({ remaining, streamed, ordered }) => ({
    consumption: {
      remaining_credits: String(remaining),
      amount_spent_on_streaming: String(streamed),
      amount_spent_on_imagery: String(ordered),
    },
  }),
  ({ remaining, streamed, ordered }) => [
    { name: 'remaining', amount: remaining },
    { name: 'streaming', amount: streamed },
    { name: 'imagery', amount: ordered },
  ],
  ({ remaining, streamed, ordered }) => ({
    items: [{ service: 'data', creditsLeft: remaining, streamingAmount: streamed, ordersAmount: ordered }],
  }),
  ({ remaining, streamed, ordered }) => ({
    remainingCredit: { amount: remaining, currency: 'EUR' },
    amountsSpent: { streaming: streamed, imageryOrdering: ordered },
  }),
];

export interface PaymentFacts extends PaymentState {
  /** As the service writes it: text or number. */
  sentId: string | number;
  sentOrderId: string | number | undefined;
}

const related = ({ sentOrderId, subscriptionId }: PaymentFacts) => ({
  orderId: sentOrderId,
  subscriptionId,
});

/** Specification, Payment: identified by a payment id. Nothing else is named. */
export const paymentForms: AllForms<PaymentFacts> = [
  facts => ({
    id: facts.sentId,
    type: facts.type,
    creditAmount: facts.creditAmount,
    description: facts.description,
    createdAt: iso(facts.createdAt),
    ...related(facts),
  }),
  facts => ({
    paymentId: facts.sentId,
    type: facts.type,
    amount: facts.creditAmount,
    unit: 'credits',
    date: iso(facts.createdAt),
    ...related(facts),
  }),
  facts => ({
    paymentId: facts.sentId,
    kind: facts.type,
    credits: String(facts.creditAmount),
    label: facts.description,
    createdAt: facts.createdAt,
  }),
  facts => ({
    id: facts.sentId,
    type: facts.type.toUpperCase(),
    amount: { value: facts.creditAmount, currency: 'EUR' },
    title: facts.description,
    paidAt: isoDate(facts.createdAt),
    ...related(facts),
  }),
  facts => ({
    payment: { id: facts.sentId, value: facts.creditAmount, currency: 'EUR', date: isoDate(facts.createdAt) },
  }),
  facts => ({ paymentId: facts.sentId }),
  facts => ({
    payment_id: facts.sentId,
    type: facts.type,
    price: facts.creditAmount,
    created: facts.createdAt,
  }),
];

export interface KeyFacts extends KeyState {
  sentId: string | number;
}

/** Specification, API key: three fields, and the secret at creation. */
export const keyForms: AllForms<KeyFacts> = [
  ({ sentId, description, expiresAt }) => ({ id: sentId, description, expirationDate: iso(expiresAt) }),
  ({ sentId, description, expiresAt }) => ({
    id: sentId,
    description,
    expirationDate: iso(expiresAt).replace('.000Z', 'Z'),
  }),
];

type Wrapping = (thing: unknown) => unknown;

/** One thing that was asked for by its id. */
export const singleForms: readonly [Wrapping, ...Wrapping[]] = [
  thing => thing,
  thing => [thing],
  thing => ({ data: thing }),
  thing => ({ status: 'success', data: [thing] }),
];

type Answer = () => Response;

/** Specification, Authentication, 9: status 200, and no word on the effect. */
export const deletions: readonly [Answer, ...Answer[]] = [
  () => new Response(null, { status: 200 }),
  () => Response.json({}),
  () => new Response('OK', { status: 200, headers: { 'Content-Type': 'text/plain' } }),
  () => Response.json(null),
];
