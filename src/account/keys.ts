import * as l10n from '@vscode/l10n';
import type { Client } from '../api/client.ts';
import { isApiError, wasSurelyRefused } from '../api/errors.ts';
import { messageOf, recorded, type RecordAction } from '../editor/record.ts';
import { valueOf } from '../editor/reading.ts';
import {
  keysDescribed,
  mostApiKeys,
  nameOfKey,
  type ApiKey,
  type CreatedApiKey,
} from '../model/account/apiKey.ts';
import type { LedgerOutcome } from '../model/ledger/ledgerEntry.ts';
import { createKeyList, type KeyInUseOwner, type KeyList } from './keyInUse.ts';
import type { Reader } from './reader.ts';
import type { KeyStore, SessionOwner, SignedIn } from './session.ts';

/** What became of a creation. */
export type Created =
  /** The only place where the secret is. */
  | { kind: 'created'; key: CreatedApiKey }
  /** Nothing was sent: the user holds as many keys as there can be. */
  | { kind: 'full' }
  /** Nothing was sent: the list that comes first could not be read. */
  | { kind: 'notSent'; error: unknown }
  | { kind: 'refused'; error: unknown }
  /**
   * A key may exist whose secret is lost. `candidates` have its description and were not listed before; `undefined`
   * where the list cannot be read.
   */
  | { kind: 'unclear'; error: unknown; candidates: readonly ApiKey[] | undefined };

/** What became of a deletion. The service's own answer proves nothing, the list does (specification: Authentication, 9). */
export type Removed =
  /** The list holds it no more. */
  | { kind: 'gone' }
  | { kind: 'stillThere'; error?: unknown }
  /** It was sent, and the list cannot be read. */
  | { kind: 'unclear'; error: unknown }
  | { kind: 'refused'; error: unknown }
  /** Nothing was sent: it is the key in use, or the session is another one, unlike when the user was asked. */
  | { kind: 'notSent' };

export interface Keys {
  readonly list: Reader<readonly ApiKey[]>;
  /** Reads the list for a decision; the view gets it too. */
  listNow(signedIn: SignedIn): Promise<readonly ApiKey[]>;
  /** Sent once. The key isn't put in use. */
  create(signedIn: SignedIn, description: string): Promise<Created>;
  /** Puts a new key in place of the one in use (`replaceKey` of the session); the former one stays valid. */
  use(signedIn: SignedIn, made: CreatedApiKey): Promise<boolean>;
  /** Sent once. For a key that is not in use. */
  remove(signedIn: SignedIn, keyId: string): Promise<Removed>;
  /**
   * The same for a key that is in use, or may be. The session is left before, so that no dead key is ever sent, and
   * taken up again where the key is alive; otherwise its secret is forgotten.
   *
   * @param keepFailure told why the secret could not be taken out of the store
   */
  removeInUse(signedIn: SignedIn, keyId: string, keepFailure: (error: unknown) => void): Promise<Removed>;
}

/** Why one more key can't be created. */
export function noPlaceText(): string {
  return l10n.t('You have {0} API keys, the maximum. Delete one that nothing uses first.', mostApiKeys);
}

