import type { Payment } from '../../../../src/service/rules/payment.ts';
import type { Subscription } from '../../../../src/service/rules/subscription.ts';
import { createAccount } from '../../../../src/session/account.ts';
import { asSignedIn, type SignedIn } from '../../../../src/session/session.ts';
import { createSubscriptions } from '../../../../src/session/subscriptions.ts';
import { createRevokeMarks } from '../../../../src/features/account/revokeMarks.ts';
import { createRevoking } from '../../../../src/features/account/revoking.ts';
import { apiError, fakeClient, notes, profile, signedInSession } from '../../fakes.ts';
import { bareSubscription } from './rules/subscriptions.ts';

export const running = bareSubscription({ status: 'active', startedAt: '2025-08-01', endedAt: '2025-12-01' });
export const shortened = { ...running, endedAt: '2025-09-01T00:00:00Z' };
export const revoked = { ...running, status: 'revoked', endedAt: '2025-08-20T12:00:00Z' };
export const noon = Date.UTC(2025, 7, 20, 12);

/** A service whose requests return `stands`, and whose revocations do what the test says. */
export async function revokingSetup(revoke: () => Promise<Subscription> = () => Promise.resolve(shortened)) {
  const service = { stands: running, isReadable: true, revoke, payments: [] as Payment[], balance: 1_000 };
  const requests: string[] = [];
  const session = await signedInSession(
    fakeClient({
      profile: () => {
        requests.push('profile');
        const { contract, ...rest } = profile();
        const balance = { value: service.balance, unit: 'credits' };
        return Promise.resolve({ ...rest, contract: { ...contract, balance } });
      },
      subscriptions: () => {
        requests.push('list');
        return Promise.resolve([service.stands]);
      },
      subscription: (contractId, id) => {
        requests.push(`read ${contractId}/${id}`);
        return service.isReadable ? Promise.resolve(service.stands) : Promise.reject(apiError('network'));
      },
      subscriptionPayments: id => {
        requests.push(`payments ${id}`);
        return Promise.resolve({ items: service.payments, total: undefined, isLast: true });
      },
      revoke: id => {
        requests.push(`revoke ${id}`);
        return service.revoke();
      },
    }),
  );
  const account = createAccount(session);
  await account.refresh();
  const subscriptions = createSubscriptions(session, account);
  await subscriptions.refresh();
  const ledger = notes();
  const revoking = createRevoking(
    session,
    account,
    subscriptions,
    ledger.record,
    createRevokeMarks(session),
    undefined,
  );
  const signedIn = signedInNow();
  requests.length = 0;

  function signedInNow(): SignedIn {
    const now = asSignedIn(session.current.peek());
    if (!now) throw new Error('signed out');
    return now;
  }

  return {
    session,
    account,
    subscriptions,
    service,
    requests,
    ledger,
    revoking,
    signedIn,
    signedInNow,
    markOf: () => revoking.marks.value.get('s1'),
    agree: async () => {
      const { subscription } = await revoking.inspect('s1', signedIn);
      return revoking.revoke(subscription, signedIn);
    },
    sent: () => requests.filter(line => line.startsWith('revoke')).length,
  };
}
