import type { ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import type { OrdersState } from '../state/orders.ts';
import type { Session } from '../state/session.ts';
import { onChange } from './onChange.ts';

/** Keeps the keys that `when` clauses of the manifest read in step with the state. */
export function trackContextKeys(
  session: ReadonlySignal<Session>,
  orders: ReadonlySignal<OrdersState>,
): vscode.Disposable {
  const set = (key: string, value: unknown) => void vscode.commands.executeCommand('setContext', key, value);
  return vscode.Disposable.from(
    onChange([session], () => set('swath.session', session.value.kind)),
    onChange([orders], () => {
      const state = orders.value;
      set('swath.orders', state.kind === 'ready' && state.orders.length === 0 ? 'empty' : state.kind);
    }),
  );
}
