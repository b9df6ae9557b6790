import { createHash } from 'node:crypto';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { Connection } from '../service/rules/connection.ts';
import type { Client } from '../service/wire/client.ts';
import { ApiError } from '../service/wire/errors.ts';

/**
 * Who is signed in. Each transition creates a new object, so code started in one session can detect by identity that an
 * answer is late. `refused` sends nothing until the user acts. `lost` is the connection of the last run, if the editor
 * no longer has its key.
 */
export type Session =
  | { kind: 'signedOut'; lost?: Connection }
  | { kind: 'signingIn'; connection: Connection }
  | {
      kind: 'signedIn';
      connection: Connection;
      client: () => Promise<Client>;
      /** It continues the session before it with another key of the same user. */
      isContinued?: boolean;
    }
  | { kind: 'refused'; connection: Connection; refusal: Refusal };

export type SignedIn = Extract<Session, { kind: 'signedIn' }>;

/** What is known about a key that the service refused. Its answer is the same for every cause. */
export interface Refusal {
  /** Epoch ms. */
  at: number;
  /**
   * The service accepted this key before, so it isn't mistyped: access is suspended, or the key has expired or was
   * deleted. Otherwise, the key may also be wrong.
   */
  keyWasAccepted: boolean;
  serverMessage?: string;
  /** Identifies the refused key without revealing it. */
  keyMark: string;
}

/** Enough to recognize a key, too little to recover it: 32 bits of its hash. */
export function keyMark(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 8);
}

/** One API key per connection, kept in the editor's secret storage. */
export interface KeyStore {
  /** Also `undefined` if the connection's addresses differ from those that the key was entered for. */
  get(connection: Connection): Promise<string | undefined>;
  set(connection: Connection, apiKey: string): Promise<void>;
  delete(connection: Connection): Promise<void>;
}

/** What survives a reload besides the keys. */
export interface SessionRecord {
  /** Of the connection in use. */
  connectionName: string | undefined;
  /** By connection: nothing is sent with one of these until the user acts. */
  refusals: Readonly<Record<string, Refusal>>;
}

export interface SessionMemory {
  read(): SessionRecord | undefined;
  write(record: SessionRecord): Promise<void>;
}

/** Builds a client; loads the code for it on first use. */
export type MakeClient = (
  connection: Connection,
  apiKey: string,
  onRefused: (error: ApiError) => void,
) => Promise<Client>;

export interface SessionOptions {
  keys: KeyStore;
  memory: SessionMemory;
  makeClient: MakeClient;
  /** Aborted when the window closes: from then on nobody is signed in, and what is stored stays as it is. */
  lifetime?: AbortSignal;
  now?: () => number;
}

export type SessionOwner = ReturnType<typeof createSession>;

