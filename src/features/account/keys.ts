import * as l10n from '@vscode/l10n';
import {
  type ApiKey,
  type CreatedApiKey,
  keysDescribed,
  maxApiKeys,
  nameOfKey,
} from '../../service/rules/apiKey.ts';
import type { LedgerOutcome } from '../../service/rules/ledgerEntry.ts';
import type { Client } from '../../service/wire/client.ts';
import { ApiError, wasSurelyRefused } from '../../service/wire/errors.ts';
import { hasEverything, type Listed } from '../../service/wire/listed.ts';
import { readValue } from '../../platform/host/reading.ts';
import { messageField, type RecordAction, recorded } from '../../platform/host/record.ts';
import { UserError } from '../../platform/host/userError.ts';
import type { Reader } from '../../session/reader.ts';
import type { KeyStore, SessionOwner, SignedIn } from '../../session/session.ts';
import type { KeyInUseOwner, KeyList } from './keyInUse.ts';

/** Result of creating a key. */
export type Created =
  /** The secret exists only here. */
  | { kind: 'created'; key: CreatedApiKey }
  /** Nothing was sent: the user has the maximum number of keys. */
  | { kind: 'full' }
  /** Nothing was sent: the list, which is requested first, couldn't be read. */
  | { kind: 'notSent'; error: unknown }
  | { kind: 'refused'; error: unknown }
  /**
   * A key may exist whose secret is lost. `candidates` have its description and weren't listed before; `undefined` if
   * the list can't be read.
   */
  | { kind: 'unclear'; error: unknown; candidates: readonly ApiKey[] | undefined };

/** Result of deleting a key. The service's answer proves nothing; the list does (specification: Authentication, 9). */
export type Removed =
  /** The list no longer contains it. */
  | { kind: 'gone' }
  | { kind: 'stillThere'; error?: unknown }
  /** It was sent, and the list can't be read. */
  | { kind: 'unclear'; error: unknown }
  | { kind: 'refused'; error: unknown }
  /** Nothing was sent: the key is in use, or the session has changed since the user was asked. */
  | { kind: 'notSent' };

/** Why no more keys can be created. */
export function noPlaceText(): string {
  return l10n.t('You have {0} API keys, the maximum. Delete one that nothing uses first.', maxApiKeys);
}

export type Keys = ReturnType<typeof createKeys>;

export function createKeys(
  session: SessionOwner,
  store: KeyStore,
  inUse: KeyInUseOwner,
  record: RecordAction,
  list: KeyList,
) {
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

  /** @param proves whether the client uses the key that is deleted, which must not be exchanged again for the check */
  async function removeBy(client: Client, keyId: string, proves: 'itself' | 'another'): Promise<Removed> {
    let failure: { error: unknown } | undefined;
    try {
      await client.deleteKey(keyId);
    } catch (error) {
      // A service that doesn't know the key reports it as gone already; the list decides.
      const isUnknown = error instanceof ApiError && error.kind === 'notFound';
      if (wasSurelyRefused(error) && !isUnknown) return { kind: 'refused', error };
      failure = { error };
    }
    if (proves === 'itself') client.sealKey();
    try {
      const listed = await list.readNow(client);
      if (listed.some(({ id }) => id === keyId)) return { kind: 'stillThere', ...failure };
      if (hasEverything(listed)) return { kind: 'gone' };
      return {
        kind: 'unclear',
        error: new UserError(l10n.t("The list of API keys couldn't be read completely.")),
      };
    } catch (error) {
      return { kind: 'unclear', error: failure ? failure.error : error };
    }
  }

  async function forget({ connection }: SignedIn, apiKey: string | undefined) {
    // Unless another key has replaced it by now.
    if ((await store.get(connection)) === apiKey) await store.delete(connection);
  }

  async function create(signedIn: SignedIn, description: string): Promise<Created> {
    let client: Client;
    let before: Listed<ApiKey>;
    try {
      client = await signedIn.client();
      before = await list.readNow(client);
      if (before.length + (before.unreadable ?? 0) >= maxApiKeys) return { kind: 'full' };
    } catch (error) {
      return { kind: 'notSent', error };
    }
    return send(client, description, before);
  }

  function recordedRemoval({ connection }: SignedIn, keyId: string, run: () => Promise<Removed>) {
    const key = readValue(list.current.peek())?.find(({ id }) => id === keyId);
    const title = key ? { title: nameOfKey(key) } : {};
    const subject = { connection: connection.name, action: 'deleteKey', keyId, ...title } as const;
    return recorded(record, subject, run, removalOutcome);
  }

  return {
    list: list as Reader<Listed<ApiKey>>,
    /** Requests the list for a decision; the view gets the result too. */
    listNow: async (signedIn: SignedIn) => list.readNow(await signedIn.client()),
    /** Sent once. The key isn't put in use. */
    create(signedIn: SignedIn, description: string): Promise<Created> {
      const { name } = signedIn.connection;
      const subject = { connection: name, action: 'createKey', title: description } as const;
      return recorded(record, subject, () => create(signedIn, description), creationOutcome);
    },
    /** Replaces the key in use with a new one (`replaceKey` of the session); the old key stays valid. */
    use(signedIn: SignedIn, made: CreatedApiKey): Promise<boolean> {
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
    /** Sent once. For a key that isn't in use. */
    remove: (signedIn: SignedIn, keyId: string) =>
      recordedRemoval(signedIn, keyId, async () => {
        const client = await signedIn.client();
        const isInUse = inUse.current.peek()?.keyId === keyId;
        if (isInUse || session.current.peek() !== signedIn) return { kind: 'notSent' };
        return removeBy(client, keyId, 'another');
      }),
    /**
     * The same for a key that is or may be in use. The session ends first, so that a dead key is never sent, and
     * resumes if the key is still alive; otherwise its secret is deleted.
     *
     * @param keepFailure receives the reason why the secret couldn't be removed from the store
     */
    removeInUse: (signedIn: SignedIn, keyId: string, keepFailure: (error: unknown) => void) =>
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
      return { result: created.kind, ...messageField(created.error) };
  }
}

function removalOutcome(removed: Removed): LedgerOutcome {
  switch (removed.kind) {
    case 'gone':
      return { result: 'ok' };
    case 'stillThere':
    case 'unclear':
      return { result: 'unclear', ...messageField(removed.error) };
    case 'refused':
      return { result: 'refused', ...messageField(removed.error) };
    case 'notSent':
      return { result: 'notSent' };
  }
}

/** The exchange refused the key, so the deletion was never requested. */
function wasKeyRefused(removed: Removed): boolean {
  if (removed.kind !== 'refused' || !(removed.error instanceof ApiError)) return false;
  const { kind, details } = removed.error;
  return kind === 'suspended' || details.refused === 'key';
}
