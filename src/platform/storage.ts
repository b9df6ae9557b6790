import type * as vscode from 'vscode';
import { trustedOrigins, type Connection } from '../model/connection.ts';
import type { ArrangementMemory } from '../state/arrangementOwner.ts';
import type { CatalogMemory } from '../state/catalog.ts';
import type { KeyMemory } from '../state/keyInUse.ts';
import type { ReportMemory } from '../state/reports.ts';
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
  const slot = 'swath.session';
  return {
    read: () => memento.get(slot),
    write: async value => memento.update(slot, value),
  };
}

/** Which of the listed API keys is in use, for all windows: an id and an end, never a key. */
export function createKeyMemory(memento: vscode.Memento): KeyMemory {
  const slot = 'swath.keys';
  return {
    read: () => memento.get(slot),
    write: async value => memento.update(slot, value),
  };
}

/** The area, filters and choice of the last window, per workspace. */
export function createCatalogMemory(memento: vscode.Memento): CatalogMemory {
  const slot = 'swath.catalog';
  return {
    read: () => memento.get(slot),
    write: value => void memento.update(slot, value),
  };
}

/** The report on the map of the last window, per workspace. */
export function createReportMemory(memento: vscode.Memento): ReportMemory {
  const slot = 'swath.report';
  return {
    read: () => memento.get(slot),
    write: value => void memento.update(slot, value),
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
