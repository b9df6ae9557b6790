import type * as vscode from 'vscode';
import { trustedOrigins, type Connection, sandboxConnection } from '../../model/account/connection.ts';
import type { KeyStore, SessionOwner } from '../session.ts';
import { type Log, logError } from '../../editor/presentError.ts';

/** Before the connection's name, in the names of secrets. */
export const keySlotPrefix = 'swath.apiKey/';

/**
 * API keys in the editor's secret storage: the only place where they are ever kept. Each with the origins that it was
 * given for, so that a connection whose addresses were changed since does not send it somewhere else.
 */
export function createKeyStore(secrets: vscode.SecretStorage): KeyStore {
  const slot = ({ name }: Connection) => `${keySlotPrefix}${name}`;
  const originsOf = (connection: Connection) => [...trustedOrigins(connection)].sort().join(' ');
  return {
    async get(connection) {
      // The origins hold no line break, and neither does a key.
      const [origins, apiKey] = (await secrets.get(slot(connection)))?.split('\n') ?? [];
      return origins === originsOf(connection) ? apiKey : undefined;
    },
    set: async (connection, apiKey) => secrets.store(slot(connection), `${originsOf(connection)}\n${apiKey}`),
    delete: async connection => secrets.delete(slot(connection)),
  };
}

/** Goes on with the key that another window stored for the connection in use. */
export function followKeys(
  secrets: Pick<vscode.SecretStorage, 'onDidChange'>,
  session: Pick<SessionOwner, 'keyChanged'>,
  log: Log,
): vscode.Disposable {
  return secrets.onDidChange(({ key }) => {
    if (!key.startsWith(keySlotPrefix)) return;
    const name = key.slice(keySlotPrefix.length);
    // Each window has a sandbox of its own, which does not know the keys of the others.
    if (name === sandboxConnection.name) return;
    session.keyChanged(name).catch((error: unknown) => logError(error, log));
  });
}
