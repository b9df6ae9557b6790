import type * as vscode from 'vscode';
import type { CatalogMemory } from '../state/catalog.ts';
import type { ReportMemory } from '../state/reports.ts';
import type { KeyStore, SessionMemory } from '../state/session.ts';

/** API keys in the editor's secret storage: the only place where they are ever kept. */
export function createKeyStore(secrets: vscode.SecretStorage): KeyStore {
  const slot = (connectionName: string) => `swath.apiKey/${connectionName}`;
  return {
    get: async name => secrets.get(slot(name)),
    set: async (name, apiKey) => secrets.store(slot(name), apiKey),
    delete: async name => secrets.delete(slot(name)),
  };
}

export function createSessionMemory(memento: vscode.Memento): SessionMemory {
  const slot = 'swath.session';
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
