/** The seam between what the service knows and how it says it: a dialect makes an answer of each record. */
import type { Analytic } from '../orders/analytics.ts';
import type { Quote } from '../orders/orderBody.ts';
import type { WorkspaceItem } from '../orders/orderBook.ts';
import type { AccountState, KeyState, OrderState, PaymentState } from '../accounts/state.ts';
import type { SubscriptionState } from '../accounts/subscriptions.ts';
import type { Capture } from '../catalogue/capture.ts';
import type { PageQuestion, Refusal } from '../http/service.ts';

/** A list of which the service answers pages. */
export type ListName = 'subscriptions' | 'payments' | 'orders' | 'analytics' | 'contracts' | 'licenses';

export interface Token {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
  correlationId: string;
}

export interface Found {
  features: unknown[];
  /** Before the first of them. */
  startIndex: number;
  itemsPerPage: number;
  total: number;
}

export interface RefusedRequest {
  path: string;
  correlationId: string;
}

/** One for each request: forms take turns. */
export interface Answers {
  token: (token: Token) => unknown;
  keys: (keys: readonly KeyState[]) => unknown;
  createdKey: (key: KeyState, secret: string) => unknown;
  deletedKey: () => Response;
  profile: (account: AccountState) => unknown;
  contract: (account: AccountState) => unknown;
  subscriptions: (account: AccountState, subscriptions: readonly SubscriptionState[]) => unknown[];
  subscription: (account: AccountState, subscription: SubscriptionState) => unknown;
  consumption: (
    account: AccountState,
    subscriptions: readonly SubscriptionState[],
    page: PageQuestion,
  ) => unknown;
  payments: (account: AccountState, payments: readonly PaymentState[]) => unknown[];
  payment: (account: AccountState, payment: PaymentState) => unknown;
  analytics: (analytics: readonly Analytic[]) => unknown[];
  price: (quote: Quote) => unknown;
  placed: (account: AccountState, order: OrderState) => { status: 200 | 201; body: unknown };
  orders: (account: AccountState, orders: readonly OrderState[]) => unknown[];
  /** With its payment, if it has one. */
  order: (account: AccountState, order: OrderState, payment: PaymentState | undefined) => unknown;
  image: (capture: Capture) => unknown;
  item: (account: AccountState, item: WorkspaceItem) => unknown;
  found: (found: Found) => unknown;
  page: (name: ListName, items: readonly unknown[], question: PageQuestion) => unknown;
  refusal: (refusal: Refusal, request: RefusedRequest) => Response;
}
