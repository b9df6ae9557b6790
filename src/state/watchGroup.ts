import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Connection } from '../model/account/connection.ts';
import type { Snapshot } from './orderSnapshot.ts';

/** Whose orders are watched: windows with the same watch them together. */
export interface WatchedAccount {
  connection: Connection;
  userId: string;
  contractId: string;
}

/** The windows of this machine that watch the orders of one account, as one of them sees the others. */
export interface WatchGroup {
  /** This window is the one that reads for all. */
  readonly isWatcher: ReadonlySignal<boolean>;
  /** Somebody has one of the windows before him. */
  readonly isLookedAt: ReadonlySignal<boolean>;
  /** Another number whenever another window may have written or marked something. */
  readonly changed: ReadonlySignal<number>;
  /** Whether this window still is the watcher: after a sleep another one can have taken over. */
  confirm(): Promise<boolean>;
  /** What the windows wrote last; `undefined` where nobody has. */
  read(): Promise<Snapshot | undefined>;
  write(snapshot: Snapshot): Promise<void>;
  /** What has been marked. */
  marks(): Promise<ReadonlySet<Mark>>;
  /** `true` for one window alone, the first one that marks this. */
  mark(mark: Mark): Promise<boolean>;
  /** Removes old marks but for these. */
  keepMarks(marks: ReadonlySet<Mark>): Promise<void>;
  dispose(): void;
}

/**
 * What is done once on a machine: a person is told that an order has ended, or that it is late, and opens what was
 * delivered.
 */
export type Mark = `${'told' | 'late' | 'seen'}/${string}`;

export type JoinWatch = (account: WatchedAccount) => WatchGroup;

/** A window that watches for itself, and keeps nothing. */
export function watchAlone(isLookedAt: ReadonlySignal<boolean> = signal(true)): WatchGroup {
  const marked = new Set<Mark>();
  const changed = signal(0);
  return {
    isWatcher: signal(true),
    isLookedAt,
    changed,
    confirm: () => Promise.resolve(true),
    read: () => Promise.resolve(undefined),
    write: () => Promise.resolve(),
    marks: () => Promise.resolve(new Set(marked)),
    mark(mark) {
      if (marked.has(mark)) return Promise.resolve(false);
      marked.add(mark);
      changed.value += 1;
      return Promise.resolve(true);
    },
    keepMarks: () => Promise.resolve(),
    dispose: () => undefined,
  };
}
