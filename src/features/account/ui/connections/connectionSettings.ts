import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Connection, parseConnection, sandboxConnection } from '../../../../service/rules/connection.ts';
import { type Log, logError } from '../../../../platform/host/presentError.ts';
import { section, userSetting } from '../../../../platform/host/settings.ts';
import type { SessionOwner } from '../../../../session/session.ts';

/** Connections from the user's settings, and the problems of entries that can't be used. */
export function readConnections(): { connections: Connection[]; problems: string[] } {
  const entries = userSetting('connections');
  const connections: Connection[] = [];
  const problems: string[] = [];
  for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
    const read = parseConnection(entry);
    if (typeof read === 'string') problems.push(read);
    else if (connections.some(connection => connection.name === read.name)) {
      problems.push(l10n.t('There already is a connection named "{0}".', read.name));
    } else connections.push(read);
  }
  return { connections, problems };
}

/**
 * Follows changes of the settings: a connection in use that was removed or whose addresses changed is disconnected. Its
 * key stays with the addresses it was entered for, and the user is asked for a key again.
 */
export function followConnections(session: SessionOwner, log: Log): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(`${section}.connections`))
      follow().catch((error: unknown) => logError(error, log));
  });

  async function follow() {
    const { connections, problems } = readConnections();
    for (const problem of problems) log.warn(problem);
    const now = session.current.peek();
    if (now.kind === 'signedOut' || now.connection === sandboxConnection) return;
    const same = connections.find(connection => connection.name === now.connection.name);
    if (same && isDeepStrictEqual(same, now.connection)) return;
    if (!same || !(await session.switchTo(same))) await session.leave();
  }
}
