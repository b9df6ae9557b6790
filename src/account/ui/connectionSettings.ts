import * as l10n from '@vscode/l10n';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { type Log, logError } from '../../editor/presentError.ts';
import { ownSetting, section } from '../../editor/settings.ts';
import { parseConnection, sandboxConnection, type Connection } from '../../model/account/connection.ts';
import type { SessionOwner } from '../session.ts';

/** Connections of the user's settings, and what is wrong with entries that cannot be used. */
export function readConnections(): { connections: Connection[]; problems: string[] } {
  const entries = ownSetting('connections');
  const connections: Connection[] = [];
  const problems: string[] = [];
  for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
    const read = parseConnection(entry);
    if (typeof read === 'string') problems.push(read);
    else if (connections.some(one => one.name === read.name)) {
      problems.push(l10n.t('Two connections are named "{0}".', read.name));
    } else connections.push(read);
  }
  return { connections, problems };
}

/**
 * Keeps to the settings as they are edited: a connection in use whose addresses changed, or that is gone, is left. Its
 * key stays where it was given for, and is asked for anew.
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
    const same = connections.find(one => one.name === now.connection.name);
    if (same && isDeepStrictEqual(same, now.connection)) return;
    if (!same || !(await session.switchTo(same))) await session.leave();
  }
}
