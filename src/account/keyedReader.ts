import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Client } from '../api/client.ts';
import { onNextSession } from './reader.ts';
import type { Reading } from '../editor/reading.ts';
import { signedInOf, type SessionOwner } from './session.ts';

/** Things of one sort that are each read by their id. Follows the session: another one empties it. */
export interface KeyedReader<T> {
  /** What was asked for, by id. */
  readonly current: ReadonlySignal<ReadonlyMap<string, Reading<T>>>;
  of(id: string): Reading<T>;
  /** Reads it where nobody has yet; for whoever is about to show it. */
  need(id: string): void;
  /** Reads it anew. What is known stays until the answer comes; of several readings the last one begun counts. */
  refresh(id: string): Promise<void>;
  /** Reads anew whatever was asked for. */
  refreshAll(): Promise<void>;
}

export function createKeyedReader<T>(
  session: SessionOwner,
  read: (client: Client, id: string) => Promise<T>,
  now: () => number = Date.now,
): KeyedReader<T> {
  const current = signal<ReadonlyMap<string, Reading<T>>>(new Map());
  /** Of the last reading of an id. */
  const last = new Map<string, symbol>();
  const of = (id: string): Reading<T> => current.peek().get(id) ?? { kind: 'none' };
  const set = (id: string, reading: Reading<T>) => {
    current.value = new Map(current.peek()).set(id, reading);
  };

  async function refresh(id: string) {
    const signedIn = signedInOf(session.current.peek());
    if (!signedIn) return;
    const mine = Symbol();
    last.set(id, mine);
    if (of(id).kind !== 'ready') set(id, { kind: 'loading' });
    const answer = await signedIn
      .client()
      .then(client => read(client, id))
      .then(
        (value): Reading<T> => ({ kind: 'ready', value, at: now() }),
        (error: unknown): Reading<T> => ({ kind: 'failed', error }),
      );
    if (last.get(id) !== mine) return;
    const known = of(id);
    set(id, answer.kind === 'failed' && known.kind === 'ready' ? { ...known, stale: answer.error } : answer);
  }

  onNextSession(session, () => {
    last.clear();
    current.value = new Map();
  });

  return {
    current,
    of,
    need(id) {
      if (of(id).kind === 'none') void refresh(id);
    },
    refresh,
    async refreshAll() {
      await Promise.all([...current.peek().keys()].map(refresh));
    },
  };
}
