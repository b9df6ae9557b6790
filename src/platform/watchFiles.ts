import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '../model/words/moment.ts';
import type { Snapshot } from '../state/orderSnapshot.ts';
import type { Mark, WatchGroup } from '../state/watchGroup.ts';

/** Counts up when the form changes: a file of another form is no use. */
const version = 1;

export const snapshotName = 'orders.json';

/** What the windows that watch one account keep in their folder: no key and no token, and for their user alone. */
export type WatchFiles = Pick<WatchGroup, 'read' | 'write' | 'marks' | 'mark' | 'keepMarks'> & {
  /** Another text whenever the snapshot or a mark is another one. */
  state(): Promise<string>;
  /** Removes what writers that ended left behind. */
  removeParts(): Promise<void>;
};

export function createWatchFiles(folder: string): WatchFiles {
  const snapshotPath = join(folder, snapshotName);
  const pathOf = (mark: Mark) => join(folder, fileNameOf(mark));
  /** Marks by the names of their files, which do not tell them. */
  const marksByName = new Map<string, Mark>();
  let parts = 0;

  const markNames = async () => (await readdir(folder)).filter(name => name.endsWith('.mark'));

  return {
    async read() {
      const text = await readFile(snapshotPath, 'utf8').catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      });
      const snapshot = text === undefined ? undefined : readSnapshot(text);
      for (const id of snapshot ? idsIn(snapshot) : []) {
        for (const mark of [`told/${id}`, `late/${id}`, `seen/${id}`] as const)
          marksByName.set(fileNameOf(mark), mark);
      }
      return snapshot;
    },
    async write(snapshot) {
      const part = join(folder, `orders.${process.pid}-${++parts}.part`);
      await writeFile(part, JSON.stringify({ version, snapshot }), { mode: 0o600 });
      await rename(part, snapshotPath);
    },
    async marks() {
      return new Set((await markNames()).flatMap(name => marksByName.get(name) ?? []));
    },
    async mark(mark) {
      marksByName.set(fileNameOf(mark), mark);
      try {
        await writeFile(pathOf(mark), '', { flag: 'wx', mode: 0o600 });
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw error;
      }
    },
    async keepMarks(marks) {
      const kept = new Set([...marks].map(fileNameOf));
      for (const name of await markNames()) {
        if (kept.has(name)) continue;
        // Another window may know more orders than this one just now.
        const made = await stat(join(folder, name)).catch(() => undefined);
        if (made && Date.now() - made.mtimeMs > dayMs) await rm(join(folder, name), { force: true });
      }
    },
    async state() {
      const [names, file] = await Promise.all([markNames(), stat(snapshotPath).catch(() => undefined)]);
      return [...names.sort(), file?.ino, file?.mtimeMs, file?.size].join(' ');
    },
    async removeParts() {
      for (const name of await readdir(folder)) {
        const own = name.startsWith(`orders.${process.pid}-`);
        if (name.endsWith('.part') && !own) await rm(join(folder, name), { force: true });
      }
    },
  };
}

/** Ids of a service can hold anything: no name of a file is made of them. */
function fileNameOf(mark: Mark): string {
  const [kind = ''] = mark.split('/', 1);
  return `${kind}-${createHash('sha256').update(mark).digest('hex').slice(0, 32)}.mark`;
}

function idsIn({ orders, finished }: Snapshot): string[] {
  return [...orders.map(({ order }) => order.id), ...finished.map(({ id }) => id)];
}

/** `undefined` for a text that was not written by `write`, or by another version of it. */
function readSnapshot(text: string): Snapshot | undefined {
  try {
    const { version: written, snapshot } = JSON.parse(text) as {
      version?: unknown;
      snapshot?: Partial<Snapshot>;
    };
    const { turn, wholeTurn, placed, orders, finished } = snapshot ?? {};
    const isSound =
      written === version &&
      [turn, wholeTurn, placed].every(Number.isInteger) &&
      Array.isArray(finished) &&
      Array.isArray(orders) &&
      (orders as Snapshot['orders']).every(
        ({ order }) => typeof order.id === 'string' && Array.isArray(order.deliveries),
      );
    // Nobody else writes there, so that the rest is as it was written.
    return isSound ? (snapshot as Snapshot) : undefined;
  } catch {
    return undefined;
  }
}
