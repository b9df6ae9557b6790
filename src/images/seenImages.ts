import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing, writeWhole } from '../editor/files.ts';

/** Searches whose images are remembered; the one that was looked through longest ago is forgotten first. */
const mostSeen = 50;

/**
 * What saved searches have found before, a file each: the editor's own memory is read whole at every start, and these
 * are some megabytes.
 *
 * @param folder of this memory alone; made when it is first written to, and not looked at before something is asked of it
 */
export function createSeenMemory(folder: string): SeenMemory {
  const fileOf = (key: string) =>
    join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  return {
    async read(key) {
      const text = await unlessMissing(readFile(fileOf(key), 'utf8'));
      // Only `write` writes there.
      return text === undefined ? undefined : (JSON.parse(text) as Seen);
    },
    async write(key, seen) {
      await mkdir(folder, { recursive: true });
      await writeWhole(fileOf(key), JSON.stringify(seen));
      await forgetOldest(folder);
    },
  };
}

async function forgetOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.json'));
  if (names.length <= mostSeen) return;
  // Another window may have forgotten it too.
  const timeOf = async (path: string) => (await unlessMissing(stat(path)))?.mtimeMs ?? 0;
  const files = await Promise.all(
    names.map(name => join(folder, name)).map(async path => ({ path, time: await timeOf(path) })),
  );
  files.sort((one, other) => one.time - other.time);
  for (const { path } of files.slice(0, -mostSeen)) await rm(path, { force: true });
}

/** Ids of images that a saved search has found before, and when it was last looked through. */
export interface Seen {
  /** ISO 8601, UTC. */
  at: string;
  ids: readonly string[];
}

/** By the key of the search, see `searchKey`. */
export interface SeenMemory {
  read(key: string): Promise<Seen | undefined>;
  write(key: string, seen: Seen): Promise<void>;
}

/** More are not kept for one search: what was acquired longest ago is forgotten first. */
const most = 50_000;

/**
 * Which of the images that a search finds now it had not found before; from now on all of them count as seen. Ids that
 * are no longer found stay seen: a catalogue can miss an image for a day.
 *
 * @param found newest first
 * @returns `undefined` where the search is run for the first time, so that nothing can be called new
 */
export async function lookThrough(
  memory: SeenMemory,
  key: string,
  found: readonly string[],
  now: Date,
): Promise<{ fresh: string[]; since: string } | undefined> {
  const before = await memory.read(key);
  const known = new Set(before?.ids);
  const fresh = found.filter(id => !known.has(id));
  await memory.write(key, { at: now.toISOString(), ids: [...fresh, ...(before?.ids ?? [])].slice(0, most) });
  return before && { fresh, since: before.at };
}
