import { type ReadonlySignal, signal } from '@preact/signals-core';
import { type ApiKey, keyExpiry, nameOfKey } from '../../service/rules/apiKey.ts';
import type { Connection } from '../../service/rules/connection.ts';
import type { Client } from '../../service/wire/client.ts';
import { hasEverything, type Listed } from '../../service/wire/listed.ts';
import type { RecordAction } from '../../platform/host/record.ts';
import { createReader, onNextSession } from '../../session/reader.ts';
import type { ServiceClock } from '../../session/serviceClock.ts';
import {
  asSignedIn,
  keyMark,
  type KeyStore,
  type SessionOwner,
  type SignedIn,
} from '../../session/session.ts';

/** What is stored about a connection's key: never its secret. */
export interface KeptKey {
  keyId: string;
  expirationDate?: string;
  /**
   * Identifies the key that this is about: once another key is stored for the connection, the data no longer applies.
   */
  keyMark: string;
}

/** Survives a reload. By connection name. */
export interface KeyMemory {
  read(): Readonly<Record<string, KeptKey>> | undefined;
  write(kept: Readonly<Record<string, KeptKey>>): Promise<void>;
}

/**
 * Which of the listed keys is in use. The service doesn't report it: a key and its ID appear together only when the key
 * is created.
 */
export type KeyInUse =
  | { kind: 'unknown' }
  | { kind: 'listed'; keyId: string }
  /** Not in the list (anymore): it stops working when its token expires. */
  | { kind: 'unlisted'; keyId: string };

export function keyInUseAmong(listed: Listed<ApiKey>, kept: KeptKey | undefined): KeyInUse {
  const keyId = kept?.keyId ?? onlyKey(listed)?.id;
  if (keyId === undefined) return { kind: 'unknown' };
  const isListed = listed.some(({ id }) => id === keyId) || !hasEverything(listed);
  return { kind: isListed ? 'listed' : 'unlisted', keyId };
}

/** If there is only one key, it is the one in use. */
function onlyKey(listed: Listed<ApiKey>): ApiKey | undefined {
  return listed.length === 1 && hasEverything(listed) ? listed[0] : undefined;
}

export type KeyInUseOwner = ReturnType<typeof createKeyInUse>;

export function createKeyInUse(
  session: SessionOwner,
  keys: KeyStore,
  memory: KeyMemory,
  record: RecordAction,
  clock: ServiceClock,
) {
  const current = signal<KeptKey | undefined>(undefined);

  function keptFor(connection: Connection, apiKey: string): KeptKey | undefined {
    const all = memory.read() ?? {};
    const mark = keyMark(apiKey);
    // The connection may have had another name then.
    return [all[connection.name], ...Object.values(all)].find(kept => kept?.keyMark === mark);
  }

  async function refresh() {
    const signedIn = asSignedIn(session.current.peek());
    // If the store can't be read, nothing is known. Callers that need the key itself get the reason.
    const apiKey = signedIn && (await keys.get(signedIn.connection).catch(() => undefined));
    if (asSignedIn(session.current.peek()) !== signedIn) return;
    current.value = signedIn && apiKey !== undefined ? keptFor(signedIn.connection, apiKey) : undefined;
  }

  async function remember(connection: Connection, apiKey: string, { id: keyId, expirationDate }: ApiKey) {
    const expiry = expirationDate === undefined ? {} : { expirationDate };
    const kept: KeptKey = { keyId, ...expiry, keyMark: keyMark(apiKey) };
    await memory.write({ ...memory.read(), [connection.name]: kept });
    await refresh();
  }

  onNextSession(session, () => {
    current.value = undefined;
    void refresh();
  });
  void refresh();

  return {
    /** What is stored about the key of the current session. */
    current: current as ReadonlySignal<KeptKey | undefined>,
    /** Records that a key, given its secret, is the one stored for the connection. */
    remember,
    /**
     * The same for the stored key when its secret isn't at hand: the user said so (`said`), or there is no other key
     * (`only`), which never overrules what is known.
     */
    async rememberStored({ connection }: SignedIn, key: ApiKey, why: 'said' | 'only'): Promise<void> {
      const apiKey = await keys.get(connection);
      if (apiKey === undefined || (why === 'only' && keptFor(connection, apiKey))) return;
      await remember(connection, apiKey, key);
      if (why === 'only') return;
      const about = { connection: connection.name, title: nameOfKey(key), keyId: key.id };
      record({ ...about, action: 'useKey' }, { result: 'ok' });
    },
    isExpired(connectionName: string): boolean {
      const kept = memory.read()?.[connectionName];
      if (!kept) return false;
      const state = session.current.peek();
      const refused = state.kind === 'refused' && state.connection.name === connectionName;
      const isOther = refused && state.refusal.keyMark !== kept.keyMark;
      return !isOther && keyExpiry({ expirationDate: kept.expirationDate }, clock.now()).kind === 'expired';
    },
  };
}

export type KeyList = ReturnType<typeof createKeyList>;

/**
 * The keys as the service lists them.
 *
 * @param inUse notified which key is in use when there is only one
 */
export function createKeyList(session: SessionOwner, inUse: Pick<KeyInUseOwner, 'rememberStored'>) {
  /** Requested for a decision a moment ago: saves the view its own request. */
  let fresh: { client: Client; keys: Listed<ApiKey> } | undefined;

  const list = createReader(session, async client => {
    const known = fresh?.client === client ? fresh.keys : undefined;
    fresh = undefined;
    const keys = known ?? (await client.keys());
    const signedIn = asSignedIn(session.current.peek());
    const only = onlyKey(keys);
    // Remembered for when there are more keys.
    if (only && signedIn && (await signedIn.client()) === client)
      await inUse.rememberStored(signedIn, only, 'only');
    return keys;
  });

  return {
    ...list,
    /** Requests the list for a decision; the view gets the result too. */
    async readNow(client: Client) {
      const keys = await client.keys();
      fresh = { client, keys };
      // Before anything is said of the list, the view shows the same.
      await list.refresh();
      return keys;
    },
  };
}