export function createKeys(
  session: SessionOwner,
  store: KeyStore,
  inUse: KeyInUseOwner,
  record: RecordAction,
  list: KeyList = createKeyList(session, inUse),
): Keys {
  async function send(client: Client, description: string, before: readonly ApiKey[]): Promise<Created> {
    try {
      const key = await client.createKey(description);
      void list.refresh();
      return { kind: 'created', key };
    } catch (error) {
      if (wasSurelyRefused(error)) return { kind: 'refused', error };
      const after = await list.readNow(client).catch(() => undefined);
      const known = new Set(before.map(({ id }) => id));
      const candidates = after && keysDescribed(after, description).filter(({ id }) => !known.has(id));
      return { kind: 'unclear', error, candidates };
    }
  }

  /** @param proves whether the client works with the very key that is deleted, which is not to be exchanged for the proof */
  async function removeBy(client: Client, keyId: string, proves: 'itself' | 'another'): Promise<Removed> {
    let failure: { error: unknown } | undefined;
    try {
      await client.deleteKey(keyId);
    } catch (error) {
      // A service that does not know the key says that it is gone already: the list tells.
      const isUnknown = isApiError(error) && error.kind === 'notFound';
      if (wasSurelyRefused(error) && !isUnknown) return { kind: 'refused', error };
      failure = { error };
    }
    if (proves === 'itself') client.sealKey();
    try {
      const listed = await list.readNow(client);
      return listed.some(({ id }) => id === keyId) ? { kind: 'stillThere', ...failure } : { kind: 'gone' };
    } catch (error) {
      return { kind: 'unclear', error: failure ? failure.error : error };
    }
  }

  async function forget({ connection }: SignedIn, apiKey: string | undefined) {
    // Unless another key has taken its place by now.
    if ((await store.get(connection)) === apiKey) await store.delete(connection);
  }

  async function create(signedIn: SignedIn, description: string): Promise<Created> {
    let client: Client;
    let before: readonly ApiKey[];
    try {
      client = await signedIn.client();
      before = await list.readNow(client);
      if (before.length >= mostApiKeys) return { kind: 'full' };
    } catch (error) {
      return { kind: 'notSent', error };
    }
    return send(client, description, before);
  }

  function recordedRemoval({ connection }: SignedIn, keyId: string, run: () => Promise<Removed>) {
    const key = valueOf(list.current.peek())?.find(({ id }) => id === keyId);
    const title = key ? { title: nameOfKey(key) } : {};
    const subject = { connection: connection.name, action: 'deleteKey', keyId, ...title } as const;
    return recorded(record, subject, run, removalOutcome);
  }

  return {
    list,
    listNow: async signedIn => list.readNow(await signedIn.client()),
    create(signedIn, description) {
      const { name } = signedIn.connection;
      const subject = { connection: name, action: 'createKey', title: description } as const;
      return recorded(record, subject, () => create(signedIn, description), creationOutcome);
    },
    use(signedIn, made) {
      const { connection } = signedIn;
      const about = { connection: connection.name, title: nameOfKey(made), keyId: made.id };
      const run = async () => {
        const isStored = await session.replaceKey(signedIn, made.secret);
        if (isStored) await inUse.remember(connection, made.secret, made);
        return isStored;
      };
      return recorded(record, { ...about, action: 'useKey' }, run, isStored => ({
        result: isStored ? 'ok' : 'notSent',
      }));
    },
    remove: (signedIn, keyId) =>
      recordedRemoval(signedIn, keyId, async () => {
        const client = await signedIn.client();
        const isInUse = inUse.current.peek()?.keyId === keyId;
        if (isInUse || session.current.peek() !== signedIn) return { kind: 'notSent' };
        return removeBy(client, keyId, 'another');
      }),
    removeInUse: (signedIn, keyId, keepFailure) =>
      recordedRemoval(signedIn, keyId, async () => {
        const client = await signedIn.client();
        const apiKey = await store.get(signedIn.connection);
        if (session.current.peek() !== signedIn) return { kind: 'notSent' };
        await session.leave();
        const removed = await removeBy(client, keyId, 'itself');
        if (removed.kind === 'gone' || removed.kind === 'unclear') {
          await forget(signedIn, apiKey).catch(keepFailure);
        } else if (!wasKeyRefused(removed) && session.current.peek().kind === 'signedOut') {
          await session.switchTo(signedIn.connection);
        }
        return removed;
      }),
  };
}

function creationOutcome(created: Created): LedgerOutcome {
  switch (created.kind) {
    case 'created':
      return { result: 'ok', keyId: created.key.id };
    case 'full':
      return { result: 'notSent', message: noPlaceText() };
    case 'notSent':
    case 'refused':
    case 'unclear':
      return { result: created.kind, ...messageOf(created.error) };
  }
}

function removalOutcome(removed: Removed): LedgerOutcome {
  switch (removed.kind) {
    case 'gone':
      return { result: 'ok' };
    case 'stillThere':
    case 'unclear':
      return { result: 'unclear', ...messageOf(removed.error) };
    case 'refused':
      return { result: 'refused', ...messageOf(removed.error) };
    case 'notSent':
      return { result: 'notSent' };
  }
}

/** The exchange did not take the key, so it was never asked for the deletion. */
function wasKeyRefused(removed: Removed): boolean {
  if (removed.kind !== 'refused' || !isApiError(removed.error)) return false;
  const { kind, details } = removed.error;
  return kind === 'suspended' || details.refused === 'key';
}
