import { signal, type ReadonlySignal } from '@preact/signals-core';
import { createHash } from 'node:crypto';
import { watch, type FSWatcher } from 'node:fs';
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sandboxConnection, trustedOrigins } from '../model/account/connection.ts';
import { watchAlone, type JoinWatch, type WatchedAccount, type WatchGroup } from '../state/watchGroup.ts';
import { createElection, usualBeatMs, type ElectionOptions } from './watchElection.ts';
import { createWatchFiles, snapshotName } from './watchFiles.ts';

/** Touched again and again by windows that somebody has before him. */
const lookedAtName = 'looked-at';
/** Beats between two touches, and beats without a touch after which nobody looks. */
const touchEvery = 4;
const unlookedAfter = 2 * touchEvery + 1;
/** The system tells of one change in several pieces, milliseconds. */
const settleMs = 50;

export interface WatchFolderOptions extends ElectionOptions {
  isFocused: ReadonlySignal<boolean>;
  /** What goes wrong with the folder: the windows then watch each for itself. */
  onError: (error: unknown) => void;
}

/**
 * Windows that watch together by a folder of the extension: the holder of its office reads, all follow what is written
 * there. The system tells of changes; where it does not, a look at every beat does.
 *
 * @param root of all accounts; each has a folder of its own in it
 */
export function createWatchFolder(root: string, options: WatchFolderOptions): JoinWatch {
  return account => joinFolder(join(root, nameOf(account)), options, isSharedBy(account));
}

/** The same account of the same service, whatever the key: nothing in the name tells either. */
function nameOf({ connection, userId, contractId }: WatchedAccount): string {
  const origins = [...trustedOrigins(connection)].sort();
  const parts = [connection.name, connection.baseUrl, ...origins, userId, contractId];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);
}

/** Every window has a sandbox of its own: only the first one keeps what it knows, and the others follow nobody. */
function isSharedBy({ connection }: WatchedAccount): boolean {
  return connection.name !== sandboxConnection.name;
}

function joinFolder(
  folder: string,
  { isFocused, onError, beatMs = usualBeatMs, ...rest }: WatchFolderOptions,
  isShared: boolean,
): WatchGroup {
  const election = createElection(folder, { beatMs, ...rest });
  const files = createWatchFiles(folder);
  const alone = watchAlone(isFocused);
  const isWatcher = signal(false);
  const isLookedAt = signal(isFocused.peek());
  const changed = signal(0);
  let system: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  let settling: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isAttended = false;
  let hasFailed = false;
  let isOver = false;
  let state = '';
  let beats = 0;
  let touched: number | undefined;
  let untouchedBeats = Infinity;

  const ready = begin().catch(fail);

  async function begin() {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (isOver) return;
    try {
      system = watch(folder, { persistent: false }, (_event, name) => notice(name ?? snapshotName));
      system.on('error', () => system?.close());
    } catch {
      // The beats must do: the system has no more watchers to give.
    }
    await look(true);
  }

  /** One look at a time; the next one follows by the clock. */
  function look(isBeat: boolean): Promise<void> {
    clearTimeout(timer);
    looking ??= lookOnce(isBeat)
      .catch(fail)
      .finally(() => {
        looking = undefined;
        clearTimeout(timer);
        if (!isOver) timer = setTimeout(() => void look(true), beatMs);
      });
    return looking;
  }

  async function lookOnce(isBeat: boolean) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await election.look();
    const wasWatcher = isWatcher.peek();
    if (election.isHolder.peek() && !wasWatcher) await files.removeParts();
    if (isBeat) await beat();
    const now = await files.state();
    if (isOver) return;
    hasFailed = false;
    isWatcher.value = election.isHolder.peek() || !isShared;
    if (now !== state) changed.value += 1;
    state = now;
  }

  /** Shows the others that somebody looks, and sees whether somebody looks at them. */
  async function beat() {
    const path = join(folder, lookedAtName);
    if (isFocused.peek()) {
      if (beats++ % touchEvery === 0) await touch(path);
      isLookedAt.value = true;
      return;
    }
    beats = 0;
    const mtimeMs = (await stat(path).catch(() => undefined))?.mtimeMs;
    // What was there at the first look may be of yesterday.
    const isFresh = mtimeMs !== touched && touched !== undefined;
    touched = mtimeMs ?? 0;
    untouchedBeats = isFresh ? 0 : untouchedBeats + 1;
    isLookedAt.value = untouchedBeats < unlookedAfter;
  }

  /** The system tells of a change. What this window does itself is not worth a look. */
  function notice(name: string) {
    const isOffice = name.startsWith('watcher.') && !election.isHolder.peek();
    const isNews = name === snapshotName || name.endsWith('.mark');
    const isAttention = name === lookedAtName && !isFocused.peek();
    if (isOver || !(isOffice || isNews || isAttention)) return;
    isAttended ||= isAttention;
    settling ??= setTimeout(() => {
      settling = undefined;
      const isBeat = isAttended;
      isAttended = false;
      void look(isBeat);
    }, settleMs);
  }

  /** Told once; from then on until the folder can be used again this window reads for itself. */
  function fail(error: unknown) {
    if (isOver) return;
    if (!hasFailed) onError(error);
    hasFailed = true;
    isWatcher.value = true;
    timer ??= setTimeout(() => void look(true), beatMs);
  }

  const stopFocus = isFocused.subscribe(() => {
    beats = 0;
    if (!isOver && timer) void look(true);
  });

  /** Where this window has the folder to itself, or shares it; what it keeps is its own otherwise. */
  const place = async () => {
    await ready;
    return !hasFailed && (isShared || election.isHolder.peek()) ? files : alone;
  };

  return {
    isWatcher,
    isLookedAt,
    changed,
    async confirm() {
      await ready;
      if (hasFailed || !isShared) return true;
      const is = await election.confirm();
      isWatcher.value = is;
      return is;
    },
    read: async () => (await place()).read(),
    write: async snapshot => (await place()).write(snapshot),
    marks: async () => (await place()).marks(),
    mark: async mark => (await place()).mark(mark),
    keepMarks: async marks => (await place()).keepMarks(marks),
    dispose() {
      isOver = true;
      stopFocus();
      system?.close();
      clearTimeout(timer);
      clearTimeout(settling);
      election.release();
    },
  };
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await writeFile(path, '', { mode: 0o600 });
  });
}
