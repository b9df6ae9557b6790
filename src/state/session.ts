import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Client } from '../api/client.ts';
import { isApiError } from '../api/errors.ts';
import type { Connection } from '../model/connection.ts';

/**
 * Who is signed in. A new object per transition: whoever started something under one of them can tell by identity
 * that an answer is late. `refused` sends nothing until the user acts.
 */
export type Session =
  | { kind: 'signedOut' }
  | { kind: 'signingIn'; connection: Connection }
  | { kind: 'signedIn'; connection: Connection; client: () => Promise<Client> }
  | { kind: 'refused'; connection: Connection; at: number };

export type SignedIn = Extract<Session, { kind: 'signedIn' }>;

/** One API key per connection; kept by the editor's secret storage. */
export interface KeyStore {
  get(connectionName: string): Promise<string | undefined>;
  set(connectionName: string, apiKey: string): Promise<void>;
  delete(connectionName: string): Promise<void>;
}

/** What outlives a reload besides the key. */
export interface SessionMemory {
  /** The connection in use and, when its key was refused, since when (epoch ms). */
  read(): { connectionName: string; refusedAt?: number } | undefined;
  write(value: { connectionName: string; refusedAt?: number } | undefined): Promise<void>;
}

/** Builds a client; loads the code for it on first use. */
export type MakeClient = (connection: Connection, apiKey: string, onRefused: () => void) => Promise<Client>;

export interface SessionOptions {
  keys: KeyStore;
  memory: SessionMemory;
  makeClient: MakeClient;
  now?: () => number;
}

export interface SessionOwner {
  readonly current: ReadonlySignal<Session>;
  /** Takes up the connection of the last run from storage alone: no request is sent. */
  restore(connections: readonly Connection[]): Promise<void>;
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
  /** Forgets the key of the connection in use. */
  signOut(): Promise<void>;
}

export function createSession({ keys, memory, makeClient, now = Date.now }: SessionOptions): SessionOwner {
  const current = signal<Session>({ kind: 'signedOut' });

  function signedIn(connection: Connection, apiKey: string): SignedIn {
    let made: Promise<Client> | undefined;
    const session: SignedIn = {
      kind: 'signedIn',
      connection,
      client: () => (made ??= makeClient(connection, apiKey, () => refused(session, connection))),
    };
    return session;
  }

  function refused(session: Session, connection: Connection) {
    if (current.peek() !== session) return;
    const at = now();
    current.value = { kind: 'refused', connection, at };
    void memory.write({ connectionName: connection.name, refusedAt: at });
  }

  return {
    current,
    async restore(connections) {
      const remembered = memory.read();
      const connection = connections.find(one => one.name === remembered?.connectionName);
      if (!remembered || !connection) return;
      const apiKey = await keys.get(connection.name);
      if (current.peek().kind !== 'signedOut') return;
      if (remembered.refusedAt !== undefined) {
        current.value = { kind: 'refused', connection, at: remembered.refusedAt };
      } else if (apiKey !== undefined) {
        current.value = signedIn(connection, apiKey);
      }
    },
    async signIn(connection, apiKey, abort) {
      const before = current.peek();
      const attempt: Session = { kind: 'signingIn', connection };
      current.value = attempt;
      // The client outlives the attempt: a refusal counts against whichever session it then serves.
      let serves: Session = attempt;
      try {
        const client = await makeClient(connection, apiKey, () => refused(serves, connection));
        await client.signIn(abort);
        if (current.peek() !== attempt) return 'superseded';
        await keys.set(connection.name, apiKey);
        await memory.write({ connectionName: connection.name });
        serves = { kind: 'signedIn', connection, client: () => Promise.resolve(client) };
        current.value = serves;
        return 'signedIn';
      } catch (error) {
        if (isApiError(error) && error.kind === 'denied') return 'refused';
        if (current.peek() === attempt) current.value = before;
        throw error;
      }
    },
    async signOut() {
      const session = current.peek();
      if (session.kind !== 'signedOut') await keys.delete(session.connection.name);
      await memory.write(undefined);
      current.value = { kind: 'signedOut' };
    },
  };
}

/** The session when signed in. */
export function signedInOf(session: Session): SignedIn | undefined {
  return session.kind === 'signedIn' ? session : undefined;
}
