import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../src/service/rules/account.ts';
import type { Connection } from '../../../src/service/rules/connection.ts';
import type { Payment } from '../../../src/service/rules/payment.ts';
import type { Client } from '../../../src/service/wire/client.ts';
import type { ListPage, PageRequest } from '../../../src/service/wire/listReading.ts';
import { readValue } from '../../../src/platform/host/reading.ts';
import { createAccount } from '../../../src/session/account.ts';
import { createSession } from '../../../src/session/session.ts';
import { createSubscriptions } from '../../../src/session/subscriptions.ts';
import { bareSubscription, payment } from '../features/account/rules/subscriptions.ts';
import {
  apiError,
  connection,
  contract,
  deferred,
  fakeClient,
  otherConnection,
  profile,
  settle,
  signedInSession,
  storage,
} from '../fakes.ts';

/** A service with two subscriptions; `requests` lists what it received, in order. */
async function setUp(parts: Partial<Client> = {}) {
  const requests: string[] = [];
  const session = await signedInSession(
    fakeClient({
      profile: () => {
        requests.push('profile');
        return Promise.resolve(profile());
      },
      subscriptions: (contractId, filter) => {
        requests.push(`subscriptions of ${contractId} ${JSON.stringify(filter)}`);
        return Promise.resolve([bareSubscription(), bareSubscription({ id: 's2' })]);
      },
      subscriptionPayments: (id, { page }: PageRequest): Promise<ListPage<Payment>> => {
        requests.push(`payments of ${id} ${page}`);
        return Promise.resolve({ items: [payment(page, { id: `p${page}` })], total: 2, isLast: page === 2 });
      },
      ...parts,
    }),
  );
  const account = createAccount(session);
  const subscriptions = createSubscriptions(session, account);
  const listedIds = () => readValue(subscriptions.current.value)?.map(({ id }) => id);
  return { requests, session, account, subscriptions, listedIds };
}

describe('the subscriptions', () => {
  it('of a type are requested from the service once needed, and again with the list', async () => {
    const { requests, subscriptions } = await setUp();
    subscriptions.ofType.reader('view').need();
    subscriptions.ofType.reader('view').need();
    await settle();
    expect(requests).toEqual(['profile', 'subscriptions of c1 {"type":"view"}']);
    expect(readValue(subscriptions.ofType.of('view'))).toHaveLength(2);
    expect(subscriptions.current.value.kind).toBe('none');
    await subscriptions.refresh();
    expect(requests.slice(2).sort()).toEqual([
      'subscriptions of c1 {"type":"view"}',
      'subscriptions of c1 {}',
    ]);
  });

  it('are those of the contract in the profile, requested when needed', async () => {
    const { requests, subscriptions, listedIds } = await setUp();
    await settle();
    expect([requests, subscriptions.current.value.kind]).toEqual([[], 'none']);
    subscriptions.need();
    subscriptions.need();
    await settle();
    expect(requests).toEqual(['profile', 'subscriptions of c1 {}']);
    expect(subscriptions.current.value).toMatchObject({ kind: 'ready' });
    expect(listedIds()).toEqual(['s1', 's2']);
  });

  it('are not requested with the contract of another connection', async () => {
    const answers = [deferred<Profile>(), deferred<Profile>()];
    const requests: string[] = [];
    const clientOf = ({ name }: Connection) =>
      fakeClient({
        profile: () =>
          answers[name === connection.name ? 0 : 1]?.promise ?? Promise.reject(apiError('server')),
        subscriptions: contractId => {
          requests.push(`${contractId} at ${name}`);
          return Promise.resolve([]);
        },
      });
    const { keys, keyStore, sessionMemory } = storage();
    const session = createSession({
      keys: keyStore,
      memory: sessionMemory,
      makeClient: connection => Promise.resolve(clientOf(connection)),
    });
    const account = createAccount(session);
    const subscriptions = createSubscriptions(session, account);
    await session.signIn(connection, 'key');
    keys.set(otherConnection.name, 'key');
    subscriptions.need();
    await settle();
    // Switches directly, without being signed out in between.
    await session.switchTo(otherConnection);
    answers[1]?.resolve(profile({ contract: { ...contract(7), id: 'c2' } }));
    answers[0]?.resolve(profile());
    await settle();
    expect([requests, subscriptions.current.value.kind]).toEqual([[], 'none']);
    await subscriptions.refresh();
    expect(requests).toEqual(['c2 at Other']);
  });
});
