import type { Client } from '../api/client.ts';
import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { RecordAction } from '../editor/record.ts';
import { expiryOf, nameOfKey, type ApiKey } from '../model/account/apiKey.ts';
import type { Connection } from '../model/account/connection.ts';
import { createReader, onNextSession, type Reader } from './reader.ts';
import { keyMark, signedInOf, type KeyStore, type SessionOwner, type SignedIn } from './session.ts';

/** What is remembered of a connection's key: never its secret. */
export interface KeptKey {
  keyId: string;
  expirationDate?: string;
  /** Of the key that this is about: once another one is stored for the connection, it says nothing any more. */
  keyMark: string;
}

/** Outlives a reload. By name of the connection. */
export interface KeyMemory {
  read(): Readonly<Record<string, KeptKey>> | undefined;
  write(kept: Readonly<Record<string, KeptKey>>): Promise<void>;
}

/** Which of the listed keys is the one in use. The service does not tell: a key and its id are never seen together later. */
export type KeyInUse =
  | { kind: 'unknown' }
  | { kind: 'listed'; keyId: string }
  /** It is not in the list (any more): it is dead as soon as its token ends. */
  | { kind: 'unlisted'; keyId: string };

export function keyInUseAmong(listed: readonly ApiKey[], kept: KeptKey | undefined): KeyInUse {
  const keyId = kept?.keyId ?? onlyOf(listed)?.id;
  if (keyId === undefined) return { kind: 'unknown' };
  return { kind: listed.some(({ id }) => id === keyId) ? 'listed' : 'unlisted', keyId };
}

/** While there is one key, it is the one in use. */
function onlyOf(listed: readonly ApiKey[]): ApiKey | undefined {
  return listed.length === 1 ? listed[0] : undefined;
}

export interface KeyInUseOwner {
  /** What is remembered of the key of the session in use. */
  readonly current: ReadonlySignal<KeptKey | undefined>;
  /** That a key, whose secret this is, is the one stored for the connection. */
  remember(connection: Connection, apiKey: string, key: ApiKey): Promise<void>;
  /**
   * The same of the key that is stored, whose secret nobody has at hand: the user said so, or there was no other, which
   * never overrules what is known.
   */
  rememberStored(signedIn: SignedIn, key: ApiKey, why: 'said' | 'only'): Promise<void>;
  /** Whether the key of a connection is known to have expired. */
  isExpired(connectionName: string): boolean;
}

export function createKeyInUse(
  session: SessionOwner,
  keys: KeyStore,
  memory: KeyMemory,
  record: RecordAction,
  now: () => number = Date.now,
): KeyInUseOwner {
  const current = signal<KeptKey | undefined>(undefined);

  function keptFor(connection: Connection, apiKey: string): KeptKey | undefined {
    const kept = memory.read()?.[connection.name];
    return kept?.keyMark === keyMark(apiKey) ? kept : undefined;
  }

  async function look() {
    const signedIn = signedInOf(session.current.peek());
    // Where the store cannot be read nothing is known; who needs the key itself is told why.
    const apiKey = signedIn && (await keys.get(signedIn.connection).catch(() => undefined));
    if (signedInOf(session.current.peek()) !== signedIn) return;
    current.value = signedIn && apiKey !== undefined ? keptFor(signedIn.connection, apiKey) : undefined;
  }

  const remember: KeyInUseOwner['remember'] = async (connection, apiKey, { id: keyId, expirationDate }) => {
    const expiry = expirationDate === undefined ? {} : { expirationDate };
    const kept: KeptKey = { keyId, ...expiry, keyMark: keyMark(apiKey) };
    await memory.write({ ...memory.read(), [connection.name]: kept });
    await look();
  };

  onNextSession(session, () => {
    current.value = undefined;
    void look();
  });
  void look();

  return {
    current,
    remember,
    async rememberStored({ connection }, key, why) {
      const apiKey = await keys.get(connection);
      if (apiKey === undefined || (why === 'only' && keptFor(connection, apiKey))) return;
      await remember(connection, apiKey, key);
      if (why === 'only') return;
      const about = { connection: connection.name, title: nameOfKey(key), keyId: key.id };
      record({ ...about, action: 'useKey' }, { result: 'ok' });
    },
    isExpired(connectionName) {
      const kept = memory.read()?.[connectionName];
      if (!kept) return false;
      const state = session.current.peek();
      const refused = state.kind === 'refused' && state.connection.name === connectionName;
      const isOther = refused && state.refusal.keyMark !== kept.keyMark;
      return !isOther && expiryOf({ expirationDate: kept.expirationDate }, now()).kind === 'expired';
    },
  };
}

/** The keys as the service lists them. */
export interface KeyList extends Reader<readonly ApiKey[]> {
  /** Reads the list for a decision; the view gets it too. */
  readNow(client: Client): Promise<readonly ApiKey[]>;
}

/** @param inUse learns which key is in use while there is one only */
export function createKeyList(session: SessionOwner, inUse: Pick<KeyInUseOwner, 'rememberStored'>): KeyList {
  /** Read for a decision a moment ago: spares the view a reading of its own. */
  let fresh: { client: Client; keys: readonly ApiKey[] } | undefined;

  const list = createReader(session, async client => {
    const known = fresh?.client === client ? fresh.keys : undefined;
    fresh = undefined;
    const keys = known ?? (await client.keys());
    const signedIn = signedInOf(session.current.peek());
    const only = onlyOf(keys);
    // To be kept in mind for when there are more.
    if (only && signedIn && (await signedIn.client()) === client)
      await inUse.rememberStored(signedIn, only, 'only');
    return keys;
  });

  return {
    ...list,
    async readNow(client) {
      const keys = await client.keys();
      fresh = { client, keys };
      void list.refresh();
      return keys;
    },
  };
}
