import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { parseConnection, sandboxConnection, type Connection } from '../model/account/connection.ts';
import { readBaseMap, type BaseMap } from '../model/baseMap/baseMap.ts';
import { readLimit, type Budget } from '../state/budget.ts';
import type { SessionOwner } from '../state/session.ts';
import type { Log } from './log.ts';
import { logError } from './presentError.ts';

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

/** Wait between two readings of the order list while an order is in progress, milliseconds. */
export function pollMs(): number {
  return Math.max(5, vscode.workspace.getConfiguration(section).get('orders.pollSeconds', 30)) * 1000;
}

/** Age from which an order in progress is told to be late, milliseconds; `undefined`: never. */
export function lateAfterMs(): number | undefined {
  const hours = vscode.workspace.getConfiguration(section).get<number>('orders.lateAfterHours', 48);
  return hours > 0 ? hours * 3_600_000 : undefined;
}

/** Balance below which the status bar warns, in the unit of the balance. */
export function warnBelow(): number {
  return vscode.workspace.getConfiguration(section).get('balance.warnBelow', 100);
}

/** What may be spent without typing the amount, by the user's settings alone: no workspace can raise it. */
export function budget(): Budget {
  const settings = vscode.workspace.getConfiguration(section);
  const limit = (name: string) => readLimit(settings.inspect<unknown>(`budget.${name}`)?.globalValue);
  return { perOrder: limit('perOrder'), perDay: limit('perDay') };
}

export function searchPageSize(): number {
  return Math.max(1, vscode.workspace.getConfiguration(section).get('search.pageSize', 50));
}

/** Folder for reports: absolute, or relative to the first workspace folder. */
export function downloadsFolder(): string {
  return vscode.workspace.getConfiguration(section).get('downloads.folder', 'reports');
}

/** Where the map's tiles come from, by the user's settings alone. */
export function baseMap(): BaseMap {
  // The settings have application scope: every tile tells its server where one looks, so no workspace can name one.
  const settings = vscode.workspace.getConfiguration(section);
  const own = (name: string) => settings.inspect<unknown>(name)?.globalValue;
  return readBaseMap(own('map.tileUrl'), own('map.tileAttribution'));
}

/** Runs after each change of what `baseMap` says. */
export function onBaseMapChange(run: (now: BaseMap) => void): vscode.Disposable {
  let before = baseMap();
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (!event.affectsConfiguration(`${section}.map`)) return;
    const now = baseMap();
    if (isDeepStrictEqual(now, before)) return;
    before = now;
    run(now);
  });
}
