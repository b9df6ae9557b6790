import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { dayMs } from '../../base/words/moment.ts';
import { onFolderChange, unlessMissing } from '../../platform/files/files.ts';

/**
 * - `open`: seen in progress, so that a window that opens later can also report its end.
 * - `told`: its end was shown, and the result hasn't been opened yet.
 * - `late`: shown as late.
 */
type MarkKind = 'open' | 'told' | 'late';

/** Where marks are stored, by name. If several windows add or move the same mark, only one gets `true`. */
export interface MarkStore {
  list(): Promise<ReadonlySet<string>>;
  add(name: string): Promise<boolean>;
  move(from: string, to: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Called when another window changed something. */
  onChange(changed: () => void): { dispose(): void };
}

export type OrderMarks = ReturnType<typeof createOrderMarks>;

/**
 * What all windows on this machine remember about orders, so that each notification appears only once.
 *
 * @param service base address of the service, because two services may use the same ids
 */
export function createOrderMarks(service: string, folder: MarkStore, onError: (error: unknown) => void) {
  const names = signal<ReadonlySet<string>>(new Set());
  let store = folder;
  /** Hashes by order id, because a list with thousands of orders needs all of them each time. */
  const hashes = new Map<string, string>();
  /** Orders that this window marked as open, which may be after another window reported their end. */
  const opened = new Set<string>();

  function markFile(kind: MarkKind, orderId: string): string {
    let hash = hashes.get(orderId);
    if (hash === undefined) {
      hash = createHash('sha256').update(`${service} ${orderId}`).digest('hex').slice(0, 32);
      hashes.set(orderId, hash);
    }
    return `${kind}-${hash}`;
  }

  /** If the disk fails, this window uses its own marks: showing a notification twice is better than never. */
  async function using<T>(run: (marks: MarkStore) => Promise<T>): Promise<T> {
    try {
      return await run(store);
    } catch (error) {
      if (store === folder) onError(error);
      store = memoryMarks(names.peek());
      return run(store);
    }
  }

  async function read() {
    const next = await using(marks => marks.list());
    const known = names.peek();
    if (next.size !== known.size || [...next].some(name => !known.has(name))) names.value = next;
  }

  async function changing<T>(run: (marks: MarkStore) => Promise<T>): Promise<T> {
    const result = await using(run);
    await read();
    return result;
  }

  const watching = folder.onChange(() => void read());
  return {
    /** A new object after each change by any window. */
    changed: names as ReadonlySignal<unknown>,
    /** As last read. */
    has: (kind: MarkKind, orderId: string) => names.peek().has(markFile(kind, orderId)),
    read,
    async open(orderIds: readonly string[]): Promise<void> {
      const missing = orderIds.map(id => markFile('open', id)).filter(name => !opened.has(name));
      if (missing.length === 0) return;
      for (const name of missing) opened.add(name);
      await changing(async marks => {
        for (const name of missing) await marks.add(name);
      });
    },
    /** Changes `open` to `told`. Returns `true` only in the window that shows the notification. */
    end: (orderId: string) =>
      changing(marks => marks.move(markFile('open', orderId), markFile('told', orderId))),
    /** Returns `true` only in the window that shows the notification. */
    late: (orderId: string) => changing(marks => marks.add(markFile('late', orderId))),
    /** The user opened the result. */
    seen: (orderId: string) => changing(marks => marks.remove(markFile('told', orderId))),
    dispose: () => watching.dispose(),
  };
}

export function memoryMarks(before: Iterable<string> = []): MarkStore {
  const names = new Set(before);
  return {
    list: () => Promise.resolve(new Set(names)),
    add(name) {
      const isNew = !names.has(name);
      names.add(name);
      return Promise.resolve(isNew);
    },
    move(from, to) {
      const isThere = names.delete(from);
      if (isThere) names.add(to);
      return Promise.resolve(isThere);
    },
    remove: name => Promise.resolve(void names.delete(name)),
    onChange: () => ({ dispose: () => undefined }),
  };
}

/** Marks older than this are deleted, in milliseconds. */
const keptMs = 30 * dayMs;

/** Stores each mark as an empty file, for this user only. File names reveal nothing about an order. */
export function folderMarks(folder: string): MarkStore {
  const markPath = (name: string) => join(folder, name);
  let isClean = false;

  async function removeOld(names: readonly string[]) {
    for (const name of names) {
      const { mtimeMs } = await stat(markPath(name));
      if (Date.now() - mtimeMs > keptMs) await rm(markPath(name), { force: true });
    }
  }

  return {
    async list() {
      const names = (await unlessMissing(readdir(folder))) ?? [];
      if (!isClean) {
        isClean = true;
        // Another window may be removing them at the same time.
        await removeOld(names).catch(() => undefined);
      }
      return new Set(names);
    },
    async add(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await writeFile(markPath(name), '', { flag: 'wx', mode: 0o600 });
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw error;
      }
    },
    async move(from, to) {
      return (await unlessMissing(rename(markPath(from), markPath(to)).then(() => true))) ?? false;
    },
    remove: name => rm(markPath(name), { force: true }),
    onChange: changed => onFolderChange([folder], () => true, changed),
  };
}
