import * as vscode from 'vscode';
import { parseConnection, type Connection } from '../model/connection.ts';

const section = 'swath';

/** Connections of the user's settings, and what is wrong with entries that cannot be used. */
export function readConnections(): { connections: Connection[]; problems: string[] } {
  // The setting has application scope: a workspace cannot say where a key is sent.
  const entries = vscode.workspace.getConfiguration(section).inspect<unknown>('connections')?.globalValue;
  const connections: Connection[] = [];
  const problems: string[] = [];
  for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
    const read = parseConnection(entry);
    if (typeof read === 'string') problems.push(read);
    else if (connections.some(one => one.name === read.name)) {
      problems.push(vscode.l10n.t('Two connections are named "{0}".', read.name));
    } else connections.push(read);
  }
  return { connections, problems };
}

/** Wait between two readings of the order list while an order is in progress, milliseconds. */
export function pollMs(): number {
  return Math.max(5, vscode.workspace.getConfiguration(section).get('orders.pollSeconds', 30)) * 1000;
}

export function searchPageSize(): number {
  return Math.max(1, vscode.workspace.getConfiguration(section).get('search.pageSize', 50));
}

/** Folder for reports: absolute, or relative to the first workspace folder. */
export function downloadsFolder(): string {
  return vscode.workspace.getConfiguration(section).get('downloads.folder', 'reports');
}
