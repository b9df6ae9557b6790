import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Client } from '../api/client.ts';
import type { Reading } from '../editor/reading.ts';
import { signedInOf, type Session, type SessionOwner } from './session.ts';

/** The one owner of something that is read from the service. Follows the session: another one empties it. */
export interface Reader<T> {
  readonly current: ReadonlySignal<Reading<T>>;
  /** Reads it where nobody has yet; for whoever is about to show it. */
  need(): void;
  /** Reads it anew. What is known stays until the answer comes; of several readings the last one begun counts. */
  refresh: () => Promise<void>;
}

/** A reader for whoever has to know that something is new enough. */
export interface TimedReader<T> extends Reader<T> {
  /**
   * Resolves when it was read at that moment (epoch ms) or later, or reading it failed. A reading that is under way is
   * waited for and not doubled.
   */
  readSince(at: number): Promise<void>;
}

/** Reads anew what somebody has looked at, and nothing else. */
export async function refreshIfRead({ current, refresh }: Reader<unknown>): Promise<void> {
  if (current.peek().kind !== 'none') await refresh();
}

export function createReader<T>(
  session: SessionOwner,
  read: (client: Client) => Promise<T>,
  now: () => number = Date.now,
): TimedReader<T> {
  const current = signal<Reading<T>>({ kind: 'none' });
  /** Of the last reading begun; an answer to an earlier one comes too late. */
  let last: symbol | undefined;
  /** The last one begun, until it has ended. */
  let underWay: Promise<void> | undefined;

  function refresh(): Promise<void> {
    const mine = readNow().finally(() => {
      if (underWay === mine) underWay = undefined;
    });
    return (underWay = mine);
  }

  async function readNow() {
    const signedIn = signedInOf(session.current.peek());
    if (!signedIn) return;
    const mine = (last = Symbol());
    if (current.peek().kind !== 'ready') current.value = { kind: 'loading' };
    const answer = await signedIn
      .client()
      .then(read)
      .then(
        (value): Reading<T> => ({ kind: 'ready', value, at: now() }),
        (error: unknown): Reading<T> => ({ kind: 'failed', error }),
      );
    if (last !== mine) return;
    const known = current.peek();
    current.value =
      answer.kind === 'failed' && known.kind === 'ready' ? { ...known, stale: answer.error } : answer;
  }

  onNextSession(session, () => {
    last = undefined;
    underWay = undefined;
    current.value = { kind: 'none' };
  });

  return {
    current,
    need() {
      if (current.peek().kind === 'none') void refresh();
    },
    refresh,
    async readSince(at) {
      const known = current.peek();
      if (!underWay && known.kind === 'ready' && known.at >= at) return;
      await (underWay ?? refresh());
    },
  };
}

/** Calls back at each change of the session that comes after now, the last time when the window goes. */
export function onNextSession(session: SessionOwner, run: (next: Session) => void): void {
  let shownFor = session.current.peek();
  const stop = session.current.subscribe(next => {
    if (next === shownFor) return;
    shownFor = next;
    run(next);
  });
  session.lifetime.addEventListener('abort', stop);
}
