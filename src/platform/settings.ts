import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { parseConnection, sandboxConnection, type Connection } from '../model/account/connection.ts';
import { readBaseMap, type BaseMap } from '../model/baseMap/baseMap.ts';
import { readLimit, type Budget } from '../state/budget.ts';
import type { SessionOwner } from '../state/session.ts';
import type { Log } from './log.ts';
import { logError } from './presentError.ts';

const section = 'swath';

/**
 * A setting as the user has it. All of them have application or machine scope: a workspace, trusted or not, decides
 * neither where a key or a file goes nor how often the service is asked. What it says all the same is passed over here.
 */
function own(name: string): unknown {
  const found = vscode.workspace.getConfiguration(section).inspect<unknown>(name);
  return found?.globalValue ?? found?.defaultValue;
}

/** @param fallback where the setting is no number, which nothing keeps out of the file */
function ownNumber(name: string, fallback: number): number {
  const value = own(name);
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

/** Connections of the user's settings, and what is wrong with entries that cannot be used. */
export function readConnections(): { connections: Connection[]; problems: string[] } {
  const entries = own('connections');
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
  return Math.max(5, ownNumber('orders.pollSeconds', 30)) * 1000;
}

/** Age from which an order in progress is told to be late, milliseconds; `undefined`: never. */
export function lateAfterMs(): number | undefined {
  const hours = ownNumber('orders.lateAfterHours', 48);
  return hours > 0 ? hours * 3_600_000 : undefined;
}

/** Balance below which the status bar warns, in the unit of the balance. */
export function warnBelow(): number {
  return ownNumber('balance.warnBelow', 100);
}

/** What may be spent without typing the amount. */
export function budget(): Budget {
  return { perOrder: readLimit(own('budget.perOrder')), perDay: readLimit(own('budget.perDay')) };
}

export function searchPageSize(): number {
  return Math.max(1, Math.round(ownNumber('search.pageSize', 50)));
}

/** Folder for reports: absolute, or relative to the first workspace folder. */
export function downloadsFolder(): string {
  const folder = own('downloads.folder');
  return typeof folder === 'string' ? folder : 'reports';
}

/** Where the map's tiles come from: every tile tells its server where one looks. */
export function baseMap(): BaseMap {
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
