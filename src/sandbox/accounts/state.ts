/** Everything about the service that is not drawn from the seed: plain JSON, kept by whoever runs it. */
import { createHash } from 'node:crypto';
import { dayMs } from '../../base/words/moment.ts';
import { seededUuid } from '../http/random.ts';
import { seedSubscriptions, type SubscriptionState } from './subscriptions.ts';

/** Counts up when the state's form or the images change: a snapshot of another version is no use. */
export const snapshotVersion = 2;

export interface SandboxSnapshot {
  version: number;
  seed: string;
  /** Counts everything that was ever made, so that ids made later differ. */
  serial: number;
  /** Until then every request is answered 403, epoch ms; 0 is not suspended. */
  suspendedUntil: number;
  /** How far the clock is ahead, ms; absent in snapshots from before it could be moved. */
  aheadMs?: number;
  accounts: AccountState[];
}

export interface KeyState {
  id: string;
  description: string;
  /** SHA-256 of the secret, hex: the secret itself is shown once and kept nowhere. */
  digest: string;
  /** Epoch ms. */
  createdAt: number;
  expiresAt: number;
}

export interface PaymentState {
  id: string;
  type: 'payment' | 'refund' | 'credit';
  /** Credits, never negative: the type says which way they go. */
  creditAmount: number;
  description: string;
  createdAt: number;
  orderId?: string;
  subscriptionId?: string;
}

export interface AccountState {
  userId: string;
  contractId: string;
  contractType: 'Premium' | 'TechEval';
  companyName: string;
  workspaceId: string;
  workspaceName: string;
  createdAt: number;
  /** Credits. */
  balance: number;
  services: Record<string, boolean>;
  keys: KeyState[];
  subscriptions: SubscriptionState[];
  payments: PaymentState[];
  orders: OrderState[];
}

/** A key's secret, the same for the same seed and name: 32 bytes in Base64, so that it ends in `=`. */
export function keySecret(seed: string, name: string): string {
  return createHash('sha256').update(`${seed}/key/${name}`).digest('base64');
}

export function secretDigest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Specification: Service roles, in the order of its table. */
const roles = [
  'platform-data',
  'change-detection',
  'geostore-premier',
  'verde',
  'ocean-finder',
  'earth-monitor',
  'analytics-toolbox',
  'pfneo-3d',
  'tasking',
] as const;

function servicesWith(held: readonly (typeof roles)[number][]): Record<string, boolean> {
  return Object.fromEntries(roles.map(role => [role, held.includes(role)]));
}

/** How long a key is good for. */
export const keyLifeMs = 365 * dayMs;

/** The two accounts of a new sandbox: a Premium contract that holds most roles, and an evaluation with little credit. */
export function seedState(seed: string, now: number): SandboxSnapshot {
  const premium = seedAccount(seed, now, 'premium', {
    contractType: 'Premium',
    companyName: 'Harbour Analytics',
    workspaceName: 'bluefox',
    balance: 5000,
    services: servicesWith([
      'platform-data',
      'change-detection',
      'ocean-finder',
      'analytics-toolbox',
      'tasking',
    ]),
  });
  const evaluation = seedAccount(seed, now, 'evaluation', {
    contractType: 'TechEval',
    companyName: 'Coastline Trial',
    workspaceName: 'greyheron',
    balance: 100,
    services: servicesWith(['platform-data', 'analytics-toolbox']),
  });
  return { version: snapshotVersion, seed, serial: 0, suspendedUntil: 0, accounts: [premium, evaluation] };
}

/** The accounts of every sandbox, in the order of the snapshot. */
export const accountNames = ['premium', 'evaluation'] as const;
type AccountName = (typeof accountNames)[number];

function firstKey(seed: string, name: AccountName, createdAt: number, now: number): KeyState {
  return {
    id: seededUuid(seed, `${name}/key`),
    description: 'First key',
    digest: secretDigest(keySecret(seed, name)),
    createdAt,
    expiresAt: Math.floor(now / dayMs) * dayMs + keyLifeMs,
  };
}

/**
 * Gives each account's first key a new life where it has expired: whoever comes back to a snapshot after a long time
 * still holds it. One that was deleted stays deleted.
 */
export function renewFirstKeys({ seed, accounts }: SandboxSnapshot, now: number): void {
  accounts.forEach((account, index) => {
    const name = accountNames[index];
    if (!name) return;
    const renewed = firstKey(seed, name, now, now);
    account.keys = account.keys.map(key => (key.id === renewed.id && key.expiresAt <= now ? renewed : key));
  });
}

type Terms = Pick<AccountState, 'contractType' | 'companyName' | 'workspaceName' | 'balance' | 'services'>;

function seedAccount(seed: string, now: number, name: AccountName, terms: Terms): AccountState {
  const createdAt = Math.floor(now / dayMs) * dayMs - (name === 'premium' ? 400 : 10) * dayMs;
  const subscriptions = seedSubscriptions(seed, now, name);
  const bought = subscriptions.filter(subscription => subscription.price > 0);
  const payments: PaymentState[] = [
    {
      id: seededUuid(seed, `${name}/payment/credit`),
      type: 'credit',
      creditAmount: terms.balance + bought.reduce((sum, subscription) => sum + subscription.price, 0),
      description: name === 'premium' ? 'Prepaid credits' : 'Evaluation credits',
      createdAt,
    },
    ...bought.map((subscription): PaymentState => ({
      id: seededUuid(seed, `${name}/payment/${subscription.id}`),
      type: 'payment',
      creditAmount: subscription.price,
      description: subscription.title,
      createdAt: Math.max(createdAt, Math.min(subscription.startedAt - 5 * dayMs, now - dayMs)),
      subscriptionId: subscription.id,
    })),
  ];
  return {
    userId: seededUuid(seed, `${name}/user`),
    contractId: seededUuid(seed, `${name}/contract`),
    workspaceId: seededUuid(seed, `${name}/workspace`),
    createdAt,
    ...terms,
    keys: [firstKey(seed, name, createdAt, now)],
    subscriptions,
    payments,
    orders: [],
  };
}

export const orderKinds = [
  'order.data.product',
  'order.data.gb.product',
  'order.analytics-toolbox.archive',
] as const;

export type OrderKind = (typeof orderKinds)[number];

/** Specification: States and transitions, Order. */
export const orderStatuses = ['ordered', 'delivered', 'error', 'rejected'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export interface DeliveryState {
  id: string;
  /** The item that it becomes in the private workspace. */
  itemId: string;
  status: OrderStatus;
  imageIds: string[];
  datas: Record<string, unknown>;
  areaKm2: number;
  credits: number;
  kilobytes: number;
  /** When production ends, epoch ms; null if it never does. */
  readyAt: number | null;
  /** Why production will fail, if it will. */
  failure: string | null;
  updatedAt: number;
}

export interface OrderState {
  id: string;
  kind: OrderKind;
  status: OrderStatus;
  payload: Record<string, unknown>;
  customerRef?: string;
  tags?: unknown;
  title?: string;
  subscriptionId: string | null;
  credits: number;
  kilobytes: number;
  deliveries: DeliveryState[];
  createdAt: number;
  updatedAt: number;
}
