import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../src/state/account.ts';
import { createSession, type MakeClient } from '../../../src/state/session.ts';
import {
  apiError,
  connection,
  contract,
  deferred,
  fakeClient,
  other,
  pending,
  settle,
  storage,
} from './fakes.ts';

function bench(makeClient: MakeClient) {
  const kept = storage();
  const session = createSession({
    keys: kept.keyStore,
    memory: kept.sessionMemory,
    makeClient,
    now: () => 42,
  });
  return { session, ...kept };
}

describe('signing in', () => {
  it('stores the key only after the service took it', async () => {
    const exchange = pending();
    const { session, keys, memory } = bench(() =>
      Promise.resolve(fakeClient({ signIn: () => exchange.promise })),
    );
    const run = session.signIn(connection, 'key');
    expect(session.current.value.kind).toBe('signingIn');
    expect(keys.size).toBe(0);
    exchange.end();
    expect(await run).toBe('signedIn');
    expect([...keys]).toEqual([['Test', 'key']]);
    expect(memory.value).toEqual({ connectionName: 'Test' });
  });

  it('keeps a refused key nowhere, and remembers the refusal over a reload', async () => {
    const refuse: MakeClient = (_connection, _key, onRefused) =>
      Promise.resolve(
        fakeClient({
          signIn: () => {
            onRefused();
            return Promise.reject(apiError('denied', 403));
          },
        }),
      );
    const { session, keys, memory, keyStore, sessionMemory } = bench(refuse);
    expect(await session.signIn(connection, 'wrong')).toBe('refused');
    expect(session.current.value).toMatchObject({ kind: 'refused', at: 42 });
    expect(keys.size).toBe(0);
    expect(memory.value).toEqual({ connectionName: 'Test', refusedAt: 42 });

    let made = 0;
    const reloaded = createSession({
      keys: keyStore,
      memory: sessionMemory,
      makeClient: () => Promise.reject(new Error(String(++made))),
    });
    await reloaded.restore([connection]);
    expect(reloaded.current.value).toMatchObject({ kind: 'refused', at: 42 });
    expect(made).toBe(0);
  });

  it('stays with the former session when the service cannot be reached', async () => {
    const { session, keys } = bench(to =>
      Promise.resolve(
        fakeClient({
          signIn: () => (to === other ? Promise.reject(apiError('network')) : Promise.resolve()),
        }),
      ),
    );
    await session.signIn(connection, 'key');
    const before = session.current.value;
    await expect(session.signIn(other, 'key2')).rejects.toThrow('network');
    expect(session.current.value).toBe(before);
    expect([...keys.keys()]).toEqual(['Test']);
  });

  it('drops an attempt that was overtaken', async () => {
    const slow = pending();
    const { session, keys } = bench(to =>
      Promise.resolve(fakeClient({ signIn: () => (to === connection ? slow.promise : Promise.resolve()) })),
    );
    const first = session.signIn(connection, 'slow');
    await session.signIn(other, 'quick');
    slow.end();
    expect(await first).toBe('superseded');
    expect(session.current.value).toMatchObject({ kind: 'signedIn', connection: other });
    expect([...keys.keys()]).toEqual(['Other']);
  });

  it('is taken up again without any request', async () => {
    let made = 0;
    const { session, keys, memory } = bench(() => {
      made += 1;
      return Promise.resolve(fakeClient());
    });
    keys.set('Test', 'key');
    memory.value = { connectionName: 'Test' };
    await session.restore([other, connection]);
    expect(session.current.value).toMatchObject({ kind: 'signedIn', connection });
    expect(made).toBe(0);
  });

  it('leaves nothing behind at sign-out', async () => {
    const { session, keys, memory } = bench(() => Promise.resolve(fakeClient()));
    await session.signIn(connection, 'key');
    await session.signOut();
    expect(keys.size).toBe(0);
    expect(memory.value).toBeUndefined();
    expect(session.current.value.kind).toBe('signedOut');
  });
});

describe('a key that is refused later', () => {
  it('ends the session it belongs to, and no other', async () => {
    const refusals: (() => void)[] = [];
    const { session } = bench((_connection, _key, onRefused) => {
      refusals.push(onRefused);
      return Promise.resolve(fakeClient());
    });
    await session.signIn(connection, 'one');
    await session.signIn(other, 'two');
    refusals[0]?.();
    expect(session.current.value).toMatchObject({ kind: 'signedIn', connection: other });
    refusals[1]?.();
    expect(session.current.value).toMatchObject({ kind: 'refused', connection: other });
  });
});

describe('the account', () => {
  it('drops an answer that comes after the session changed', async () => {
    const late = deferred<{ id: string; contract: ReturnType<typeof contract> }>();
    const { session } = bench(to =>
      Promise.resolve(
        fakeClient({
          profile: () =>
            to === connection ? late.promise : Promise.resolve({ id: 'u', contract: contract(7) }),
        }),
      ),
    );
    const account = createAccount(session);
    await session.signIn(connection, 'one');
    await settle();
    await session.signIn(other, 'two');
    await settle();
    late.resolve({ id: 'u', contract: contract(99) });
    await settle();
    expect(account.current.value).toMatchObject({
      kind: 'ready',
      profile: { contract: { balance: { value: 7 } } },
    });
  });
});
