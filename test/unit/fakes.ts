import { signal } from '@preact/signals-core';
import { vi } from 'vitest';
import type { Contract, Profile } from '../../src/service/rules/account.ts';
import type { Connection } from '../../src/service/rules/connection.ts';
import type { LedgerOutcome, LedgerSubject } from '../../src/service/rules/ledgerEntry.ts';
import type { Order, Price } from '../../src/service/rules/order.ts';
import type { Payment } from '../../src/service/rules/payment.ts';
import type { Client } from '../../src/service/wire/client.ts';
import { ApiError, type ApiErrorKind } from '../../src/service/wire/errors.ts';
import type { AppendLog } from '../../src/platform/files/appendLog.ts';
import type { RecordAction } from '../../src/platform/host/record.ts';
import type { Slot } from '../../src/platform/host/storage.ts';
import type { ServiceClock } from '../../src/session/serviceClock.ts';
import {
  createSession,
  type KeyStore,
  type SessionMemory,
  type SessionOwner,
} from '../../src/session/session.ts';
import type { KeptDocuments } from '../../src/features/areas/keptAreas.ts';
import type { JournalLine } from '../../src/features/orders/journal.ts';
import { memoryMarks } from '../../src/features/orders/orderMarks.ts';
import type { OrdersOptions } from '../../src/features/orders/orders.ts';
import { bareOrder } from './fixtures.ts';

export const connection: Connection = {
  name: 'Test',
  baseUrl: 'https://base.test',
  searchUrl: 'https://search.test',
  authUrl: 'https://auth.test',
  accessUrl: 'https://access.test',
};

export const otherConnection: Connection = { ...connection, name: 'Other', baseUrl: 'https://other.test' };
/** The service of `connection` under another name. */
export const renamed: Connection = { ...connection, name: 'Renamed' };

export function apiError(kind: ApiErrorKind, status?: number): ApiError {
  return new ApiError(kind, { request: 'TEST', ...(status === undefined ? {} : { status }) });
}

export function price(value: number, rest: Partial<Price> = {}): Price {
  return {
    total: { value, unit: 'credits' },
    isEstimate: false,
    areaKm2: 30,
    perDelivery: [],
    notOrderable: undefined,
    ...rest,
  };
}

export function order(id: string, status: string): Order {
  return bareOrder({ id, status, title: id });
}

/** A client with the members that a test provides; everything else fails loudly. */
export function fakeClient(parts: Partial<Client> = {}): Client {
  const missing = (name: string) => () => Promise.reject(new Error(`${name} was not expected`));
  return {
    connection,
    signIn: () => Promise.resolve(),
    profile: () => Promise.resolve(profile()),
    orders: () => Promise.resolve([]),
    search: missing('search'),
    searchAll: () => {
      throw new Error('searchAll was not expected');
    },
    analytics: missing('analytics'),
    price: missing('price'),
    orderSlot: missing('orderSlot'),
    order: missing('order'),
    download: missing('download'),
    picture: missing('picture'),
    services: missing('services'),
    contract: missing('contract'),
    subscriptions: missing('subscriptions'),
    subscription: missing('subscription'),
    revoke: missing('revoke'),
    consumption: missing('consumption'),
    payments: missing('payments'),
    subscriptionPayments: missing('subscriptionPayments'),
    payment: missing('payment'),
    // All on one page.
    ordersPage: async ({ page }) => {
      const all = (await (parts.orders ?? (() => []))({})) as Order[];
      return { items: page === 1 ? all : [], total: all.length, isLast: true };
    },
    createKey: missing('createKey'),
    keys: missing('keys'),
    deleteKey: missing('deleteKey'),
    sealKey: () => undefined,
    secrets: () => [],
    ...parts,
  };
}

export function contract(balance: number): Contract {
  return {
    id: 'c1',
    name: undefined,
    companyName: undefined,
    kind: undefined,
    status: undefined,
    createdAt: undefined,
    balance: { value: balance, unit: 'credits' },
    offers: [],
    workspaceId: undefined,
    workspaceName: undefined,
    geofence: undefined,
    fields: { id: 'c1' },
  };
}

