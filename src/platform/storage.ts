import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { trustedOrigins, type Connection } from '../model/account/connection.ts';
import type { ArrangementMemory } from '../state/arrangementOwner.ts';
import type { CatalogMemory } from '../state/catalogMemory.ts';
import type { KeyMemory } from '../state/keyInUse.ts';
import type { ReportMemory } from '../state/reports.ts';
import type { SeenMemory } from '../state/seenImages.ts';
import type { KeyStore, SessionMemory } from '../state/session.ts';

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

export function createSessionMemory(memento: vscode.Memento): SessionMemory {
  return slotOf(memento, 'swath.session');
}

/** Which of the listed API keys is in use, for all windows: an id and an end, never a key. */
export function createKeyMemory(memento: vscode.Memento): KeyMemory {
  return slotOf(memento, 'swath.keys');
}

/** The area, filters and choice of the last window, per workspace. */
export function createCatalogMemory(memento: vscode.Memento): CatalogMemory {
  return slotOf(memento, 'swath.catalog');
}

/** The report on the map of the last window, per workspace. */
export function createReportMemory(memento: vscode.Memento): ReportMemory {
  return slotOf(memento, 'swath.report');
}

function slotOf<T>(memento: vscode.Memento, slot: string) {
  return {
    read: () => memento.get<T>(slot),
    write: async (value: T | undefined) => memento.update(slot, value),
  };
}

/** How the items of each view were sorted, grouped and filtered last. */
export function createArrangementMemory(memento: vscode.Memento): ArrangementMemory {
  const slot = (view: string) => `swath.arrangement/${view}`;
  return {
    read: view => memento.get(slot(view)),
    write: (view, value) => void memento.update(slot(view), value),
  };
}

/** Searches whose images are remembered; the one that was looked through longest ago is forgotten first. */
const mostSeen = 50;

/**
 * What saved searches have found before, a file each: the editor's own memory is read whole at every start, and these
 * are some megabytes.
 *
 * @param folder of this memory alone; made when it is first written to, and not looked at before something is asked of it
 */
export function createSeenMemory(folder: string): SeenMemory {
  const fileOf = (key: string) =>
    join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  return {
    read(key) {
      try {
        // Only `write` writes there, and what it began is never under this name.
        return JSON.parse(readFileSync(fileOf(key), 'utf8')) as ReturnType<SeenMemory['read']>;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    write(key, seen) {
      mkdirSync(folder, { recursive: true });
      const part = `${fileOf(key)}.${process.pid}.part`;
      writeFileSync(part, JSON.stringify(seen));
      renameSync(part, fileOf(key));
      forgetOldest(folder);
    },
  };
}

function forgetOldest(folder: string): void {
  const files = readdirSync(folder).filter(name => name.endsWith('.json'));
  if (files.length <= mostSeen) return;
  const timeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const byAge = files.map(name => ({ name, time: timeOf(name) })).sort((one, other) => one.time - other.time);
  // Another window may have forgotten it too.
  for (const { name } of byAge.slice(0, -mostSeen)) rmSync(join(folder, name), { force: true });
}
