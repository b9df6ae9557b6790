import type * as vscode from 'vscode';
import type { ArrangementMemory } from '../rows/arrangementOwner.ts';

/** One value in the editor's memento. Its content may come from another version of Swath. */
export interface Slot<T> {
  read: () => T | undefined;
  /** `undefined` removes it. */
  write: (value: T | undefined) => Promise<void>;
}

export function storageSlot<T>(memento: vscode.Memento, name: string): Slot<T> {
  return {
    read: () => memento.get<T>(name),
    write: async value => memento.update(name, value),
  };
}

/** The last sort, grouping and filters of each view. */
export function createArrangementMemory(memento: vscode.Memento): ArrangementMemory {
  const slot = (view: string) => `swath.arrangement/${view}`;
  return {
    read: view => memento.get(slot(view)),
    write: (view, value) => void memento.update(slot(view), value),
  };
}