export function profile(rest: Partial<Profile> = {}): Profile {
  return {
    id: 'u1',
    status: undefined,
    createdAt: undefined,
    roles: [],
    permissions: [],
    licences: [],
    contract: contract(5000),
    fields: { id: 'u1' },
    ...rest,
  };
}

export function payment(id: string, rest: Partial<Payment> = {}): Payment {
  return {
    id,
    type: 'payment',
    creditAmount: { value: 120, unit: 'credits' },
    description: undefined,
    createdAt: undefined,
    orderId: undefined,
    subscriptionId: undefined,
    fields: { id },
    ...rest,
  };
}

export interface Storage {
  keys: Map<string, string>;
  memory: { value: ReturnType<SessionMemory['read']> };
  keyStore: KeyStore;
  sessionMemory: SessionMemory;
}

/** What an editor's memento would keep. */
export function memorySlot<T>(): Slot<T> {
  let kept: T | undefined;
  return { read: () => kept, write: value => Promise.resolve(void (kept = value)) };
}

export function storage(): Storage {
  const keys = new Map<string, string>();
  const memory: Storage['memory'] = { value: undefined };
  return {
    keys,
    memory,
    keyStore: {
      get: ({ name }) => Promise.resolve(keys.get(name)),
      set: ({ name }, key) => Promise.resolve(void keys.set(name, key)),
      delete: ({ name }) => Promise.resolve(void keys.delete(name)),
    },
    sessionMemory: {
      read: () => memory.value,
      write: value => {
        memory.value = value;
        return Promise.resolve();
      },
    },
  };
}

/** A session that is signed in with the client. */
export async function signedInSession(client: Client, under = connection): Promise<SessionOwner> {
  const { keyStore, sessionMemory } = storage();
  const session = createSession({
    keys: keyStore,
    memory: sessionMemory,
    makeClient: () => Promise.resolve(client),
  });
  await session.signIn(under, 'key');
  return session;
}

/** For tests that aren't about the ledger. */
export const noRecord: RecordAction = () => () => undefined;

/** What was recorded, in a list in which the end of an entry replaces its start. */
export function notes() {
  const noted: (LedgerSubject & LedgerOutcome)[] = [];
  const ends: LedgerOutcome[] = [];
  const record: RecordAction = (subject, outcome = { result: 'unclear' }) => {
    const index = noted.push({ ...subject, ...outcome }) - 1;
    return end => {
      ends.push(end);
      noted[index] = { ...subject, ...end };
    };
  };
  return {
    noted,
    /** Each is a line on the disk. */
    ends,
    record,
    lines: () => noted.map(({ action, keyId, result }) => [action, keyId, result].filter(Boolean).join(' ')),
  };
}

/** A clock of the service. */
export function clockAt(now: () => number = Date.now): ServiceClock {
  return { aheadMs: signal(0), now };
}

/** Options for orders of one window that nobody watches. */
export function ownOrders(): OrdersOptions {
  const none = () => undefined;
  return {
    marks: memoryMarks(),
    onError: none,
    journal: signal([]),
    images: { changed: signal(0), of: none },
    account: undefined,
    isFocused: signal(true),
    filters: signal({}),
    lateAfterMs: none,
    clock: clockAt(),
  };
}

export function memoryJournal(): AppendLog<JournalLine> & { lines: JournalLine[] } {
  const lines: JournalLine[] = [];
  return {
    lines,
    append: vi.fn((line: JournalLine) => {
      lines.push(line);
      return Promise.resolve();
    }),
    readAll: () => Promise.resolve([...lines]),
  };
}

/** A promise and the functions that settle it. */
export function deferred<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
} {
  return Promise.withResolvers<T>();
}

/** A task that continues until a test ends it. */
export function pending(): { promise: Promise<void>; end: () => void } {
  let end = () => {};
  const promise = new Promise<void>(resolve => {
    end = resolve;
  });
  return { promise, end };
}

/** Lets everything run that is ready to. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

/** As in a workspace where every document was used for areas. */
export const anyKept: KeptDocuments = {
  has: () => true,
  isOffered: () => true,
  causes: [],
};
