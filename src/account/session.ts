import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Client } from '../api/client.ts';
import { isApiError, type ApiError } from '../api/errors.ts';
import type { Connection } from '../model/account/connection.ts';

/**
 * Who is signed in. A new object per transition: whoever started something under one of them can tell by identity
 * that an answer is late. `refused` sends nothing until the user acts.
 */
export type Session =
  | { kind: 'signedOut' }
  | { kind: 'signingIn'; connection: Connection }
  | { kind: 'signedIn'; connection: Connection; client: () => Promise<Client> }
  | { kind: 'refused'; connection: Connection; refusal: Refusal };

export type SignedIn = Extract<Session, { kind: 'signedIn' }>;

/** What is known of a key that the service did not take. Its answer is the same for every cause. */
export interface Refusal {
  /** Epoch ms. */
  at: number;
  /**
   * The service took this very key before: it is not mistyped, but the access is suspended, or the key has expired or
   * was deleted. Otherwise it can be wrong as well.
   */
  keyWasAccepted: boolean;
  /** The service's own words. */
  serverMessage?: string;
  /** Tells whether a key is the refused one, and nothing else of it. */
  keyMark: string;
}

/** Enough to know a key again, too little to find it: 32 bits of its hash. */
export function keyMark(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 8);
}

/** One API key per connection; kept by the editor's secret storage. */
export interface KeyStore {
  /** `undefined` also where the connection's addresses are not those that the key was given for. */
  get(connection: Connection): Promise<string | undefined>;
  set(connection: Connection, apiKey: string): Promise<void>;
  delete(connection: Connection): Promise<void>;
}

/** What outlives a reload besides the keys. */
export interface SessionRecord {
  /** Of the connection in use. */
  connectionName: string | undefined;
  /** By connection: no call leaves under one of these until the user acts. */
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
  /** Aborted when the window goes: from then on nobody is signed in, and what is stored stays as it is. */
  lifetime?: AbortSignal;
  now?: () => number;
}

export interface SessionOwner {
  readonly current: ReadonlySignal<Session>;
  /** Aborted when the window goes: whoever follows the session follows it no longer. */
  readonly lifetime: AbortSignal;
  /** Takes up the connection of the last run from storage alone: no request is sent. */
  restore(connections: readonly Connection[]): Promise<void>;
  /** Takes up a connection from storage alone, refused or not; `false` when no key of it is kept. */
  switchTo(connection: Connection): Promise<boolean>;
  /**
   * One exchange of the key; stored only when it was accepted. `refused`: the service does not take it, and nothing
   * more is sent. `superseded`: another sign-in or a sign-out came in between. Throws `ApiError` for every other
   * failure; the former session then stays.
   */
  signIn(
    connection: Connection,
    apiKey: string,
    signal?: AbortSignal,
  ): Promise<'signedIn' | 'refused' | 'superseded'>;
  /** The same with the key that is kept for the connection; `noKey` when none is. */
  tryKeptKey(
    connection: Connection,
    signal?: AbortSignal,
  ): Promise<'signedIn' | 'refused' | 'superseded' | 'noKey'>;
  hasKey(connection: Connection): Promise<boolean>;
  /** When this key was refused for the connection, if it was the last one tried there. */
  refusalOf(connection: Connection, apiKey: string): Refusal | undefined;
  /**
   * Puts another key of the same user in place of the one in use: one exchange proves it, then it is stored. Throws
   * `ApiError` when it is not taken; the former key then stays in use. Under another session by then, it is stored for
   * its connection all the same. `false`: the key of that connection was forgotten meanwhile, and this one is not kept.
   */
  replaceKey(signedIn: SignedIn, apiKey: string): Promise<boolean>;
  /**
   * Another window stored or forgot a key: a session that still works with the former one would send a key that may be
   * dead by now. It goes on with what is stored.
   */
  keyChanged(connectionName: string): Promise<void>;
  /** Forgets the key of the connection in use. */
  signOut(): Promise<void>;
  /** Goes on with nobody signed in; every key stays. */
  leave(): Promise<void>;
}