export function createSession({
  keys,
  memory,
  makeClient,
  lifetime = new AbortController().signal,
  now = Date.now,
}: SessionOptions) {
  const current = signal<Session>({ kind: 'signedOut' });
  lifetime.addEventListener('abort', () => (current.value = { kind: 'signedOut' }));
  const become = (next: Session) => {
    if (!lifetime.aborted) current.value = next;
  };
  const record = (): SessionRecord => memory.read() ?? { connectionName: undefined, refusals: {} };
  const refusalAt = ({ name }: Connection): Refusal | undefined => {
    const { refusals } = record();
    // A connection can be named "constructor".
    return Object.hasOwn(refusals, name) ? refusals[name] : undefined;
  };

  async function remember(connection: Connection, refusal: Refusal | undefined) {
    const others = Object.entries(record().refusals).filter(([name]) => name !== connection.name);
    const refusals = refusal ? [...others, [connection.name, refusal] as const] : others;
    await memory.write({ connectionName: connection.name, refusals: Object.fromEntries(refusals) });
  }

  const keyBySession = new WeakMap<SignedIn, string>();
  /** The key that {@link SessionOwner.replaceKey} stores at the moment. */
  let replacing: string | undefined;

  function makeSession(connection: Connection, apiKey: string): SignedIn {
    let made: Promise<Client> | undefined;
    const session: SignedIn = {
      kind: 'signedIn',
      connection,
      client: () =>
        (made ??= makeClient(connection, apiKey, error =>
          // A key is stored only after the service accepted it.
          refused(session, connection, apiKey, true, error),
        ).catch((error: unknown) => {
          // A file of the connection can be missing now and exist later.
          made = undefined;
          throw error;
        })),
    };
    keyBySession.set(session, apiKey);
    return session;
  }

  function refused(
    session: Session,
    connection: Connection,
    apiKey: string,
    keyWasAccepted: boolean,
    { details }: ApiError,
  ) {
    if (current.peek() !== session) return;
    const refusal: Refusal = {
      at: now(),
      keyWasAccepted,
      keyMark: keyMark(apiKey),
      serverMessage: details.serverMessage,
    };
    become({ kind: 'refused', connection, refusal });
    void remember(connection, refusal);
  }

  /** A client for a key that isn't verified yet. It stays in use afterwards: `serve` assigns it to a session. */
  async function makeUnproven(connection: Connection, apiKey: string, attempt: Session | undefined) {
    let serves = attempt;
    let wasAccepted = (await keys.get(connection)) === apiKey;
    const client = await makeClient(connection, apiKey, error => {
      if (serves) refused(serves, connection, apiKey, wasAccepted, error);
    });
    const serve = (isContinued = false): SignedIn => {
      wasAccepted = true;
      const session: SignedIn = {
        kind: 'signedIn',
        connection,
        client: () => Promise.resolve(client),
        isContinued,
      };
      serves = session;
      keyBySession.set(session, apiKey);
      return session;
    };
    return { client, serve };
  }

  async function takeUp(connection: Connection, isStillWanted: () => boolean): Promise<boolean> {
    const apiKey = await keys.get(connection);
    if (!isStillWanted()) return true;
    const refusal = refusalAt(connection);
    if (refusal) become({ kind: 'refused', connection, refusal });
    else if (apiKey === undefined) return false;
    else become(makeSession(connection, apiKey));
    return true;
  }

  async function signIn(
    connection: Connection,
    apiKey: string,
    abort?: AbortSignal,
  ): Promise<'signedIn' | 'refused' | 'superseded'> {
    const before = current.peek();
    const attempt: Session = { kind: 'signingIn', connection };
    become(attempt);
    try {
      const { client, serve } = await makeUnproven(connection, apiKey, attempt);
      await client.signIn(abort);
      if (current.peek() !== attempt) return 'superseded';
      await keys.set(connection, apiKey);
      // The secret storage may ask the user to unlock it.
      if (current.peek() !== attempt) return 'superseded';
      await remember(connection, undefined);
      if (current.peek() !== attempt) return 'superseded';
      become(serve());
      return 'signedIn';
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'denied') return 'refused';
      if (current.peek() === attempt) become(before);
      throw error;
    }
  }

  async function leave() {
    become({ kind: 'signedOut' });
    await memory.write({ ...record(), connectionName: undefined });
  }

  async function switchTo(connection: Connection): Promise<boolean> {
    const before = current.peek();
    const taken = await takeUp(connection, () => current.peek() === before);
    if (taken) await memory.write({ ...record(), connectionName: connection.name });
    return taken;
  }

  return {
    current: current as ReadonlySignal<Session>,
    /** Aborted when the window closes: nobody follows the session after that. */
    lifetime,
    /**
     * Exchanges the key once and stores it only if it was accepted. `refused`: the service doesn't accept it, and
     * nothing more is sent. `superseded`: another sign-in or a sign-out came in between. Throws `ApiError` for every
     * other failure; the previous session then stays.
     */
    signIn,
    /** Switches to a connection from storage, refused or not; `false` if no key is stored for it. */
    switchTo,
    /** The same with the key stored for the connection; `noKey` if there is none. */
    async tryKeptKey(
      connection: Connection,
      abort?: AbortSignal,
    ): Promise<'signedIn' | 'refused' | 'superseded' | 'noKey'> {
      const apiKey = await keys.get(connection);
      return apiKey === undefined ? 'noKey' : signIn(connection, apiKey, abort);
    },
    /** Restores the connection of the last run from storage: no request is sent. Its key may be lost. */
    async restore(connections: readonly Connection[]): Promise<void> {
      const name = record().connectionName;
      const connection = connections.find(candidate => candidate.name === name);
      const before = current.peek();
      if (!connection || before.kind !== 'signedOut') return;
      const isTaken = await takeUp(connection, () => current.peek() === before);
      if (!isTaken) become({ kind: 'signedOut', lost: connection });
    },
    hasKey: async (connection: Connection) => (await keys.get(connection)) !== undefined,
    /**
     * A connection gets another name: its key and refusal move along, and a session on it continues. A key that was
     * entered for other addresses stays where it is, and the session ends.
     */
    async rename(from: Connection, to: Connection): Promise<void> {
      const apiKey = await keys.get({ ...to, name: from.name });
      if (apiKey !== undefined) await keys.set(to, apiKey);
      const refusals = Object.entries(record().refusals).map(
        ([name, refusal]) => [name === from.name ? to.name : name, refusal] as const,
      );
      await memory.write({ ...record(), refusals: Object.fromEntries(refusals) });
      // Before the old key is deleted, which ends a session that still uses it.
      const now = current.peek();
      const isInUse = now.kind !== 'signedOut' && now.connection.name === from.name;
      if (isInUse && !(await switchTo(to))) await leave();
      // Unless another key has replaced it by now.
      const isMoved = apiKey !== undefined && (await keys.get({ ...to, name: from.name })) === apiKey;
      if (isMoved) await keys.delete(from);
    },
    /** The refusal of this key for the connection, if it was the last one tried there. */
    keyRefusal(connection: Connection, apiKey: string): Refusal | undefined {
      const refusal = refusalAt(connection);
      return refusal?.keyMark === keyMark(apiKey) ? refusal : undefined;
    },
    /**
     * Replaces the key in use with another one of the same user: one exchange verifies it, then it is stored. Throws
     * `ApiError` if it isn't accepted; the old key then stays in use. If the session has changed by then, the key is
     * still stored for its connection. `false`: the key of that connection was deleted in the meantime, and this one
     * isn't kept.
     */
    async replaceKey(signedIn: SignedIn, apiKey: string): Promise<boolean> {
      const { client, serve } = await makeUnproven(signedIn.connection, apiKey, undefined);
      await client.signIn();
      if ((await keys.get(signedIn.connection)) === undefined) return false;
      // The store reports the change to this window too, perhaps before `set` returns.
      replacing = apiKey;
      try {
        await keys.set(signedIn.connection, apiKey);
        if (current.peek() === signedIn) become(serve(true));
      } finally {
        replacing = undefined;
      }
      return true;
    },
    /**
     * Another window stored or deleted a key: a session that still uses the old one might send a deleted key. Continues
     * with the stored key.
     */
    async keyChanged(connectionName: string): Promise<void> {
      const session = current.peek();
      if (session.kind !== 'signedIn' || session.connection.name !== connectionName) return;
      const apiKey = await keys.get(session.connection);
      if (current.peek() !== session || apiKey === keyBySession.get(session)) return;
      if (apiKey !== undefined && apiKey === replacing) return;
      become(apiKey === undefined ? { kind: 'signedOut' } : makeSession(session.connection, apiKey));
    },
    /** Deletes the stored key of the connection in use. */
    async signOut(): Promise<void> {
      const session = current.peek();
      try {
        if (session.kind !== 'signedOut') await keys.delete(session.connection);
      } finally {
        // Also if the secret storage can't be used: nothing more is sent with the key.
        await leave();
      }
    },
    /** Continues signed out; every key stays stored. */
    leave,
  };
}

/** Why nothing was sent although the user agreed: the session or the state it was about has changed. */
export function changedMeanwhileText(): string {
  return l10n.t('Something changed in the meantime. Nothing was sent. Start again.');
}

/** The connection that the user didn't sign out of: the editor lost its key. */
export function lostConnection(session: Session): Connection | undefined {
  return session.kind === 'signedOut' ? session.lost : undefined;
}

export function lostTitle({ name }: Connection): string {
  return l10n.t('Signed out of {0}', name);
}

/** Why, below {@link lostTitle}. */
export function lostReason(): string {
  return l10n.t('The editor no longer has its API key. Some editors in a browser lose keys on reload.');
}

export function asSignedIn(session: Session): SignedIn | undefined {
  return session.kind === 'signedIn' ? session : undefined;
}
