import { describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { createArrangement } from '../../../src/editor/arrangementOwner.ts';
import { createArrangementMemory } from '../../../src/editor/storage.ts';

const atFirst = { sortBy: 'date', descending: true, groupBy: undefined, filters: {}, text: '' };

/** A memento that keeps what JSON keeps, as the editor's does. */
function memento(): vscode.Memento & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    keys: () => [...kept.keys()],
    get: (slot: string) => {
      const text = kept.get(slot);
      return text === undefined ? undefined : (JSON.parse(text) as never);
    },
    update: (slot: string, value: unknown) => {
      if (value === undefined) kept.delete(slot);
      else kept.set(slot, JSON.stringify(value));
      return Promise.resolve();
    },
  };
}

describe('the memory of arrangements', () => {
  it('gives each view its own back after a reload, and nothing after a reset', () => {
    const disk = memento();
    const open = (view: string) => createArrangement(view, atFirst, createArrangementMemory(disk));
    open('orders').filter('status', ['delivered']);
    open('payments').change({ sortBy: 'amount' });
    expect(open('orders').current.value).toEqual({ ...atFirst, filters: { status: ['delivered'] } });
    expect(open('payments').current.value).toEqual({ ...atFirst, sortBy: 'amount' });
    open('orders').reset();
    expect(open('orders').current.value).toEqual(atFirst);
    expect(disk.keys()).toHaveLength(1);
  });
});
