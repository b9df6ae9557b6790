import { describe, expect, it } from 'vitest';
import {
  asSignedIn,
  createSession,
  type MakeClient,
  type SessionOwner,
} from '../../../src/session/session.ts';
import {
  apiError,
  connection,
  fakeClient,
  otherConnection,
  pending,
  renamed,
  settle,
  storage,
} from '../fakes.ts';

function setUp(makeClient: MakeClient) {
  const kept = storage();
  const session = createSession({
    keys: kept.keyStore,
    memory: kept.sessionMemory,
    makeClient,
    now: () => 42,
  });
  return { session, ...kept };
}

/** One client for any key. */
const served: MakeClient = () => Promise.resolve(fakeClient());

/** A service that refuses a key while `isRefused` says so. */
const refusing =
  (isRefused: (key: string) => boolean): MakeClient =>
  (_connection, key, onRefused) =>
    Promise.resolve(
      fakeClient({
        signIn() {
          if (!isRefused(key)) return Promise.resolve();
          onRefused(apiError('denied', 403));
          return Promise.reject(apiError('denied', 403));
        },
      }),
    );

/** Functions that make each client's key refused later, in the order in which the clients were created. */
function refusedLater() {
  const refusals: ((error: ReturnType<typeof apiError>) => void)[] = [];
  const makeClient: MakeClient = (_connection, _key, onRefused) => {
    refusals.push(onRefused);
    return Promise.resolve(fakeClient());
  };
  return { refusals, ...setUp(makeClient) };
}

describe('signing in', () => {
  it('stores the key only after the service accepted it', async () => {
    const exchange = pending();
    const { session, keys, memory } = setUp(() =>
      Promise.resolve(fakeClient({ signIn: () => exchange.promise })),
    );
    const run = session.signIn(connection, 'key');
    expect(session.current.value.kind).toBe('signingIn');
    expect(keys.size).toBe(0);
    exchange.end();
    expect(await run).toBe('signedIn');
    expect([...keys]).toEqual([['Test', 'key']]);
    expect(memory.value).toEqual({ connectionName: 'Test', refusals: {} });
  });

  it('does not store a refused key, and remembers the refusal after a reload', async () => {
    const { session, keys, memory, keyStore, sessionMemory } = setUp(refusing(() => true));
    expect(await session.signIn(connection, 'wrong')).toBe('refused');
    const refused = { kind: 'refused', refusal: { at: 42, keyWasAccepted: false } };
    expect(session.current.value).toMatchObject(refused);
    expect(keys.size).toBe(0);
    expect(memory.value).toMatchObject({ connectionName: 'Test', refusals: { Test: { at: 42 } } });
    expect(JSON.stringify(memory.value)).not.toContain('wrong');
    expect(session.keyRefusal(connection, 'wrong')).toMatchObject({ at: 42 });
    expect(session.keyRefusal(connection, 'another')).toBeUndefined();
    expect(session.keyRefusal(otherConnection, 'wrong')).toBeUndefined();

    let made = 0;
    const reloaded = createSession({
      keys: keyStore,
      memory: sessionMemory,
      makeClient: () => Promise.reject(new Error(String(++made))),
    });
    await reloaded.restore([connection]);
    expect(reloaded.current.value).toMatchObject(refused);
    expect(made).toBe(0);
  });

  it('stays in the former session when the service cannot be reached', async () => {
    const { session, keys } = setUp(to =>
      Promise.resolve(
        fakeClient({
          signIn: () => (to === otherConnection ? Promise.reject(apiError('network')) : Promise.resolve()),
        }),
      ),
    );
    await session.signIn(connection, 'key');
    const before = session.current.value;
    await expect(session.signIn(otherConnection, 'key2')).rejects.toThrow('network');
    expect(session.current.value).toBe(before);
    expect([...keys.keys()]).toEqual(['Test']);
  });

  it('drops an attempt that was superseded', async () => {
    const slow = pending();
    const { session, keys } = setUp(to =>
      Promise.resolve(fakeClient({ signIn: () => (to === connection ? slow.promise : Promise.resolve()) })),
    );
    const first = session.signIn(connection, 'slow');
    await session.signIn(otherConnection, 'quick');
    slow.end();
    expect(await first).toBe('superseded');
    expect(session.current.value).toMatchObject({ kind: 'signedIn', connection: otherConnection });
    expect([...keys.keys()]).toEqual(['Other']);
  });

  it('drops an attempt that was superseded while its key was stored', async () => {
    const unlocking = pending();
    const { keyStore, sessionMemory } = storage();
    const session = createSession({
      keys: {
        ...keyStore,
        set: async (to, key) => {
          if (to === connection) await unlocking.promise;
          await keyStore.set(to, key);
        },
      },
      memory: sessionMemory,
      makeClient: served,
    });
    const first = session.signIn(connection, 'key');
    await settle();
    await session.signIn(otherConnection, 'quick');
    unlocking.end();
    expect(await first).toBe('superseded');
    expect(session.current.value).toMatchObject({ kind: 'signedIn', connection: otherConnection });
  });

  it('stays in the former session if the editor can not store the key', async () => {
    const { keyStore, sessionMemory } = storage();
    const session = createSession({
      keys: {
        ...keyStore,
        set: (to, key) =>
          to === otherConnection
            ? Promise.reject(new Error('The keyring is locked.'))
            : keyStore.set(to, key),
      },
      memory: sessionMemory,
      makeClient: served,
    });
    await session.signIn(connection, 'key');
    const before = session.current.value;
    await expect(session.signIn(otherConnection, 'other')).rejects.toThrow('The keyring is locked.');
    expect(session.current.value).toBe(before);
    expect(sessionMemory.read()).toEqual({ connectionName: 'Test', refusals: {} });
  });

  it('is restored without any request', async () => {
    let made = 0;
    const { session, keys, memory } = setUp(() => {
      made += 1;
      return Promise.resolve(fakeClient());
    });
    keys.set('Test', 'key');
    memory.value = { connectionName: 'Test', refusals: {} };
    await session.restore([otherConnection, connection]);
    expect(session.current.value).toMatchObject({ kind: 'signedIn', connection });
    expect(made).toBe(0);
  });

  it('leaves nothing behind after sign-out', async () => {
    const { session, keys, memory } = setUp(served);
    await session.signIn(connection, 'key');
    await session.signOut();
    expect(keys.size).toBe(0);
    expect(memory.value).toEqual({ connectionName: undefined, refusals: {} });
    expect(session.current.value.kind).toBe('signedOut');
  });
});

