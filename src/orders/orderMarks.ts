import { signal, type ReadonlySignal } from '@preact/signals-core';
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing, onFolderChange } from '../editor/files.ts';
import { dayMs } from '../model/words/moment.ts';

/**
 * - `open`: seen in progress, so that its end is news, also for a window that opens later.
 * - `told`: its end was shown, and nobody has opened the result.
 * - `late`: shown as late.
 */
type MarkKind = 'open' | 'told' | 'late';

/** What the windows of this machine remember of orders, so that each piece of news is shown once. */
export interface OrderMarks {
  /** Another object when a window marked something. */
  readonly changed: ReadonlySignal<unknown>;
  /** As read last. */
  has(kind: MarkKind, orderId: string): boolean;
  read(): Promise<void>;
  open(orderIds: readonly string[]): Promise<void>;
  /** From `open` to `told`. `true` in the one window that shows it. */
  end(orderId: string): Promise<boolean>;
  /** `true` in the one window that shows it. */
  late(orderId: string): Promise<boolean>;
  /** A person opened the result. */
  seen(orderId: string): Promise<void>;
  dispose(): void;
}

/** Where marks are kept, by name. Of several windows that add or move the same mark, one gets `true`. */
export interface MarkStore {
  list(): Promise<ReadonlySet<string>>;
  add(name: string): Promise<boolean>;
  move(from: string, to: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Calls back when another window changed something. */
  onChange(changed: () => void): { dispose(): void };
}

/** @param service base address of the service: two services may give the same ids */
export function createOrderMarks(
  service: string,
  folder: MarkStore,
  onError: (error: unknown) => void,
): OrderMarks {
  const names = signal<ReadonlySet<string>>(new Set());
  let store = folder;
  /** By order id: a list of thousands asks for all of them each time. */
  const hashes = new Map<string, string>();
  /** Marked by this window: it may see an order in progress after another one showed its end. */
  const opened = new Set<string>();

  function nameOf(kind: MarkKind, orderId: string): string {
    let hash = hashes.get(orderId);
    if (hash === undefined) {
      hash = createHash('sha256').update(`${service} ${orderId}`).digest('hex').slice(0, 32);
      hashes.set(orderId, hash);
    }
    return `${kind}-${hash}`;
  }

  /** If the disk fails, this window goes on with marks of its own: news twice rather than never. */
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
    changed: names,
    has: (kind, orderId) => names.peek().has(nameOf(kind, orderId)),
    read,
    async open(orderIds) {
      const missing = orderIds.map(id => nameOf('open', id)).filter(name => !opened.has(name));
      if (missing.length === 0) return;
      for (const name of missing) opened.add(name);
      await changing(async marks => {
        for (const name of missing) await marks.add(name);
      });
    },
    end: orderId => changing(marks => marks.move(nameOf('open', orderId), nameOf('told', orderId))),
    late: orderId => changing(marks => marks.add(nameOf('late', orderId))),
    seen: orderId => changing(marks => marks.remove(nameOf('told', orderId))),
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

/** Older news is of no use, milliseconds. */
const keptMs = 30 * dayMs;

/** An empty file for each mark, for this user only. Names reveal nothing of an order. */
export function folderMarks(folder: string): MarkStore {
  const pathOf = (name: string) => join(folder, name);
  let isClean = false;

  async function removeOld(names: readonly string[]) {
    for (const name of names) {
      const { mtimeMs } = await stat(pathOf(name));
      if (Date.now() - mtimeMs > keptMs) await rm(pathOf(name), { force: true });
    }
  }

  return {
    async list() {
      const names = (await unlessMissing(readdir(folder))) ?? [];
      if (!isClean) {
        isClean = true;
        // Another window may remove them at the same time.
        await removeOld(names).catch(() => undefined);
      }
      return new Set(names);
    },
    async add(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await writeFile(pathOf(name), '', { flag: 'wx', mode: 0o600 });
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw error;
      }
    },
    async move(from, to) {
      return (await unlessMissing(rename(pathOf(from), pathOf(to)).then(() => true))) ?? false;
    },
    remove: name => rm(pathOf(name), { force: true }),
    onChange: changed => onFolderChange([folder], () => true, changed),
  };
}
