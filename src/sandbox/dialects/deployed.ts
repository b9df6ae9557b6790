/** The answers of services that run: friendly, with more than the specification names. */
import { type Analytic, analytics } from '../orders/analytics.ts';
import type { Quote } from '../orders/orderBody.ts';
import { downloadPath } from '../orders/orderBook.ts';
import type { AccountState, KeyState, OrderKind, OrderState, PaymentState } from '../accounts/state.ts';
import { begunRuns, type SubscriptionState, subscriptionStatus } from '../accounts/subscriptions.ts';
import { captureFeature, itemFeature } from '../catalogue/imageFeature.ts';
import { iso, type PageQuestion, type Refusal, type Service } from '../http/service.ts';
import type { Answers, RefusedRequest } from './answers.ts';

type Fields = Record<string, unknown>;

export function deployedAnswers(service: Service): Answers {
  return {
    token: ({ accessToken, expiresIn, correlationId }) => ({
      access_token: accessToken,
      expires_in: expiresIn,
      refresh_expires_in: 0,
      token_type: 'Bearer',
      'not-before-policy': 0,
      session_state: correlationId,
      scope: '',
    }),
    keys: keys => ({ items: keys.map(keyBody) }),
    createdKey: (key, secret) => ({ ...keyBody(key), secret }),
    deletedKey: () => Response.json({ message: 'The request was accepted' }),
    profile: account => profile(service, account),
    contract: account => contract(service, account),
    subscriptions: (account, subscriptions) =>
      subscriptions.map(subscription => subscriptionBody(service, account, subscription)),
    subscription: (account, subscription) => subscriptionBody(service, account, subscription),
    consumption: (account, subscriptions, question) =>
      page(
        subscriptions.map(subscription => subscriptionBody(service, account, subscription)),
        question,
      ),
    payments: ({ contractId }, payments) => payments.map(payment => paymentBody(payment, contractId)),
    payment: ({ contractId }, payment) => paymentBody(payment, contractId),
    analytics: list => list.map(analyticBody),
    price: priceBody,
    placed: (account, order) => ({ status: 201, body: orderBody(service, account, order) }),
    orders: (account, orders) => orders.map(order => orderBody(service, account, order)),
    order: (account, order, payment) => ({
      ...orderBody(service, account, order),
      payment: payment ? paymentBody(payment, account.contractId) : undefined,
    }),
    image: capture => captureFeature(service, capture),
    item: (account, item) => itemFeature(service, account, item),
    found: ({ features, startIndex, itemsPerPage, total }) => ({
      type: 'FeatureCollection',
      error: false,
      totalResults: total,
      startIndex,
      itemsPerPage,
      features,
    }),
    page: (_name, items, question) => page(items, question),
    refusal: (refusal, request) =>
      Response.json(errorBody(service, request, refusal), { status: refusal.status }),
  };
}

function page(items: readonly unknown[], { page: number, itemsPerPage = 10 }: PageQuestion): Fields {
  const startIndex = (number - 1) * itemsPerPage;
  return {
    startIndex,
    totalResults: items.length,
    countLimitReached: false,
    itemsPerPage,
    items: items.slice(startIndex, startIndex + itemsPerPage),
  };
}

/** Each host has a shape of its own. */
function errorBody(service: Service, { path, correlationId }: RefusedRequest, refusal: Refusal): Fields {
  if (path.includes('/opensearch')) return { errorCode: refusal.code, message: refusal.message };
  if (path.startsWith('/api/v1/items/')) return { code: refusal.code, message: refusal.message };
  return {
    message: refusal.message,
    hint: refusal.hint ?? null,
    internalCode: refusal.code,
    correlationId,
    timestamp: iso(service.now()),
  };
}

function keyBody({ id, description, createdAt, expiresAt }: KeyState): Fields {
  return { id, description, date: iso(createdAt), expirationDate: iso(expiresAt) };
}

function profile(service: Service, account: AccountState): Fields {
  const base = `${service.origin}/api/v1`;
  return {
    _links: { self: { href: `${base}/me` }, licenses: { href: `${base}/me/licenses` } },
    id: account.userId,
    status: 'created',
    createdAt: iso(account.createdAt),
    roles: ['user', 'contractViewer'],
    contract: contract(service, account),
    permissions: [{ contractId: account.contractId, kind: 'contract.user', userId: account.userId }],
  };
}

