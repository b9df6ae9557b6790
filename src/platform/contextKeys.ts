import type { ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { orderPhase, type Order } from '../model/order/order.ts';
import { isOffline, type Account } from '../state/account.ts';
import type { OrdersState } from '../state/orders.ts';
import type { Reading } from '../state/reading.ts';
import type { Session } from '../state/session.ts';
import { onChange } from './onChange.ts';

export interface Tracked {
  session: ReadonlySignal<Session>;
  account: Account['current'];
  orders: ReadonlySignal<OrdersState>;
  subscriptions: ReadonlySignal<Reading<readonly unknown[]>>;
  /** The report on the map. */
  report: ReadonlySignal<unknown>;
  /** Whether the key of a connection is known to have expired. */
  isExpired: (connectionName: string) => boolean;
}

/** Keeps the keys that `when` clauses of the manifest read in step with the state. */
export function trackContextKeys(tracked: Tracked): vscode.Disposable {
  const { session, account, orders, subscriptions, report, isExpired } = tracked;
  const known = new Map<string, unknown>();
  const set = (key: string, value: unknown) => {
    // The first one always: the window may know another from the host before.
    if (known.has(key) && known.get(key) === value) return;
    known.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  };
  return vscode.Disposable.from(
    onChange([session], () => {
      set('swath.refusal', refusalOf(session.value, isExpired));
      set('swath.session', session.value.kind);
    }),
    onChange([account], () => set('swath.offline', isOffline(account.value))),
    onChange([orders], () => {
      const state = orders.value;
      set('swath.orders', state.kind === 'ready' && state.orders.length === 0 ? 'empty' : state.kind);
      set('swath.hasReady', state.kind === 'ready' && state.orders.some(isReady));
    }),
    onChange([report], () => set('swath.hasReport', report.value !== undefined)),
    onChange([subscriptions], () => {
      const state = subscriptions.value;
      set('swath.subscriptions', state.kind === 'ready' && state.value.length === 0 ? 'empty' : state.kind);
    }),
  );
}

/** Something of it can be downloaded. */
function isReady({ status, deliveries }: Order): boolean {
  return orderPhase(status) === 'delivered' || deliveries.some(({ download }) => download !== undefined);
}

function refusalOf(session: Session, isExpired: Tracked['isExpired']): string | undefined {
  if (session.kind !== 'refused') return undefined;
  const { connection, refusal } = session;
  if (!refusal.keyWasAccepted) return 'unproven';
  return isExpired(connection.name) ? 'expired' : 'proven';
}
