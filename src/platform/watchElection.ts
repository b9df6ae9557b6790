import { signal, type ReadonlySignal } from '@preact/signals-core';
import { writeFileSync } from 'node:fs';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isProcessRunning } from './isProcessRunning.ts';

/** One of the windows of this machine, by a file that only one of them could make. */
export interface Election {
  readonly isHolder: ReadonlySignal<boolean>;
  /**
   * One look, to be repeated at every beat: the holder shows that it lives, the others whether they must take over.
   */
  look(): Promise<void>;
  /** Whether this window still holds the office, by the disk. */
  confirm(): Promise<boolean>;
  /** Leaves the office to the others, before it returns. */
  release(): void;
}

/** From one look to the next, milliseconds. */
export const usualBeatMs = 5000;
/** Looks at which a holder showed no life after which it counts as gone; one whose process has ended goes sooner. */
const mostSilentLooks = 4;

const released = 'released';

/** Seconds since 1970; any time will do that file systems take. */
const firstBeat = 1_600_000_000;

/** Another window's file, as it was found at the looks before this one. */
interface Watched {
  term: number;
  mtimeMs: number;
  /** Looks since then at which nothing had changed. */
  silentLooks: number;
  /** Of the last look, by a clock that nobody sets, ms. */
  at: number;
}

export interface ElectionOptions {
  /** From one look to the next, milliseconds. */
  beatMs?: number;
  /** Milliseconds of a clock that nobody sets. */
  clock?: () => number;
  isRunning?: (processId: number) => boolean;
}

/**
 * The office goes by terms: whoever makes the file of the next term first has it, and no file of a term is ever made
 * twice. A term ends when its holder says so, when the holder's process is gone, or when the holder's file was not
 * touched at several looks in a row: times of files count the beats and are only compared for being the same, so that no
 * clock that is set changes anything. A holder that slept for long finds a later term and steps back.
 */
export function createElection(
  folder: string,
  {
    beatMs = usualBeatMs,
    clock = () => performance.now(),
    isRunning = isProcessRunning,
  }: ElectionOptions = {},
): Election {
  const isHolder = signal(false);
  const fileOf = (term: number) => join(folder, `watcher.${term}`);
  let mine: number | undefined;
  let watched: Watched | undefined;
  let beats = 0;
  let isOver = false;

  async function terms(): Promise<number[]> {
    const names = await readdir(folder);
    return names.flatMap(name => {
      const term = /^watcher\.(\d+)$/.exec(name)?.[1];
      return term === undefined ? [] : [Number(term)];
    });
  }

  const isDone = () => isOver;
  const latest = async () => Math.max(0, ...(await terms()));

  function step(to: number | undefined) {
    mine = to;
    isHolder.value = to !== undefined;
  }

  async function confirm(): Promise<boolean> {
    const term = mine;
    if (term !== undefined && (await latest()) !== term) step(undefined);
    return isHolder.peek();
  }

  async function claim(term: number) {
    try {
      const owner = { machine: hostname(), process: process.pid };
      await writeFile(fileOf(term), JSON.stringify(owner), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
      throw error;
    }
    const all = await terms();
    // Meanwhile others can have gone on to later terms and removed the one that stood here.
    if (isDone() || Math.max(...all) !== term) return rm(fileOf(term), { force: true });
    step(term);
    watched = undefined;
    for (const former of all) if (former < term) await rm(fileOf(former), { force: true });
  }

  /** Whether the holder of a term is gone. */
  async function hasEnded(term: number): Promise<boolean> {
    const found = await Promise.all([readFile(fileOf(term), 'utf8'), stat(fileOf(term))]).catch(noneOfIt);
    // A later term has begun meanwhile.
    if (!found) return false;
    const [text, { mtimeMs }] = found;
    if (text.startsWith(released)) return true;
    const at = clock();
    const isSame = watched?.term === term && watched.mtimeMs === mtimeMs;
    // After a pause of this window the others need a moment too.
    const isInTime = watched !== undefined && at - watched.at < 3 * beatMs;
    const isLook = watched !== undefined && at - watched.at >= beatMs / 2;
    const silentLooks = isSame && isInTime ? (watched?.silentLooks ?? 0) + (isLook ? 1 : 0) : 0;
    // A look that comes early, because something else changed, counts for nothing.
    watched = { term, mtimeMs, silentLooks, at: isSame && isInTime && !isLook ? (watched?.at ?? at) : at };
    return silentLooks >= mostSilentLooks || (silentLooks >= 1 && !isRunningOwner(text, isRunning));
  }

  return {
    isHolder,
    confirm,
    async look() {
      if (isOver) return;
      if (await confirm()) {
        // No clock: the next second after the one that was written last, whenever that is.
        const time = firstBeat + ++beats;
        if (mine !== undefined) await utimes(fileOf(mine), time, time);
        return;
      }
      const term = await latest();
      if (term === 0 || (await hasEnded(term))) await claim(term + 1);
    },
    release() {
      isOver = true;
      if (mine === undefined) return;
      try {
        writeFileSync(fileOf(mine), released, { flag: 'r+' });
      } catch {
        // Its folder is gone: then nobody waits for it.
      }
      step(undefined);
    },
  };
}

function noneOfIt(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/** A process id means something on its own machine alone; of others, and where nothing can be read, nothing is known. */
function isRunningOwner(text: string, isRunning: (processId: number) => boolean): boolean {
  try {
    const { machine, process: id } = JSON.parse(text) as { machine?: unknown; process?: unknown };
    return machine !== hostname() || typeof id !== 'number' || isRunning(id);
  } catch {
    return true;
  }
}
