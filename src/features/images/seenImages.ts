import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../../platform/files/files.ts';
import { writeWhole } from '../../platform/files/writeFiles.ts';
import type { SearchRun } from './rules/monthForecast.ts';
import type { SavedSearch } from './rules/searchCriteria.ts';
import { searchKey } from './rules/searchFile.ts';

/** Number of searches whose images are remembered; the least recently run one is dropped first. */
const maxSearches = 50;

/** By the key of the search, see `searchKey`. */
export type SeenMemory = ReturnType<typeof createSeenMemory>;

/**
 * What saved searches found before, one file each: the editor's own storage is read in full at every start, and these
 * are a few megabytes.
 *
 * @param folder used only by this store; created on the first write, and not read before the first query
 */
export function createSeenMemory(folder: string) {
  const seenFile = (key: string) =>
    join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  return {
    async read(key: string): Promise<Seen | undefined> {
      const text = await unlessMissing(readFile(seenFile(key), 'utf8'));
      // Only `write` writes there.
      if (text === undefined) return undefined;
      const { connection: _connection, ...seen } = JSON.parse(text) as Stored;
      return seen;
    },
    async write(key: string, seen: Seen): Promise<void> {
      await mkdir(folder, { recursive: true });
      await writeWhole(seenFile(key), JSON.stringify({ ...seen, connection: keyConnection(key) }));
      await forgetOldest(folder);
    },
  };
}

async function forgetOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.json'));
  if (names.length <= maxSearches) return;
  // Another window may have removed it.
  const modifiedMs = async (path: string) => (await unlessMissing(stat(path)))?.mtimeMs ?? 0;
  const files = await Promise.all(
    names.map(name => join(folder, name)).map(async path => ({ path, time: await modifiedMs(path) })),
  );
  files.sort((a, b) => a.time - b.time);
  for (const { path } of files.slice(0, -maxSearches)) await rm(path, { force: true });
}

/** Ids of images that a saved search found before, and when it last ran. */
export interface Seen {
  /** ISO 8601, UTC. */
  at: string;
  ids: readonly string[];
  /** The last runs, oldest first, for a forecast; absent before the second run. */
  runs?: readonly SearchRun[];
}

/** As it is on the disk. Files of earlier versions don't name the connection. */
interface Stored extends Seen {
  connection?: string;
}

/** Maximum per search: enough for three months of daily runs. */
const maxRuns = 100;

/** Maximum per search: the oldest acquisitions are dropped first. */
const maxIds = 50_000;

/**
 * Returns the images that a search hadn't found before; from now on, all of them count as seen. Ids that are no longer
 * found stay seen: a catalog can lose an image for a day.
 *
 * @param found newest first
 * @param toRun what a forecast needs of the new images
 * @returns `undefined` on the first run of a search, when nothing can be called new
 */
export async function compareWithSeen(
  memory: SeenMemory,
  key: string,
  found: readonly string[],
  now: Date,
  toRun?: (fresh: readonly string[]) => SearchRun['images'],
): Promise<{ fresh: string[]; since: string } | undefined> {
  const before = await memory.read(key);
  const known = new Set(before?.ids);
  const fresh = found.filter(id => !known.has(id));
  const at = now.toISOString();
  const ids = [...fresh, ...(before?.ids ?? [])].slice(0, maxIds);
  // The first run finds what was acquired at any time.
  const first = before && [{ at: before.at, images: [] }];
  const runs = before && toRun && [...(before.runs ?? first ?? []), { at, images: toRun(fresh) }];
  await memory.write(key, { at, ids, runs: runs?.slice(-maxRuns) });
  return before && { fresh, since: before.at };
}

/** Of a saved search on a connection. */
export function seenKey(connection: string, search: SavedSearch): string {
  return `${connection}\n${searchKey(search)}`;
}

function keyConnection(key: string): string {
  return key.slice(0, key.indexOf('\n'));
}

/** Removes what the saved searches found on a connection. */
export async function forgetSeen(folder: string, connection: string): Promise<void> {
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    const path = join(folder, name);
    const text = name.endsWith('.json') ? await unlessMissing(readFile(path, 'utf8')) : undefined;
    if (text !== undefined && (JSON.parse(text) as Stored).connection === connection)
      await rm(path, { force: true });
  }
}
