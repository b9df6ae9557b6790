import type * as vscode from 'vscode';
import { sandboxConnection } from '../model/account/connection.ts';
import type { SessionOwner } from '../state/session.ts';
import type { Log } from './log.ts';
import { logError } from './presentError.ts';
import { keySlotPrefix } from './storage.ts';

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
