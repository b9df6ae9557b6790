import { signal } from '@preact/signals-core';
import type { LedgerEntry } from '../../../../../src/service/rules/ledgerEntry.ts';
import type { Payment } from '../../../../../src/service/rules/payment.ts';
import type { Subscription } from '../../../../../src/service/rules/subscription.ts';
import type { Log } from '../../../../../src/platform/host/presentError.ts';
import type { Reading } from '../../../../../src/platform/host/reading.ts';
import { createAccount } from '../../../../../src/session/account.ts';
import { createSubscriptions } from '../../../../../src/session/subscriptions.ts';
import { createRevokeMarks } from '../../../../../src/features/account/revokeMarks.ts';
import { createRevoking } from '../../../../../src/features/account/revoking.ts';
import { type Answer, say, user } from '../../../../fake/user.ts';
import {
  apiError,
  clockAt,
  contract,
  fakeClient,
  noRecord,
  profile,
  signedInSession,
} from '../../../fakes.ts';
import { bareSubscription, payment } from '../rules/subscriptions.ts';

export const proceed: Answer = ({ choices }) => choices[0];
/** Continues, and types the right title. */
export const assent: readonly Answer[] = [proceed, say('Port of call')];
/** Texts of the dialogs, in order. */
export const dialogs = () =>
  user.prompts.filter(({ kind }) => kind === 'modal').map(({ text, detail }) => `${text}\n${detail}`);

export const august = Date.UTC(2025, 7, 20, 12);
export const running = bareSubscription({
  title: 'Port of call',
  status: 'active',
  kind: 'subscription.tasking.monthly',
  startedAt: '2025-08-01',
  endedAt: '2025-12-01T00:00:00.000Z',
});
export const shortened = { ...running, endedAt: '2025-09-01T00:00:00.000Z' };

/** A service with one subscription that cost 400 credits; a revocation refunds 300. */
export async function revokeSetup(listed: Subscription = running) {
  const service = {
    listed: [listed],
    stands: listed,
    payments: [payment(400)] as Payment[],
    arePaymentsReadable: true,
    /** Whether there are more payments after the page that is sent. */
    hasMorePayments: false,
    balance: 5000,
    isBalanceReadable: true,
    /** How far its clock is ahead. */
    aheadMs: 0,
    revoke: (_method?: string): Promise<Subscription> => {
      service.stands = shortened;
      service.payments = [...service.payments, payment(300, { id: 'r1', type: 'refund' })];
      service.balance += 300;
      return Promise.resolve(shortened);
    },
  };
  const requests: string[] = [];
  const lists = { count: 0 };
  const client = fakeClient({
    profile: () =>
      service.isBalanceReadable
        ? Promise.resolve(profile({ contract: contract(service.balance) }))
        : Promise.reject(apiError('server', 500)),
    subscriptions: () => {
      lists.count += 1;
      return Promise.resolve(service.listed);
    },
    subscription: (_contractId, id) => {
      requests.push(`read ${id}`);
      return Promise.resolve(service.stands);
    },
    subscriptionPayments: () =>
      service.arePaymentsReadable
        ? Promise.resolve({ items: service.payments, total: undefined, isLast: !service.hasMorePayments })
        : Promise.reject(apiError('server', 500)),
    revoke: (id, method) => {
      requests.push(['revoke', id, ...(method === undefined ? [] : [method])].join(' '));
      return service.revoke(method);
    },
  });
  /** The ledger of this machine. */
  const entries = signal<Reading<readonly LedgerEntry[]>>({ kind: 'none' });
  const session = await signedInSession(client);
  const account = createAccount(session);
  const subscriptions = createSubscriptions(session, account);
  const revoking = createRevoking(session, account, subscriptions, noRecord, createRevokeMarks(session), {
    current: entries,
    read: () => Promise.resolve(),
  });
  const logged: unknown[] = [];
  const log = { error: (line: unknown) => logged.push(line), info: () => undefined } as unknown as Log;
  const now = () => Date.now() + service.aheadMs;
  const clock = {
    ...clockAt(now),
    get aheadMs() {
      return signal(service.aheadMs);
    },
  };
  const parts = { session, account, subscriptions, revoking, log, clock };
  return {
    parts,
    ...parts,
    service,
    entries,
    /** For one subscription. */
    requests,
    lists,
    logged,
  };
}
