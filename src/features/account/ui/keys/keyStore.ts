import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { type Connection, sandboxConnection, trustedOrigins } from '../../../../service/rules/connection.ts';
import { type Log, logError } from '../../../../platform/host/presentError.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import type { KeyStore, SessionOwner } from '../../../../session/session.ts';

/** Prefix of the connection's name in the names of secrets. */
export const keySlotPrefix = 'swath.apiKey/';

/**
 * API keys in the editor's secret storage, the only place where they are kept. Each is stored with the origins that it
 * was entered for, so that a connection whose addresses have changed doesn't send it elsewhere.
 */
export function createKeyStore(secrets: vscode.SecretStorage): KeyStore {
  const slot = ({ name }: Connection) => `${keySlotPrefix}${name}`;
  const originsText = (connection: Connection) => [...trustedOrigins(connection)].sort().join(' ');
  return {
    async get(connection) {
      // Neither the origins nor a key contains a line break.
      const [origins, apiKey] = (await usable(secrets.get(slot(connection))))?.split('\n') ?? [];
      return origins === originsText(connection) ? apiKey : undefined;
    },
    set: async (connection, apiKey) =>
      usable(secrets.store(slot(connection), `${originsText(connection)}\n${apiKey}`)),
    delete: async connection => usable(secrets.delete(slot(connection))),
  };
}

/** The editor has no store where the system has none, or where it is locked. Throws {@link UserError} that says so. */
async function usable<T>(work: Thenable<T>): Promise<T> {
  try {
    return await work;
  } catch {
    // Without its message, which could quote the key.
    throw new UserError(
      l10n.t(
        "The editor's secret storage can't be used, so no API key can be read, kept or deleted. Unlock the system's keyring, then try again.",
      ),
    );
  }
}

/** Continues with the key that another window stored for the connection in use. */
export function followKeys(
  secrets: Pick<vscode.SecretStorage, 'onDidChange'>,
  session: Pick<SessionOwner, 'keyChanged'>,
  log: Log,
): vscode.Disposable {
  return secrets.onDidChange(({ key }) => {
    if (!key.startsWith(keySlotPrefix)) return;
    const name = key.slice(keySlotPrefix.length);
    // Each window has its own sandbox, which doesn't know the keys of the others.
    if (name === sandboxConnection.name) return;
    session.keyChanged(name).catch((error: unknown) => logError(error, log));
  });
}