export function createSession({
  keys,
  memory,
  makeClient,
  lifetime = new AbortController().signal,
  now = Date.now,
}: SessionOptions): SessionOwner {
  const current = signal<Session>({ kind: 'signedOut' });
  lifetime.addEventListener('abort', () => (current.value = { kind: 'signedOut' }));
  const become = (next: Session) => {
    if (!lifetime.aborted) current.value = next;
  };
  const record = (): SessionRecord => memory.read() ?? { connectionName: undefined, refusals: {} };

  async function remember(connection: Connection, refusal: Refusal | undefined) {
    const others = Object.entries(record().refusals).filter(([name]) => name !== connection.name);
    const refusals = refusal ? [...others, [connection.name, refusal] as const] : others;
    await memory.write({ connectionName: connection.name, refusals: Object.fromEntries(refusals) });
  }

  const keyOf = new WeakMap<SignedIn, string>();

  function sessionOf(connection: Connection, apiKey: string): SignedIn {
    let made: Promise<Client> | undefined;
    const session: SignedIn = {
      kind: 'signedIn',
      connection,
      client: () =>
        (made ??= makeClient(connection, apiKey, error =>
          // A key is kept only after the service took it.
          refused(session, connection, apiKey, true, error),
        ).catch((error: unknown) => {
          // A file of the connection can be missing now and there later.
          made = undefined;
          throw error;
        })),
    };
    keyOf.set(session, apiKey);
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
      ...(details.serverMessage === undefined ? {} : { serverMessage: details.serverMessage }),
    };
    become({ kind: 'refused', connection, refusal });
    void remember(connection, refusal);
  }

  /** A client for a key that is yet to be proved. It outlives the proof: `serve` says which session it then serves. */
  async function makeUnproven(connection: Connection, apiKey: string, attempt: Session | undefined) {
    let serves = attempt;
    let wasAccepted = (await keys.get(connection)) === apiKey;
    const client = await makeClient(connection, apiKey, error => {
      if (serves) refused(serves, connection, apiKey, wasAccepted, error);
    });
    const serve = (): SignedIn => {
      wasAccepted = true;
      const session: SignedIn = { kind: 'signedIn', connection, client: () => Promise.resolve(client) };
      serves = session;
      keyOf.set(session, apiKey);
      return session;
    };
    return { client, serve };
  }

  async function takeUp(connection: Connection, isStillWanted: () => boolean): Promise<boolean> {
    const apiKey = await keys.get(connection);
    if (!isStillWanted()) return true;
    const refusal = record().refusals[connection.name];
    if (refusal) become({ kind: 'refused', connection, refusal });
    else if (apiKey === undefined) return false;
    else become(sessionOf(connection, apiKey));
    return true;
  }

  const signIn: SessionOwner['signIn'] = async (connection, apiKey, abort) => {
    const before = current.peek();
    const attempt: Session = { kind: 'signingIn', connection };
    become(attempt);
    try {
      const { client, serve } = await makeUnproven(connection, apiKey, attempt);
      await client.signIn(abort);
      if (current.peek() !== attempt) return 'superseded';
      await keys.set(connection, apiKey);
      await remember(connection, undefined);
      become(serve());
      return 'signedIn';
    } catch (error) {
      if (isApiError(error) && error.kind === 'denied') return 'refused';
      if (current.peek() === attempt) become(before);
      throw error;
    }
  };

  async function leave() {
    become({ kind: 'signedOut' });
    await memory.write({ ...record(), connectionName: undefined });
  }

  return {
    current,
    lifetime,
    signIn,
    async tryKeptKey(connection, abort) {
      const apiKey = await keys.get(connection);
      return apiKey === undefined ? 'noKey' : signIn(connection, apiKey, abort);
    },
    async restore(connections) {
      const name = record().connectionName;
      const connection = connections.find(one => one.name === name);
      if (connection) await takeUp(connection, () => current.peek().kind === 'signedOut');
    },
    async switchTo(connection) {
      const before = current.peek();
      const taken = await takeUp(connection, () => current.peek() === before);
      if (taken) await memory.write({ ...record(), connectionName: connection.name });
      return taken;
    },
    hasKey: async connection => (await keys.get(connection)) !== undefined,
    refusalOf(connection, apiKey) {
      const refusal = record().refusals[connection.name];
      return refusal?.keyMark === keyMark(apiKey) ? refusal : undefined;
    },
    async replaceKey(signedIn, apiKey) {
      const { client, serve } = await makeUnproven(signedIn.connection, apiKey, undefined);
      await client.signIn();
      if ((await keys.get(signedIn.connection)) === undefined) return false;
      await keys.set(signedIn.connection, apiKey);
      if (current.peek() === signedIn) become(serve());
      return true;
    },
    async keyChanged(connectionName) {
      const session = current.peek();
      if (session.kind !== 'signedIn' || session.connection.name !== connectionName) return;
      const apiKey = await keys.get(session.connection);
      if (current.peek() !== session || apiKey === keyOf.get(session)) return;
      become(apiKey === undefined ? { kind: 'signedOut' } : sessionOf(session.connection, apiKey));
    },
    async signOut() {
      const session = current.peek();
      if (session.kind !== 'signedOut') await keys.delete(session.connection);
      await leave();
    },
    leave,
  };
}

/** Why nothing was sent of what a person agreed to: it was about another session, or another state of things. */
export function changedMeanwhileText(): string {
  return l10n.t('Something changed in the meantime. Nothing was sent. Start again.');
}

/** The session when signed in. */
export function signedInOf(session: Session): SignedIn | undefined {
  return session.kind === 'signedIn' ? session : undefined;
}