function contract(service: Service, account: AccountState): Fields {
  const self = `${service.origin}/api/v1/contracts/${account.contractId}`;
  return {
    _links: {
      self: { href: self },
      orders: { href: `${service.origin}/api/v1/orders` },
      payments: { href: `${self}/payments` },
      subscriptions: { href: `${self}/subscriptions` },
    },
    id: account.contractId,
    status: 'created',
    createdAt: iso(account.createdAt),
    name: account.companyName.toLowerCase().replaceAll(' ', '-'),
    companyName: account.companyName,
    kind:
      account.contractType === 'Premium' ? 'contract.platformdata.premium' : 'contract.platformdata.techEval',
    offers: [...new Set(account.subscriptions.flatMap(subscription => subscription.offers))],
    balance: account.balance,
    balanceUnit: 'credits',
    amountUnit: 'credits',
    workspaceId: account.workspaceId,
    workspaceName: account.workspaceName,
  };
}

function subscriptionBody(service: Service, account: AccountState, subscription: SubscriptionState): Fields {
  const { id, title, kind, offers, startedAt, endedAt, isAmountEstimated } = subscription;
  const href = `${service.origin}/api/v1/contracts/${account.contractId}/subscriptions/${id}`;
  return {
    _links: {
      self: { href },
      revoke: { href: `${service.origin}/api/v1/subscriptions/${id}/revoke` },
      payments: { href: `${service.origin}/api/v1/subscriptions/${id}/payments` },
    },
    id,
    status: subscriptionStatus(subscription, service.now()),
    service: subscription.service,
    title,
    kind,
    offers,
    contractId: account.contractId,
    // Deployed services write the start as a bare date, and this flag as a text.
    startedAt: iso(startedAt).slice(0, 10),
    endedAt: endedAt === null ? null : iso(endedAt),
    isAmountEstimated: String(isAmountEstimated),
    ...amounts(subscription, service.now()),
  };
}

/** Kilobytes where the plan has an allowance, else the credits of the runs that have begun, or what was ordered. */
function amounts(subscription: SubscriptionState, now: number): Fields {
  const { allowance, streamed, price, runs, ordered } = subscription;
  if (allowance > 0) return { amountConsumed: streamed, amountMax: allowance, amountUnit: 'kB' };
  if (price === 0) return { amountConsumed: ordered, amountUnit: 'credits' };
  const used = Math.round((price / runs) * begunRuns(subscription, now) * 100) / 100;
  return { amountConsumed: used, amountMax: price, amountUnit: 'credits' };
}

function paymentBody(payment: PaymentState, contractId: string): Fields {
  return { ...payment, contractId, createdAt: iso(payment.createdAt) };
}

function analyticBody(analytic: Analytic): Fields {
  const { code, vendor, name, description, type, sensor } = analytic;
  return {
    code,
    version: '1.0',
    vendor,
    name,
    order: analytics.indexOf(analytic) + 1,
    description,
    type,
    sensor,
    commercialStatus: 'available',
    qualityControl: { default: 'none', availableModes: ['none'] },
  };
}

/** What an amount is counted in: kilobytes for orders by volume, credits for all others. */
function orderAmount(kind: OrderKind, of: { credits: number; kilobytes: number }): Fields {
  return kind === 'order.data.gb.product'
    ? { amount: of.kilobytes, amountUnit: 'kB', isAmountEstimated: 'true' }
    : { amount: of.credits, amountUnit: 'credits', isAmountEstimated: 'false' };
}

function priceBody({ kind, payload, items, total, obstacle }: Quote): Fields {
  return {
    payload,
    deliveries: items.map(item => ({
      id: item.imageIds[0],
      datas: item.datas,
      ...orderAmount(kind, item),
      areaKm2: item.areaKm2,
    })),
    price: { credits: total.credits, ...orderAmount(kind, total), areaKm2: total.areaKm2 },
    feasibility: obstacle?.status === 400 ? 'ko' : 'ok',
    orderable: obstacle ? 'ko' : 'ok',
  };
}

function orderBody(service: Service, { contractId }: AccountState, order: OrderState): Fields {
  return {
    _links: { self: { href: `${service.origin}/api/v1/orders/${order.id}` } },
    id: order.id,
    kind: order.kind,
    status: order.status,
    contractId,
    customerRef: order.customerRef,
    tags: order.tags,
    title: order.title,
    price: order.credits,
    ...orderAmount(order.kind, order),
    estimatedAmount: order.kind === 'order.data.gb.product' ? order.kilobytes : order.credits,
    createdAt: iso(order.createdAt),
    updatedAt: iso(order.updatedAt),
    deliveries: order.deliveries.map(delivery => ({
      _links:
        delivery.status === 'delivered'
          ? { download: { href: `${service.origin}${downloadPath(delivery)}` } }
          : undefined,
      id: delivery.id,
      status: delivery.status,
      datas: { id: delivery.imageIds[0], ...delivery.datas },
      ...(delivery.status === 'error' ? { errorCode: 'PRODUCTION_FAILED', message: delivery.failure } : {}),
      updatedAt: iso(delivery.updatedAt),
      deliveredAt: delivery.status === 'delivered' ? iso(delivery.updatedAt) : undefined,
    })),
  };
}
