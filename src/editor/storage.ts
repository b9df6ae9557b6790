import type * as vscode from 'vscode';
import type { ArrangementMemory } from './arrangement.ts';

/** One value of the editor's memory. What it holds can be of another version of Swath. */
export interface Slot<T> {
  read: () => T | undefined;
  /** `undefined` takes it away. */
  write: (value: T | undefined) => Promise<void>;
}

export function slotOf<T>(memento: vscode.Memento, name: string): Slot<T> {
  return {
    read: () => memento.get<T>(name),
    write: async value => memento.update(name, value),
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