describe('switching', () => {
  // Every object has members with such names, but nobody refused them.
  const names = ['Other', 'constructor', '__proto__'];
  it.each(names)('restores what is stored for "%s", without a request', async name => {
    const named = { ...otherConnection, name };
    let made = 0;
    const { session, keys, memory } = setUp(() => {
      made += 1;
      return Promise.resolve(fakeClient());
    });
    await session.signIn(connection, 'one');
    keys.set(name, 'two');
    expect(await session.switchTo(named)).toBe(true);
    expect(session.current.value).toMatchObject({ kind: 'signedIn', connection: named });
    expect(memory.value?.connectionName).toBe(name);
    expect(made).toBe(1);
    expect([...keys.keys()]).toEqual(['Test', name]);
  });

  it('keeps a refused connection refused until the user tries its key', async () => {
    const { session, keys, refusals } = refusedLater();
    await session.signIn(connection, 'one');
    refusals[0]?.(apiError('denied', 403));
    const refused = { kind: 'refused', connection, refusal: { keyWasAccepted: true } };
    expect(session.current.value).toMatchObject(refused);
    await session.signIn(otherConnection, 'two');
    expect(await session.switchTo(connection)).toBe(true);
    expect(session.current.value).toMatchObject(refused);
    expect(refusals).toHaveLength(2);

    expect(keys.get('Test')).toBe('one');
    expect(await session.tryKeptKey(connection)).toBe('signedIn');
    expect(session.keyRefusal(connection, 'one')).toBeUndefined();
    await session.switchTo(otherConnection);
    await session.switchTo(connection);
    expect(session.current.value).toMatchObject({ kind: 'signedIn', connection });
  });

  it('still knows that a key was accepted when trying it again fails', async () => {
    let isSuspended = false;
    const { session } = setUp(refusing(() => isSuspended));
    await session.signIn(connection, 'one');
    isSuspended = true;
    expect(await session.tryKeptKey(connection)).toBe('refused');
    expect(session.current.value).toMatchObject({ refusal: { keyWasAccepted: true } });
    expect(await session.signIn(connection, 'mistyped')).toBe('refused');
    expect(session.current.value).toMatchObject({ refusal: { keyWasAccepted: false } });
    expect(await session.tryKeptKey(otherConnection)).toBe('noKey');
  });
});

function inUse(session: SessionOwner) {
  const signedIn = asSignedIn(session.current.value);
  if (!signedIn) throw new Error('Nobody is signed in.');
  return signedIn;
}

