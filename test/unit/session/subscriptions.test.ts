import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/api/client.ts';
import type { ListPage, PageRequest } from '../../../src/api/pages.ts';
import type { Profile } from '../../../src/model/account/account.ts';
import type { Connection } from '../../../src/model/account/connection.ts';
import type { Payment } from '../../../src/model/account/payment.ts';
import { createAccount } from '../../../src/session/account.ts';
import { valueOf } from '../../../src/editor/host/reading.ts';
import { createSession } from '../../../src/session/session.ts';
import { createSubscriptions } from '../../../src/session/subscriptions.ts';
import { bareSubscription, payment } from '../model/account/subscriptions.ts';
import {
  apiError,
  connection,
  contract,
  deferred,
  fakeClient,
  other,
  profile,
  settle,
  signedInSession,
  storage,
} from '../fakes.ts';

/** A service with two subscriptions; `asked` lists the requests it received, in order. */
async function bench(parts: Partial<Client> = {}) {
  const asked: string[] = [];
  const session = await signedInSession(
    fakeClient({
      profile: () => {
        asked.push('profile');
        return Promise.resolve(profile());
      },
      subscriptions: (contractId, filter) => {
        asked.push(`subscriptions of ${contractId} ${JSON.stringify(filter)}`);
        return Promise.resolve([bareSubscription(), bareSubscription({ id: 's2' })]);
      },
      subscriptionPayments: (id, { page }: PageRequest): Promise<ListPage<Payment>> => {
        asked.push(`payments of ${id} ${page}`);
        return Promise.resolve({ items: [payment(page, { id: `p${page}` })], total: 2, isLast: page === 2 });
      },
      ...parts,
    }),
  );
  const account = createAccount(session);
  const subscriptions = createSubscriptions(session, account);
  const shown = () => valueOf(subscriptions.current.value)?.map(({ id }) => id);
  return { asked, session, account, subscriptions, shown };
}

describe('the subscriptions', () => {
  it('of a type are requested from the service once needed, and again with the list', async () => {
    const { asked, subscriptions } = await bench();
    subscriptions.ofType.reader('view').need();
    subscriptions.ofType.reader('view').need();
    await settle();
    expect(asked).toEqual(['profile', 'subscriptions of c1 {"type":"view"}']);
    expect(valueOf(subscriptions.ofType.of('view'))).toHaveLength(2);
    expect(subscriptions.current.value.kind).toBe('none');
    await subscriptions.refresh();
    expect(asked.slice(2).sort()).toEqual(['subscriptions of c1 {"type":"view"}', 'subscriptions of c1 {}']);
  });

  it('are those of the contract in the profile, requested when needed', async () => {
    const { asked, subscriptions, shown } = await bench();
    await settle();
    expect([asked, subscriptions.current.value.kind]).toEqual([[], 'none']);
    subscriptions.need();
    subscriptions.need();
    await settle();
    expect(asked).toEqual(['profile', 'subscriptions of c1 {}']);
    expect(subscriptions.current.value).toMatchObject({ kind: 'ready' });
    expect(shown()).toEqual(['s1', 's2']);
  });

  it('are not requested with the contract of another connection', async () => {
    const answers = [deferred<Profile>(), deferred<Profile>()];
    const asked: string[] = [];
    const clientOf = ({ name }: Connection) =>
      fakeClient({
        profile: () =>
          answers[name === connection.name ? 0 : 1]?.promise ?? Promise.reject(apiError('server')),
        subscriptions: contractId => {
          asked.push(`${contractId} at ${name}`);
          return Promise.resolve([]);
        },
      });
    const { keys, keyStore, sessionMemory } = storage();
    const session = createSession({
      keys: keyStore,
      memory: sessionMemory,
      makeClient: one => Promise.resolve(clientOf(one)),
    });
    const account = createAccount(session);
    const subscriptions = createSubscriptions(session, account);
    await session.signIn(connection, 'key');
    keys.set(other.name, 'key');
    subscriptions.need();
    await settle();
    // Switches directly, without being signed out in between.
    await session.switchTo(other);
    answers[1]?.resolve(profile({ contract: { ...contract(7), id: 'c2' } }));
    answers[0]?.resolve(profile());
    await settle();
    expect([asked, subscriptions.current.value.kind]).toEqual([[], 'none']);
    await subscriptions.refresh();
    expect(asked).toEqual(['c2 at Other']);
  });
});
