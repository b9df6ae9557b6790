import type { ApiKey } from '../../../../src/service/rules/apiKey.ts';
import type { Client } from '../../../../src/service/wire/client.ts';
import { ApiError } from '../../../../src/service/wire/errors.ts';
import { type Extent, listed } from '../../../../src/service/wire/listed.ts';
import { asSignedIn, createSession, type KeyStore, type SignedIn } from '../../../../src/session/session.ts';
import {
  createKeyInUse,
  createKeyList,
  type KeptKey,
  type KeyMemory,
} from '../../../../src/features/account/keyInUse.ts';
import { createKeys } from '../../../../src/features/account/keys.ts';
import { createRotation } from '../../../../src/features/account/rotation.ts';
import { apiError, clockAt, connection, fakeClient, notes, settle, storage } from '../../fakes.ts';

/** What goes wrong with one call: it never arrives, its answer is lost, or it is refused. */
export type Mishap = 'lostOnTheWay' | 'answerLost' | 'refused';

/** Every call in order, for example `create Laptop`, `delete k1`, `exchange secret-k1`, `store set`. */
export type OnCall = (call: string) => Mishap | undefined;

export function apiKey(id: string, rest: Partial<ApiKey> = {}): ApiKey {
  return {
    id,
    description: `Key ${id}`,
    date: '2026-01-01T00:00:00Z',
    expirationDate: '2027-01-01T00:00:00Z',
    ...rest,
  };
}

/** A fake service for the state of the keys; its tokens outlive their keys. */
function keyService(onCall: OnCall) {
  const held = new Map<string, ApiKey>();
  /** What a list leaves out; absent: nothing. */
  const list: { hides?: string; extent?: Extent } = {};
  /** Secrets that were exchanged although their key is gone: each can suspend the user. */
  const deadSent: string[] = [];
  let made = 0;

  const secretOf = (id: string) => `secret-${id}==`;
  const isAccepted = (secret: string) => [...held.keys()].some(id => secretOf(id) === secret);

  /** Runs a call, unless something goes wrong with it. */
  async function call<T>(name: string, run: () => T): Promise<T> {
    const mishap = onCall(name);
    if (mishap === 'refused') throw apiError('denied', 403);
    if (mishap === 'lostOnTheWay') throw apiError('network');
    const answer = run();
    // An answer takes time.
    await Promise.resolve();
    if (mishap === 'answerLost') throw apiError('network');
    return answer;
  }

  function clientOf(secret: string, onRefused: (error: ApiError) => void): Client {
    const tokens = new Set<'IDP' | 'AAA'>();
    let refusal: ApiError | undefined;
    async function token(client: 'IDP' | 'AAA') {
      if (tokens.has(client)) return;
      if (refusal) throw apiError('suspended');
      try {
        await call(`exchange ${secret}`, () => {
          if (isAccepted(secret)) return;
          deadSent.push(secret);
          throw apiError('denied', 403);
        });
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== 'denied') throw error;
        refusal = new ApiError('denied', { request: 'TEST', status: 403, refused: 'key' });
        onRefused(refusal);
        throw refusal;
      }
      tokens.add(client);
    }
    return fakeClient({
      signIn: () => token('IDP'),
      keys: async () => {
        await token('AAA');
        return call('list', () => {
          const found = [...held.values()].filter(({ id }) => id !== list.hides);
          return list.extent ? listed(found, list.extent) : found;
        });
      },
      createKey: async description => {
        await token('AAA');
        return call(`create ${description}`, () => {
          const id = `new${++made}`;
          held.set(id, apiKey(id, { description }));
          return { ...apiKey(id, { description }), secret: secretOf(id) };
        });
      },
      deleteKey: async id => {
        await token('AAA');
        return call(`delete ${id}`, () => void held.delete(id));
      },
    });
  }

  return { held, list, deadSent, secretOf, isAccepted, clientOf };
}

export interface KeySetupOptions {
  /** The service's keys at first; the user signs in with the first of them. */
  ids?: readonly string[];
  onCall?: OnCall;
}

/** Keys of a signed-in user, with everything around them; `onCall` may be replaced at any time. */
export async function keySetup({ ids = ['k1', 'k2'], onCall = () => undefined }: KeySetupOptions = {}) {
  const hooks = { onCall: (() => undefined) as OnCall };
  const calls: string[] = [];
  const service = keyService(name => {
    calls.push(name);
    return hooks.onCall(name);
  });
  for (const id of ids) service.held.set(id, apiKey(id));

  const kept = storage();
  /** A store whose calls can fail too. */
  const throughHooks = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    calls.push(name);
    const mishap = hooks.onCall(name);
    if (mishap === 'lostOnTheWay' || mishap === 'refused') throw new Error(`${name} failed`);
    const answer = await run();
    if (mishap === 'answerLost') throw new Error(`${name} failed`);
    return answer;
  };
  const store: KeyStore = {
    get: to => throughHooks('store get', () => kept.keyStore.get(to)),
    set: (to, key) => throughHooks('store set', () => kept.keyStore.set(to, key)),
    delete: to => throughHooks('store delete', () => kept.keyStore.delete(to)),
  };
  const remembered: { value: Readonly<Record<string, KeptKey>> | undefined } = { value: undefined };
  const memory: KeyMemory = {
    read: () => remembered.value,
    write: value =>
      throughHooks('remember', () => {
        remembered.value = value;
        return Promise.resolve();
      }),
  };
  /** Which key a client uses. */
  const secrets = new WeakMap<Client, string>();
  const session = createSession({
    keys: store,
    memory: kept.sessionMemory,
    makeClient: (_connection, secret, onRefused) => {
      const client = service.clientOf(secret, onRefused);
      secrets.set(client, secret);
      return Promise.resolve(client);
    },
  });
  const ledger = notes();
  const inUse = createKeyInUse(
    session,
    store,
    memory,
    ledger.record,
    clockAt(() => Date.parse('2026-06-15T12:00:00Z')),
  );
  const keys = createKeys(session, store, inUse, ledger.record, createKeyList(session, inUse));
  const rotation = createRotation(session, store, keys, ledger.record);

  const [first] = ids;
  if (first !== undefined) await session.signIn(connection, service.secretOf(first));
  await settle();
  calls.length = 0;
  hooks.onCall = onCall;

  const signedIn = (): SignedIn => {
    const now = asSignedIn(session.current.peek());
    if (!now) throw new Error('Nobody is signed in.');
    return now;
  };
  return {
    service,
    session,
    ledger,
    inUse,
    keys,
    rotation,
    store,
    hooks,
    calls,
    remembered,
    signedIn,
    /** The secret stored for the connection. */
    stored: () => kept.keys.get(connection.name),
    storedKeys: kept.keys,
    sessionRecord: kept.memory,
    /** The secret that the current session uses; `undefined` while signed out. */
    async spokenWith(): Promise<string | undefined> {
      const now = asSignedIn(session.current.peek());
      return now && secrets.get(await now.client());
    },
    /** IDs of the service's keys. */
    ids: () => [...service.held.keys()],
  };
}

export type KeySetup = Awaited<ReturnType<typeof keySetup>>;