describe('another key of the same user', () => {
  it('replaces the one in use after it was verified', async () => {
    const { session, keys } = setUp(served);
    await session.signIn(connection, 'old');
    const signedIn = inUse(session);
    expect(await session.replaceKey(signedIn, 'new')).toBe(true);
    expect(keys.get('Test')).toBe('new');
    expect(session.current.value).not.toBe(signedIn);
    expect(session.current.value).toMatchObject({ kind: 'signedIn', connection });
  });

  it('goes on with the same user, also if the store reports the new key before it has stored it', async () => {
    const { session, keyStore } = setUp(served);
    await session.signIn(connection, 'old');
    const set = keyStore.set.bind(keyStore);
    keyStore.set = async (of, key) => {
      await set(of, key);
      await session.keyChanged(of.name);
    };
    await session.replaceKey(inUse(session), 'new');
    expect(session.current.value).toMatchObject({ kind: 'signedIn', isContinued: true });
  });

  it('changes nothing when the service does not accept it', async () => {
    const { session, keys } = setUp(refusing(key => key === 'new'));
    await session.signIn(connection, 'old');
    const signedIn = inUse(session);
    await expect(session.replaceKey(signedIn, 'new')).rejects.toThrow('403');
    expect(session.current.value).toBe(signedIn);
    expect(keys.get('Test')).toBe('old');
  });

  it('is kept for its connection when the user switched in between, and not when they signed out', async () => {
    for (const leave of ['switch', 'signOut'] as const) {
      const proof = pending();
      const { session, keys } = setUp((_connection, key) =>
        Promise.resolve(fakeClient({ signIn: () => (key === 'new' ? proof.promise : Promise.resolve()) })),
      );
      await session.signIn(connection, 'old');
      const replaced = session.replaceKey(inUse(session), 'new');
      await (leave === 'switch' ? session.signIn(otherConnection, 'two') : session.signOut());
      const after = session.current.value;
      proof.end();
      expect(await replaced).toBe(leave === 'switch');
      expect(keys.get('Test')).toBe(leave === 'switch' ? 'new' : undefined);
      expect(session.current.value).toBe(after);
    }
  });
});

it('a connection that gets another name keeps a key that replaced its own meanwhile', async () => {
  const { session, keys, sessionMemory } = setUp(served);
  await session.signIn(connection, 'old');
  sessionMemory.write = () => {
    keys.set('Test', 'new');
    return Promise.resolve();
  };
  await session.rename(connection, renamed);
  expect([...keys]).toEqual([
    ['Test', 'new'],
    ['Renamed', 'old'],
  ]);
});

describe('a key that another window changed', () => {
  async function twoWindows() {
    const { session, keys } = setUp(served);
    await session.signIn(connection, 'old');
    return { session, keys, before: session.current.value };
  }

  it('is used at once', async () => {
    const { session, keys, before } = await twoWindows();
    keys.set('Test', 'new');
    await session.keyChanged('Test');
    expect(session.current.value).not.toBe(before);
    expect(session.current.value).toMatchObject({ kind: 'signedIn', connection });
  });

  it('ends the session if it was deleted', async () => {
    const { session, keys } = await twoWindows();
    keys.delete('Test');
    await session.keyChanged('Test');
    expect(session.current.value.kind).toBe('signedOut');
  });
});

describe('a key that is refused later', () => {
  it('ends the session it belongs to, and no other', async () => {
    const { session, refusals } = refusedLater();
    await session.signIn(connection, 'one');
    await session.signIn(otherConnection, 'two');
    refusals[0]?.(apiError('denied', 403));
    expect(session.current.value).toMatchObject({ kind: 'signedIn', connection: otherConnection });
    refusals[1]?.(apiError('denied', 403));
    expect(session.current.value).toMatchObject({ kind: 'refused', connection: otherConnection });
  });
});

describe('closing the window', () => {
  it('signs nobody out permanently, and allows no more sign-ins', async () => {
    const life = new AbortController();
    const exchange = pending();
    const kept = storage();
    const session = createSession({
      keys: kept.keyStore,
      memory: kept.sessionMemory,
      makeClient: () => Promise.resolve(fakeClient({ signIn: () => exchange.promise })),
      lifetime: life.signal,
    });
    const signingIn = session.signIn(connection, 'key');
    await settle();
    life.abort();
    expect(session.current.value).toEqual({ kind: 'signedOut' });
    exchange.end();
    expect(await signingIn).toBe('superseded');
    expect([...kept.keys]).toEqual([]);
    await kept.keyStore.set(connection, 'key');
    await session.switchTo(connection);
    expect(session.current.value).toEqual({ kind: 'signedOut' });
    expect([...kept.keys]).toEqual([['Test', 'key']]);
  });
});
